#include "cron/parse.hpp"

#include "cron/refusal.hpp"

namespace cron {

namespace {

Schedule read(Piece text, Dialect dialect, std::string_view seed) {
  switch (dialect) {
    case Dialect::kLinux:
      return read_linux(text, seed);
    case Dialect::kSpring:
      return read_spring(text);
    case Dialect::kQuartz:
      return read_quartz(text);
    case Dialect::kK8s:
      return read_k8s(text);
  }
  return {};
}

}  // namespace

Parsed parse(std::string_view text, Dialect dialect, std::string_view seed) {
  const std::u32string characters = decode(text);
  try {
    Schedule schedule = read({characters, 0}, dialect, seed);
    schedule.text = text;
    complete(schedule);
    return schedule;
  } catch (const Refusal& refusal) {
    return refusal.error;
  }
}

}  // namespace cron
