#include "forecasting/checked.hpp"

#include <algorithm>

namespace forecasting {

std::size_t Checked::count(cron::Severity severity) const {
  return static_cast<std::size_t>(std::count_if(findings.begin(), findings.end(), [&](const FileFinding& found) {
    return found.finding.rule.severity == severity;
  }));
}

void Checked::say(const std::string& file, const cron::Rule& rule, std::string reason, std::string fix,
                  std::size_t line, std::size_t column) {
  if (rule.severity == cron::Severity::kError) ++errors;
  findings.push_back({file, {rule, std::move(reason), std::move(fix), line, column}});
}

}  // namespace forecasting
