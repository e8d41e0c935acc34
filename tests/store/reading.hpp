// Reports read from a test's database.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "exporting/report_pages.hpp"
#include "support/task_database.hpp"
#include "task/report.hpp"

namespace support {

// A `from` report over `table`, its columns being the key's and `columns`.
inline task::Report paged_report(const std::string& table, std::vector<std::string> key,
                                 std::vector<std::string> columns, std::uint64_t page_rows) {
  task::Report report;
  report.name = "r";
  report.from = table;
  report.key = std::move(key);
  for (const std::string& column : columns) report.columns.push_back({column, column, {}, ""});
  report.page_rows = page_rows;
  return report;
}

inline task::Report whole_query(const std::string& query) {
  task::Report report;
  report.name = "r";
  report.query = query;
  return report;
}

struct ReadRows {
  exporting::ReportShape shape;
  std::vector<std::string> rows;    // cells with a comma between, NULL for NULL
  std::vector<std::int64_t> pages;  // rows so far after each page
};

inline std::string text_of(std::span<const task::Cell> cells) {
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i)
    text += (i == 0 ? "" : ",") + (cells[i].is_null() ? std::string("NULL") : std::string(cells[i].bytes));
  return text;
}

// Checks, opens and reads the report to its end, or throws. `after_page` runs between two pages.
inline ReadRows read_report(store::Reader& reader, const task::Report& report, const task::ParamValues& values = {},
                            const std::function<void(std::int64_t)>& after_page = {}) {
  task::check(report);
  exporting::ReportPages pages(report, values, reader);
  ReadRows read;
  read.shape = pages.open();
  pages.each([&](std::span<const task::Cell> cells) { read.rows.push_back(text_of(cells)); },
             [&](std::int64_t rows) {
               read.pages.push_back(rows);
               if (after_page) after_page(rows);
             });
  return read;
}

inline ReadRows read_report(TaskDatabase& database, const task::Report& report, const task::ParamValues& values = {}) {
  const auto reader = store::open_reader(database.url(), {});
  return read_report(*reader, report, values);
}

template <class Body>
base::Error error_of(Body body) {
  try {
    body();
  } catch (const base::Error& error) {
    return error;
  }
  throw std::logic_error("no error");
}

}  // namespace support
