#include "store/report_query.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "store/literal.hpp"
#include "task/sql_text.hpp"

namespace store {

namespace {

// `sql` with each :name replaced by its literal.
std::string with_values(std::string_view sql, const task::ParamValues& values, config::Backend backend) {
  std::string out;
  for (const task::SqlPiece& piece : task::split_sql(sql, backend == config::Backend::kMysql)) {
    if (piece.kind != task::SqlPieceKind::kParameter) {
      out += piece.text;
      continue;
    }
    const auto found = values.find(std::string(piece.text));
    if (found == values.end())
      throw base::Error(base::Kind::kInput, "parameter :" + std::string(piece.text) + " has no value");
    out += literal(found->second, backend);
  }
  return out;
}

// A name in MySQL's quotes.
std::string quoted_name(std::string_view name) {
  std::string out = "`";
  for (const char c : name) out.append(c == '`' ? 2 : 1, c);
  return out + "`";
}

std::string joined(const std::vector<std::string>& parts) {
  std::string out;
  for (const std::string& part : parts) out += (out.empty() ? "" : ", ") + part;
  return out;
}

}  // namespace

ReportQuery::ReportQuery(const task::Report& report, const task::ParamValues& values, config::Backend backend)
    : backend_(backend) {
  const auto placed = [&](const std::string& sql) {
    return sql.empty() ? sql : with_values(task::one_statement(sql, "report '" + report.name + "'"), values, backend);
  };
  from_ = placed(report.from);
  where_ = placed(report.where);
  query_ = placed(report.query);
  for (const std::string& key : report.key) key_.push_back(placed(key));
  for (const task::Column& column : report.columns) columns_.push_back(placed(column.expr));
}

// The line break before the bracket ends a line comment that the query may end with.
std::string ReportQuery::source() const { return query_.empty() ? from_ + "\n" : "(\n" + query_ + "\n) AS q "; }

std::string ReportQuery::condition(std::span<const std::string> after) const {
  std::string out;
  if (!where_.empty()) out = "(" + where_ + "\n)";
  if (after.empty()) return out.empty() ? "" : " WHERE " + out;
  std::string beyond, equal;
  for (std::size_t i = 0; i < key_.size(); ++i) {
    const std::string greater = key_[i] + " > " + after[i];
    beyond += i == 0 ? greater : " OR (" + equal + " AND " + greater + ")";
    equal += (equal.empty() ? "" : " AND ") + key_[i] + " = " + after[i];
  }
  return " WHERE " + (out.empty() ? "" : out + " AND ") + "(" + beyond + ")";
}

std::string ReportQuery::column_list(std::span<const task::ResultColumn> kinds) const {
  const auto is_float = [](const task::ResultColumn& column) { return column.kind == task::ValueKind::kFloat; };
  if (columns_.empty() && std::none_of(kinds.begin(), kinds.end(), is_float)) return "q.*";
  std::vector<std::string> list = columns_;
  if (list.empty())
    for (const task::ResultColumn& column : kinds) list.push_back("q." + quoted_name(column.name));
  for (std::size_t i = 0; i < list.size() && i < kinds.size(); ++i)
    if (is_float(kinds[i])) list[i] = "(" + list[i] + "\n) + 0e0";
  return joined(list);
}

std::string ReportQuery::key_list() const { return joined(key_); }

std::string ReportQuery::count(std::size_t columns) const {
  if (!is_whole()) return "SELECT COUNT(*) FROM " + source() + condition({});
  std::vector<std::string> names;
  for (std::size_t i = 0; i < columns; ++i) names.push_back("c" + std::to_string(i));
  return "WITH q (" + joined(names) + ") AS (\n" + query_ + "\n) SELECT COUNT(*) FROM q";
}

std::string ReportQuery::describe() const {
  if (is_whole()) return query_;
  return "SELECT " + column_list({}) + " FROM " + source() + condition({}) + " LIMIT 0";
}

std::string ReportQuery::describe_keys() const { return "SELECT " + key_list() + " FROM " + source() + " LIMIT 0"; }

std::string ReportQuery::whole() const { return query_; }

std::string ReportQuery::page(std::span<const std::string> after, std::uint64_t rows,
                              std::span<const task::ResultColumn> kinds) const {
  return "SELECT " + column_list(kinds) + ", " + key_list() + " FROM " + source() + condition(after) + " ORDER BY " +
         key_list() + " LIMIT " + std::to_string(rows);
}

}  // namespace store
