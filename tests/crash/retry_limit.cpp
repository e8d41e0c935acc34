// A task that fails again and again: each wait longer than the one before, then dead.
#include <catch2/catch.hpp>

#include "crash/wholeness.hpp"

using namespace crash_tests;
using namespace std::chrono_literals;

namespace {

// Its second page of 100 rows takes five seconds, row by row.
constexpr const char* kSlowInsidePage = R"toml(
[slow]
from = "t"
key = ["id"]
page_rows = 100
columns = [ { expr = "id" }, { expr = "SLEEP(IF(id > 100, 0.05, 0))", header = "pause" } ]
)toml";

Finished run_and_kill_reader(Room& room, const char* program) {
  Process run = room.start(program, {});
  std::vector<SqlRow> reader;
  REQUIRE(eventually([&] {
    reader = room.database().query(
        "SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID() AND "
        "command = 'Query' AND info LIKE 'SELECT%SLEEP%id > 100%LIMIT 100'");
    return reader.size() == 1;
  }));
  room.database().execute("KILL " + *reader[0][0]);
  return run.wait();
}

double seconds_of_wait(Room& room, long long id) {
  return std::stod(room.of(id, "TIMESTAMPDIFF(MICROSECOND, updated_at, next_retry_at) / 1e6"));
}

}  // namespace

TEST_CASE("the reader killed four times under redeliver: waits of 30, 60 and 120 s and up to 30 s more, then dead") {
  Room room(Backend::kMariadb, kSlowInsidePage);
  room.database().make_rows(200);
  const long long id = room.submit({"slow"});
  double total = 0;
  for (const double least : {30, 60, 120}) {
    INFO("wait of " << least << " s");
    const Finished run = run_and_kill_reader(room, least == 30 ? "export-run" : "redeliver");
    CHECK(run.exit_code == 0);
    CHECK(room.of(id, "status") == "RETRY_WAIT");
    const double wait = seconds_of_wait(room, id);
    CHECK(wait >= least);
    CHECK(wait <= least + 30);
    total += wait;

    // Not due yet: no pass takes it. Once it is due, with nothing running, the next one does.
    for (const char* program : {"redeliver", "export-run"})
      CHECK(events_named(room.run(program, {}).err, "task.begin").empty());
    room.database().execute("UPDATE t_report_task SET next_retry_at = " + room.database().from_now(-1s));
  }
  CHECK(total <= 300);
  CHECK(room.database().number("SELECT COUNT(*) FROM t_alert") == 0);
  CHECK(run_and_kill_reader(room, "redeliver").exit_code == 1);
  CHECK(room.of(id, "status") == "FAILED");
  CHECK(room.of(id, "retry_count") == "3");
  CHECK(room.database().number("SELECT COUNT(*) FROM t_alert") == 1);
  CHECK(room.files().empty());

  // Dead it stays, and no later pass tells of it again.
  for (const char* program : {"redeliver", "export-run", "cleanup"}) CHECK(room.run(program, {}).exit_code == 0);
  CHECK(room.of(id, "status") == "FAILED");
  CHECK(room.database().number("SELECT COUNT(*) FROM t_alert") == 1);
}
