// The lease of t_job_lock: one holder, whose deadline is never later than the row's.
#include <atomic>
#include <catch2/catch.hpp>
#include <thread>

#include "store/lease_keeper.hpp"
#include "support/eventually.hpp"
#include "support/task_rows.hpp"

using namespace support;
using namespace std::chrono_literals;
using base::BootClock;
using store::Lease;
using store::LeaseKeeper;
using store::LeaseStore;

namespace {

constexpr const char* kJob = "report:cleanup";

const base::Log& quiet() {
  static const base::Log log("test", base::LogFormat::kJson, base::Level::kError);
  return log;
}

// Makes the lease look as if its ttl had passed.
void let_it_end(TaskDatabase& database) {
  if (database.is_mysql())
    database.execute("UPDATE t_job_lock SET locked_until = UTC_TIMESTAMP(6) - INTERVAL 1 SECOND");
  else
    database.execute("UPDATE t_job_lock SET boot_until = 0");
}

}  // namespace

TEMPLATE_TEST_CASE("a lease has one holder until it is given back", "", Sqlite, Mariadb) {
  TestType database;
  store::Session session = database.open(), other = database.open();
  const auto lease = LeaseStore(session).acquire(kJob, "a:1", 60s);
  REQUIRE(lease);
  CHECK_FALSE(LeaseStore(other).acquire(kJob, "b:2", 60s));
  const auto holder = LeaseStore(other).find(kJob);
  REQUIRE(holder);
  CHECK(holder->owner == "a:1");
  CHECK(holder->has_token);
  CHECK(holder->left > 0s);
  CHECK(holder->left <= 60s);
  CHECK(LeaseStore(session).release(*lease, 0s));
  const auto next = LeaseStore(other).acquire(kJob, "b:2", 60s);
  REQUIRE(next);
  CHECK(next->fence > lease->fence);
  CHECK_FALSE(LeaseStore(session).release(*lease, 0s));  // no longer ours: nothing is changed
  CHECK(LeaseStore(session).find(kJob)->owner == "b:2");
}

TEMPLATE_TEST_CASE("leases of two jobs do not exclude each other", "", Sqlite, Mariadb) {
  TestType database;
  store::Session session = database.open();
  CHECK(LeaseStore(session).acquire("one", "a:1", 60s));
  CHECK(LeaseStore(session).acquire("two", "a:1", 60s));
}

TEMPLATE_TEST_CASE("a lease that has ended is another's, and the first can neither renew nor release it", "", Sqlite,
                   Mariadb) {
  TestType database;
  store::Session session = database.open(), other = database.open();
  auto first = LeaseStore(session).acquire(kJob, "a:1", 60s);
  REQUIRE(first);
  let_it_end(database);
  CHECK_FALSE(LeaseStore(session).renew(*first));  // not even while nobody has taken it
  const auto second = LeaseStore(other).acquire(kJob, "b:2", 60s);
  REQUIRE(second);
  CHECK(second->fence == first->fence + 1);
  CHECK_FALSE(LeaseStore(session).renew(*first));
  CHECK_FALSE(LeaseStore(session).release(*first, 0s));
  CHECK(LeaseStore(other).find(kJob)->owner == "b:2");
}

TEMPLATE_TEST_CASE("a renewal moves the row's end and the holder's deadline", "", Sqlite, Mariadb) {
  TestType database;
  store::Session session = database.open();
  auto lease = LeaseStore(session).acquire(kJob, "a:1", 60s);
  REQUIRE(lease);
  const auto before = lease->deadline;
  const std::string until = database.value("SELECT locked_until FROM t_job_lock");
  REQUIRE(LeaseStore(session).renew(*lease));
  CHECK(lease->deadline > before);
  CHECK(database.value("SELECT locked_until FROM t_job_lock") != until);
  CHECK(lease->fence == LeaseStore(session).find(kJob)->fence);
}

TEMPLATE_TEST_CASE("the holder's deadline comes before the end that the row tells others", "", Sqlite, Mariadb) {
  TestType database;
  store::Session session = database.open();
  const auto asked_at = BootClock::now();
  const auto lease = LeaseStore(session).acquire(kJob, "a:1", 10s);
  REQUIRE(lease);
  CHECK(lease->deadline < asked_at + 10s);
  const auto holder = LeaseStore(session).find(kJob);
  CHECK(lease->deadline <= BootClock::now() + holder->left);
}

