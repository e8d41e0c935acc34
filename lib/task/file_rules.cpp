#include "task/file_rules.hpp"

namespace task {

namespace {

constexpr std::string_view kQuoteAndLineEnds{"\"\r\n\0", 4};

}  // namespace

FileRules merged(const FileRules& own, const FileRules& defaults) {
  FileRules rules = own;
  if (!rules.is_strict) rules.is_strict = defaults.is_strict;
  if (!rules.on_row_limit) rules.on_row_limit = defaults.on_row_limit;
  if (!rules.null_text) rules.null_text = defaults.null_text;
  if (!rules.delimiter) rules.delimiter = defaults.delimiter;
  return rules;
}

std::optional<RowLimit> row_limit_named(std::string_view name) {
  if (name == "sheet") return RowLimit::kSheet;
  if (name == "fail") return RowLimit::kFail;
  return std::nullopt;
}

std::optional<char> delimiter_of(std::string_view text) {
  if (text == "\\t") return '\t';
  if (text.size() != 1 || static_cast<unsigned char>(text.front()) >= 0x80 ||
      kQuoteAndLineEnds.find(text.front()) != std::string_view::npos)
    return std::nullopt;
  return text.front();
}

bool is_null_text(std::string_view text) { return text.find_first_of(kQuoteAndLineEnds) == std::string_view::npos; }

}  // namespace task
