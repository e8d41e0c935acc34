// Faults that people met with the values of other tools' exports, brought out with their own data through the
// programs. A case is named for its fault; those of whole reports and files are in report_faults.cpp.
#include "cmd/faults.hpp"

using namespace cmd_tests;
using namespace std::string_literals;

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
