#include "sheet/tally.hpp"

#include <utility>

#include "base/error.hpp"
#include "base/json.hpp"

namespace sheet {

std::array<RuleCount, kRules.size()> Tally::zeros() {
  std::array<RuleCount, kRules.size()> counts{};
  for (const RuleRow& row : kRules) {
    RuleCount& count = counts[static_cast<std::size_t>(row.rule)];
    count.name = row.name;
    count.is_lossy = row.is_lossy;
  }
  return counts;
}

std::vector<RuleCount> Tally::applied() const {
  std::vector<RuleCount> applied;
  for (const RuleCount& count : counts_)
    if (count.cells != 0) applied.push_back(count);
  return applied;
}

void Tally::refuse_lossy(std::vector<std::string> headers) {
  headers_ = std::move(headers);
  refuses_lossy_ = true;
}

void Tally::refuse(std::string_view rule) const {
  const std::string place = row_ == 0 ? "the header" : "row " + std::to_string(row_);
  throw base::Error(
      base::Kind::kInput,
      place + ", column " + std::to_string(column_) + " " + base::json_quote(headers_.at(column_ - 1)) +
          " cannot be kept as it is stored: " + std::string(rule),
      "The task is strict: change what the report selects, take another format, or run it without strict.");
}

}  // namespace sheet
