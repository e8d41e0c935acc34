// The checks of the three kinds of file that hold schedules.
#pragma once

#include <string_view>

#include "cron/crontab.hpp"
#include "forecasting/checked.hpp"

namespace forecasting {

inline constexpr const char* kStdin = "<stdin>";

struct CheckRules {
  std::optional<cron::Zone> zone;  // where a file names none
  cron::Second now = 0;
  std::string seed;
};

void check_crontab(const std::string& file, std::string_view text, cron::CrontabFormat format, const CheckRules& rules,
                   Checked& checked);
void check_manifest(const std::string& file, std::string_view text, const CheckRules& rules, Checked& checked);
void check_jobs_toml(const std::string& file, std::string_view text, const CheckRules& rules, Checked& checked);

// An expression at a place: its errors, its warnings, and the schedule itself when it can be read.
struct Place {
  std::string file;
  std::size_t line;
  std::size_t column;
  std::string job;
};
void check_expression(const Place& place, const std::string& text, cron::Dialect dialect,
                      const std::optional<cron::Zone>& zone, const CheckRules& rules, Checked& checked);

}  // namespace forecasting
