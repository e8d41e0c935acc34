#include "config/reports_toml.hpp"

#include <algorithm>
#include <array>

#include "config/toml.hpp"

namespace config {

namespace {

using base::Error;
using base::Kind;
using task::Report;

constexpr std::array<std::string_view, 13> kReportKeys{"title",        "from",   "where",    "query",     "key",
                                                       "columns",      "params", "resume",   "page_rows", "strict",
                                                       "on_row_limit", "null",   "delimiter"};
constexpr std::array<std::string_view, 4> kColumnKeys{"expr", "header", "width", "format"};
constexpr std::array<std::string_view, 2> kParamKeys{"type", "default"};

template <std::size_t N>
void refuse_unknown_keys(const toml::table& table, const std::array<std::string_view, N>& known,
                         const std::string& where) {
  for (const auto& [key, node] : table) {
    if (std::find(known.begin(), known.end(), key.str()) != known.end()) continue;
    std::string list;
    for (const std::string_view name : known) list += (list.empty() ? "" : ", ") + std::string(name);
    throw wrong_toml(node, "unknown key '" + std::string(key.str()) + "' in " + where, "Known keys: " + list + ".");
  }
}

// The value at `key` as T, or `fallback` when there is none.
template <class T>
T value_at(const toml::table& table, std::string_view key, T fallback, std::string_view type_name) {
  const toml::node* node = table.get(key);
  if (node == nullptr) return fallback;
  const auto value = node->value_exact<T>();
  if (!value) throw wrong_toml(*node, "'" + std::string(key) + "' must be " + std::string(type_name));
  return *value;
}

std::string text_at(const toml::table& table, std::string_view key) {
  return value_at<std::string>(table, key, {}, "a string");
}

task::Column read_column(const toml::node& node) {
  const toml::table* table = node.as_table();
  if (table == nullptr) throw wrong_toml(node, "a column must be a table: { expr = \"t.id\", header = \"ID\" }");
  refuse_unknown_keys(*table, kColumnKeys, "a column");
  task::Column column;
  column.expr = text_at(*table, "expr");
  if (column.expr.empty()) throw wrong_toml(node, "a column needs expr");
  column.header = value_at<std::string>(*table, "header", column.expr, "a string");
  column.format = text_at(*table, "format");
  if (const toml::node* width = table->get("width")) {
    column.width = width->value<double>();
    if (!column.width || *column.width <= 0 || *column.width > 255)
      throw wrong_toml(*width, "'width' must be a number of characters from 1 to 255");
  }
  return column;
}

std::string default_text(const toml::node& node) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* flag = node.as_boolean()) return flag->get() ? "true" : "false";
  if (const auto* number = node.as_integer()) return std::to_string(number->get());
  throw wrong_toml(node, "'default' must be a string, an integer or a boolean", "Write a decimal or a date in quotes.");
}

task::Param read_param(std::string_view name, const toml::node& node) {
  const toml::table* table = node.as_table();
  if (table == nullptr) throw wrong_toml(node, "a parameter must be a table: { type = \"integer\" }");
  refuse_unknown_keys(*table, kParamKeys, "parameter " + std::string(name));
  const std::string type_name = text_at(*table, "type");
  const auto type = task::param_type_named(type_name);
  if (!type)
    throw wrong_toml(node, "parameter " + std::string(name) + " has unknown type '" + type_name + "'",
                     "Types: integer, decimal, text, date, datetime, boolean.");
  task::Param param{*type, std::nullopt};
  if (const toml::node* value = table->get("default")) param.default_text = default_text(*value);
  return param;
}

template <class Read>
void each_item(const toml::table& table, std::string_view key, Read read) {
  const toml::node* node = table.get(key);
  if (node == nullptr) return;
  const toml::array* list = node->as_array();
  if (list == nullptr) throw wrong_toml(*node, "'" + std::string(key) + "' must be a list");
  for (const toml::node& item : *list) read(item);
}

