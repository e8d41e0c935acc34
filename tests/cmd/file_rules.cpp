// What a definition and its runner say of how files are written: strict, row limit, NULL, delimiter.
#include "cmd/exported.hpp"

using namespace cmd_tests;

namespace {

constexpr const char* kNotes = R"toml(
[notes]
from = "notes"
key = ["id"]
columns = [ { expr = "id" }, { expr = "body", header = "正文" }, { expr = "at" } ]
)toml";

void fill(Database& database, const std::string& second = "'second'", const std::string& at = "'2025-01-01 00:00:00'") {
  database.execute(
      "CREATE TABLE notes (id INTEGER PRIMARY KEY, body LONGTEXT, at DATETIME(6)); INSERT INTO notes VALUES "
      "(1, 'first', '2025-01-01 00:00:00'), (2, " +
      second + ", " + at + "), (3, NULL, NULL)");
}

std::string long_text() { return "'" + std::string(32'768, 'x') + "'"; }

}  // namespace

TEST_CASE("--strict fails a task at the first cell that would be lossy, and names row, column and rule") {
  const Backend backend = GENERATE(Backend::kSqlite, Backend::kMariadb);
  INFO(name_of(backend));
  Room room(backend, kNotes);
  SECTION("a text is cut") {
    fill(room.database(), long_text());
    CHECK_THAT(failure(room, "notes", "xlsx", {"--strict"}),
               Catch::Matchers::StartsWith("row 2, column 2 \"正文\" cannot be kept as it is stored: text_cut"));
    CHECK(room.database().number("SELECT COUNT(*) FROM t_alert") == 1);
  }
  SECTION("a fraction is cut") {
    fill(room.database(), "'x'", "'2025-01-01 00:00:00.123456'");
    CHECK_THAT(failure(room, "notes", "xlsx", {"--strict"}),
               Catch::Matchers::StartsWith("row 2, column 3 \"at\" cannot be kept as it is stored: fraction_cut"));
  }
  SECTION("a formula is guarded") {
    fill(room.database(), "'=1+1'");
    CHECK_THAT(failure(room, "notes", "csv-excel", {"--strict"}), Catch::Matchers::Contains("formula_guarded"));
  }
}

TEST_CASE("--strict lets pass what is held whole, and csv holds everything") {
  Room room(Backend::kSqlite, kNotes);
  fill(room.database(), long_text(), "'2025-01-01 00:00:00.123456'");
  CHECK(exported(room, "notes", "csv", {"--strict"}).manifest["rows"] == 3);
  room.database().execute("UPDATE notes SET body = '_x0041_', at = '0000-00-00 00:00:00' WHERE id = 2");
  const Exported xlsx = exported(room, "notes", "xlsx", {"--strict"});
  CHECK(xlsx.cells("date_as_text") == 1);  // counted, and nothing is lost
}

TEST_CASE("a broken text in a strict task is named although its column's name is broken too") {
  Room room(Backend::kSqlite, "[bad]\nstrict = true\nquery = \"SELECT CAST(x'FF' AS TEXT) AS c\"\n");
  CHECK_THAT(failure(room, "bad", "xlsx"),
             Catch::Matchers::StartsWith("row 1, column 1 \"c\" cannot be kept as it is stored: bad_utf8"));
}

TEST_CASE("a definition wins over the runner's options") {
  Room room(Backend::kSqlite, std::string(kNotes) + "strict = false\nnull = \"NIL\"\ndelimiter = \";\"\n");
  fill(room.database(), long_text());
  CHECK(exported(room, "notes", "xlsx", {"--strict"}).cells("text_cut") == 1);
  const Exported csv = exported(room, "notes", "csv", {"--null", "-", "--delimiter", "|"});
  CHECK(csv.bytes().substr(0, 45) == "id;正文;at\r\n1;first;2025-01-01 00:00:00\r\n2;");
  CHECK(csv.fields(";").at(3) == std::vector<std::string>{"3", "NIL", "NIL"});
}

TEST_CASE("the runner's options hold where a definition says nothing") {
  Room room(Backend::kSqlite, kNotes);
  fill(room.database(), "'a|b'");
  CHECK(exported(room, "notes", "csv", {"--null", "-", "--delimiter", "|"}).bytes() ==
        "id|正文|at\r\n1|first|2025-01-01 00:00:00\r\n2|\"a|b\"|2025-01-01 00:00:00\r\n3|-|-\r\n");
  CHECK(exported(room, "notes", "csv", {"--delimiter", "\\t"}).bytes().substr(0, 14) == "id\t正文\tat\r\n");
}

TEST_CASE("redeliver writes by the same rules") {
  Room room(Backend::kSqlite, kNotes);
  fill(room.database());
  const long long id = room.submit({"notes", "--format", "csv"});
  room.database().execute(
      "UPDATE t_report_task SET status = 'RETRY_WAIT', next_retry_at = '2020-01-01 00:00:00.000000'");
  const Finished end = room.run("redeliver", {"--delimiter", ";", "--null", "nil"});
  INFO(end.err);
  REQUIRE(end.exit_code == 0);
  CHECK_THAT(support::read_file(room.exports() + "/" + room.of(id, "file_path")),
             Catch::Matchers::EndsWith("3;nil;nil\r\n"));
}

TEST_CASE("rows past a sheet's limit go to the next sheet, or fail the task") {
  constexpr const char* kMany = R"toml(
[many]
query = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1048576) SELECT i FROM n"
)toml";
  Room room(Backend::kSqlite, kMany);
  CHECK_THAT(failure(room, "many", "xlsx", {"--on-row-limit", "fail"}),
             Catch::Matchers::StartsWith("more than 1048575 rows do not fit one sheet"));
  const Exported xlsx = exported(room, "many", "xlsx");
  CHECK(xlsx.manifest["sheets"] == Json::array({"many", "many (2)"}));
  const std::string second = support::read_member(xlsx.path, "xl/worksheets/sheet2.xml");
  CHECK(second.find("><v>1048576</v></c></row></sheetData>") != std::string::npos);
}

