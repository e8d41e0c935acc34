#include "support/private_mariadb.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <mysql.h>
#include <netinet/in.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "base/token.hpp"
#include "config/database_url.hpp"
#include "support/eventually.hpp"

namespace support {

namespace fs = std::filesystem;

namespace {

constexpr auto kStartWithin = std::chrono::seconds{60};

void run_tool(std::vector<std::string> argv) {
  const Finished end = run({.argv = argv});
  if (end.exit_code != 0) throw std::runtime_error(argv[0] + " failed: " + end.out + end.err);
}

// Small logs and tables: a data folder is copied for every test process.
const std::vector<std::string> kSmall{"--innodb-log-file-size=8M", "--innodb-data-file-path=ibdata1:8M:autoextend",
                                      "--innodb-autoextend-increment=8"};

std::vector<std::string> with(std::vector<std::string> arguments, const std::vector<std::string>& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

void initialise(const std::string& data) {
  std::vector<std::string> arguments{
      server_program("mariadb-install-db"),       "--no-defaults",  "--datadir=" + data,
      "--auth-root-authentication-method=normal", "--skip-test-db", "--skip-name-resolve"};
  if (geteuid() == 0) arguments.push_back("--user=root");
  run_tool(with(arguments, kSmall));
}

// Initialised once for all test processes of a build folder; `data` becomes a copy.
void copy_initialised(const std::string& data) {
  const fs::path cache = fs::path(ONESHOT_TEST_CACHE);
  fs::create_directories(cache);
  const int lock = open((cache / "mariadb.lock").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
  if (lock < 0 || flock(lock, LOCK_EX) != 0) throw std::runtime_error("cannot lock " + cache.string());
  const fs::path master = cache / "mariadb";
  if (!fs::exists(master)) {
    const fs::path fresh = cache / "mariadb.new";
    fs::remove_all(fresh);
    initialise(fresh.string());
    fs::rename(fresh, master);
  }
  fs::copy(master, data, fs::copy_options::recursive);
  close(lock);
}

std::string number_and_message(MYSQL* mysql) { return std::to_string(mysql_errno(mysql)) + " " + mysql_error(mysql); }

}  // namespace

unsigned free_port() {
  const int probe = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  if (bind(probe, generic, size) != 0 || getsockname(probe, generic, &size) != 0)
    throw std::runtime_error("no free port on 127.0.0.1");
  close(probe);
  return ntohs(address.sin_port);
}

std::string server_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(std::string(path ? path : "") + ":/usr/sbin:/usr/local/sbin:/sbin");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (const std::string file = folder + "/" + name; access(file.c_str(), X_OK) == 0) return file;
  throw std::runtime_error(name + " is not installed; run make deps");
}

struct SqlClient::Handle {
  MYSQL* mysql = mysql_init(nullptr);
  ~Handle() { mysql_close(mysql); }
};

SqlClient::SqlClient(const std::string& url) : handle_(std::make_unique<Handle>()) {
  const config::DatabaseUrl target = config::parse_database_url(url);
  mysql_options(handle_->mysql, MYSQL_SET_CHARSET_NAME, "utf8mb4");
  mysql_options(handle_->mysql, MYSQL_INIT_COMMAND, "SET time_zone = '+00:00'");
  const unsigned timeout = 60;
  mysql_options(handle_->mysql, MYSQL_OPT_READ_TIMEOUT, &timeout);
  if (mysql_real_connect(handle_->mysql, target.host.empty() ? nullptr : target.host.c_str(), target.user.c_str(),
                         target.password.c_str(), target.database.c_str(), target.port,
                         target.socket.empty() ? nullptr : target.socket.c_str(), CLIENT_MULTI_STATEMENTS) == nullptr)
    throw std::runtime_error("cannot connect: " + number_and_message(handle_->mysql));
}

SqlClient::~SqlClient() = default;

std::vector<SqlRow> SqlClient::query(const std::string& sql) {
  MYSQL* mysql = handle_->mysql;
  int rest = mysql_real_query(mysql, sql.data(), sql.size());
  std::vector<SqlRow> rows;
  while (rest == 0) {  // the rows of the last statement are the answer
    if (MYSQL_RES* result = mysql_store_result(mysql)) {
      rows.clear();
      const unsigned width = mysql_num_fields(result);
      while (MYSQL_ROW row = mysql_fetch_row(result)) {
        const unsigned long* lengths = mysql_fetch_lengths(result);
        SqlRow& cells = rows.emplace_back(width);
        for (unsigned i = 0; i < width; ++i)
          if (row[i] != nullptr) cells[i] = std::string(row[i], lengths[i]);
      }
      mysql_free_result(result);
    }
    if (mysql_errno(mysql) != 0) break;
    rest = mysql_next_result(mysql);
  }
  if (mysql_errno(mysql) != 0) throw std::runtime_error(number_and_message(mysql) + ": " + sql.substr(0, 200));
  return rows;
}

void SqlClient::execute(const std::string& sql) { query(sql); }

std::string SqlClient::value(const std::string& sql) {
  const std::vector<SqlRow> rows = query(sql);
  if (rows.size() != 1 || rows[0].empty())
    throw std::runtime_error(std::to_string(rows.size()) + " rows instead of one: " + sql);
  return rows[0][0].value_or("NULL");
}

TestDatabase::TestDatabase(std::string url, std::string name)
    : url_(std::move(url)), name_(std::move(name)), sql_(std::make_unique<SqlClient>(url_)) {}

TestDatabase::~TestDatabase() {
  try {
    SqlClient(url_).execute("DROP DATABASE `" + name_ + "`");
  } catch (const std::exception&) {
    // The server was stopped by the test, or the database dropped: nothing is left to clean.
  }
}

PrivateMariadb& PrivateMariadb::shared() {
  const char* given = std::getenv("ONESHOT_TEST_MYSQL_URL");
  static PrivateMariadb server = given ? PrivateMariadb(Given{given}) : PrivateMariadb(ServerOptions{});
  return server;
}

PrivateMariadb::PrivateMariadb(const ServerOptions& options) : options_(options) {
  copy_initialised(folder_.file("data"));
  if (options_.tls) make_certificates();
  start();
}

PrivateMariadb::~PrivateMariadb() = default;

void PrivateMariadb::start() {
  if (!is_private()) throw std::logic_error("a given server is not started by tests");
  for (int attempt = 0; attempt < 5; ++attempt) {
    if (port_ == 0) port_ = free_port();
    if (try_start()) return;
    port_ = 0;  // another process took it in between
  }
  throw std::runtime_error("mariadbd does not start: " + read_file(folder_.file("err")));
}

bool PrivateMariadb::try_start() {
  std::vector<std::string> arguments{server_program("mariadbd"),
                                     "--no-defaults",
                                     "--datadir=" + folder_.file("data"),
                                     "--socket=" + folder_.file("s"),
                                     "--pid-file=" + folder_.file("pid"),
                                     "--log-error=" + folder_.file("err"),
                                     "--bind-address=127.0.0.1",
                                     "--port=" + std::to_string(port_),
                                     "--skip-name-resolve",
                                     "--character-set-server=utf8mb4",
                                     "--innodb-flush-log-at-trx-commit=2",
                                     "--innodb-buffer-pool-size=256M",
                                     "--max-allowed-packet=64M",
                                     "--max-recursive-iterations=1000000",
                                     "--max-connections=500"};
  if (geteuid() == 0) arguments.push_back("--user=root");
  if (options_.tls)
    arguments = with(arguments, {"--ssl-ca=" + ca_file(), "--ssl-cert=" + folder_.file("server.pem"),
                                 "--ssl-key=" + folder_.file("server.key")});
  server_ = std::make_unique<Process>(Command{.argv = with(with(arguments, kSmall), options_.arguments)});
  // The one that answers must be the one started here: its pid file lies in this folder and names it.
  const std::string pid = std::to_string(server_->pid());
  return eventually(
             [&] {
               if (!server_->is_running()) return true;
               try {
                 SqlClient root(url("mysql"));
                 return root.value("SELECT @@port") == std::to_string(port_) &&
                        std::stol(read_file(folder_.file("pid"))) == server_->pid();
               } catch (const std::runtime_error&) {
                 return false;
               }
             },
             kStartWithin) &&
         server_->is_running();
}

void PrivateMariadb::kill() {
  server_->send(SIGKILL);
  server_->wait();
}

void PrivateMariadb::stop() {
  server_->send(SIGTERM);
  server_->wait();
}

void PrivateMariadb::hang() { server_->send(SIGSTOP); }

void PrivateMariadb::go_on() { server_->send(SIGCONT); }

std::string PrivateMariadb::url(std::string_view database) const {
  if (is_private()) return "mysql://root@/" + std::string(database) + "?socket=" + folder_.file("s");
  // The given URL with another database in it.
  std::string_view rest = given_url_;
  const std::size_t slash = rest.find('/', rest.find("://") + 3);
  const std::size_t question = rest.find('?');
  std::string out(rest.substr(0, slash + 1));
  out += database;
  if (question != std::string_view::npos) out += rest.substr(question);
  return out;
}

std::string PrivateMariadb::tcp_url(std::string_view database) const {
  if (!is_private()) return url(database);
  return "mysql://root@127.0.0.1:" + std::to_string(port_) + "/" + std::string(database);
}

std::unique_ptr<TestDatabase> PrivateMariadb::create_database() {
  const std::string name = "t_" + base::new_token().substr(0, 12);
  SqlClient(url(is_private() ? "mysql" : "information_schema"))
      .execute("CREATE DATABASE `" + name + "` CHARACTER SET utf8mb4");
  return std::make_unique<TestDatabase>(url(name), name);
}

// A CA and a certificate for 127.0.0.1 and localhost, good for two days.
void PrivateMariadb::make_certificates() const {
  const std::string openssl = server_program("openssl");
  run_tool({openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=oneshot test CA",
            "-keyout", folder_.file("ca.key"), "-out", ca_file()});
  run_tool({openssl, "req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=127.0.0.1", "-keyout",
            folder_.file("server.key"), "-out", folder_.file("server.csr")});
  const std::string names = folder_.write("names", "subjectAltName=IP:127.0.0.1,DNS:localhost\n");
  run_tool({openssl, "x509", "-req", "-days", "2", "-in", folder_.file("server.csr"), "-CA", ca_file(), "-CAkey",
            folder_.file("ca.key"), "-CAcreateserial", "-extfile", names, "-out", folder_.file("server.pem")});
}

}  // namespace support