// What `parse` makes of the string at `key`; refused as not `rule` when that is nothing.
template <class Parse>
auto parsed_at(const toml::table& table, std::string_view key, std::string_view rule, Parse parse)
    -> decltype(parse(std::string{})) {
  const toml::node* node = table.get(key);
  if (node == nullptr) return std::nullopt;
  const auto value = parse(text_at(table, key));
  if (!value) throw wrong_toml(*node, "'" + std::string(key) + "' must be " + std::string(rule));
  return value;
}

task::FileRules read_file_rules(const toml::table& table) {
  task::FileRules rules;
  if (table.contains("strict")) rules.is_strict = value_at<bool>(table, "strict", false, "true or false");
  rules.on_row_limit = parsed_at(table, "on_row_limit", task::kRowLimitNames, task::row_limit_named);
  rules.delimiter = parsed_at(table, "delimiter", task::kDelimiterRule, task::delimiter_of);
  rules.null_text = parsed_at(table, "null", task::kNullTextRule, [](const std::string& text) {
    return task::is_null_text(text) ? std::optional(text) : std::nullopt;
  });
  if (rules.null_text && rules.delimiter && rules.null_text->find(*rules.delimiter) != std::string::npos)
    throw wrong_toml(*table.get("null"), "'null' must not hold the delimiter");
  return rules;
}

Report read_report(const std::string& name, const toml::table& table) {
  refuse_unknown_keys(table, kReportKeys, "report '" + name + "'");
  Report report;
  report.name = name;
  report.title = value_at<std::string>(table, "title", name, "a string");
  report.from = text_at(table, "from");
  report.where = text_at(table, "where");
  report.query = text_at(table, "query");
  report.resume = value_at<bool>(table, "resume", false, "true or false");
  report.file_rules = read_file_rules(table);
  const auto page_rows = value_at<std::int64_t>(table, "page_rows", 5000, "an integer");
  if (page_rows < 1) throw wrong_toml(*table.get("page_rows"), "'page_rows' must be 1 or more");
  report.page_rows = static_cast<std::uint64_t>(page_rows);
  each_item(table, "key", [&](const toml::node& item) {
    const auto text = item.value_exact<std::string>();
    if (!text || text->empty()) throw wrong_toml(item, "'key' must be a list of column names");
    report.key.push_back(*text);
  });
  each_item(table, "columns", [&](const toml::node& item) { report.columns.push_back(read_column(item)); });
  if (const toml::node* params = table.get("params")) {
    if (!params->is_table()) throw wrong_toml(*params, "'params' must be a table");
    for (const auto& [key, node] : *params->as_table())
      report.params.emplace(std::string(key.str()), read_param(key.str(), node));
  }
  return report;
}

}  // namespace

Reports parse_reports(std::string_view text, const std::string& name) {
  const toml::table file = parse_toml(text, name);
  Reports reports;
  for (const auto& [key, node] : file) {
    const std::string report_name(key.str());
    if (!node.is_table())
      throw wrong_toml(node, "'" + report_name + "' is not a report", "Write [" + report_name + "].");
    if (!task::is_report_name(report_name))
      throw wrong_toml(node, "'" + report_name + "' is not a report name",
                       "Use letters, digits, '-' and '_', 64 at most.");
    Report report = read_report(report_name, *node.as_table());
    task::check(report);
    reports.emplace(report_name, std::move(report));
  }
  return reports;
}

Reports read_reports(const std::string& path) {
  return parse_reports(read_text_file(path, "Give the report definitions with --reports or ONESHOT_REPORTS."), path);
}

const task::Report& report_named(const Reports& reports, const std::string& name) {
  const auto found = reports.find(name);
  if (found != reports.end()) return found->second;
  std::string known;
  for (const auto& [other, report] : reports) known += (known.empty() ? "" : ", ") + other;
  throw Error(Kind::kInput, "unknown report '" + name + "'",
              known.empty() ? "No report is defined." : "Known reports: " + known + ".");
}

}  // namespace config
