// The index that a statement's header names is the one that the optimizer takes.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "support/task_rows.hpp"

using namespace support;
namespace fs = std::filesystem;

namespace {

struct SqlFile {
  std::string name;
  std::vector<std::string> indexes;  // "idx_a or idx_b": either is as good
  bool may_sort = false;             // "idx_a, sorts ...": what it finds there is little
  std::string text;                  // with values in the place of binds
};

std::string sql_folder() {
  const std::string here = __FILE__;
  return here.substr(0, here.rfind("/tests/")) + "/sql";
}

std::string read(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

void replace_all(std::string& text, const std::string& what, const std::string& with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
    text.replace(at, what.size(), with);
}

constexpr int kOldSeconds = 15 * 24 * 3600;

// Values as a pass would bind them; task 2 runs under token t1.
const std::map<std::string, std::string> kValues{{"id", "2"},         {"token", "'t1'"},       {"after", "10"},
                                                 {"last", "4000"},    {"status", "'SUCCESS'"}, {"file_path", "'f'"},
                                                 {"worker", "'w'"},   {"reports", "'tasks'"},  {"free", "8"},
                                                 {"user_id", "7"},    {"request_id", "'r7'"},  {"state", "''"},
                                                 {"count", "20"},     {"version", "2"},        {"name", "'x'"},
                                                 {"error_msg", "'e'"}};

std::string with_values(std::string text, const TaskDatabase& database) {
  replace_all(text, "{include columns}", read(sql_folder() + "/report_task/columns.inc"));
  replace_all(text, "{now}", database.now());
  for (std::size_t at = 0; (at = text.find("{now ", at)) != std::string::npos;)
    text.replace(at, text.find('}', at) - at + 1, database.now(text[at + 5] == '-' ? -kOldSeconds : 30));
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != ':' || i + 1 == text.size() || std::isalpha(static_cast<unsigned char>(text[i + 1])) == 0) {
      out += text[i];
      continue;
    }
    std::size_t end = i + 1;
    while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_')) ++end;
    const auto value = kValues.find(text.substr(i + 1, end - i - 1));
    out += value == kValues.end() ? "1" : value->second;
    i = end - 1;
  }
  return out;
}

// The names at the start of what a header says.
std::vector<std::string> indexes_of(const std::string& header) {
  std::vector<std::string> names;
  std::istringstream words(header.substr(0, header.find(',')));
  std::string word;
  while (words >> word) {
    names.push_back(word);
    if (!(words >> word) || word != "or") break;
  }
  return names;
}

// Every statement of the dialect whose header names an index that reads; an INSERT reads none.
std::vector<SqlFile> files_of(const TaskDatabase& database) {
  std::vector<SqlFile> files;
  for (const auto& entry : fs::recursive_directory_iterator(sql_folder())) {
    const std::string path = entry.path().string();
    if (!path.ends_with(".sql") || path.find("/migrations/") != std::string::npos) continue;
    const bool is_sqlite = path.ends_with(".sqlite.sql");
    if (is_sqlite == database.is_mysql()) {
      // A dialect without a text of its own takes the common one.
      const std::string own = path.substr(0, path.size() - 4) + ".sqlite.sql";
      if (is_sqlite || fs::exists(own)) continue;
    }
    const std::string whole = read(path);
    const std::size_t at = whole.find("-- index: ");
    if (at == std::string::npos) continue;
    const std::string header = whole.substr(at + 10, whole.find('\n', at) - at - 10);
    const std::vector<std::string> indexes = indexes_of(header);
    std::string text;
    std::istringstream lines(whole);
    for (std::string line; std::getline(lines, line);)
      if (!line.starts_with("--")) text += line + "\n";
    if (indexes[0] == "none" || text.starts_with("INSERT")) continue;
    const std::string name = fs::relative(path, sql_folder()).string();
    if (name.find("list_recent") != std::string::npos) replace_all(text, ":user_id", "0");  // everybody's
    files.push_back({name, indexes, header.find(", sorts ") != std::string::npos, with_values(text, database)});
  }
  return files;
}

