// An export task as its row tells it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/time.hpp"

namespace task {

// The six states, spelled as the database spells them.
//
//   PENDING ── claim ──> RUNNING ── finish ──> SUCCESS
//   RETRY_WAIT (due) ── claim ──> RUNNING
//   RUNNING ── transient failure, retries left; interrupted ──> RETRY_WAIT
//   RUNNING ── permanent failure, or retries used up ──> FAILED
//   RUNNING ── stalled ──> TIMEOUT
//
// SUCCESS, FAILED and TIMEOUT are never left.
enum class State { PENDING, RUNNING, RETRY_WAIT, SUCCESS, FAILED, TIMEOUT };

inline constexpr std::array<std::string_view, 6> kStateNames{"PENDING", "RUNNING", "RETRY_WAIT",
                                                             "SUCCESS", "FAILED",  "TIMEOUT"};

constexpr std::string_view name_of(State state) { return kStateNames[static_cast<std::size_t>(state)]; }
std::optional<State> state_named(std::string_view name);
constexpr bool is_terminal(State state) {
  return state == State::SUCCESS || state == State::FAILED || state == State::TIMEOUT;
}

enum class Format { kXlsx, kCsv, kCsvExcel };
std::string_view name_of(Format format);  // "xlsx", "csv", "csv-excel"
std::optional<Format> format_named(std::string_view name);
std::string_view extension_of(Format format);  // "xlsx", "csv"

// What a caller asks for.
struct Request {
  std::int64_t user_id = 0;
  std::string report;
  std::string params = "{}";  // a flat JSON object
  Format format = Format::kXlsx;
  std::optional<std::string> request_id;  // submitting it twice for one user returns the first id
  std::string trace_id;
  int priority = 100;  // smaller is sooner
  std::optional<base::Instant> not_before;
  std::optional<std::int64_t> again_of;  // the dead task that this one drives again
};

struct Task {
  std::int64_t id = 0;
  std::int64_t user_id = 0;
  State state = State::PENDING;
  int progress = 0;  // percent, 100 only in SUCCESS
  int retry_count = 0, crash_count = 0, interrupt_count = 0;
  std::string report, params, trace_id, run_token, worker;
  Format format = Format::kXlsx;
  std::optional<std::string> request_id, error_msg, file_path, file_sha256, manifest, checkpoint;
  int priority = 100;
  std::optional<std::int64_t> again_of, total_rows, written_rows, file_size;
  bool cancel_requested = false;
  std::optional<base::Instant> created_at, not_before, next_retry_at, heartbeat_at, started_at, finished_at, expire_at,
      expired_at;
};

// "1024-<token>.xlsx": the only name under which a claim writes, relative to the export folder.
std::string file_name(std::int64_t id, std::string_view run_token, Format format);

}  // namespace task
