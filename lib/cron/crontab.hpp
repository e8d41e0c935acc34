// crontab files, line by line as cron reads them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cron/lint.hpp"

namespace cron {

enum class CrontabFormat : std::uint8_t {
  kUser,    // crontab -e: five fields and a command
  kSystem,  // /etc/crontab, /etc/cron.d: a user in between
};

struct CrontabEntry {
  std::size_t line = 0;    // from 1
  std::size_t column = 0;  // of the expression, from 1
  std::string expression;
  std::string user;               // system format
  std::string command;            // as cron runs it: up to the first bare %, with \% turned into %
  std::string input;              // what follows that %, further ones as newlines
  std::string zone;               // of the CRON_TZ line before it; empty for the host's
  bool has_zone = false;          // there is such a line, whatever it says
  bool has_command_zone = false;  // there is a TZ line, which cron hands to the command and does not go by
};

struct Crontab {
  std::vector<CrontabEntry> entries;
  std::vector<Finding> findings;  // of lines that are no entries, and of commands
};

// Reads everything, whatever is wrong: what is not understood becomes a finding.
Crontab read_crontab(std::string_view text, CrontabFormat format);

// The format that the text itself shows: a "user" column in the comment above, or root before each
// command. Empty when it could be either.
std::optional<CrontabFormat> shown_format(std::string_view text);

}  // namespace cron
