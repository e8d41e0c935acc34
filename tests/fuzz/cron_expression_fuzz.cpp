// Any text as an expression: read in every dialect, printed, read again, explained, asked for its firings.
#include <cstdlib>
#include <string>

#include "cron/compare.hpp"
#include "cron/explain.hpp"
#include "cron/firings.hpp"
#include "cron/print.hpp"

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

void ask(const cron::Schedule& schedule, const cron::Zone& zone) {
  cron::Firings firings(schedule, zone);
  cron::Second last = 1'743'000'000;
  for (int i = 0; i < 10; ++i) {
    const auto next = firings.next(last);
    if (!next) break;
    require(*next > last);
    last = *next;
  }
  const auto before = firings.prev(last);
  require(!before || *before < last);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const cron::Zone kZones[] = {*cron::Zone::find("America/New_York"), *cron::Zone::find("Australia/Lord_Howe"),
                                      *cron::Zone::find("Africa/Cairo")};
  const std::string text(reinterpret_cast<const char*>(data), size);
  for (const cron::Reading& reading : cron::readings_of(text, "seed")) {
    const cron::Schedule* schedule = cron::schedule_in(reading.parsed);
    if (schedule == nullptr) {
      const auto& error = std::get<cron::SyntaxError>(reading.parsed);
      require(!error.message.empty() && error.position <= size);
      continue;
    }
    const std::string normal = cron::normal_form(*schedule);
    const auto again = cron::parse(normal, reading.dialect);
    require(cron::schedule_in(again) != nullptr && cron::normal_form(*cron::schedule_in(again)) == normal);
    for (const cron::Zone& zone : kZones) ask(*schedule, zone);
    for (const auto language : {cron::Language::kEnglish, cron::Language::kChinese}) {
      require(!cron::explain(*schedule, language).empty());
      cron::explain_notes(*schedule, kZones[1], 1'743'000'000, language);
    }
  }
  return 0;
}