TEST_CASE("a choice that cannot be is refused, on the command line with 64") {
  Room room(Backend::kSqlite, kNotes);
  for (const Words& words : {Words{"--on-row-limit", "cut"}, Words{"--delimiter", ""}, Words{"--delimiter", ",,"},
                             Words{"--delimiter", "\""}, Words{"--delimiter", "，"}, Words{"--null", "a\"b"},
                             Words{"--null", "a,b"}, Words{"--null", "a;b", "--delimiter", ";"}}) {
    CAPTURE(words);
    for (const char* program : {"export-run", "redeliver"}) {
      const Finished end = room.run(program, words);
      CHECK(end.exit_code == 64);
      CHECK_THAT(end.err, Catch::Matchers::Contains(words[0]));
    }
  }
}

TEST_CASE("a choice that cannot be is refused in a definition, with its place") {
  for (const std::string line : {"on_row_limit = \"cut\"", "delimiter = \"\"", "delimiter = \"ab\"", "delimiter = 1",
                                 "null = \"a\\nb\"", "strict = \"yes\"", "null = \"a;b\"\ndelimiter = \";\""}) {
    INFO(line);
    Room room(Backend::kSqlite, kNotes + line + "\n");
    const Finished end = room.run("export-run", {});
    CHECK(end.exit_code == 78);
    CHECK_THAT(end.err,
               Catch::Matchers::Contains("reports.toml:") && Catch::Matchers::Contains(line.substr(0, line.find(' '))));
  }
}

TEST_CASE("the manifest tells rows, columns, sheets, the snapshot and the definition that ran") {
  const Backend backend = GENERATE(Backend::kSqlite, Backend::kMariadb);
  INFO(name_of(backend));
  Room room(backend, kNotes);
  fill(room.database());
  const auto now = [&] {
    return room.database().value(backend == Backend::kSqlite
                                     ? "SELECT strftime('%Y-%m-%dT%H:%M:%fZ', 'now')"
                                     : "SELECT DATE_FORMAT(UTC_TIMESTAMP(6), '%Y-%m-%dT%H:%i:%s.%fZ')");
  };
  const std::string before = now();
  const Exported first = exported(room, "notes", "xlsx");
  CHECK(first.manifest["report"] == "notes");
  CHECK(first.manifest["rows"] == 3);
  CHECK(first.manifest["columns"] == 3);
  CHECK(first.manifest["sheets"] == Json::array({"notes"}));
  CHECK(first.manifest["rules"] == Json::array());
  const std::string snapshot = first.manifest["snapshotAt"];
  CHECK(before.substr(0, 23) <= snapshot);
  CHECK(snapshot <= now());
  const std::string sum = first.manifest["definitionSha256"];
  CHECK(sum.size() == 64);
  CHECK(exported(room, "notes", "csv", {"--delimiter", ";"}).manifest["definitionSha256"] == sum);
  std::string reports = support::read_file(room.folder().file("reports.toml"));
  room.folder().write("reports.toml", "# a comment\n" + reports);
  CHECK(exported(room, "notes", "csv").manifest["definitionSha256"] == sum);
  room.folder().write("reports.toml", reports + "strict = true\n");
  CHECK(exported(room, "notes", "csv").manifest["definitionSha256"] != sum);
}
