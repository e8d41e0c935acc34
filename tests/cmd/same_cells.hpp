// A finished file as a stranger reads it, cell by cell against the rows of the database.
#pragma once

#include "cmd/room.hpp"

namespace cmd_tests {

// How a column's cells compare; the text of the database is the truth.
enum class CellKind { kInteger, kDecimal, kText, kDate };

struct ExpectedSheet {
  std::vector<std::string> headers;
  std::vector<CellKind> kinds;
  std::vector<SqlRow> rows;
};

// Reads the expected sheet as JSON on stdin and the file of argv[1]; prints the first differences.
// NULL is a blank cell in both formats: Python's csv module knows no difference to an empty text.
inline constexpr const char* kCompare = R"py(
import csv, datetime, decimal, json, re, sys
expected = json.load(sys.stdin)
def rows_of_xlsx(path):
    import openpyxl
    unescaped = lambda m: chr(int(m.group(1), 16))
    for row in openpyxl.load_workbook(path, read_only=True).worksheets[0].iter_rows(values_only=True):
        yield [re.sub("_x([0-9A-Fa-f]{4})_", unescaped, c) if isinstance(c, str) else c for c in row]
def rows_of_csv(path):
    yield from csv.reader(open(path, encoding="utf-8", newline=""), strict=True)
def is_same(kind, cell, text):
    if text is None or text == "":
        return cell is None or cell == ""
    if cell is None:
        return False
    if kind == "decimal":
        return decimal.Decimal(str(cell)) == decimal.Decimal(text)
    if kind == "date" and isinstance(cell, datetime.datetime):
        return cell == datetime.datetime.fromisoformat(text)
    if kind == "text" and not isinstance(cell, str):
        return False
    return str(cell) == text
path, rows, differences = sys.argv[1], 0, 0
found = rows_of_xlsx(path) if path.endswith(".xlsx") else rows_of_csv(path)
if list(next(found)) != expected["headers"]:
    print("the header differs"); differences += 1
for number, cells in enumerate(found):
    wanted = expected["rows"][number] if number < len(expected["rows"]) else []
    cells = list(cells) + [None] * (len(wanted) - len(cells))
    same = len(cells) == len(wanted) and all(map(is_same, expected["kinds"], cells, wanted))
    if not same and differences < 5:
        print("row %d: %r instead of %r" % (number + 1, cells, wanted))
    differences += not same
    rows += 1
if rows != len(expected["rows"]):
    print("%d rows instead of %d" % (rows, len(expected["rows"])))
print("%d rows, %d differ" % (rows, differences))
)py";

inline std::string name_of(CellKind kind) {
  switch (kind) {
    case CellKind::kInteger:
      return "integer";
    case CellKind::kDecimal:
      return "decimal";
    case CellKind::kDate:
      return "date";
    default:
      return "text";
  }
}

// "10400 rows, 0 differ" and nothing else when every cell is the same.
inline std::string compared(const std::string& path, const ExpectedSheet& expected) {
  Json json{{"headers", expected.headers}, {"kinds", Json::array()}, {"rows", Json::array()}};
  for (const CellKind kind : expected.kinds) json["kinds"].push_back(name_of(kind));
  for (const SqlRow& row : expected.rows) {
    Json cells = Json::array();
    for (const auto& cell : row) cells.push_back(cell ? Json(*cell) : Json(nullptr));
    json["rows"].push_back(std::move(cells));
  }
  // Debian's interpreter, the one that has openpyxl.
  const Finished end = support::run({.argv = {"/usr/bin/python3", "-c", kCompare, path}, .input = json.dump()});
  return end.out + end.err;
}

}  // namespace cmd_tests
