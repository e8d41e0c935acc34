// One report through the programs: submitted, run, and the file that the row names.
#pragma once

#include <catch2/catch.hpp>
#include <cstdlib>

#include "cmd/room.hpp"
#include "support/csv_book.hpp"
#include "support/xlsx_book.hpp"

namespace cmd_tests {

using support::XlsxBook;
using Fields = std::vector<std::vector<std::string>>;

struct Exported {
  std::string path;
  Json manifest;

  XlsxBook book() const { return XlsxBook(path); }
  Fields fields(const std::string& delimiter = ",") const { return support::read_csv(path, delimiter); }
  std::string bytes() const { return support::read_file(path); }

  // How many cells a rule touched; 0 when it was not applied.
  int cells(const std::string& rule) const {
    for (const Json& each : manifest["rules"])
      if (each["rule"] == rule) return each["cells"];
    return 0;
  }
};

inline Exported exported(Room& room, const std::string& report, const std::string& format, const Words& run_words = {},
                         const Variables& more = {}) {
  const long long id = room.submit({report, "--format", format});
  Words words{"--task", id_text(id)};
  words.insert(words.end(), run_words.begin(), run_words.end());
  const Finished end = room.run("export-run", words, more);
  INFO(end.err);
  REQUIRE(end.exit_code == 0);
  return {room.exports() + "/" + room.of(id, "file_path"), parse_json(room.of(id, "manifest"))};
}

// The message of a task that fails for good at its first run.
inline std::string failure(Room& room, const std::string& report, const std::string& format,
                           const Words& run_words = {}) {
  const long long id = room.submit({report, "--format", format});
  Words words{"--task", id_text(id)};
  words.insert(words.end(), run_words.begin(), run_words.end());
  CHECK(room.run("export-run", words).exit_code == 1);
  CHECK(room.of(id, "status") == "FAILED");
  CHECK(room.of(id, "retry_count") == "0");
  CHECK(room.files().empty());
  return room.of(id, "error_msg");
}

// With ONESHOT_TEST_BOOKS naming a folder, a workbook stays there for other readers than openpyxl.
inline void keep_for_others(const Exported& xlsx, const std::string& name) {
  if (const char* folder = std::getenv("ONESHOT_TEST_BOOKS"))
    std::filesystem::copy_file(xlsx.path, std::string(folder) + "/" + name + ".xlsx",
                               std::filesystem::copy_options::overwrite_existing);
}

// Column letters from 0: A, Z, AA.
inline std::string letters(std::size_t column) {
  return (column < 26 ? "" : std::string(1, static_cast<char>('A' + column / 26 - 1))) +
         static_cast<char>('A' + column % 26);
}

}  // namespace cmd_tests
