// What is allowed and yet bites.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cron/schedule.hpp"
#include "cron/zone.hpp"

namespace cron {

enum class Severity : std::uint8_t {
  kError,
  kWarning,
  kNote,  // may well be meant: counted by nobody
};

// The rules, each with the one sentence that stands in reports about it.
struct Rule {
  std::string_view code;
  Severity severity;
  std::string_view meaning;
};

namespace rule {
inline constexpr Rule kInvalidExpression{"invalid-expression", Severity::kError,
                                         "The dialect does not accept the expression."};
inline constexpr Rule kUnknownZone{"unknown-zone", Severity::kError, "The time zone is not in the IANA database."};
inline constexpr Rule kNeverFires{"never-fires", Severity::kWarning, "No date has what the expression asks for."};
inline constexpr Rule kSixFields{"six-fields", Severity::kWarning,
                                 "A crontab takes five fields; the sixth becomes the command."};
inline constexpr Rule kBothDays{"both-days", Severity::kWarning,
                                "Day of the month and day of the week are both set: either is enough."};
inline constexpr Rule kUnevenStep{"uneven-step", Severity::kWarning,
                                  "The step does not divide the field, so the last interval is shorter."};
inline constexpr Rule kSkippedTime{"skipped-time", Severity::kWarning, "A clock change skips the time."};
inline constexpr Rule kRepeatedTime{"repeated-time", Severity::kWarning, "A clock change repeats the time."};
inline constexpr Rule kTooOften{"too-often", Severity::kWarning, "It fires more than once a minute."};
inline constexpr Rule kMissingZone{"missing-zone", Severity::kWarning, "No time zone is named, so the host's decides."};
inline constexpr Rule kHostZone{"missing-zone", Severity::kNote, "No time zone is named, so the host's decides."};
inline constexpr Rule kShortDeadline{"short-deadline", Severity::kWarning,
                                     "startingDeadlineSeconds is under a minute."};
inline constexpr Rule kDoubleRetries{"double-retries", Severity::kWarning,
                                     "Kubernetes retries what the program retries itself."};
inline constexpr Rule kNameTooLong{"name-too-long", Severity::kError, "A CronJob's name has at most 52 characters."};
inline constexpr Rule kBadValue{"bad-value", Severity::kError, "The value is not one that the field takes."};
inline constexpr Rule kUnreadable{"unreadable", Severity::kError, "The file cannot be read as what it is."};
inline constexpr Rule kTemplate{"template", Severity::kWarning, "The file is a template and was not checked."};
inline constexpr Rule kMissingCommand{"missing-command", Severity::kError,
                                      "The line has no command, or no user in the system format."};
inline constexpr Rule kPercentSign{"percent-sign", Severity::kWarning, "cron cuts the command at a bare percent sign."};
inline constexpr Rule kNoNewline{"no-newline", Severity::kError, "cron ignores a last line without a newline."};
inline constexpr Rule kCarriageReturn{"carriage-return", Severity::kError,
                                      "The line ends with a carriage return, which becomes part of the command."};
inline constexpr Rule kByteOrderMark{
    "byte-order-mark", Severity::kError,
    "The file begins with a byte order mark, which cron takes for a part of the line."};
inline constexpr Rule kLineTooLong{"line-too-long", Severity::kError, "cron reads no line that long."};
}  // namespace rule

// Something to say about a place. Positions count from 1; column 0 is the whole line.
struct Finding {
  Rule rule;
  std::string reason;
  std::string fix;
  std::size_t line = 0;
  std::size_t column = 0;
};

// Warnings about a valid schedule. `column` is where its text begins; without a zone nothing is
// said about clock changes, and with one those of the year from `now` on count.
std::vector<Finding> lint(const Schedule& schedule, const std::optional<Zone>& zone, Second now, std::size_t line,
                          std::size_t column);

}  // namespace cron
