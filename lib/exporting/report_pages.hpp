// A report's rows, page after page, within one snapshot.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "store/reader.hpp"
#include "store/report_query.hpp"
#include "task/report.hpp"

namespace exporting {

// What a report's rows look like, known before the first is read.
struct ReportShape {
  std::vector<task::ResultColumn> columns;  // of the result, without the key's
  std::vector<std::string> headers;
  std::int64_t total = 0;
};

class ReportPages {
 public:
  // Begins the snapshot. Keeps references to `report` and `reader`.
  ReportPages(const task::Report& report, const task::ParamValues& values, store::Reader& reader);

  // What was committed by then is in the report.
  base::Instant snapshot_at() const { return snapshot_at_; }

  // Refuses what cannot be exported whole (Error{kInput}: unknown column, a key that is not unique),
  // and counts.
  ReportShape open();

  // Hands every row to `row` in order, and says after each page how many there were so far. Throws
  // Error{kInput} when the key turns out not to tell rows apart.
  void each(const std::function<void(std::span<const task::Cell>)>& row,
            const std::function<void(std::int64_t)>& page_done);

 private:
  void check_key();
  void choose_columns(const std::vector<task::ResultColumn>& found);
  std::int64_t count();
  std::size_t read_page(const std::function<void(std::span<const task::Cell>)>& row);
  void remember_key(std::span<const task::Cell> cells);
  void each_of_whole(const std::function<void(std::span<const task::Cell>)>& row,
                     const std::function<void(std::int64_t)>& page_done);

  const task::Report* report_;
  store::Reader* reader_;
  store::ReportQuery query_;
  base::Instant snapshot_at_;
  ReportShape shape_;
  std::size_t result_columns_ = 0;     // of the query, picked or not
  std::vector<std::size_t> picked_;    // of a whole query: which result column is which report column
  std::vector<std::string> last_key_;  // as literals
  std::int64_t read_ = 0;
};

}  // namespace exporting