// Some thousand rows as three weeks leave them: nearly all done, their files kept for a week; a queue; of many users.
void fill(TaskDatabase& database) {
  constexpr int kRows = 5000, kBetween = 360, kKept = 7 * 24 * 3600;
  std::string values;
  for (int i = 0; i < kRows; ++i) {
    const bool waits = i % 50 == 0, runs = i % 250 == 1, failed = i % 7 == 0;
    const char* status = waits    ? (i % 100 == 0 ? "PENDING" : "RETRY_WAIT")
                         : runs   ? "RUNNING"
                         : failed ? "FAILED"
                                  : "SUCCESS";
    const bool done = !waits && !runs && !failed;
    const int age = waits || runs ? 60 : (kRows - i) * kBetween;
    const bool expired = done && age > kKept;
    values += std::string(values.empty() ? "" : ",") + "(" + std::to_string(i % 300) + ", 'tasks', '" + status + "', " +
              std::to_string(i % 9) + ", 't" + std::to_string(i) + "', " + database.now() + ", " +
              database.now(i - 2500) + ", 'r" + std::to_string(i) + "', " + database.now(-age) + ", " +
              database.now(-age) + ", " + (done ? database.now(kKept - age) : "NULL") + ", " +
              (expired ? database.now(kKept - age) : "NULL") + ", " + (done && !expired ? "'f'" : "NULL") + ")";
  }
  database.execute(
      "INSERT INTO t_report_task (user_id, report, status, priority, run_token, heartbeat_at, next_retry_at, "
      "request_id, created_at, updated_at, expire_at, expired_at, file_path) VALUES " +
      values);
  database.execute(database.is_mysql() ? "ANALYZE TABLE t_report_task" : "ANALYZE");
}

// Tables of a few rows are read whole, whatever the header says.
bool is_small(const std::string& name) {
  return name.starts_with("schema_migration/") || name.starts_with("job_lock/");
}

}  // namespace

TEST_CASE("MariaDB takes the index that each statement's header names") {
  Mariadb database;
  fill(database);
  const auto files = files_of(database);
  CHECK(files.size() > 15);
  for (const SqlFile& file : files) {
    if (is_small(file.name)) continue;
    const std::string plan = database.value("EXPLAIN FORMAT=JSON " + file.text);
    INFO(file.name << " " << file.indexes[0] << "\n" << plan);
    CHECK(std::any_of(file.indexes.begin(), file.indexes.end(), [&](const std::string& index) {
      return plan.find("\"key\": \"" + index + "\"") != std::string::npos;
    }));
    CHECK(plan.find("\"access_type\": \"ALL\"") == std::string::npos);
    CHECK((file.may_sort || plan.find("filesort") == std::string::npos));
  }
}

TEST_CASE("SQLite takes the index that each statement's header names") {
  Sqlite database;
  fill(database);
  const auto files = files_of(database);
  CHECK(files.size() > 15);
  for (const SqlFile& file : files) {
    if (is_small(file.name)) continue;
    std::string plan;
    for (const SqlRow& row : database.query("EXPLAIN QUERY PLAN " + file.text)) plan += row.at(3).value_or("") + "\n";
    INFO(file.name << " " << file.indexes[0] << "\n" << plan);
    CHECK(std::any_of(file.indexes.begin(), file.indexes.end(), [&](const std::string& index) {
      if (index == "PRIMARY")
        return plan.find("INTEGER PRIMARY KEY") != std::string::npos || plan == "SCAN t_report_task\n";
      return plan.find(index.starts_with("uk_") ? "sqlite_autoindex" : index) != std::string::npos;
    }));
    CHECK((file.may_sort || plan.find("TEMP B-TREE") == std::string::npos));
  }
}
