// The schedules of jobs.toml, with their places: as much of the file as a check of it needs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace config {

struct TomlText {
  std::string text;
  std::size_t line = 0;  // from 1
  std::size_t column = 0;
};

struct JobSchedule {
  TomlText name;
  std::optional<TomlText> cron, dialect, zone;
};

// Every table of the file that has a `cron`, in the order of the file. Throws Error{kConfig} with
// line and column for a text that is not TOML.
std::vector<JobSchedule> read_job_schedules(std::string_view text, const std::string& name);

}  // namespace config
