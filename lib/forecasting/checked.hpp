// What a check of files has found.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cron/lint.hpp"
#include "cron/schedule.hpp"
#include "cron/zone.hpp"

namespace forecasting {

struct FileFinding {
  std::string file;
  cron::Finding finding;
};

// A schedule that a file holds and that can be read.
struct FoundSchedule {
  std::string file;
  std::size_t line = 0;
  std::string job;  // its name, or its command
  cron::Schedule schedule;
  std::optional<cron::Zone> zone;
};

struct Checked {
  std::vector<FileFinding> findings;
  std::vector<FoundSchedule> schedules;
  std::size_t files = 0;
  std::size_t errors = 0;  // said so far

  std::size_t count(cron::Severity severity) const;
  void say(const std::string& file, const cron::Rule& rule, std::string reason, std::string fix, std::size_t line,
           std::size_t column);
};

}  // namespace forecasting
