// A report definition, its parameters, and what makes it sound.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "task/file_rules.hpp"

namespace task {

enum class ParamType { kInteger, kDecimal, kText, kDate, kDateTime, kBoolean };
std::optional<ParamType> param_type_named(
    std::string_view name);  // "integer", "decimal", "text", "date", "datetime", "boolean"
std::string_view name_of(ParamType type);

// A checked value: the spelling of `text` is safe to judge by type (digits, a date, …), so that
// store can write it as a literal.
struct ParamValue {
  ParamType type = ParamType::kText;
  bool is_null = false;
  std::string text;
};

struct Param {
  ParamType type = ParamType::kText;
  std::optional<std::string> default_text;  // none: the caller must give it
};

struct Column {
  std::string expr;
  std::string header;
  std::optional<double> width;  // in characters
  std::string format;           // a spreadsheet number format; empty: by the type
};

struct Report {
  std::string name;
  std::string title;
  std::string from, where;  // a `from` report, paged by its key
  std::string query;        // or a whole query: streamed without a key, paged as a derived table with one
  std::vector<std::string> key;
  std::vector<Column> columns;
  std::map<std::string, Param> params;
  FileRules file_rules;
  bool resume = false;
  std::uint64_t page_rows = 5000;

  bool is_query() const { return !query.empty(); }
  bool is_paged() const { return !key.empty(); }
};

// Letters, digits, '-' and '_', 1 to 64 of them, a letter or digit first.
bool is_report_name(std::string_view name);

// Checks everything that needs no database: a key for a `from` report, one statement only, columns,
// parameters that are used and declared, no ORDER BY of its own in a paged query. Throws
// Error{kInput} with the reason.
void check(const Report& report);

// Everything the definition says, spelled in one way: equal texts are equal definitions. For a hash
// that tells whether a definition has changed since a file was made.
std::string canonical_text(const Report& report);

using ParamValues = std::map<std::string, ParamValue>;

// `text` as a value of `type`, or Error{kInput} naming `name`.
ParamValue typed_value(std::string_view name, ParamType type, std::string_view text);

// The values for one run from the flat JSON object `params` and the definition's defaults, with
// user_id added. Throws Error{kInput} for an unknown, missing or ill-typed parameter.
ParamValues bind_params(const Report& report, std::string_view params_json, std::int64_t user_id);

}  // namespace task
