// Faults that people met with whole reports and files of other tools, through the programs; X32's snapshots are in
// tests/store/snapshots.cpp and tests/cmd/cells.cpp.
#include "cmd/faults.hpp"
#include "support/small_disk.hpp"

using namespace cmd_tests;
using namespace std::string_literals;

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
