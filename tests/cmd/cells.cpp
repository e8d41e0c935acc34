// What is downloaded equals what is stored, in every cell of more than 10,000 rows.
#include <catch2/catch.hpp>

#include "cmd/same_cells.hpp"

using namespace cmd_tests;

namespace {

constexpr int kRows = 10'400;  // more than two pages of the default 5,000

constexpr const char* kMixed = R"toml(
[mixed]
title = "混合 report"
from = "mixed"
key = ["id"]
columns = [
  { expr = "id", header = "任务ID" }, { expr = "label", header = "标题" }, { expr = "note" },
  { expr = "amount", header = "金额", format = "#,##0.00" }, { expr = "big" }, { expr = "at", header = "时间" }, { expr = "day" },
]
)toml";

const std::vector<std::string> kTexts{
    "𠮷野家",
    "🚀 and 👨‍👩‍👧",
    "a \"quoted\" word",
    "tab\there",
    "line 1\nline 2",
    "cr\r\nlf",
    "comma, semicolon; pipe|",
    "=1+1",
    "_x0041_",
    "  blanks at both ends  ",
    "007",
    "<b>&amp;</b>",
    "ñandú Ωmega مرحبا",
    "NULL",
    "2026-01-31",
    "",
};

std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? "''" : std::string(1, c);
  return out + "'";
}

std::string row_of(int i) {
  const std::string& text = kTexts[static_cast<std::size_t>(i) % kTexts.size()];
  const std::string cents = std::to_string(i % 100 + 100).substr(1);
  char at[32];
  std::snprintf(at, sizeof at, "'20%02d-%02d-%02d %02d:%02d:%02d'", i % 60, i % 12 + 1, i % 28 + 1, i % 24, i % 60,
                i * 7 % 60);
  const std::string moment = at;
  return "(" + std::to_string(i * 3 - 7) + ", " + quoted(text) + ", " + (i % 5 == 0 ? "NULL" : quoted("it's " + text)) +
         ", " + (i % 7 == 0 ? "NULL" : (i % 2 ? "-" : "") + std::to_string(i * 977) + "." + cents) + ", " +
         (i % 3 == 0 ? "9007199254740993" : std::to_string(i)) + ", " + (i % 11 == 0 ? "NULL" : moment) + ", " +
         (i % 13 == 0 ? "NULL" : moment.substr(0, 11) + "'") + ")";
}

void fill(Database& database) {
  database.execute(
      "CREATE TABLE mixed (id INTEGER NOT NULL PRIMARY KEY, label VARCHAR(64) NOT NULL, note TEXT, amount "
      "DECIMAL(14,2), "
      "big BIGINT, at DATETIME, day DATE)");
  for (int first = 0; first < kRows; first += 800) {
    std::string sql = "INSERT INTO mixed VALUES ";
    for (int i = first; i < first + 800; ++i) sql += (i == first ? "" : ", ") + row_of(i);
    database.execute(sql);
  }
}

}  // namespace

TEST_CASE("every cell of a download equals the database") {
  const Backend backend = GENERATE(Backend::kSqlite, Backend::kMariadb);
  INFO(name_of(backend));
  Room room(backend, kMixed);
  fill(room.database());
  const ExpectedSheet expected{
      {"任务ID", "标题", "note", "金额", "big", "时间", "day"},
      {CellKind::kInteger, CellKind::kText, CellKind::kText, CellKind::kDecimal, CellKind::kInteger, CellKind::kDate,
       CellKind::kDate},
      room.database().query("SELECT id, label, note, amount, big, at, day FROM mixed ORDER BY id")};
  REQUIRE(expected.rows.size() == kRows);
  const long long xlsx = room.submit({"mixed"}), csv = room.submit({"mixed", "--format", "csv"});
  REQUIRE(room.run("export-run", {}).exit_code == 0);
  for (const auto& [id, extension] : {std::pair{xlsx, ".xlsx"}, std::pair{csv, ".csv"}}) {
    INFO(extension);
    const std::string copy = room.folder().file(std::string("copy") + extension);
    const Finished download = room.run("export-download", {id_text(id), "-o", copy});
    CHECK(download.exit_code == 0);
    CHECK(download.out == copy + "\n");
    CHECK(std::to_string(std::filesystem::file_size(copy)) == room.of(id, "file_size"));
    CHECK(room.of(id, "total_rows") == std::to_string(kRows));
    CHECK(compared(copy, expected) == std::to_string(kRows) + " rows, 0 differ\n");
  }
}

TEST_CASE("the comparison sees a single cell that differs") {
  Room room(Backend::kSqlite);
  room.database().make_rows(500);
  const long long id = room.submit({"rows"});
  REQUIRE(room.run("export-run", {}).exit_code == 0);
  room.database().execute("UPDATE t SET label = 'other' WHERE id = 321");
  const ExpectedSheet expected{{"id", "label", "amount", "at"},
                               {CellKind::kInteger, CellKind::kText, CellKind::kDecimal, CellKind::kDate},
                               room.database().query("SELECT id, label, amount, at FROM t ORDER BY id")};
  CHECK_THAT(compared(room.exports() + "/" + room.of(id, "file_path"), expected),
             Catch::Matchers::StartsWith("row 321: ") && Catch::Matchers::EndsWith("500 rows, 1 differ\n"));
}

TEST_CASE("what is written during an export is not in it: one snapshot") {
  const Backend backend = GENERATE(Backend::kSqlite, Backend::kMariadb);
  INFO(name_of(backend));
  Room room(backend);
  room.database().make_rows(1500);
  const ExpectedSheet expected{{"id", "label", "amount", "at"},
                               {CellKind::kInteger, CellKind::kText, CellKind::kDecimal, CellKind::kDate},
                               room.database().query("SELECT id, label, amount, at FROM t ORDER BY id")};
  const long long id = room.submit({"rows", "--format", "csv"});
  Process run = run_until(room, "page#2");
  room.database().execute(
      "DELETE FROM t WHERE id > 700; UPDATE t SET label = 'late'; INSERT INTO t (id, label) VALUES (9999, 'new')");
  run.send(SIGCONT);
  CHECK(run.wait().exit_code == 0);
  CHECK(compared(room.exports() + "/" + room.of(id, "file_path"), expected) == "1500 rows, 0 differ\n");
}
