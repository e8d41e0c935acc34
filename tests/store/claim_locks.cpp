// A claim lock tells a dead claimer from a slow one at once.
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <utility>

#include "store/claim_lock.hpp"
#include "support/eventually.hpp"
#include "support/task_rows.hpp"

using namespace support;
using store::ClaimLocks;
using store::is_claim_lock_free;

namespace {

std::string connection_of(Mariadb& database, const std::string& token) {
  return database.value("SELECT IS_USED_LOCK('oneshot:claim:" + token + "')");
}

// A process of its own that holds `token` until it is killed.
class HoldingProcess {
 public:
  HoldingProcess(const config::DatabaseUrl& url, const std::string& token) {
    int ready[2];
    if (::pipe(ready) != 0) throw std::runtime_error("no pipe");
    pid_ = ::fork();
    if (pid_ == 0) hold(url, token, ready[1]);
    ::close(ready[1]);
    char byte = 0;
    const bool holds = ::read(ready[0], &byte, 1) == 1;
    ::close(ready[0]);
    if (!holds) throw std::runtime_error("the holder could not take the lock");
  }
  ~HoldingProcess() {
    if (pid_ > 0) kill();
  }
  HoldingProcess(const HoldingProcess&) = delete;
  HoldingProcess& operator=(const HoldingProcess&) = delete;

  void kill() {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    pid_ = -1;
  }

 private:
  [[noreturn]] static void hold(const config::DatabaseUrl& url, const std::string& token, int ready) {
    try {
      store::Session session = store::open(url);
      ClaimLocks locks(session);
      locks.take(token);
      if (::write(ready, "x", 1) == 1)
        for (;;) ::pause();
    } catch (const std::exception&) {
      // The parent reads the end of the pipe.
    }
    ::_exit(1);
  }

  pid_t pid_ = -1;
};

}  // namespace

TEMPLATE_TEST_CASE("a claim lock is free, then held, then free again", "", Sqlite, Mariadb) {
  TestType database;
  store::Session main = database.open(), other = database.open();
  const std::string token = base::new_token(), another = base::new_token();
  ClaimLocks locks(main);
  CHECK(is_claim_lock_free(other, token));
  locks.take(token);
  CHECK(locks.held() == 1);
  CHECK_FALSE(is_claim_lock_free(other, token));
  CHECK(is_claim_lock_free(other, another));
  locks.take(another);
  locks.release(token);
  CHECK(is_claim_lock_free(other, token));
  CHECK_FALSE(is_claim_lock_free(other, another));
  locks.release(another);
  locks.release(another);
  CHECK(is_claim_lock_free(other, another));
  CHECK(locks.held() == 0);
}

TEMPLATE_TEST_CASE("a claim lock that another holds is refused", "", Sqlite, Mariadb) {
  TestType database;
  store::Session first = database.open(), second = database.open();
  const std::string token = base::new_token();
  ClaimLocks holder(first), late(second);
  holder.take(token);
  CHECK_THROWS_AS(late.take(token), base::Error);
  CHECK(late.held() == 0);
  late.release(token);
  CHECK_FALSE(is_claim_lock_free(second, token));
}

TEMPLATE_TEST_CASE("a claim lock taken twice is free after one release", "", Sqlite, Mariadb) {
  TestType database;
  store::Session main = database.open(), other = database.open();
  const std::string token = base::new_token();
  ClaimLocks locks(main);
  locks.take(token);
  locks.take(token);
  locks.release(token);
  CHECK(is_claim_lock_free(other, token));
}

TEMPLATE_TEST_CASE("a claim lock outlives every statement and transaction of its holder", "", Sqlite, Mariadb) {
  TestType database;
  store::Session main = database.open(), other = database.open();
  const std::string token = base::new_token();
  ClaimLocks locks(main);
  locks.take(token);
  store::ReportTaskStore tasks(main);
  submit_tasks(main);
  const auto claimed = tasks.claim(store::Queue::kPending, token, "w", kReports, 1, 9);
  REQUIRE(claimed.size() == 1);
  CHECK_FALSE(is_claim_lock_free(other, token));
  REQUIRE(tasks.finish({claimed[0].id, token}, finished_file(), std::chrono::hours{1}));
  CHECK_FALSE(is_claim_lock_free(other, token));
  main.ping();
  CHECK_FALSE(is_claim_lock_free(other, token));
}

TEMPLATE_TEST_CASE("a claim lock goes with its holder's process, however that ends", "", Sqlite, Mariadb) {
  TestType database;
  const std::string token = base::new_token();
  HoldingProcess holder(database.url(), token);
  store::Session other = database.open();
  CHECK_FALSE(is_claim_lock_free(other, token));
  holder.kill();
  CHECK(eventually([&] { return is_claim_lock_free(other, token); }));
}

TEST_CASE("a claim lock goes with the main connection, and all are taken again over a new one") {
  Mariadb database;
  store::Session main = database.open(), other = database.open();
  const std::string first = base::new_token(), second = base::new_token();
  ClaimLocks locks(main);
  locks.take(first);
  locks.take(second);
  database.execute("KILL " + connection_of(database, first));
  CHECK(eventually([&] { return is_claim_lock_free(other, first) && is_claim_lock_free(other, second); }));
  CHECK_THROWS_AS(main.ping(), base::Error);
  main.reconnect();
  locks.take_all_again();
  CHECK_FALSE(is_claim_lock_free(other, first));
  CHECK_FALSE(is_claim_lock_free(other, second));
  locks.release(first);
  CHECK(is_claim_lock_free(other, first));
}

TEST_CASE("a claim lock that the server still holds for the former connection is taken from it") {
  Mariadb database;
  const std::string token = base::new_token();
  store::Session main = database.open(), other = database.open();
  ClaimLocks locks(main);
  locks.take(token);
  store::Session former = std::exchange(main, database.open());  // the server does not know that it is lost to us
  const std::string holder = connection_of(database, token);
  locks.take_all_again();
  CHECK_FALSE(is_claim_lock_free(other, token));
  CHECK(connection_of(database, token) != holder);
  CHECK_THROWS_AS(former.ping(), base::Error);
  locks.release(token);
  CHECK(is_claim_lock_free(other, token));
}

TEST_CASE("a connection that was never ours is not ended for its claim lock") {
  Mariadb database;
  const std::string token = base::new_token();
  store::Session main = database.open(), stranger = database.open();
  ClaimLocks theirs(stranger), locks(main);
  locks.take(token);
  database.execute("KILL " + connection_of(database, token));
  REQUIRE(eventually([&] { return is_claim_lock_free(stranger, token); }));
  theirs.take(token);
  main.reconnect();
  CHECK_THROWS_AS(locks.take_all_again(), base::Error);
  CHECK_NOTHROW(stranger.ping());
}

TEST_CASE("on SQLite the locks lie beside the database and survive a reconnect") {
  Sqlite database;
  store::Session main = database.open(), other = database.open();
  const std::string token = base::new_token();
  ClaimLocks locks(main);
  locks.take(token);
  CHECK(::access((database.url().path + ".claims").c_str(), F_OK) == 0);
  main.reconnect();
  locks.take_all_again();
  CHECK_FALSE(is_claim_lock_free(other, token));
}
