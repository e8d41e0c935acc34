#include "pass/steps.hpp"

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <string>

#include "base/error.hpp"

namespace pass {

std::function<void(std::string_view)> steps_from_environment() {
  const char* text = std::getenv("ONESHOT_TEST_STEP");
  if (text == nullptr || *text == '\0') return {};
  std::string name(text);
  const std::size_t colon = name.rfind(':');
  const std::string action = colon == std::string::npos ? "" : name.substr(colon + 1);
  const int signal = action == "kill" ? SIGKILL : action == "term" ? SIGTERM : action == "stop" ? SIGSTOP : 0;
  if (signal == 0)
    throw base::Error(base::Kind::kUsage, "ONESHOT_TEST_STEP '" + name + "' is not NAME[#N]:kill|term|stop");
  name.resize(colon);
  int wanted = 1;
  if (const std::size_t mark = name.find('#'); mark != std::string::npos) {
    wanted = std::atoi(name.c_str() + mark + 1);
    name.resize(mark);
  }
  auto reached = std::make_shared<std::atomic<int>>(0);
  return [name, signal, wanted, reached](std::string_view step) {
    if (step == name && ++*reached == wanted) raise(signal);
  };
}

}  // namespace pass
