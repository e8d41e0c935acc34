// How a report's file is written where there is a choice: by its definition, else by whoever runs it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace task {

enum class RowLimit { kSheet, kFail };  // a full sheet: go on in the next one, or fail the task

// An empty member leaves the choice to the defaults.
struct FileRules {
  std::optional<bool> is_strict;         // a value that cannot be read back from the file fails the task
  std::optional<RowLimit> on_row_limit;  // xlsx
  std::optional<std::string> null_text;  // csv
  std::optional<char> delimiter;         // csv
};

// `own` where it says something, else `defaults`.
FileRules merged(const FileRules& own, const FileRules& defaults);

std::optional<RowLimit> row_limit_named(std::string_view name);  // "sheet", "fail"

// One ASCII character that is no quote and no line end; "\\t" is a tab too.
std::optional<char> delimiter_of(std::string_view text);

// Whether `text` can stand for NULL without quotes: no quote and no line end in it.
bool is_null_text(std::string_view text);

// As people are told when the functions above refuse.
inline constexpr std::string_view kRowLimitNames = "sheet or fail";
inline constexpr std::string_view kDelimiterRule = "one ASCII character, no quote and no line end";
inline constexpr std::string_view kNullTextRule = "without a quote and without a line end";

}  // namespace task
