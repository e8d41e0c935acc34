// The one table of exit codes and error kinds. Docs, man pages and manifests are checked against it.
#pragma once

#include <array>
#include <string_view>

namespace base {

// Whether starting the program again can help by itself.
enum class Again { kNo, kYes, kAtNextSchedule, kTableDecides };

struct ExitCode {
  int code;
  Again again;
  std::string_view meaning;
};

inline constexpr std::array kExitCodes{
    ExitCode{0, Again::kAtNextSchedule, "the pass is done, or nothing was due, or another holds the lease"},
    ExitCode{1, Again::kNo, "done, but an item became dead in this pass"},
    ExitCode{64, Again::kNo, "usage: an option is unknown, missing or malformed"},
    ExitCode{65, Again::kNo, "the input is wrong: expression, definition, parameter"},
    ExitCode{66, Again::kNo, "no such task, or its file is gone"},
    ExitCode{69, Again::kYes, "database or Redis unreachable"},
    ExitCode{70, Again::kNo, "a bug"},
    ExitCode{73, Again::kNo, "cannot create the file"},
    ExitCode{74, Again::kYes, "a write failed"},
    ExitCode{75, Again::kYes, "not now: queue full, not ready, lease lost, pass over its limit"},
    ExitCode{77, Again::kNo, "permission denied"},
    ExitCode{78, Again::kNo, "configuration or schema wrong"},
    ExitCode{124, Again::kTableDecides, "the child was ended by a limit, TERM was enough"},
    ExitCode{130, Again::kYes, "stopped by SIGINT, the work was handed back"},
    ExitCode{137, Again::kTableDecides, "the child was ended by a limit, KILL was needed"},
    ExitCode{143, Again::kYes, "stopped by SIGTERM, the work was handed back"},
};

// Why a pass ended by an exception.
enum class Kind {
  kUsage,
  kInput,
  kNotFound,
  kUnreachable,
  kBug,
  kCannotCreate,
  kWriteFailed,
  kNotNow,
  kDenied,
  kConfig,
};

struct KindRow {
  Kind kind;
  std::string_view name;
  int exit_code;
  int json_code;  // what `"code"` of the JSON envelope says
};

inline constexpr std::array kKinds{
    KindRow{Kind::kUsage, "usage", 64, 64},
    KindRow{Kind::kInput, "input", 65, 65},
    KindRow{Kind::kNotFound, "not_found", 66, 404},
    KindRow{Kind::kUnreachable, "unreachable", 69, 69},
    KindRow{Kind::kBug, "bug", 70, 70},
    KindRow{Kind::kCannotCreate, "cannot_create", 73, 73},
    KindRow{Kind::kWriteFailed, "write_failed", 74, 74},
    KindRow{Kind::kNotNow, "not_now", 75, 75},
    KindRow{Kind::kDenied, "denied", 77, 77},
    KindRow{Kind::kConfig, "config", 78, 78},
};

// How a pass ended without one.
enum class Outcome {
  kDone,
  kDead,
  kSkipped,
  kNotFound,
  kGone,
  kRefused,
  kNotReady,
  kUnreachable,
  kCannotCreate,
  kWriteFailed,
  kInvalid,
  kInterrupted,
  kTerminated,
};

struct OutcomeRow {
  Outcome outcome;
  std::string_view name;
  int exit_code;
  int json_code;  // what `"code"` of the JSON envelope says
};

inline constexpr std::array kOutcomes{
    OutcomeRow{Outcome::kDone, "done", 0, 0},
    OutcomeRow{Outcome::kDead, "dead", 1, 1},
    OutcomeRow{Outcome::kSkipped, "skipped", 0, 0},
    OutcomeRow{Outcome::kNotFound, "not_found", 66, 404},
    OutcomeRow{Outcome::kGone, "gone", 66, 410},
    OutcomeRow{Outcome::kRefused, "refused", 75, 75},
    OutcomeRow{Outcome::kNotReady, "not_ready", 75, 75},
    OutcomeRow{Outcome::kUnreachable, "unreachable", 69, 69},
    OutcomeRow{Outcome::kCannotCreate, "cannot_create", 73, 73},
    OutcomeRow{Outcome::kWriteFailed, "write_failed", 74, 74},
    OutcomeRow{Outcome::kInvalid, "invalid", 65, 65},
    OutcomeRow{Outcome::kInterrupted, "interrupted", 130, 130},
    OutcomeRow{Outcome::kTerminated, "terminated", 143, 143},
};

constexpr const KindRow& row_of(Kind kind) {
  for (const KindRow& row : kKinds)
    if (row.kind == kind) return row;
  return kKinds.front();
}

constexpr const OutcomeRow& row_of(Outcome outcome) {
  for (const OutcomeRow& row : kOutcomes)
    if (row.outcome == outcome) return row;
  return kOutcomes.front();
}

}  // namespace base
