// Any text as a Kubernetes manifest.
#include <string>

#include "forecasting/file_checks.hpp"
#include "forecasting/findings_text.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  forecasting::CheckRules rules;
  rules.now = 1'743'000'000;
  forecasting::Checked checked;
  forecasting::check_manifest("manifest.yaml", text, rules, checked);
  forecasting::as_text(checked);
  forecasting::as_json(checked, 0);
  return 0;
}
