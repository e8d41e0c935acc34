// A MariaDB server of the test's own.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/subprocess.hpp"
#include "support/temp_dir.hpp"

namespace support {

using SqlRow = std::vector<std::optional<std::string>>;

// One connection of root, for what a test must see or do behind the programs' back. Values come as
// the server prints them. Every call throws with the server's number and message.
class SqlClient {
 public:
  SqlClient(const std::string& url);
  ~SqlClient();
  SqlClient(const SqlClient&) = delete;
  SqlClient& operator=(const SqlClient&) = delete;

  void execute(const std::string& sql);  // several statements, separated by ;
  std::vector<SqlRow> query(const std::string& sql);
  std::string value(const std::string& sql);  // of the first column of the only row; "NULL" for NULL

 private:
  struct Handle;
  std::unique_ptr<Handle> handle_;
};

// An empty database, dropped at the end.
class TestDatabase {
 public:
  TestDatabase(std::string url, std::string name);
  ~TestDatabase();
  TestDatabase(const TestDatabase&) = delete;

  const std::string& url() const { return url_; }  // for --db
  const std::string& name() const { return name_; }
  SqlClient& sql() { return *sql_; }

 private:
  std::string url_, name_;
  std::unique_ptr<SqlClient> sql_;
};

struct ServerOptions {
  bool tls = false;                      // with a CA made for it, see ca_file()
  std::vector<std::string> arguments{};  // beside the usual ones
};

class PrivateMariadb {
 public:
  // The server of this test process, started at the first call, which the main thread must make: the
  // kernel ends it with the thread that started it. When ONESHOT_TEST_MYSQL_URL names a server (its
  // user needs all rights), that one is used instead, and can neither be stopped nor killed.
  static PrivateMariadb& shared();

  // A server for one case.
  explicit PrivateMariadb(const ServerOptions& options = {});
  ~PrivateMariadb();

  std::unique_ptr<TestDatabase> create_database();

  std::string url(std::string_view database) const;      // through the socket
  std::string tcp_url(std::string_view database) const;  // through 127.0.0.1
  unsigned port() const { return port_; }
  std::string ca_file() const { return folder_.file("ca.pem"); }
  bool is_private() const { return given_url_.empty(); }

  void kill();   // as a crash does
  void stop();   // SIGTERM, and waits
  void start();  // again, with the same data and port
  void hang();   // stands still, with its connections open, until go_on
  void go_on();

 private:
  struct Given {
    std::string url;
  };
  explicit PrivateMariadb(const Given& given) : given_url_(given.url) {}
  void make_certificates() const;
  bool try_start();

  TempDir folder_;
  ServerOptions options_;
  std::string given_url_;
  std::unique_ptr<Process> server_;
  unsigned port_ = 0;
};

// A TCP port of 127.0.0.1 that was free a moment ago.
unsigned free_port();

// The path of a server's program, looked for in PATH and the sbin folders. Throws when it is not installed: a
// missing server fails the test.
std::string server_program(const std::string& name);

}  // namespace support
