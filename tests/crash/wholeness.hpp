// What a SUCCESS row promises, held against the disk.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "base/time.hpp"
#include "cmd/room.hpp"
#include "digest/sha256.hpp"

namespace crash_tests {

using namespace cmd_tests;

inline Backend each_backend() { return GENERATE(Backend::kSqlite, Backend::kMariadb); }

// Rows of a CSV file, without its headings; no cell of these reports holds a line break.
inline long long csv_rows(const std::string& path) {
  const std::string text = support::read_file(path);
  return std::count(text.begin(), text.end(), '\n') - 1;
}

// What is wrong with the file that a finished row names; empty: nothing is.
struct NamedFile {
  std::string name, size, sha256, rows;  // as the row has them
};

inline std::string fault_of(const std::string& folder, const NamedFile& named, long long rows) {
  const std::string path = folder + "/" + named.name;
  if (named.rows != std::to_string(rows)) return "the row says " + named.rows + " rows";
  if (!std::filesystem::is_regular_file(path)) return "no file " + named.name;
  if (named.size != std::to_string(std::filesystem::file_size(path)))
    return named.name + " is not " + named.size + " bytes";
  if (named.sha256 != digest::sha256_hex_of_file(path)) return named.name + " has another sum than its row";
  if (path.ends_with(".csv") && csv_rows(path) != rows)
    return named.name + " holds " + std::to_string(csv_rows(path)) + " rows";
  return "";
}

inline NamedFile named_file(Room& room, long long id) {
  return {room.of(id, "file_path"), room.of(id, "file_size"), room.of(id, "file_sha256"), room.of(id, "written_rows")};
}

inline std::string fault_of(Room& room, long long id, long long rows) {
  const std::string status = room.of(id, "status");
  return status == "SUCCESS" ? fault_of(room.exports(), named_file(room, id), rows) : "the task is " + status;
}

// The task is done, its file is complete, and nothing else lies in the folder.
inline void check_only_whole_file(Room& room, long long id, long long rows) {
  CHECK(fault_of(room, id, rows) == "");
  CHECK(room.files() == std::vector<std::string>{room.of(id, "file_path")});
}

// A size that the long checks set larger.
inline int number_from_environment(const char* name, int standard) {
  const char* text = std::getenv(name);
  return text != nullptr ? std::stoi(text) : standard;
}

// As if the task's claimer had not been heard of for so long.
inline void set_heartbeat_back(Room& room, long long id, std::chrono::seconds by) {
  room.database().execute("UPDATE t_report_task SET heartbeat_at = " + room.database().from_now(-by) +
                          " WHERE id = " + id_text(id));
}

// What is left of the dead goes once nobody can write it any more.
inline void sweep_after_hours(Room& room) {
  const base::Instant later =
      std::chrono::floor<base::microseconds>(std::chrono::system_clock::now()) + std::chrono::hours{2};
  REQUIRE(room.run("cleanup", {"--now", base::format_instant(later)}, {{"ONESHOT_TEST_CLOCK", "1"}}).exit_code == 0);
}

}  // namespace crash_tests
