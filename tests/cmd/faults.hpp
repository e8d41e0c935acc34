// What the cases of faults that people met have in common.
#pragma once

#include "cmd/exported.hpp"

namespace cmd_tests {

inline std::string paged(const std::string& name, const std::string& columns, const std::string& more = "") {
  std::string list;
  std::istringstream words(columns);
  for (std::string word; words >> word;) list += (list.empty() ? "" : ", ") + ("{ expr = \"" + word + "\" }");
  return "[" + name + "]\nfrom = \"" + name + "\"\nkey = [\"id\"]\n" + more + "columns = [" + list + "]\n";
}

inline const auto kBackends = {Backend::kSqlite, Backend::kMariadb};

// Rows 1, 2, … of column s, given as SQL.
inline void make_texts(Database& database, const std::vector<std::string>& values,
                       const std::string& type = "LONGTEXT") {
  database.execute("CREATE TABLE texts (id INTEGER PRIMARY KEY, s " + type + ")");
  for (std::size_t i = 0; i < values.size(); ++i)
    database.execute("INSERT INTO texts VALUES (" + std::to_string(i + 1) + ", " + values[i] + ")");
}

inline std::string text_of_hex(Backend backend, const std::string& hex) {
  return backend == Backend::kSqlite ? "CAST(x'" + hex + "' AS TEXT)" : "CONVERT(x'" + hex + "' USING utf8mb4)";
}

inline std::string repeated(const std::string& text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

inline std::vector<std::string> column(const Fields& fields, std::size_t index) {
  std::vector<std::string> values;
  for (std::size_t row = 1; row < fields.size(); ++row) values.push_back(fields[row].at(index));
  return values;
}

}  // namespace cmd_tests
