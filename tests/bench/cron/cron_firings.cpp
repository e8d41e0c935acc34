// Firings per CPU second over the expressions of bench.tsv, 1,000 each: `cron_bench FILE`.
#include <ctime>
#include <fstream>
#include <iostream>
#include <string>

#include "cron/firings.hpp"
#include "cron/parse.hpp"

namespace {

constexpr int kFirings = 1'000;
constexpr cron::Second kFrom = 1'736'899'200;  // 2025-01-15T00:00:00Z

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 64;
  std::ifstream file(argv[1]);
  std::string zone_name, text, rest;
  std::size_t fired = 0;
  cron::Second sum = 0;
  const double began = cpu_seconds();
  while (std::getline(file, zone_name, '\t') && std::getline(file, text, '\t') && std::getline(file, rest)) {
    const auto parsed = cron::parse(text, cron::Dialect::kLinux);
    const auto* schedule = cron::schedule_in(parsed);
    const auto zone = cron::Zone::find(zone_name);
    if (schedule == nullptr || !zone) return 65;
    cron::Firings firings(*schedule, *zone);
    auto at = firings.next(kFrom);
    for (int i = 0; i < kFirings && at; ++i, ++fired) {
      sum += *at;
      at = firings.next(*at);
    }
  }
  const double took = cpu_seconds() - began;
  std::cout << static_cast<long>(static_cast<double>(fired) / took) << "\n";
  std::cerr << fired << " firings in " << took << " s, check sum " << sum << "\n";
  return fired == 0 ? 70 : 0;
}
