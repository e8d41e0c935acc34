// The statements of one report run, its values written in as literals.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "config/database_url.hpp"
#include "task/cell.hpp"
#include "task/report.hpp"

namespace store {

// Pages by its key and never by OFFSET: k > :a, or for a composite key
// k > :a OR (k = :a AND n > :b), which makes an index range on MySQL and MariaDB where the row
// constructor (k, n) > (:a, :b) makes none. Values are compared by the server in the columns' own collation.
class ReportQuery {
 public:
  // `report` has passed task::check. Keeps references to neither argument.
  ReportQuery(const task::Report& report, const task::ParamValues& values, config::Backend backend);

  // `columns` of the result: a whole query's are given names of their own, since its may repeat.
  std::string count(std::size_t columns) const;
  std::string describe() const;       // for Reader::describe
  std::string describe_keys() const;  // the key columns alone, no row
  std::string whole() const;          // a query without key, as it stands

  // Up to `rows` rows in the order of the key; the key's values stand behind the report's columns.
  // `after` is the key of the last row of the page before, empty for the first page. A column whose
  // result kind in `kinds` is FLOAT is read as DOUBLE, since the text of a FLOAT has six digits only.
  std::string page(std::span<const std::string> after, std::uint64_t rows,
                   std::span<const task::ResultColumn> kinds) const;

  std::size_t key_size() const { return key_.size(); }
  std::size_t column_count() const { return columns_.size(); }  // 0: a query's own columns

 private:
  bool is_whole() const { return !query_.empty() && key_.empty(); }
  std::string source() const;
  std::string condition(std::span<const std::string> after) const;
  std::string column_list(std::span<const task::ResultColumn> kinds) const;
  std::string key_list() const;

  config::Backend backend_;
  std::string from_, where_, query_;
  std::vector<std::string> columns_, key_;
};

}  // namespace store
