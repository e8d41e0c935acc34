#include <catch2/catch.hpp>

#include "base/error.hpp"
#include "config/database_url.hpp"

using config::Backend;
using config::has_password;
using config::parse_database_url;

TEST_CASE("the two forms of a database URL are read") {
  const auto sqlite = parse_database_url("sqlite:/var/lib/oneshot/a b.db");
  CHECK(sqlite.backend == Backend::kSqlite);
  CHECK(sqlite.path == "/var/lib/oneshot/a b.db");
  CHECK(parse_database_url("sqlite:///x.db").path == "/x.db");

  const auto mysql = parse_database_url("mysql://app%40x:p%3As%40@db.example:3307/shop?ssl_ca=/etc/ca.pem");
  CHECK(mysql.backend == Backend::kMysql);
  CHECK(mysql.user == "app@x");
  CHECK(mysql.password == "p:s@");
  CHECK(mysql.host == "db.example");
  CHECK(mysql.port == 3307);
  CHECK(mysql.database == "shop");
  CHECK(mysql.ssl_ca == "/etc/ca.pem");

  const auto socket = parse_database_url("mysql://root@/shop?socket=/run/my.sock");
  CHECK(socket.host.empty());
  CHECK(socket.socket == "/run/my.sock");
  CHECK(parse_database_url("mysql://u@[::1]:3306/d").host == "::1");
  CHECK(parse_database_url("mysql://u@h/d").port == 3306);
}

TEST_CASE("a URL that is neither form is a wrong configuration") {
  for (const char* url : {"", "shop", "postgres://h/d", "sqlite:", "sqlite::memory:", "mysql://h", "mysql://h/",
                          "mysql:///d", "mysql://u@h:0/d", "mysql://u@h:65536/d", "mysql://u@h:x/d", "mysql://u@h/d/e",
                          "mysql://u@h/d?charset=latin1", "mysql://u@h/d?socket", "mysql://u@h/d?ssl_cert=/c",
                          "mysql://u%zz@h/d", "mysql://u%00@h/d", "mysql://u@[::1/d"}) {
    CAPTURE(url);
    try {
      parse_database_url(url);
      FAIL("accepted");
    } catch (const base::Error& error) {
      CHECK(error.kind() == base::Kind::kConfig);
      CHECK_FALSE(error.hint().empty());
    }
  }
}

TEST_CASE("what is shown of a URL holds no secret") {
  CHECK(parse_database_url("mysql://app:secret@h/d").shown() == "mysql://app@h:3306/d");
  CHECK(parse_database_url("mysql://app:secret@/d?socket=/s").shown() == "mysql://app@socket /s/d");
  CHECK(parse_database_url("sqlite:x.db").shown() == "sqlite:x.db");
}

TEST_CASE("a refused URL does not show its password either") {
  for (const char* url : {"mysql://app:hunter2@h:x/d", "mysql://app:hunter2@h/d?foo=1", "mysql://app:hunter2@h"}) {
    CAPTURE(url);
    try {
      parse_database_url(url);
      FAIL("accepted");
    } catch (const base::Error& error) {
      CHECK(std::string(error.what()).find("hunter2") == std::string::npos);
    }
  }
}

TEST_CASE("a password in a URL is found") {
  CHECK(has_password("mysql://u:p@h/d"));
  CHECK(has_password("redis://:p@h:6379/0"));
  CHECK(has_password("mysql://u:p@h/d?socket=/a@b"));
  CHECK_FALSE(has_password("mysql://u@h/d"));
  CHECK_FALSE(has_password("mysql://u:@h/d"));
  CHECK_FALSE(has_password("mysql://h:3306/d"));
  CHECK_FALSE(has_password("sqlite:/a:b@c"));
}
