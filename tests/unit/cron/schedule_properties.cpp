// What holds for every expression, in every zone, from every instant.
#include <catch2/catch.hpp>
#include <clocale>
#include <cstdlib>

#include "cron/civil.hpp"
#include "cron/engine_walk.hpp"
#include "cron/print.hpp"
#include "random_schedules.hpp"

using cron::Second;
using cron_test::Sample;

namespace {

void check(const std::string& what, const std::function<void(const Sample&)>& property) {
  CHECK(rc::check(what, [&] { property(*cron_test::sample()); }));
}

constexpr Second kStepLimit = 200'000;

// The plain rules, by stepping: whether the clock that has just come to `utc` starts the job.
bool steps_on(const cron::Schedule& schedule, const cron::Zone& zone, Second utc) {
  const cron::Span span = zone.span_at(utc);
  const Second wall = utc + span.offset;
  const bool matches = cron::matches_wall(schedule, wall);
  switch (schedule.clock_rule) {
    case cron::ClockRule::kLiteral:
      return matches;
    case cron::ClockRule::kSecondReading: {
      // It is the first reading when the same wall time comes again.
      for (Second later = 1800; later <= 4 * 3600; later += 1800)
        if (utc + later + zone.span_at(utc + later).offset == wall) return false;
      return matches;
    }
    case cron::ClockRule::kCatchUp: {
      const Second longest = 3 * cron::kSecondsPerHour;
      if (span.jump_in() < 0 && -span.jump_in() <= longest && utc - span.begin < -span.jump_in()) return false;
      if (utc == span.begin && span.jump_in() > 0 && span.jump_in() <= longest)
        for (Second skipped = wall - span.jump_in(); skipped < wall; skipped += 60)
          if (cron::matches_wall(schedule, skipped)) return true;
      return matches;
    }
  }
  return false;
}

// Zones whose changes two of the engines do not take plainly are compared with the engines' own walks.
bool leaves_plain_rule(const Sample& made, const cron::Zone& zone, Second until) {
  if (made.dialect != cron::Dialect::kSpring && made.dialect != cron::Dialect::kK8s) return false;
  return cron::has_uneven_change(zone, made.from - 40 * cron::kSecondsPerDay, until + 2 * cron::kSecondsPerDay);
}

// Quartz asked within the first pass of a repeated hour goes on from the same wall time in the second.
bool asks_in_first_pass(const Sample& made, const cron::Zone& zone) {
  if (made.dialect != cron::Dialect::kQuartz) return false;
  const cron::Span span = zone.span_at(made.from + 1);
  return span.jump_out() < 0 && made.from + 1 >= span.end + span.jump_out();
}

}  // namespace

TEST_CASE("next is later than the instant asked, and the same when asked anew") {
  check("later", [](const Sample& made) {
    const auto schedule = cron_test::schedule(made.text, made.dialect);
    const auto zone = cron_test::zone(made.zone);
    cron::Firings firings(schedule, zone);
    Second last = made.from;
    for (int i = 0; i < 20; ++i) {
      const auto next = firings.next(last);
      if (!next) return;
      RC_ASSERT(*next > last);
      RC_ASSERT(cron::Firings(schedule, cron_test::zone(made.zone)).next(last) == next);
      last = *next;
    }
  });
}

TEST_CASE("nothing fires between the instant asked and next") {
  check("nothing between", [](const Sample& made) {
    const auto schedule = cron_test::schedule(made.text, made.dialect);
    const auto zone = cron_test::zone(made.zone);
    const auto next = cron::Firings(schedule, zone).next(made.from);
    const Second step = (schedule.seconds == 1) ? 60 : 1;
    const Second until = std::min(next.value_or(made.from + kStepLimit * step), made.from + kStepLimit * step);
    RC_PRE(!leaves_plain_rule(made, zone, until) && !asks_in_first_pass(made, zone));
    Second at = made.from + 1;
    at += (step - at % step) % step;
    for (; at < until; at += step)
      if (steps_on(schedule, zone, at)) RC_FAIL("fires at " + cron_test::shown(at, zone));
    if (next && *next == until) RC_ASSERT(steps_on(schedule, zone, until));
  });
}

TEST_CASE("near even clock changes the engines' walks end where the plain rule does") {
  check("walks agree", [](const Sample& made) {
    RC_PRE(made.dialect == cron::Dialect::kSpring || made.dialect == cron::Dialect::kK8s);
    const auto schedule = cron_test::schedule(made.text, made.dialect);
    const auto zone = cron_test::zone(made.zone);
    const auto next = cron::Firings(schedule, zone).next(made.from);
    RC_PRE(next.has_value());
    const auto walked = made.dialect == cron::Dialect::kSpring ? cron::spring_next(schedule, zone, made.from)
                                                               : cron::robfig_next(schedule, zone, made.from);
    // Where a day is missing, robfig is stuck, and ours is the plain rule.
    RC_PRE(!walked || *walked > made.from);
    RC_ASSERT(walked == next);
  });
}

TEST_CASE("previous and next are inverse") {
  check("inverse", [](const Sample& made) {
    const auto schedule = cron_test::schedule(made.text, made.dialect);
    const auto zone = cron_test::zone(made.zone);
    cron::Firings firings(schedule, zone);
    // From a firing on: an instant in the middle of a repeated hour need not lie on the chain.
    const auto first = firings.next(made.from);
    RC_PRE(first.has_value());
    const auto second = firings.next(*first);
    RC_PRE(second.has_value() && !leaves_plain_rule(made, zone, *second));
    RC_ASSERT(firings.prev(*second) == first);
    RC_ASSERT(firings.next(*firings.prev(*second)) == second);
  });
}

TEST_CASE("what is printed reads as the same schedule and prints the same") {
  check("stable", [](const Sample& made) {
    const auto schedule = cron_test::schedule(made.text, made.dialect);
    const std::string text = cron::normal_form(schedule);
    auto again = cron_test::schedule(text, made.dialect);
    RC_ASSERT(cron::normal_form(again) == text);
    again.text = schedule.text;
    if (made.dialect == cron::Dialect::kLinux || made.dialect == cron::Dialect::kK8s)
      RC_ASSERT(again.day_rule == schedule.day_rule);
    RC_ASSERT(again.day_table == schedule.day_table);
    RC_ASSERT(again.minutes == schedule.minutes && again.hours == schedule.hours && again.seconds == schedule.seconds);
    RC_ASSERT(again.clock_rule == schedule.clock_rule && again.months == schedule.months &&
              again.years == schedule.years);
  });
}

TEST_CASE("the host's zone and locale change no answer") {
  const std::string locale = std::setlocale(LC_ALL, nullptr);
  check("independent", [](const Sample& made) {
    const auto answer = [&made] {
      const auto schedule = cron_test::schedule(made.text, made.dialect);
      const auto zone = cron_test::zone(made.zone);
      return cron::Firings(schedule, zone).next(made.from);
    };
    setenv("TZ", "UTC", 1);
    tzset();
    const auto plain = answer();
    for (const auto* host : {"Pacific/Kiritimati", "America/St_Johns"}) {
      setenv("TZ", host, 1);
      tzset();
      std::setlocale(LC_ALL, "C.UTF-8");
      RC_ASSERT(answer() == plain);
    }
    std::setlocale(LC_ALL, "C");
    unsetenv("TZ");
  });
  std::setlocale(LC_ALL, locale.c_str());
}
