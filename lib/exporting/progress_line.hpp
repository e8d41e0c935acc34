// One line of progress for people.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "task/task.hpp"

namespace exporting {

// Rate and time left from what was seen between the first and the last look.
class ProgressLine {
 public:
  using Clock = std::chrono::steady_clock;

  void look(const task::Task& task, Clock::time_point at);

  std::optional<double> rows_per_second() const;
  std::optional<base::seconds> time_left() const;

  // "RUNNING  [#####     ]  37%  37,000 of 100,000 rows  52,000 rows/s  about 2 s left", never wider
  // than `width` columns.
  std::string text(int width) const;

 private:
  task::Task task_;
  std::int64_t first_rows_ = 0;
  Clock::time_point first_at_{}, last_at_{};
  bool looked_ = false;
};

}  // namespace exporting
