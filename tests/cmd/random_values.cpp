// 10,000 rows of random texts and bytes, from the database to both files and back.
#include <array>
#include <cstdlib>
#include <random>

#include "cmd/exported.hpp"

using namespace cmd_tests;

namespace {

constexpr int kRows = 10'000;

constexpr const char* kRandom = R"toml(
[random]
from = "random"
key = ["id"]
columns = [ { expr = "id" }, { expr = "s" }, { expr = "b" } ]
)toml";

// ONESHOT_TEST_SEED repeats a run; the seed is told with every failure.
unsigned seed() {
  if (const char* given = std::getenv("ONESHOT_TEST_SEED")) return static_cast<unsigned>(std::stoul(given));
  return std::random_device{}();
}

void append_utf8(std::string& out, unsigned code) {
  const auto byte = [&](unsigned bits) { out += static_cast<char>(bits); };
  if (code < 0x80) return byte(code);
  if (code < 0x800) return byte(0xC0 | code >> 6), byte(0x80 | (code & 63));
  if (code < 0x10000) return byte(0xE0 | code >> 12), byte(0x80 | (code >> 6 & 63)), byte(0x80 | (code & 63));
  byte(0xF0 | code >> 18), byte(0x80 | (code >> 12 & 63)), byte(0x80 | (code >> 6 & 63)), byte(0x80 | (code & 63));
}

// Any code point but surrogates, with those that break files more often than chance would have it.
std::string random_text(std::mt19937& random) {
  constexpr std::array<const char*, 12> kPieces{"_x0041_", "\r\n", "\r", "\n", "\t",  "\"",
                                                ",",       "=",    "'",  " ",  "]]>", "\\"};
  std::string text;
  for (auto left = random() % 16; left > 0; --left) {
    if (random() % 3 == 0) {
      text += kPieces[random() % kPieces.size()];
      continue;
    }
    const std::array<unsigned, 4> limits{0x80, 0x800, 0x10000, 0x110000};
    auto code = static_cast<unsigned>(random() % limits[random() % limits.size()]);
    if (code >= 0xD800 && code < 0xE000) code = 0x1F600;
    append_utf8(text, code);
  }
  return text;
}

std::string random_bytes(std::mt19937& random) {
  std::string bytes;
  for (auto left = random() % 24; left > 0; --left) bytes += static_cast<char>(random() % 256);
  return bytes;
}

std::string hex(const std::string& bytes) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string out;
  for (const char each : bytes) {
    const auto byte = static_cast<unsigned char>(each);
    out.append(1, kDigits[byte >> 4]).append(1, kDigits[byte & 15]);
  }
  return out;
}

// Python reads both files and tells the first cell that differs. A NULL is a blank cell.
constexpr const char* kCompare = R"py(
import csv, re, sys, openpyxl
folder = sys.argv[1]
csv.field_size_limit(1 << 30)
def decode(text):
    return re.sub("_x([0-9A-Fa-f]{4})_", lambda m: chr(int(m.group(1), 16)), text)
def replaced(stored): return stored.decode("utf-8", "replace")
def exact(stored): return stored.decode("utf-8", "surrogateescape")
stored = []
for line in open(folder + "/stored"):
    s, b = line.rstrip("\n").split(" ")
    stored.append((None if s == "NULL" else bytes.fromhex(s), None if b == "NULL" else b))
def check(rows, read, blank):
    count = 0
    for number, (row, (s, b)) in enumerate(zip(rows, stored), 1):
        count += 1
        wanted = (blank if s is None else read(s), blank if b is None else b)
        found = tuple(decode(c) if blank is None and isinstance(c, str) else c for c in row[1:3])
        if int(row[0]) != number or found != wanted:
            print(number, ascii(found), ascii(wanted)); return
    if count != len(stored): print(count, "rows instead of", len(stored))
book = openpyxl.load_workbook(folder + "/r.xlsx", read_only=True)
check(book.active.iter_rows(min_row=2, max_col=3, values_only=True), replaced, None)
text = csv.reader(open(folder + "/r.csv", encoding="utf-8", errors="surrogateescape", newline=""), strict=True)
next(text)
check(text, exact, "")
)py";

}  // namespace

TEST_CASE("10,000 rows of random texts and bytes read back from both files as they were stored") {
  const Backend backend = GENERATE(Backend::kSqlite, Backend::kMariadb);
  const unsigned used_seed = seed();
  INFO(name_of(backend) << ", ONESHOT_TEST_SEED=" << used_seed);
  std::mt19937 random(used_seed);
  Room room(backend, kRandom);
  room.database().execute("CREATE TABLE random (id INTEGER PRIMARY KEY, s TEXT, b BLOB)");
  std::string stored, sql;
  for (int row = 1; row <= kRows; ++row) {
    // SQLite stores any bytes as text; MariaDB only what is UTF-8.
    const bool is_broken = backend == Backend::kSqlite && random() % 4 == 0;
    const std::string text = hex(is_broken ? random_bytes(random) : random_text(random));
    const std::string bytes = hex(random_bytes(random));
    const bool is_null_text = random() % 20 == 0, is_null_bytes = random() % 20 == 0;
    const std::string value =
        backend == Backend::kSqlite ? "CAST(x'" + text + "' AS TEXT)" : "_utf8mb4 x'" + text + "'";
    sql += (sql.empty() ? "INSERT INTO random VALUES (" : ", (") + std::to_string(row) + ", " +
           (is_null_text ? "NULL" : value) + ", " + (is_null_bytes ? "NULL" : "x'" + bytes + "'") + ")";
    stored += (is_null_text ? "NULL" : text) + " " + (is_null_bytes ? "NULL" : bytes) + "\n";
    if (row % 500 != 0) continue;
    room.database().execute(sql);
    sql.clear();
  }
  room.folder().write("stored", stored);
  const Exported xlsx = exported(room, "random", "xlsx");
  keep_for_others(xlsx, std::string("random-") + name_of(backend));
  std::filesystem::copy(xlsx.path, room.folder().file("r.xlsx"));
  std::filesystem::copy(exported(room, "random", "csv").path, room.folder().file("r.csv"));
  CHECK(support::run_python(kCompare, room.folder().path()) == "");
}
