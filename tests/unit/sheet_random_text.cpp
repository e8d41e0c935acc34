// Random bytes and random UTF-8, through a workbook and back.
#include <array>
#include <catch2/catch.hpp>
#include <fstream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "sheet/cell_text.hpp"
#include "sheet/writer.hpp"
#include "support/temp_dir.hpp"
#include "support/xlsx_book.hpp"

namespace {

using task::Cell;
using Kind = task::ValueKind;

constexpr int kRows = 10'000;

// What is likely to break something, more often than chance would have it.
constexpr std::array<std::string_view, 24> kPieces{"_x0041_",
                                                   "_x005F_",
                                                   "_x",
                                                   "_",
                                                   "x000D_",
                                                   "\r",
                                                   "\n",
                                                   "\t",
                                                   " ",
                                                   "&",
                                                   "<",
                                                   ">",
                                                   "\"",
                                                   "]]>",
                                                   "=1+1",
                                                   "\xEF\xBF\xBE",
                                                   "\xED\xA0\x80",
                                                   "\xC3",
                                                   "\xF0\x9F\x98",
                                                   "\xF0\x9F\x98\x80",
                                                   "\xF0\xA0\xAE\xB7",
                                                   "\xE4\xBB\xBB",
                                                   "\xD9\x85",
                                                   "\xCC\x81"};

std::string random_text(std::mt19937& random) {
  std::string text;
  const auto pieces = random() % 12;
  for (unsigned long piece = 0; piece < pieces; ++piece) {
    switch (random() % 4) {
      case 0:
        text += static_cast<char>(random() % 256);
        break;
      case 1:
        text += static_cast<char>(random() % 32);
        break;
      case 2:
        text += static_cast<char>('a' + random() % 26);
        break;
      default:
        text += kPieces[random() % kPieces.size()];
    }
  }
  return text;
}

// Python replaces broken UTF-8 as Unicode recommends it. Prints the first row that differs.
constexpr const char* kCompare = R"py(
import re, sys, openpyxl
folder = sys.argv[1]
def decode(text):
    return re.sub("_x([0-9A-Fa-f]{4})_", lambda m: chr(int(m.group(1), 16)), text)
stored = [bytes.fromhex(line.strip()) for line in open(folder + "/stored")]
sheet = openpyxl.load_workbook(folder + "/1-t.xlsx").active
rows = list(sheet.iter_rows(min_row=2, max_col=1, values_only=True))
assert len(rows) == len(stored), (len(rows), len(stored))
for number, (row, value) in enumerate(zip(rows, stored), 1):
    read, expected = decode(row[0]), value.decode("utf-8", "replace")
    if read != expected:
        print(number, ascii(read), ascii(expected))
        break
)py";

}  // namespace

TEST_CASE("10,000 random texts read back as they were stored, but for broken UTF-8") {
  const support::TempDir folder;
  std::mt19937 random(20'260'101);
  {
    std::ofstream stored(folder.file("stored"));
    sheet::PartFile part(folder.path(), "1-t.xlsx");
    sheet::BookOptions options;
    options.columns = {{"h", {}, "", Kind::kText, 0}};
    const auto writer = sheet::open_xlsx(part, options);
    for (int row = 0; row < kRows; ++row) {
      const std::string text = random_text(random);
      std::string hex;
      sheet::append_hex(hex, text);
      stored << hex << "\n";
      writer->row(std::vector<Cell>{{Kind::kText, text}});
    }
    writer->finish();
    part.publish();
  }
  CHECK(support::run_python(kCompare, folder.path()) == "");
}
