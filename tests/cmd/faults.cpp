// Faults that people met with tools of this kind, brought out with their own data through the programs. A case is
// named for its fault; X32's snapshots are in tests/store/snapshots.cpp and tests/cmd/cells.cpp.
#include "cmd/exported.hpp"
#include "support/small_disk.hpp"

using namespace cmd_tests;
using namespace std::string_literals;

namespace {

std::string paged(const std::string& name, const std::string& columns, const std::string& more = "") {
  std::string list;
  std::istringstream words(columns);
  for (std::string word; words >> word;) list += (list.empty() ? "" : ", ") + ("{ expr = \"" + word + "\" }");
  return "[" + name + "]\nfrom = \"" + name + "\"\nkey = [\"id\"]\n" + more + "columns = [" + list + "]\n";
}

const auto kBackends = {Backend::kSqlite, Backend::kMariadb};

// Rows 1, 2, … of column s, given as SQL.
void make_texts(Database& database, const std::vector<std::string>& values, const std::string& type = "LONGTEXT") {
  database.execute("CREATE TABLE texts (id INTEGER PRIMARY KEY, s " + type + ")");
  for (std::size_t i = 0; i < values.size(); ++i)
    database.execute("INSERT INTO texts VALUES (" + std::to_string(i + 1) + ", " + values[i] + ")");
}

std::string text_of_hex(Backend backend, const std::string& hex) {
  return backend == Backend::kSqlite ? "CAST(x'" + hex + "' AS TEXT)" : "CONVERT(x'" + hex + "' USING utf8mb4)";
}

std::string repeated(const std::string& text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

std::vector<std::string> column(const Fields& fields, std::size_t index) {
  std::vector<std::string> values;
  for (std::size_t row = 1; row < fields.size(); ++row) values.push_back(fields[row].at(index));
  return values;
}

}  // namespace

TEST_CASE("X03: a long text is cut at a code point, at 32,767 UTF-16 units, and counted") {
  const Backend backend = GENERATE(values(kBackends));
  Room room(backend, paged("texts", "s"));
  const std::vector<std::string> texts{repeated("a", 32'767), repeated("a", 32'768), repeated("a", 32'766) + "😀",
                                       repeated("Ы", 17'000), repeated("a\r\n", 11'000)};
  std::vector<std::string> literals;
  for (const std::string& text : texts) literals.push_back("'" + text + "'");
  make_texts(room.database(), literals);
  const Exported xlsx = exported(room, "texts", "xlsx");
  const XlsxBook book = xlsx.book();
  const auto shown = [](const std::string& text) { return "str '" + text + "'"; };
  CHECK(book.at("A2") == shown(texts[0]));
  CHECK(book.at("A3") == shown(texts[0]));
  CHECK(book.at("A4") == shown(repeated("a", 32'766)));
  CHECK(book.at("A5") == shown(repeated("\\u042b", 17'000)));
  CHECK(book.at("A6") == shown(repeated("a\\r\\n", 10'922) + "a"));
  CHECK(xlsx.cells("text_cut") == 3);
  CHECK(xlsx.manifest["rules"][0]["firstRow"] == 2);
  CHECK(xlsx.manifest["rules"][0]["firstColumn"] == 1);
  CHECK(column(exported(room, "texts", "csv").fields(), 0) == texts);
}

TEST_CASE("X04: control characters and NUL neither break the workbook nor cut a value") {
  const Backend backend = GENERATE(values(kBackends));
  Room room(backend, paged("texts", "s"));
  std::vector<std::string> literals;
  for (const char* hex : {"610B62", "611462", "1B5B33316D", "6162006364", "09610A62"})
    literals.push_back(text_of_hex(backend, hex));
  make_texts(room.database(), literals);
  const XlsxBook book = exported(room, "texts", "xlsx").book();
  CHECK(book.at("A2") == R"(str 'a\x0bb')");
  CHECK(book.at("A3") == R"(str 'a\x14b')");
  CHECK(book.at("A4") == R"(str '\x1b[31m')");
  CHECK(book.at("A5") == R"(str 'ab\x00cd')");
  CHECK(book.at("A6") == R"(str '\ta\nb')");
  const std::string csv = exported(room, "texts", "csv").bytes();
  CHECK(csv ==
        "s\r\na\x0B"
        "b\r\na\x14"
        "b\r\n\x1B[31m\r\nab\0cd\r\n\"\ta\nb\"\r\n"s);
}

TEST_CASE("X05: bytes that are not UTF-8 and noncharacters end no export, and are counted") {
  Room room(Backend::kSqlite, paged("texts", "s"));
  std::vector<std::string> literals;
  for (const char* hex : {"61C32862", "EDA080", "FF", "EFBFBE", "EFBFBF", "6F6B"})
    literals.push_back(text_of_hex(Backend::kSqlite, hex));
  make_texts(room.database(), literals);
  const Exported xlsx = exported(room, "texts", "xlsx");
  const XlsxBook book = xlsx.book();
  CHECK(book.at("A2") == R"(str 'a\ufffd(b')");
  CHECK(book.at("A3") == R"(str '\ufffd\ufffd\ufffd')");
  CHECK(book.at("A4") == R"(str '\ufffd')");
  CHECK(book.at("A5") == R"(str '\ufffe')");
  CHECK(book.at("A6") == R"(str '\uffff')");
  CHECK(book.at("A7") == "str 'ok'");
  CHECK(xlsx.cells("bad_utf8") == 3);
  CHECK(xlsx.cells("noncharacter") == 2);
  CHECK(column(exported(room, "texts", "csv").fields(), 0) ==
        std::vector<std::string>{"a\xC3(b", "\xED\xA0\x80", "\xFF", "\xEF\xBF\xBE", "\xEF\xBF\xBF", "ok"});
}

TEST_CASE("X06: a text that looks like an escape is shown as it is") {
  const Backend backend = GENERATE(values(kBackends));
  Room room(backend, paged("texts", "s"));
  const std::vector<std::string> texts{"_x0041_", "price_x000D_total", "_x0041_x0042_", "_x004_", "snake_x_case"};
  std::vector<std::string> literals;
  for (const std::string& text : texts) literals.push_back("'" + text + "'");
  make_texts(room.database(), literals, "VARCHAR(40)");
  const Exported xlsx = exported(room, "texts", "xlsx");
  const XlsxBook book = xlsx.book();
  for (std::size_t i = 0; i < texts.size(); ++i)
    CHECK(book.at("A" + std::to_string(i + 2)) == "str '" + texts[i] + "'");
  const std::string sheet = support::read_member(xlsx.path, "xl/worksheets/sheet1.xml");
  CHECK(sheet.find(">_x005F_x0041_x005F_x0042_<") != std::string::npos);
  CHECK(sheet.find(">_x004_<") != std::string::npos);
  CHECK(column(exported(room, "texts", "csv").fields(), 0) == texts);
}

TEST_CASE("X08: zero and partial dates stay as they are stored, and none becomes another day") {
  Room room(Backend::kMariadb, paged("dates", "d dt"));
  room.database().execute(
      "SET sql_mode = ''; CREATE TABLE dates (id INT PRIMARY KEY, d DATE, dt DATETIME); INSERT INTO dates VALUES "
      "(1, '0000-00-00', '0000-00-00 00:00:00'), (2, '2025-00-15', '2025-00-15 00:00:00'), "
      "(3, '2025-02-28', '2025-02-28 12:00:00')");
  const Exported xlsx = exported(room, "dates", "xlsx");
  const XlsxBook book = xlsx.book();
  CHECK(book.at("A2") == "str '0000-00-00'");
  CHECK(book.at("B2") == "str '0000-00-00 00:00:00'");
  CHECK(book.at("A3") == "str '2025-00-15'");
  CHECK(book.at("B3") == "str '2025-00-15 00:00:00'");
  CHECK(book.at("A4") == "datetime 2025-02-28 00:00:00 [yyyy-mm-dd]");
  CHECK(book.at("B4") == "datetime 2025-02-28 12:00:00 [yyyy-mm-dd hh:mm:ss]");
  CHECK(xlsx.cells("date_as_text") == 4);
  CHECK(
      exported(room, "dates", "csv").bytes() ==
      "d,dt\r\n0000-00-00,0000-00-00 00:00:00\r\n2025-00-15,2025-00-15 00:00:00\r\n2025-02-28,2025-02-28 12:00:00\r\n");
}

TEST_CASE("X09: times beyond a day and below zero keep hours and sign") {
  Room room(Backend::kMariadb, paged("times", "a b"));
  room.database().execute(
      "CREATE TABLE times (id INT PRIMARY KEY, a TIME, b TIME(6)); INSERT INTO times VALUES (1, '838:59:59', "
      "'24:00:00'), "
      "(2, '-838:59:59', '-00:00:00.000001'), (3, '-00:00:01', '00:00:00.5')");
  const XlsxBook book = exported(room, "times", "xlsx").book();
  CHECK(book.at("A2") == "timedelta 34 days, 22:59:59 [[h]:mm:ss]");
  CHECK(book.at("B2") == "timedelta 1 day, 0:00:00 [[h]:mm:ss.000]");
  CHECK(book.at("A3") == "str '-838:59:59'");
  CHECK(book.at("B3") == "str '-00:00:00.000001'");
  CHECK(book.at("A4") == "str '-00:00:01'");
  CHECK(book.at("B4") == "timedelta 0:00:00.500000 [[h]:mm:ss.000]");
  CHECK(exported(room, "times", "csv").bytes() ==
        "a,b\r\n838:59:59,24:00:00.000000\r\n-838:59:59,-00:00:00.000001\r\n-00:00:01,00:00:00.500000\r\n");
}

TEST_CASE("X10: no zone moves a date, and no fraction is rounded into the next day") {
  Room room(Backend::kMariadb, paged("moments", "d dt ts"));
  room.database().execute(
      "SET time_zone = '+00:00'; CREATE TABLE moments (id INT PRIMARY KEY, d DATE, dt DATETIME(6), ts TIMESTAMP NULL); "
      "INSERT INTO moments VALUES (1, '2025-03-30', '2024-12-31 23:59:59.999999', '2025-01-01 00:30:00'), "
      "(2, '2025-03-30', '2025-03-30 02:30:00', '2025-01-01 00:30:00')");
  std::string rows, csv;
  for (const char* zone : {"America/New_York", "Asia/Tokyo", "Europe/Berlin"}) {
    INFO(zone);
    const Exported xlsx = exported(room, "moments", "xlsx", {}, {{"TZ", zone}});
    const XlsxBook book = xlsx.book();
    CHECK(book.at("A2") == "datetime 2025-03-30 00:00:00 [yyyy-mm-dd]");
    CHECK(book.at("B2") == "datetime 2024-12-31 23:59:59.999000 [yyyy-mm-dd hh:mm:ss.000]");
    CHECK(book.at("C2") == "datetime 2025-01-01 00:30:00 [yyyy-mm-dd hh:mm:ss]");
    CHECK(book.at("B3") == "datetime 2025-03-30 02:30:00 [yyyy-mm-dd hh:mm:ss.000]");
    CHECK(xlsx.cells("fraction_cut") == 1);
    const std::string sheet = support::read_member(xlsx.path, "xl/worksheets/sheet1.xml");
    const std::string text = exported(room, "moments", "csv", {}, {{"TZ", zone}}).bytes();
    if (rows.empty()) rows = sheet, csv = text;
    CHECK(sheet == rows);
    CHECK(text == csv);
  }
  CHECK(csv.find("2024-12-31 23:59:59.999999,2025-01-01 00:30:00\r\n") != std::string::npos);
}

TEST_CASE("X11: BIT is its number, and TINYINT(1) keeps 2 and -1") {
  Room room(Backend::kMariadb, paged("bits", "b1 b10 b64 f"));
  room.database().execute(
      "CREATE TABLE bits (id INT PRIMARY KEY, b1 BIT(1), b10 BIT(10), b64 BIT(64), f TINYINT(1)); INSERT INTO bits "
      "VALUES "
      "(1, b'1', b'1000000001', 0xFFFFFFFFFFFFFFFF, 2), (2, b'0', b'0', 0, -1), (3, NULL, NULL, NULL, NULL)");
  const XlsxBook book = exported(room, "bits", "xlsx").book();
  CHECK(book.at("A2") == "int 1 [0]");
  CHECK(book.at("B2") == "int 513 [0]");
  CHECK(book.at("C2") == "str '18446744073709551615'");
  CHECK(book.at("D2") == "int 2 [0]");
  for (const char* cell : {"A3", "B3", "C3"}) CHECK(book.at(cell) == "int 0 [0]");
  CHECK(book.at("D3") == "int -1 [0]");
  for (const char* cell : {"A4", "B4", "C4", "D4"}) CHECK(book.at(cell) == "");
  CHECK(exported(room, "bits", "csv").bytes() == "b1,b10,b64,f\r\n1,513,18446744073709551615,2\r\n0,0,0,-1\r\n,,,\r\n");
}

TEST_CASE("X12: a YEAR is no date, an ENUM is its label, a SET is one field") {
  Room room(Backend::kMariadb, paged("choices", "y e s"));
  room.database().execute(
      "SET sql_mode = ''; CREATE TABLE choices (id INT PRIMARY KEY, y YEAR, e ENUM('1','0','2'), s SET('a','b','c')); "
      "INSERT INTO choices VALUES (1, 2025, '0', 'a,c'), (2, 0, 'bad', '')");
  const XlsxBook book = exported(room, "choices", "xlsx").book();
  CHECK(book.at("A2") == "int 2025 [0]");
  CHECK(book.at("B2") == "str '0'");
  CHECK(book.at("C2") == "str 'a,c'");
  CHECK(book.at("A3") == "int 0 [0000]");
  CHECK(book.at("B3") == "str ''");
  CHECK(book.at("C3") == "str ''");
  CHECK(exported(room, "choices", "csv").bytes() == "y,e,s\r\n2025,0,\"a,c\"\r\n0000,\"\",\"\"\r\n");
}

TEST_CASE("X13: JSON is one field as the server returns it, and its null is not NULL") {
  Room room(Backend::kMariadb, paged("documents", "j note"));
  room.database().execute(R"sql(CREATE TABLE documents (id INT PRIMARY KEY, j JSON, note VARCHAR(10));
    INSERT INTO documents VALUES (1, '{"b": 1, "a": "x,\\"y\\""}', 'n1'), (2, 'null', 'n2'), (3, NULL, 'n3'),
    (4, '"\\u4e2d\\ud83d\\ude00"', 'n4'), (5, '{"n": 12345678901234567890}', 'n5'))sql");
  const auto stored = room.database().query("SELECT j FROM documents ORDER BY id");
  const Exported csv = exported(room, "documents", "csv");
  const Fields fields = csv.fields();
  REQUIRE(fields.size() == 6);
  for (std::size_t row = 0; row < 5; ++row) {
    CHECK(fields[row + 1] == std::vector<std::string>{stored[row][0].value_or(""), "n" + std::to_string(row + 1)});
  }
  CHECK(csv.bytes().find("\r\nnull,n2\r\n,n3\r\n") != std::string::npos);
  CHECK(fields[5][0].find("12345678901234567890") != std::string::npos);
  const XlsxBook book = exported(room, "documents", "xlsx").book();
  CHECK(book.at("A3") == "str 'null'");
  CHECK(book.at("A4") == "");
  CHECK(book.at("A6") == R"(str '{"n": 12345678901234567890}')");
}

TEST_CASE("X14: binary is one printable encoding in both formats, and empty is not NULL") {
  const Backend backend = GENERATE(values(kBackends));
  Room room(backend, paged("blobs", "b"));
  room.database().execute(
      "CREATE TABLE blobs (id INTEGER PRIMARY KEY, b BLOB); INSERT INTO blobs VALUES "
      "(1, x'00FF0A222C80'), (2, x''), (3, NULL), (4, x'" +
      repeated("AB", 20'000) + "')");
  const Exported xlsx = exported(room, "blobs", "xlsx");
  const XlsxBook book = xlsx.book();
  CHECK(book.at("A2") == "str '00FF0A222C80'");
  CHECK(book.at("A3") == "str ''");
  CHECK(book.at("A4") == "");
  CHECK(book.at("A5") == "str '" + repeated("AB", 16'383) + "'");
  CHECK(xlsx.cells("text_cut") == 1);
  CHECK(exported(room, "blobs", "csv").bytes() ==
        "b\r\n00FF0A222C80\r\n\"\"\r\n\\N\r\n" + repeated("AB", 20'000) + "\r\n");
}

TEST_CASE("X15: money keeps its digits and its scale, a FLOAT parses back to the same single, however it is selected") {
  const std::string sql = "SELECT m, p, f, d FROM money";
  Room room(Backend::kMariadb, paged("money", "m p f d") + "[streamed]\nquery = \"" + sql +
                                   " ORDER BY id\"\n[derived]\nquery = \"SELECT * FROM money\"\nkey = [\"id\"]\n");
  room.database().execute(
      "CREATE TABLE money (m DECIMAL(38,10), p DECIMAL(10,2), f FLOAT, d DOUBLE, id INT PRIMARY KEY); INSERT INTO "
      "money VALUES "
      "('12345678901234567890.1234567890', 0.10, 1234567.8, 0.1e0+0.2e0, 1), (0.1, 1.00, 16777217, 1e300, 2), "
      "(-0.0000000001, 99999999.99, -0.0, 2.2250738585072014e-308, 3), (NULL, NULL, NULL, NULL, 4)");
  const std::string report = GENERATE("money", "streamed", "derived");
  INFO(report);
  const XlsxBook book = exported(room, report, "xlsx").book();
  CHECK(book.at("A2") == "str '12345678901234567890.1234567890'");
  CHECK(book.at("A3") == "float 0.1 [0.0000000000]");
  CHECK(book.at("B2") == "float 0.1 [0.00]");
  CHECK(book.at("B4") == "float 99999999.99 [0.00]");
  CHECK(book.at("C2") == "float 1234567.75");
  CHECK(book.at("C3") == "int 16777216");
  CHECK(book.at("D2") == "float 0.30000000000000004");
  CHECK(book.at("C5") == "");
  const Fields fields = exported(room, report, "csv").fields();
  const auto first_four = [&](std::size_t row) { return std::vector(fields[row].begin(), fields[row].begin() + 4); };
  using Row = std::vector<std::string>;
  CHECK(first_four(1) == Row{"12345678901234567890.1234567890", "0.10", "1234567.75", "0.30000000000000004"});
  CHECK(first_four(2) == Row{"0.1000000000", "1.00", "16777216", "1e300"});
  CHECK(first_four(3) == Row{"-0.0000000001", "99999999.99", "0", "2.2250738585072014e-308"});
  CHECK(first_four(4) == Row{"", "", "", ""});
}

TEST_CASE("X18: NULL, '' and texts that look like a NULL stay apart, and integers stay integers beside a NULL") {
  const Backend backend = GENERATE(values(kBackends));
  Room room(backend, paged("texts", "s q") + "[sole]\nquery = \"SELECT s FROM texts ORDER BY id\"\n");
  room.database().execute(
      "CREATE TABLE texts (id INTEGER PRIMARY KEY, s VARCHAR(10) NULL, q INTEGER NULL); "
      "INSERT INTO texts VALUES (1, NULL, 1), (2, '', NULL), (3, 'NULL', 3), (4, " +
      std::string(backend == Backend::kSqlite ? "'\\N'" : "'\\\\N'") + ", 4)");
  CHECK(exported(room, "texts", "csv").bytes() == "s,q\r\n,1\r\n\"\",\r\nNULL,3\r\n\\N,4\r\n");
  CHECK(exported(room, "texts", "csv", {"--null", "NULL"}).bytes() ==
        "s,q\r\nNULL,1\r\n\"\",NULL\r\n\"NULL\",3\r\n\\N,4\r\n");
  CHECK(exported(room, "texts", "csv", {"--null", "\\N"}).bytes() ==
        "s,q\r\n\\N,1\r\n\"\",\\N\r\nNULL,3\r\n\"\\N\",4\r\n");
  CHECK(exported(room, "sole", "csv").bytes() == "s\r\n\\N\r\n\"\"\r\nNULL\r\n\"\\N\"\r\n");
  const XlsxBook book = exported(room, "texts", "xlsx").book();
  CHECK(book.at("A2") == "");
  CHECK(book.at("A3") == "str ''");
  CHECK(book.at("B2") == "int 1 [0]");
  CHECK(book.at("B3") == "");
}

TEST_CASE("X20: a text that begins like a formula is a text") {
  const Backend backend = GENERATE(values(kBackends));
  Room room(backend, paged("texts", "s"));
  make_texts(room.database(), {"'=1+1'", "'='", "'=== note ==='", "'=cmd|'' /C calc''!A0'", "'line one\n=line two'",
                               "'{=A1}'", "'http://example.com/'", "'mailto:a@example.com'", "'+1'", "'@x'", "'-1'"});
  const Exported xlsx = exported(room, "texts", "xlsx");
  const XlsxBook book = xlsx.book();
  CHECK(book.at("A2") == "str '=1+1'");
  CHECK(book.at("A5") == "str \"=cmd|' /C calc'!A0\"");
  CHECK(book.at("A6") == R"(str 'line one\n=line two')");
  CHECK(book.at("A8") == "str 'http://example.com/'");
  for (const auto& [reference, cell] : book.cells) CHECK(cell.rfind("str ", 0) == 0);
  const std::string sheet = support::read_member(xlsx.path, "xl/worksheets/sheet1.xml");
  CHECK(sheet.find("<f>") == std::string::npos);
  CHECK(sheet.find("<hyperlink") == std::string::npos);
  const std::string types = support::read_member(xlsx.path, "[Content_Types].xml");
  CHECK(types.find("external") == std::string::npos);
  const Exported guarded = exported(room, "texts", "csv-excel");
  CHECK(guarded.bytes().substr(0, 13) == "\xEF\xBB\xBFs\r\n'=1+1\r\n");
  CHECK(guarded.cells("formula_guarded") == 7);
}

TEST_CASE("X22: any title makes a sheet's name, and the manifest tells which") {
  const std::vector<std::pair<std::string, std::string>> titles{
      {"orders/2025:[x]*?", "orders_2025__x___"},
      {repeated("a", 40), repeated("a", 31)},
      {"History", "History_"},
      {"'quoted'", "quoted"},
      {repeated("a", 30) + "😀", repeated("a", 30)},
      {repeated("报表", 60), repeated("报表", 15) + "报"},  // longer than the file's properties take, too
      {"a\\u0001b", "a_b"},
  };
  std::string reports;
  for (std::size_t i = 0; i < titles.size(); ++i)
    reports += "[r" + std::to_string(i) + "]\ntitle = \"" + titles[i].first + "\"\nquery = \"SELECT 1 AS one\"\n";
  Room room(Backend::kSqlite, reports);
  for (std::size_t i = 0; i < titles.size(); ++i) {
    INFO(titles[i].first);
    const Exported xlsx = exported(room, "r" + std::to_string(i), "xlsx");
    CHECK(xlsx.manifest["sheets"] == Json::array({titles[i].second}));
    CHECK(xlsx.manifest["title"] == parse_json("\"" + titles[i].first + "\""));
    CHECK(xlsx.book().at("A2") == "int 1 [0]");
  }
}

TEST_CASE("X29: a text key pages in its own collation: no row twice, none lost") {
  const std::string rows_per_page = GENERATE("1", "2", "3");
  INFO(rows_per_page);
  const std::string more = "page_rows = " + rows_per_page + "\n";
  const std::string keyed = "key = [\"k\", \"n\"]\n" + more + "columns = [{ expr = \"k\" }, { expr = \"n\" }]\n";
  SECTION("utf8mb4_general_ci and latin1_german2_ci") {
    Room room(Backend::kMariadb, "[k]\nfrom = \"k\"\n" + keyed + "[g]\nfrom = \"g\"\nkey = [\"k\"]\n" + more +
                                     "columns = [{ expr = \"k\" }]\n");
    room.database().execute(
        "CREATE TABLE k (k VARCHAR(20) COLLATE utf8mb4_general_ci, n INT, PRIMARY KEY (k, n)) CHARACTER SET utf8mb4; "
        "INSERT INTO k VALUES ('a', 1), ('A', 2), ('á', 3), ('B', 1), ('b', 2), ('ß', 1), ('s', 2); "
        "CREATE TABLE g (k VARCHAR(20) CHARACTER SET latin1 COLLATE latin1_german2_ci PRIMARY KEY); "
        "INSERT INTO g VALUES ('ad'), ('äf'), ('aeg'), ('af')");
    CHECK(exported(room, "k", "csv").bytes() == "k,n\r\na,1\r\nA,2\r\ná,3\r\nB,1\r\nb,2\r\nß,1\r\ns,2\r\n");
    CHECK(exported(room, "g", "csv").bytes() == "k\r\nad\r\näf\r\naeg\r\naf\r\n");
  }
  SECTION("NOCASE") {
    Room room(Backend::kSqlite, "[k]\nfrom = \"k\"\n" + keyed);
    room.database().execute(
        "CREATE TABLE k (k TEXT NOT NULL COLLATE NOCASE, n INTEGER NOT NULL, PRIMARY KEY (k, n)); "
        "INSERT INTO k VALUES ('a', 1), ('A', 2), ('B', 1), ('b', 2), ('s', 2)");
    CHECK(exported(room, "k", "csv").bytes() == "k,n\r\na,1\r\nA,2\r\nB,1\r\nb,2\r\ns,2\r\n");
  }
}

TEST_CASE("X34: a query runs as it stands, whatever its end, its literals and its column names") {
  const Backend backend = GENERATE(values(kBackends));
  Room room(backend, R"toml(
[semicolon]
query = "SELECT id, name FROM n ORDER BY name;"
[comment]
query = "SELECT id FROM n -- all"
[limit]
query = "SELECT id FROM n /* ; */ LIMIT 3;"
[literals]
query = "SELECT ';' AS s, '--' AS c"
[second]
query = "SELECT 1; DROP TABLE n"
)toml");
  // A definition that is refused refuses its file: that one is told first.
  CHECK(room.run("export-submit", {"semicolon"}).exit_code != 0);
  std::string reports = support::read_file(room.folder().file("reports.toml"));
  reports.resize(reports.find("[second]"));
  room.folder().write("reports.toml", reports + R"toml(
[twice]
query = "SELECT 1 AS a, 2 AS a"
[with]
query = "WITH x AS (SELECT 1 AS n UNION ALL SELECT 2) SELECT n, n + 1 AS n FROM x ORDER BY n DESC -- end"
)toml");
  room.database().execute(
      "CREATE TABLE n (id INTEGER PRIMARY KEY, name VARCHAR(10)); INSERT INTO n VALUES (1, 'd'), (2, 'c'), (3, 'b'), "
      "(4, 'a')");
  CHECK(exported(room, "semicolon", "csv").bytes() == "id,name\r\n4,a\r\n3,b\r\n2,c\r\n1,d\r\n");
  CHECK(exported(room, "comment", "csv").manifest["rows"] == 4);
  CHECK(exported(room, "limit", "csv").manifest["rows"] == 3);
  CHECK(exported(room, "literals", "csv").bytes() == "s,c\r\n;,--\r\n");
  CHECK(exported(room, "twice", "csv").bytes() == "a,a\r\n1,2\r\n");
  CHECK(column(exported(room, "with", "csv").fields(), 1) == std::vector<std::string>{"3", "2"});
  CHECK(room.database().number("SELECT COUNT(*) FROM n") == 4);
}

TEST_CASE("X37: a full disk fails the task with the system's reason and leaves no file") {
  Room room(Backend::kSqlite, paged("texts", "id s"));
  const support::SmallDisk disk(room.exports(), 1 << 20);
  room.database().execute(
      "CREATE TABLE texts (id INTEGER PRIMARY KEY, s TEXT); INSERT INTO texts WITH RECURSIVE n(i) AS (SELECT 1 UNION "
      "ALL "
      "SELECT i + 1 FROM n WHERE i < 50000) SELECT i, hex(randomblob(100)) FROM n");
  for (const char* format : {"xlsx", "csv"}) {
    INFO(format);
    const long long id = room.submit({"texts", "--format", format});
    const Finished end = room.run("export-run", {"--task", id_text(id), "--retries", "0"});
    CHECK(end.exit_code == 74);
    CHECK(room.of(id, "status") == "FAILED");
    CHECK_THAT(room.of(id, "error_msg"), Catch::Matchers::Contains("No space left on device"));
    CHECK(room.of(id, "file_path") == "NULL");
    CHECK(room.files().empty());
  }
}

TEST_CASE("X37: a kill in mid-write leaves yesterday's file as it is, and the next run makes a whole one") {
  Room room(Backend::kSqlite);
  room.database().make_rows(500);
  const Exported yesterday = exported(room, "rows", "csv");
  const std::string before = yesterday.bytes();
  const long long id = room.submit({"rows", "--format", "csv"});
  Process run = run_until(room, "page#2", {"--task", id_text(id)});
  run.send(SIGKILL);
  run.wait();
  CHECK(yesterday.bytes() == before);
  for (const std::string& name : room.files()) CHECK((yesterday.path.ends_with(name) || name.ends_with(".part")));
  CHECK(room.of(id, "file_path") == "NULL");
  CHECK(exported(room, "rows", "csv").bytes() == before);
}

TEST_CASE("a SELECT that would write a file is refused before it runs") {
  const support::TempDir folder;
  Room room(Backend::kMariadb, "[out]\nquery = \"SELECT 1 INTO OUTFILE '" + folder.file("out") + "'\"\n");
  CHECK_THAT(failure(room, "out", "csv"), Catch::Matchers::StartsWith("the report's query has no result"));
  CHECK_FALSE(std::filesystem::exists(folder.file("out")));
}

TEST_CASE("a row of 60 MiB is exported whole") {
  const Backend backend = GENERATE(values(kBackends));
  Room room(backend, paged("large", "a b"));
  const std::string megabytes = std::to_string(30 << 20);
  const bool is_sqlite = backend == Backend::kSqlite;
  room.database().execute(
      "CREATE TABLE large (id INTEGER PRIMARY KEY, a LONGTEXT, b LONGTEXT); INSERT INTO large VALUES (1, " +
      (is_sqlite ? "replace(hex(zeroblob(" + std::to_string(15 << 20) + ")), '0', 'x'), replace(hex(zeroblob(" +
                       std::to_string(15 << 20) + ")), '0', 'y'))"
                 : "REPEAT('x', " + megabytes + "), REPEAT('y', " + megabytes + "))"));
  const Exported csv = exported(room, "large", "csv");
  CHECK(std::filesystem::file_size(csv.path) == (60u << 20) + std::string("a,b\r\n,\r\n").size());
  const Exported xlsx = exported(room, "large", "xlsx");
  CHECK(xlsx.cells("text_cut") == 2);
}
