// With ssl_ca a connection is encrypted to the server that was meant, or there is none.
#include <catch2/catch.hpp>

#include "store/reader.hpp"
#include "store/session.hpp"
#include "support/private_mariadb.hpp"

using namespace support;
using base::Kind;

namespace {

config::DatabaseUrl url_of(const PrivateMariadb& server, const std::string& ca) {
  config::DatabaseUrl url = config::parse_database_url(server.tcp_url("mysql"));
  url.ssl_ca = ca;
  return url;
}

void connect(const config::DatabaseUrl& url) { store::Session(url, {}, store::IfMissing::kRefuse); }

Kind refusal(const config::DatabaseUrl& url) {
  try {
    connect(url);
  } catch (const base::Error& error) {
    return error.kind();
  }
  throw std::logic_error("connected");
}

PrivateMariadb& tls_server() {
  static PrivateMariadb server({.tls = true});
  return server;
}

}  // namespace

TEST_CASE("with the server's CA the connection is encrypted") {
  PrivateMariadb& server = tls_server();
  SqlClient root(server.url("mysql"));
  root.execute("CREATE USER IF NOT EXISTS safe REQUIRE SSL; GRANT ALL ON *.* TO safe");
  config::DatabaseUrl url = url_of(server, server.ca_file());
  url.user = "safe";
  CHECK_NOTHROW(connect(url));
  url.ssl_ca.clear();
  CHECK(refusal(url) == Kind::kDenied);
}

TEST_CASE("a server whose certificate another CA signed is refused") {
  const PrivateMariadb stranger({.tls = true});
  CHECK(refusal(url_of(tls_server(), stranger.ca_file())) == Kind::kConfig);
}

TEST_CASE("a CA file that is missing or no certificate is refused") {
  const TempDir folder;
  CHECK_NOTHROW(connect(url_of(tls_server(), tls_server().ca_file())));
  CHECK(refusal(url_of(tls_server(), folder.file("none.pem"))) == Kind::kConfig);
  CHECK(refusal(url_of(tls_server(), folder.write("ca.pem", "not a certificate"))) == Kind::kConfig);
}

TEST_CASE("a server with another name than its certificate is refused") {
  const PrivateMariadb everywhere({.tls = true, .arguments = {"--bind-address=0.0.0.0"}});
  config::DatabaseUrl url = url_of(everywhere, everywhere.ca_file());
  CHECK_NOTHROW(connect(url));
  url.host = "127.0.0.2";
  CHECK(refusal(url) == Kind::kConfig);
}

TEST_CASE("a server without TLS is refused when ssl_ca asks for it, and served when it does not") {
  PrivateMariadb plain;
  CHECK(refusal(url_of(plain, tls_server().ca_file())) == Kind::kConfig);
  CHECK_NOTHROW(connect(url_of(plain, "")));
}

TEST_CASE("a reader's connection is encrypted and refused like any") {
  PrivateMariadb& server = tls_server();
  const auto reader = store::open_reader(url_of(server, server.ca_file()), {});
  const auto rows = reader->run("SHOW SESSION STATUS LIKE 'Ssl_cipher'");
  REQUIRE(rows->next());
  CHECK_FALSE(rows->cells()[1].bytes.empty());
  const PrivateMariadb stranger({.tls = true});
  CHECK_THROWS_AS(store::open_reader(url_of(server, stranger.ca_file()), {}), base::Error);
}

TEST_CASE("a connection without ssl_ca right after one with it is a plain one") {
  PrivateMariadb plain;
  CHECK_NOTHROW(connect(url_of(tls_server(), tls_server().ca_file())));
  CHECK_NOTHROW(connect(url_of(plain, "")));
  CHECK(refusal(url_of(plain, tls_server().ca_file())) == Kind::kConfig);
  CHECK_NOTHROW(connect(url_of(plain, "")));
}
