// A workbook as a stranger reads it: through openpyxl, with ST_Xstring escapes decoded.
#pragma once

#include <stdio.h>
#include <sys/wait.h>

#include <filesystem>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace support {

// Runs a Python program with Debian's interpreter, the one that has openpyxl, and returns its output.
inline std::string run_python(const std::string& program, const std::string& argument) {
  const std::string command = "/usr/bin/python3 -c '" + program + "' '" + argument + "'";
  FILE* const pipe = ::popen(command.c_str(), "re");
  if (pipe == nullptr) throw std::runtime_error("cannot start python3");
  std::string output;
  char piece[4096];
  for (std::size_t read; (read = ::fread(piece, 1, sizeof piece, pipe)) > 0;) output.append(piece, read);
  if (const int status = ::pclose(pipe); !WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw std::runtime_error("python3 could not read " + argument);
  return output;
}

// Cells by "sheet!A2" (titles in Python's ASCII spelling), each as "type value [format]": "int 42 [0]",
// "str 'x'", "datetime 2024-12-31 23:59:59 [yyyy-mm-dd hh:mm:ss]". Blank cells are missing.
class XlsxBook {
 public:
  explicit XlsxBook(const std::filesystem::path& path) {
    std::istringstream lines(run_python(kReader, path.string()));
    for (std::string line; std::getline(lines, line);) {
      const std::size_t tab = line.find('\t');
      if (line.rfind("sheet\t", 0) == 0)
        sheets.push_back(line.substr(6));
      else
        cells[line.substr(0, tab)] = line.substr(tab + 1);
    }
  }

  // Cell "A2" of the only or first sheet; "" when it is blank.
  std::string at(const std::string& reference) const {
    const auto found = cells.find(sheets.front().substr(0, sheets.front().find('\t')) + "!" + reference);
    return found == cells.end() ? "" : found->second;
  }

  std::vector<std::string> sheets;  // "title \t extent \t frozen cell"
  std::map<std::string, std::string> cells;

 private:
  static constexpr const char* kReader = R"py(
import re, sys, openpyxl
def decode(text):
    return re.sub("_x([0-9A-Fa-f]{4})_", lambda m: chr(int(m.group(1), 16)), text)
for sheet in openpyxl.load_workbook(sys.argv[1]):
    title = ascii(sheet.title).strip("\x27")
    print("sheet", title, sheet.dimensions, sheet.freeze_panes, sep="\t")
    for row in sheet.iter_rows():
        for cell in row:
            value = cell.value
            if value is None: continue
            kind = type(value).__name__
            if cell.data_type == "f": kind = "FORMULA"
            shown = ascii(decode(value)) if kind == "str" else str(value)
            style = "" if cell.number_format == "General" else " [%s]" % cell.number_format
            print("%s!%s\t%s %s%s" % (title, cell.coordinate, kind, shown, style))
)py";
};

// The text of one member of the zip.
inline std::string read_member(const std::filesystem::path& path, const std::string& member) {
  return run_python(
      "import sys, zipfile; sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read(\"" + member + "\"))",
      path.string());
}

}  // namespace support
