#include "cron/zone.hpp"

#include <cctz/time_zone.h>

#include <algorithm>
#include <chrono>

namespace cron {

namespace {

using Point = cctz::time_point<cctz::seconds>;

// cctz lists changes for 400 years behind the last that the zone's file has. Rules and calendar
// repeat after 400 years, so later instants are looked up that much earlier.
constexpr Second kCycle = Second{146'097} * 86'400;
constexpr Second kListedUntil = 14'516'064'000;  // 2430-01-01

bool is_plain_name(std::string_view name) {
  if (name.empty() || name.front() == '/' || name == "localtime" || name == "posixrules" || name == "Factory")
    return false;
  if (name.starts_with("right/") || name.starts_with("posix/") || name.find("..") != std::string_view::npos)
    return false;
  return std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/' || c == '_' ||
           c == '-' || c == '+';
  });
}

Point point(Second utc) { return Point(cctz::seconds(utc)); }
Second seconds_of(Point at) { return at.time_since_epoch().count(); }

int offset_at(const cctz::time_zone& zone, Second utc) { return zone.lookup(point(utc)).offset; }

// The instant of a change, of which cctz gives the wall times on both sides.
Second instant_of(const cctz::time_zone& zone, const cctz::time_zone::civil_transition& change) {
  for (const auto& wall : {change.from, change.to}) {
    const auto found = zone.lookup(wall);
    if (found.kind != cctz::time_zone::civil_lookup::UNIQUE) return seconds_of(found.trans);
  }
  return seconds_of(zone.lookup(change.to).pre);
}

Span listed_span_at(const cctz::time_zone& zone, Second utc) {
  Span span;
  span.offset = offset_at(zone, utc);
  span.offset_before = span.offset_after = span.offset;
  cctz::time_zone::civil_transition change;
  if (zone.prev_transition(point(utc + 1), &change)) {
    const Second at = instant_of(zone, change);
    if (at <= utc) {
      span.begin = at;
      span.offset_before = offset_at(zone, at - 1);
    }
  }
  if (zone.next_transition(point(utc), &change)) {
    span.end = instant_of(zone, change);
    span.offset_after = offset_at(zone, span.end);
  }
  return span;
}

}  // namespace

struct Zone::Rules {
  cctz::time_zone zone;
};

std::optional<Zone> Zone::find(std::string_view name) {
  if (!is_plain_name(name)) return std::nullopt;
  auto rules = std::make_shared<Rules>();
  if (!cctz::load_time_zone(std::string(name), &rules->zone)) return std::nullopt;
  return Zone(std::string(name), std::move(rules));
}

Zone Zone::utc() { return Zone("UTC", std::make_shared<Rules>(Rules{cctz::utc_time_zone()})); }

Span Zone::span_at(Second utc) const {
  if (!met_.empty() && met_.front().begin <= utc && utc < met_.back().end) {
    const auto behind =
        std::upper_bound(met_.begin(), met_.end(), utc, [](Second at, const Span& span) { return at < span.begin; });
    return *std::prev(behind);
  }
  const Second cycles = utc < kListedUntil ? 0 : (utc - kListedUntil) / kCycle + 1;
  Span span = listed_span_at(rules_->zone, utc - cycles * kCycle);
  if (span.begin > -kForever) span.begin += cycles * kCycle;
  if (span.end < kForever) span.end += cycles * kCycle;
  // At a seam of two cycles the neighbour may end elsewhere; such a stretch is answered, not kept.
  if (met_.empty() || met_.back().end == span.begin)
    met_.push_back(span);
  else if (span.end == met_.front().begin)
    met_.insert(met_.begin(), span);
  else if (cycles == 0)
    met_.assign(1, span);
  return span;
}

}  // namespace cron
