// An IANA time zone as the stretches of time between its clock changes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cron {

// Seconds since 1970 in UTC; wall times are counted the same way as if they were UTC.
using Second = std::int64_t;

inline constexpr Second kForever = INT64_MAX / 4;

// A stretch with one offset. Both ends of time are open: -kForever and kForever.
struct Span {
  Second begin = -kForever;
  Second end = kForever;
  std::int32_t offset = 0;         // wall = UTC + offset, in seconds
  std::int32_t offset_before = 0;  // of the stretch before
  std::int32_t offset_after = 0;   // of the stretch behind

  bool has(Second utc) const { return begin <= utc && utc < end; }
  Second jump_in() const { return offset - offset_before; }  // above 0: a gap at `begin`
  Second jump_out() const { return offset_after - offset; }  // below 0: an overlap at `end`
};

class Zone {
 public:
  // Empty for a name that the zone database does not have. Only names as "Europe/Berlin" and "UTC"
  // are taken: no paths, no "localtime", no POSIX rules.
  static std::optional<Zone> find(std::string_view name);
  static Zone utc();

  const std::string& name() const { return name_; }

  // Right in every year, beyond the last change that the database lists too. The stretches met are
  // kept, so a Zone is not for two threads at once; copies share nothing that changes.
  Span span_at(Second utc) const;

 private:
  struct Rules;
  Zone(std::string name, std::shared_ptr<const Rules> rules) : name_(std::move(name)), rules_(std::move(rules)) {}

  std::string name_;
  std::shared_ptr<const Rules> rules_;
  mutable std::vector<Span> met_;  // in order, without holes
};

}  // namespace cron
