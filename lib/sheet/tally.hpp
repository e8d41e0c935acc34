// How often a value could not be written as it is stored, and where for the first time.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sheet {

// The rules of docs/fidelity.md that are counted, each once for a cell.
enum class Rule : std::uint8_t {
  kTextCut,
  kBadUtf8,
  kFractionCut,
  kFormulaGuarded,
  kNoncharacter,
  kDateAsText,
  kTimeAsText,
  kNumberAsText,
};

struct RuleRow {
  Rule rule;
  std::string_view name;  // as manifests and events spell it
  bool is_lossy;          // the stored value cannot be read back from the file
};

inline constexpr std::array kRules{
    RuleRow{Rule::kTextCut, "text_cut", true},           RuleRow{Rule::kBadUtf8, "bad_utf8", true},
    RuleRow{Rule::kFractionCut, "fraction_cut", true},   RuleRow{Rule::kFormulaGuarded, "formula_guarded", true},
    RuleRow{Rule::kNoncharacter, "noncharacter", false}, RuleRow{Rule::kDateAsText, "date_as_text", false},
    RuleRow{Rule::kTimeAsText, "time_as_text", false},   RuleRow{Rule::kNumberAsText, "number_as_text", false},
};

// One rule's figures. Rows count from 1 over all sheets without the headers (0: in a header),
// columns from 1.
struct RuleCount {
  std::string_view name;
  bool is_lossy = false;
  std::uint64_t cells = 0;
  std::uint64_t first_row = 0;
  std::uint32_t first_column = 0;
};

class Tally {
 public:
  // From here on the first cell that a lossy rule touches throws Error{kInput} with its row, its column,
  // which `headers` name, and the rule.
  void refuse_lossy(std::vector<std::string> headers);

  // The place of the cell that is written next.
  void at(std::uint64_t row, std::uint32_t column) {
    row_ = row;
    column_ = column;
  }

  void add(Rule rule) {
    RuleCount& count = counts_[static_cast<std::size_t>(rule)];
    if (refuses_lossy_ && count.is_lossy) refuse(count.name);
    if (count.cells++ != 0) return;
    count.first_row = row_;
    count.first_column = column_;
  }

  // The rules that were applied, in the order of the table.
  std::vector<RuleCount> applied() const;

 private:
  static std::array<RuleCount, kRules.size()> zeros();
  [[noreturn]] void refuse(std::string_view rule) const;

  std::array<RuleCount, kRules.size()> counts_ = zeros();
  std::uint64_t row_ = 0;
  std::uint32_t column_ = 0;
  bool refuses_lossy_ = false;
  std::vector<std::string> headers_;
};

}  // namespace sheet
