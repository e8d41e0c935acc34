// The disk fills up at whatever place of a report: never a cut file that a row names.
#include <catch2/catch.hpp>

#include "crash/wholeness.hpp"
#include "support/small_disk.hpp"

using namespace crash_tests;
using support::SmallDisk;

namespace {

constexpr std::uintmax_t kKiB = 1024;
constexpr std::uintmax_t kLarge = 64 * 1024 * kKiB;
constexpr int kRows = 2000;

// Most of a workbook is packed: text that does not shrink makes it as large as its rows.
constexpr const char* kReport = R"toml(
[noise]
from = "noise"
key = ["id"]
page_rows = 100
columns = [ { expr = "id" }, { expr = "label" } ]
)toml";

void make_noise(Room& room) {
  room.database().execute(
      "CREATE TABLE noise (id INTEGER NOT NULL PRIMARY KEY, label VARCHAR(64));"
      "INSERT INTO noise WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < " +
      std::to_string(kRows) + ") SELECT i, hex(randomblob(16)) FROM n");
}

// The size of the whole file, on a disk with room enough.
std::uintmax_t size_of_whole(const Words& format) {
  Room room(Backend::kSqlite, kReport);
  make_noise(room);
  Words words{"noise"};
  words.insert(words.end(), format.begin(), format.end());
  const long long id = room.submit(words);
  REQUIRE(room.run("export-run", {}).exit_code == 0);
  return std::stoull(room.of(id, "file_size"));
}

// A pass whose folder has been left so many bytes when it begins to write.
Finished run_with_space(Room& room, SmallDisk& disk, std::uintmax_t bytes, const Words& words) {
  disk.set_size(kLarge);
  Process run = run_until(room, "counted", words);
  disk.set_size(bytes);
  run.send(SIGCONT);
  return run.wait();
}

}  // namespace

TEST_CASE("a disk that fills up at any place up to twice the size: 74, ENOSPC, and nothing half-done") {
  const Words format = GENERATE(Words{"--format", "csv"}, Words{"--format", "xlsx"});
  const std::uintmax_t whole = size_of_whole(format);
  // A tmpfs counts in pages of 4 KiB: a smaller step meets the same places again.
  const auto step = static_cast<std::uintmax_t>(number_from_environment("ONESHOT_DISK_STEP_KIB", 16)) * kKiB;
  Room room(Backend::kSqlite, kReport);
  make_noise(room);
  SmallDisk disk(room.exports(), kLarge);
  Words words{"noise"};
  words.insert(words.end(), format.begin(), format.end());
  int full = 0, finished = 0;
  // A workbook needs more than its own size while it is made: on, until it fits.
  for (std::uintmax_t bytes = 4 * kKiB; (bytes <= 2 * whole || finished == 0) && bytes < kLarge; bytes += step) {
    INFO(format[1] << " of " << whole << " bytes on a disk of " << bytes);
    const long long id = room.submit(words);
    const Finished run = run_with_space(room, disk, bytes, {"--task", id_text(id)});
    INFO(run.err);
    if (run.exit_code == 0) {
      ++finished;
      check_only_whole_file(room, id, kRows);
      std::filesystem::remove(room.exports() + "/" + room.of(id, "file_path"));
      continue;
    }
    ++full;
    CHECK(run.exit_code == 74);
    CHECK(room.of(id, "status") == "RETRY_WAIT");
    CHECK(room.of(id, "retry_count") == "1");
    CHECK(room.of(id, "file_path") == "NULL");
    CHECK(room.of(id, "error_msg").find("No space left on device") != std::string::npos);
    CHECK(room.files().empty());
  }
  CHECK(full > 1);
  CHECK(finished > 0);
}

TEST_CASE("a task whose disk was full is finished once there is space again") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend);
  room.database().make_rows(3000);
  SmallDisk disk(room.exports(), kLarge);
  const long long id = room.submit({"rows", "--format", "csv"}), next = room.submit({"rows", "--format", "csv"});
  CHECK(run_with_space(room, disk, 32 * kKiB, {"--workers", "1", "--backoff", "1ms"}).exit_code == 74);
  CHECK(room.of(id, "status") == "RETRY_WAIT");
  CHECK(room.of(next, "status") == "PENDING");  // it would meet the same
  disk.set_size(kLarge);
  CHECK(eventually([&] {
    CHECK(room.run("redeliver", {}).exit_code == 0);
    return room.of(id, "status") == "SUCCESS";
  }));
  check_only_whole_file(room, id, 3000);
}

TEST_CASE("a disk that stays full makes the task dead in the end, with one alert") {
  Room room(Backend::kSqlite);
  room.database().make_rows(3000);
  SmallDisk disk(room.exports(), kLarge);
  const long long id = room.submit({"rows", "--format", "csv"});
  for (int attempt = 1; attempt <= 4; ++attempt) {
    INFO("attempt " << attempt);
    CHECK(run_with_space(room, disk, 32 * kKiB, {"--task", id_text(id)}).exit_code == 74);
    CHECK(room.of(id, "status") == (attempt < 4 ? "RETRY_WAIT" : "FAILED"));
  }
  CHECK(room.of(id, "error_msg").find("No space left on device") != std::string::npos);
  CHECK(room.database().number("SELECT COUNT(*) FROM t_alert") == 1);
  CHECK(room.files().empty());
}

TEST_CASE("a folder that is full, or read-only, before the pass begins is 73 and nothing is claimed") {
  const Backend backend = each_backend();
  const bool full = GENERATE(true, false);
  INFO(name_of(backend) << (full ? ", full" : ", read-only"));
  Room room(backend);
  const long long id = room.submit({"one"});
  SmallDisk disk(room.exports(), 16 * kKiB);
  if (!full) disk.set_read_only();
  for (const char* program : {"export-run", "redeliver"}) {
    const Finished run = room.run(program, {});
    INFO(run.err);
    CHECK(run.exit_code == 73);
    CHECK(events_named(run.err, "task.begin").empty());
  }
  CHECK(room.of(id, "status") == "PENDING");
  CHECK(room.of(id, "run_token") == "NULL");
  CHECK(room.files().empty());
}

TEST_CASE("a folder that becomes read-only in mid-run: the task is tried again where it can be written") {
  Room room(Backend::kSqlite);
  room.database().make_rows(3000);
  SmallDisk disk(room.exports(), kLarge);
  const long long id = room.submit({"rows", "--format", "csv"}), next = room.submit({"rows", "--format", "csv"});
  Process run = run_until(room, "claimed", {"--workers", "1"});
  disk.set_read_only();
  run.send(SIGCONT);
  const Finished end = run.wait();
  INFO(end.err);
  CHECK(end.exit_code == 73);
  CHECK(room.of(id, "file_path") == "NULL");
  CHECK(room.of(id, "status") == "RETRY_WAIT");
  CHECK(room.of(next, "status") == "PENDING");  // it would meet the same
  CHECK(room.files().empty());
}
