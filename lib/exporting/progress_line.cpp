#include "exporting/progress_line.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace exporting {

namespace {

constexpr int kBarColumns = 24;

std::string grouped(std::int64_t number) {
  std::string digits = std::to_string(number);
  for (std::ptrdiff_t at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(static_cast<std::size_t>(at), ",");
  return digits;
}

std::string bar(int percent) {
  const int filled = std::clamp(percent * kBarColumns / 100, 0, kBarColumns);
  return "[" + std::string(static_cast<std::size_t>(filled), '#') +
         std::string(static_cast<std::size_t>(kBarColumns - filled), ' ') + "]";
}

}  // namespace

void ProgressLine::look(const task::Task& task, Clock::time_point at) {
  const std::int64_t rows = task.written_rows.value_or(0);
  const bool began_anew = !looked_ || task.run_token != task_.run_token || rows < first_rows_;
  if (began_anew) {
    first_rows_ = rows;
    first_at_ = at;
  }
  looked_ = true;
  last_at_ = at;
  task_ = task;
}

std::optional<double> ProgressLine::rows_per_second() const {
  const std::chrono::duration<double> seen = last_at_ - first_at_;
  const std::int64_t rows = task_.written_rows.value_or(0) - first_rows_;
  if (task_.state != task::State::RUNNING || seen.count() < 0.2 || rows <= 0) return std::nullopt;
  return static_cast<double>(rows) / seen.count();
}

std::optional<base::seconds> ProgressLine::time_left() const {
  const auto rate = rows_per_second();
  if (!rate || !task_.total_rows) return std::nullopt;
  const auto left = static_cast<double>(std::max<std::int64_t>(0, *task_.total_rows - task_.written_rows.value_or(0)));
  return base::seconds{static_cast<std::int64_t>(std::ceil(left / *rate))};
}

std::string ProgressLine::text(int width) const {
  char percent[8];
  std::snprintf(percent, sizeof percent, "%3d%%", task_.progress);
  std::string line = std::string(task::name_of(task_.state)) + "  " + bar(task_.progress) + " " + percent;
  if (task_.total_rows)
    line += "  " + grouped(task_.written_rows.value_or(0)) + " of " + grouped(*task_.total_rows) + " rows";
  if (const auto rate = rows_per_second()) line += "  " + grouped(static_cast<std::int64_t>(*rate)) + " rows/s";
  if (const auto left = time_left()) line += "  about " + base::format_duration(*left) + " left";
  if (width > 0 && line.size() > static_cast<std::size_t>(width)) line.resize(static_cast<std::size_t>(width));
  return line;
}

}  // namespace exporting
