// J13: expired exports stay for ever, or files are removed while they are still wanted.
#include <fcntl.h>
#include <sys/stat.h>

#include <catch2/catch.hpp>

#include "crash/wholeness.hpp"

using namespace crash_tests;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

// A finished export whose file is kept until then.
long long finished(Room& room, std::chrono::seconds expires_in) {
  const long long id = room.submit({"one", "--format", "csv"});
  REQUIRE(room.run("export-run", {}).exit_code == 0);
  room.database().execute("UPDATE t_report_task SET expire_at = " + room.database().from_now(expires_in) +
                          " WHERE id = " + id_text(id));
  return id;
}

std::string path_of(Room& room, long long id) { return room.exports() + "/" + room.of(id, "file_path"); }

void set_path(Room& room, long long id, const std::string& path) {
  fs::remove(path_of(room, id));
  room.database().execute("UPDATE t_report_task SET file_path = '" + path + "' WHERE id = " + id_text(id));
}

// Nobody has written it for so long.
void set_age(const std::string& path, std::chrono::seconds age) {
  const auto then = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now() - age);
  const timespec times[2] = {{then, 0}, {then, 0}};
  if (utimensat(AT_FDCWD, path.c_str(), times, AT_SYMLINK_NOFOLLOW) != 0) throw std::runtime_error("utimensat " + path);
}

bool is_expired(Room& room, long long id) {
  return room.of(id, "status") == "SUCCESS" && room.of(id, "file_path") == "NULL" &&
         room.of(id, "expired_at") != "NULL";
}

}  // namespace

TEST_CASE("J13: only what has expired goes, whatever its path says; one fault does not stop the rest") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend);
  // Clocks that change between finishing and expiring are no matter: all times are UTC.
  room.set("TZ", "America/New_York");
  const std::string outside = room.folder().write("outside", "keep me");

  const long long expired = finished(room, -1h), kept = finished(room, 1h), gone = finished(room, -1h);
  fs::remove(path_of(room, gone));
  const long long climbing = finished(room, -1h), linked = finished(room, -1h);
  set_path(room, climbing, "../outside");
  set_path(room, linked, "link.csv");
  fs::create_symlink(outside, room.exports() + "/link.csv");
  const long long last = finished(room, -1h);  // behind those that are refused

  const long long running = room.submit({"one"});
  room.database().execute("UPDATE t_report_task SET status = 'RUNNING', run_token = '" + std::string(32, 'c') +
                          "', heartbeat_at = " + room.database().from_now(0s) +
                          ", created_at = " + room.database().from_now(-72h) + " WHERE id = " + id_text(running));
  const std::string part_of_running = id_text(running) + "-" + std::string(32, 'c') + ".xlsx.part";
  for (const std::string& name : {std::string("stray.part"), part_of_running}) {
    std::ofstream(room.exports() + "/" + name) << "x";
    set_age(room.exports() + "/" + name, 48h);
  }
  set_age(room.exports() + "/link.csv", 48h);

  const Finished first = room.run("cleanup", {});
  INFO(first.err);
  CHECK(first.exit_code == 1);  // a path was refused: somebody should look
  CHECK(events_of(first.err).back()["expired"] == 3);
  CHECK(events_of(first.err).back()["refused"] == 2);
  CHECK(events_of(first.err).back()["swept"] == 1);
  for (const long long id : {expired, gone, last}) CHECK(is_expired(room, id));
  CHECK(fs::exists(path_of(room, kept)));
  CHECK(room.of(kept, "expired_at") == "NULL");
  CHECK(room.of(running, "status") == "RUNNING");
  CHECK(support::read_file(outside) == "keep me");
  CHECK(room.of(climbing, "file_path") == "../outside");
  CHECK(room.of(linked, "file_path") == "link.csv");
  std::vector<std::string> files{room.of(kept, "file_path"), part_of_running, "link.csv"};
  std::sort(files.begin(), files.end());
  CHECK(room.files() == files);

  // A second run changes nothing.
  const auto rows = room.database().query("SELECT * FROM t_report_task ORDER BY id");
  const Finished second = room.run("cleanup", {});
  CHECK(events_of(second.err).back()["expired"] == 0);
  CHECK(events_of(second.err).back()["swept"] == 0);
  CHECK(room.database().query("SELECT * FROM t_report_task ORDER BY id") == rows);
  CHECK(room.files() == files);
}

TEST_CASE("J13: a cleanup that is killed between the file and the row leaves nothing that a second run does not mend") {
  const Backend backend = each_backend();
  INFO(name_of(backend));
  Room room(backend);
  const long long id = finished(room, -1h), other = finished(room, -1h);
  REQUIRE(room.run("cleanup", {"--lease-ttl", "1s"}, {{"ONESHOT_TEST_STEP", "unlinked:kill"}}).signal == SIGKILL);
  CHECK_FALSE(is_expired(room, id));
  CHECK_FALSE(is_expired(room, other));
  CHECK(room.files().size() == 1);
  CHECK(eventually([&] {
    CHECK(room.run("cleanup", {"--lease-ttl", "1s"}).exit_code == 0);
    return is_expired(room, id) && is_expired(room, other);
  }));
  CHECK(room.files().empty());
}
