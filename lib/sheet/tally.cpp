#include "sheet/tally.hpp"

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

const RuleCount* Tally::first_lossy() const {
  for (const RuleCount& count : counts_)
    if (count.is_lossy && count.cells != 0) return &count;
  return nullptr;
}

}  // namespace sheet
