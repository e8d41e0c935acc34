// Any text as a crontab, in both formats.
#include <string>

#include "forecasting/file_checks.hpp"
#include "forecasting/findings_text.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  forecasting::CheckRules rules;
  rules.zone = cron::Zone::find("America/New_York");
  rules.now = 1'743'000'000;
  for (const auto format : {cron::CrontabFormat::kUser, cron::CrontabFormat::kSystem}) {
    forecasting::Checked checked;
    forecasting::check_crontab("crontab", text, format, rules, checked);
    forecasting::as_text(checked);
    forecasting::as_github(checked);
    forecasting::as_sarif(checked);
  }
  cron::shown_format(text);
  return 0;
}
