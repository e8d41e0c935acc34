#include "task/report.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

#include "base/error.hpp"
#include "base/json.hpp"
#include "base/time.hpp"
#include "task/sql_text.hpp"

namespace task {

namespace {

using base::Error;
using base::Kind;

struct TypeRow {
  ParamType type;
  std::string_view name, example;
};
constexpr std::array kTypes{
    TypeRow{ParamType::kInteger, "integer", "42"},
    TypeRow{ParamType::kDecimal, "decimal", "12.50"},
    TypeRow{ParamType::kText, "text", "any text"},
    TypeRow{ParamType::kDate, "date", "2026-01-31"},
    TypeRow{ParamType::kDateTime, "datetime", "2026-01-31 08:00:00"},
    TypeRow{ParamType::kBoolean, "boolean", "true"},
};

constexpr std::string_view kUserId = "user_id";
constexpr std::size_t kMostColumns = 16'384;  // a worksheet's width

[[noreturn]] void refuse(const Report& report, const std::string& reason, std::string hint = {}) {
  throw Error(Kind::kInput, "report '" + report.name + "': " + reason, std::move(hint));
}

// Digits with an optional sign and, for a decimal, one point: the whole of `text`.
bool is_number(std::string_view text, bool with_point) {
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  const std::size_t point = with_point ? text.find('.') : std::string_view::npos;
  const auto all_digits = [](std::string_view part) {
    return !part.empty() && std::all_of(part.begin(), part.end(), [](char c) { return c >= '0' && c <= '9'; });
  };
  if (point == std::string_view::npos) return all_digits(text);
  return all_digits(text.substr(0, point)) && all_digits(text.substr(point + 1));
}

bool fits_type(ParamType type, std::string_view text) {
  switch (type) {
    case ParamType::kInteger: {
      std::int64_t value = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
      return error == std::errc{} && end == text.data() + text.size();
    }
    case ParamType::kDecimal:
      return text.size() <= 66 && is_number(text, true);
    case ParamType::kText:
      return text.find('\0') == std::string_view::npos;
    case ParamType::kDate:
      return text.size() == 10 && base::parse_database_time(std::string(text) + " 00:00:00").has_value();
    case ParamType::kDateTime:
      return base::parse_database_time(text).has_value();
    case ParamType::kBoolean:
      return text == "true" || text == "false" || text == "0" || text == "1";
  }
  return false;
}

std::string text_of(const base::JsonScalar& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  return base::Json(std::get<double>(value)).text();
}

void check_query(const Report& report) {
  const std::string query = one_statement(report.query, "report '" + report.name + "': query");
  const std::string word = first_word(query);
  if (word != "SELECT" && word != "WITH" && word != "VALUES" && word != "TABLE")
    refuse(report, "query is not a SELECT", "A report reads; it never writes.");
  if (report.is_paged() && has_own_order(query))
    refuse(
        report, "query has an ORDER BY of its own, which a paged query loses",
        "Remove ORDER BY, the rows come in the order of key; or remove key, and the query is streamed as it stands.");
}

void check_from(const Report& report) {
  if (report.from.empty()) refuse(report, "neither from nor query is given");
  one_statement(report.from, "report '" + report.name + "': from");
  if (!report.where.empty()) one_statement(report.where, "report '" + report.name + "': where");
  if (report.key.empty()) refuse(report, "no unique key", "Name the columns that tell rows apart: key = [\"t.id\"].");
  if (report.columns.empty()) refuse(report, "columns is missing", "A from report lists its columns.");
}

void check_params(const Report& report) {
  std::string all = report.query + "\n" + report.from + "\n" + report.where;
  for (const Column& column : report.columns) all += "\n" + column.expr;
  const std::vector<std::string> used = parameters_of(all);
  for (const std::string& name : used)
    if (name != kUserId && !report.params.contains(name))
      refuse(report, "parameter :" + name + " is used but not declared",
             "Declare it: params." + name + " = { type = \"text\" }.");
  for (const auto& [name, param] : report.params) {
    if (name == kUserId) refuse(report, "parameter user_id is the submitter and cannot be declared");
    if (std::find(used.begin(), used.end(), name) == used.end())
      refuse(report, "parameter " + name + " is declared but never used");
    if (param.default_text) typed_value(name, param.type, *param.default_text);
  }
}

base::Json json_of(const FileRules& rules) {
  std::optional<std::string> delimiter, row_limit;
  if (rules.delimiter) delimiter = std::string(1, *rules.delimiter);
  if (rules.on_row_limit) row_limit = *rules.on_row_limit == RowLimit::kFail ? "fail" : "sheet";
  return base::Json::object()
      .add("strict", rules.is_strict)
      .add("on_row_limit", row_limit)
      .add("null", rules.null_text)
      .add("delimiter", delimiter);
}

}  // namespace

std::optional<ParamType> param_type_named(std::string_view name) {
  for (const TypeRow& row : kTypes)
    if (row.name == name) return row.type;
  return std::nullopt;
}

std::string_view name_of(ParamType type) { return kTypes[static_cast<std::size_t>(type)].name; }

bool is_report_name(std::string_view name) {
  const auto is_letter_or_digit = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
  return !name.empty() && name.size() <= 64 && is_letter_or_digit(name.front()) &&
         std::all_of(name.begin(), name.end(), [&](char c) { return is_letter_or_digit(c) || c == '-' || c == '_'; });
}

void check(const Report& report) {
  if (report.is_query()) {
    if (!report.from.empty() || !report.where.empty()) refuse(report, "query stands beside from or where");
    check_query(report);
  } else {
    check_from(report);
  }
  for (const std::string& key : report.key) one_statement(key, "report '" + report.name + "': key");
  for (const Column& column : report.columns)
    one_statement(column.expr, "report '" + report.name + "': column '" + column.header + "'");
  if (report.columns.size() > kMostColumns)
    refuse(report, std::to_string(report.columns.size()) + " columns, a sheet holds 16384");
  if (report.page_rows == 0 || report.page_rows > 1'000'000) refuse(report, "page_rows must be 1 to 1000000");
  check_params(report);
}

std::string canonical_text(const Report& report) {
  base::Json key = base::Json::array();
  for (const std::string& expr : report.key) key.push(expr);
  base::Json columns = base::Json::array();
  for (const Column& column : report.columns)
    columns.push(base::Json::object()
                     .add("expr", column.expr)
                     .add("header", column.header)
                     .add("width", column.width)
                     .add("format", column.format));
  base::Json params = base::Json::object();
  for (const auto& [name, param] : report.params)
    params.add(name, base::Json::object().add("type", name_of(param.type)).add("default", param.default_text));
  return base::Json::object()
      .add("name", report.name)
      .add("title", report.title)
      .add("from", report.from)
      .add("where", report.where)
      .add("query", report.query)
      .add("key", key)
      .add("columns", columns)
      .add("params", params)
      .add("resume", report.resume)
      .add("page_rows", report.page_rows)
      .add("file_rules", json_of(report.file_rules))
      .text();
}

ParamValue typed_value(std::string_view name, ParamType type, std::string_view text) {
  const TypeRow& row = kTypes[static_cast<std::size_t>(type)];
  if (!fits_type(type, text))
    throw Error(Kind::kInput,
                "parameter " + std::string(name) + ": '" + std::string(text.substr(0, 80)) + "' is not of type " +
                    std::string(row.name),
                "Write it as " + std::string(row.example) + ".");
  return {type, false, std::string(text)};
}

ParamValues bind_params(const Report& report, std::string_view params_json, std::int64_t user_id) {
  ParamValues values;
  for (const auto& [name, value] : base::parse_flat_object(params_json, "params")) {
    const auto declared = report.params.find(name);
    if (declared == report.params.end()) {
      std::string known;
      for (const auto& [other, param] : report.params) known += (known.empty() ? "" : ", ") + other;
      throw Error(Kind::kInput, "report '" + report.name + "' has no parameter '" + name + "'",
                  known.empty() ? "It takes none." : "It takes " + known + ".");
    }
    const ParamType type = declared->second.type;
    values[name] = std::holds_alternative<std::nullptr_t>(value) ? ParamValue{type, true, {}}
                                                                 : typed_value(name, type, text_of(value));
  }
  for (const auto& [name, param] : report.params) {
    if (values.contains(name)) continue;
    if (!param.default_text)
      throw Error(Kind::kInput, "report '" + report.name + "' needs parameter '" + name + "'",
                  "Give it: -p " + name + "=VALUE.");
    values[name] = typed_value(name, param.type, *param.default_text);
  }
  values[std::string(kUserId)] = {ParamType::kInteger, false, std::to_string(user_id)};
  return values;
}

}  // namespace task
