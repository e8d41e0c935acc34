// A CSV file as a stranger reads it: through Python's csv module, byte by byte.
#pragma once

#include <string>
#include <vector>

#include "support/xlsx_book.hpp"

namespace support {

// Fields as the bytes between the delimiters, unquoted. An unquoted empty field (NULL) and a quoted one ('')
// look alike here: what tells them apart is the file's own text.
inline std::vector<std::vector<std::string>> read_csv(const std::string& path, const std::string& delimiter = ",") {
  constexpr const char* kReader = R"py(
import csv, sys
path, delimiter = sys.argv[1].rsplit("|", 1)
csv.field_size_limit(1 << 30)
text = open(path, encoding="utf-8-sig", errors="surrogateescape", newline="")
for row in csv.reader(text, strict=True, delimiter=chr(int(delimiter))):
    print(",".join("x" + field.encode("utf-8", "surrogateescape").hex() for field in row))
)py";
  const auto nibble = [](char digit) { return digit <= '9' ? digit - '0' : digit - 'a' + 10; };
  std::istringstream lines(run_python(kReader, path + "|" + std::to_string(static_cast<int>(delimiter.at(0)))));
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(lines, line);) {
    std::vector<std::string>& row = rows.emplace_back();
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (line[i] == 'x') row.emplace_back();
      if (line[i] == 'x' || line[i] == ',') continue;
      row.back() += static_cast<char>(nibble(line[i]) << 4 | nibble(line[i + 1]));
      ++i;
    }
  }
  return rows;
}

}  // namespace support