TEMPLATE_TEST_CASE("a lease that was given back early is kept for its least time", "", Sqlite, Mariadb) {
  TestType database;
  store::Session session = database.open(), other = database.open();
  const auto lease = LeaseStore(session).acquire(kJob, "a:1", 60s);
  REQUIRE(LeaseStore(session).release(*lease, 30s));
  CHECK_FALSE(LeaseStore(other).acquire(kJob, "b:2", 60s));
  CHECK_FALSE(LeaseStore(other).find(kJob)->has_token);
  let_it_end(database);
  CHECK(LeaseStore(other).acquire(kJob, "b:2", 60s));
}

TEMPLATE_TEST_CASE("of many who ask at once one gets the lease, the first time too", "", Sqlite, Mariadb) {
  TestType database;
  for (int round = 0; round < 5; ++round) {
    std::atomic<int> granted{0};
    std::atomic<int> failed{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i)
      threads.emplace_back([&, i] {
        try {
          store::Session session = database.open();
          if (LeaseStore(session).acquire("round" + std::to_string(round), "h:" + std::to_string(i), 60s)) ++granted;
        } catch (const base::Error&) {
          ++failed;
        }
      });
    for (std::thread& thread : threads) thread.join();
    CHECK(granted == 1);
    CHECK(failed == 0);
  }
}

TEMPLATE_TEST_CASE("the fence grows by one with each holder", "", Sqlite, Mariadb) {
  TestType database;
  store::Session session = database.open();
  std::int64_t last = 0;
  for (int i = 0; i < 5; ++i) {
    const auto lease = LeaseStore(session).acquire(kJob, "a:1", 60s);
    REQUIRE(lease);
    if (i > 0) CHECK(lease->fence == last + 1);
    last = lease->fence;
    LeaseStore(session).release(*lease, 0s);
  }
}

TEMPLATE_TEST_CASE("a keeper renews while it works and gives the lease back at its end", "", Sqlite, Mariadb) {
  TestType database;
  store::Session session = database.open();
  {
    const auto keeper = LeaseKeeper::acquire(database.url(), {kJob, 1500ms, 0ms}, quiet());
    REQUIRE(keeper);
    const auto first = keeper->deadline();
    CHECK(eventually([&] { return keeper->deadline() > first + 1500ms; }));  // renewed more than once
    CHECK(keeper->is_held());
    CHECK_FALSE(LeaseKeeper::acquire(database.url(), {kJob, 1500ms, 0ms}, quiet()));
  }
  CHECK(LeaseStore(session).acquire(kJob, "b:2", 60s));
}

TEMPLATE_TEST_CASE("a keeper whose lease another has taken says so once, and changes nothing", "", Sqlite, Mariadb) {
  TestType database;
  std::atomic<int> lost{0};
  const auto keeper = LeaseKeeper::acquire(database.url(), {kJob, 1500ms, 0ms}, quiet(), [&] { ++lost; });
  REQUIRE(keeper);
  database.execute("UPDATE t_job_lock SET token = '" + std::string(32, 'f') + "', owner = 'b:2'");
  CHECK(eventually([&] { return lost == 1; }));
  CHECK_FALSE(keeper->is_held());
  CHECK_FALSE(keeper->release());
  CHECK(lost == 1);
  CHECK(database.value("SELECT owner FROM t_job_lock") == "b:2");
}

TEST_CASE("a keeper without a server holds its lease no longer than its deadline") {
  PrivateMariadb server;
  std::unique_ptr<TestDatabase> database = server.create_database();
  const config::DatabaseUrl url = config::parse_database_url(database->url());
  {
    store::Session session(url, {}, store::IfMissing::kCreate);
    store::migrate(session, QuietContext());
  }
  std::atomic<bool> lost{false};
  const auto keeper = LeaseKeeper::acquire(url, {kJob, 3s, 0ms}, quiet(), [&] { lost = true; });
  REQUIRE(keeper);
  server.kill();
  const auto deadline = keeper->deadline();
  CHECK(eventually([&] { return !keeper->is_held(); }));
  CHECK(BootClock::now() >= deadline);
  CHECK(eventually([&] { return lost.load(); }));
  server.start();
}
