#include "exporting/report_pages.hpp"

#include <algorithm>
#include <charconv>

#include "base/error.hpp"
#include "store/literal.hpp"

namespace exporting {

namespace {

using base::Error;
using base::Kind;

[[noreturn]] void refuse(const task::Report& report, const std::string& reason, std::string hint = {}) {
  throw Error(Kind::kInput, "report '" + report.name + "': " + reason, std::move(hint));
}

std::string joined(const std::vector<std::string>& parts) {
  std::string out;
  for (const std::string& part : parts) out += (out.empty() ? "" : ", ") + part;
  return out;
}

}  // namespace

ReportPages::ReportPages(const task::Report& report, const task::ParamValues& values, store::Reader& reader)
    : report_(&report),
      reader_(&reader),
      query_(report, values, reader.backend()),
      snapshot_at_(reader.begin_snapshot()) {}

ReportShape ReportPages::open() {
  choose_columns(reader_->describe(query_.describe()));
  if (report_->is_paged()) check_key();
  shape_.total = count();
  return shape_;
}

// The names of a query's result are its headers, unless columns picks and renames them.
void ReportPages::choose_columns(const std::vector<task::ResultColumn>& found) {
  const std::vector<task::Column>& wanted = report_->columns;
  result_columns_ = found.size();
  const bool picks_from_whole = report_->is_query() && !report_->is_paged() && !wanted.empty();
  if (wanted.empty() || !picks_from_whole) {
    shape_.columns = found;
    for (std::size_t i = 0; i < found.size(); ++i) {
      shape_.headers.push_back(wanted.empty() ? found[i].name : wanted[i].header);
      picked_.push_back(i);
    }
    return;
  }
  for (const task::Column& column : wanted) {
    const auto at = std::find_if(found.begin(), found.end(),
                                 [&](const task::ResultColumn& other) { return other.name == column.expr; });
    if (at == found.end())
      refuse(*report_, "the query has no column '" + column.expr + "'",
             "Beside a query without key, expr names a column of its result.");
    shape_.columns.push_back(*at);
    shape_.headers.push_back(column.header);
    picked_.push_back(static_cast<std::size_t>(at - found.begin()));
  }
}

// What the server can tell of the key at once; that the rows read are as many as were counted is
// checked at the end.
void ReportPages::check_key() {
  const std::vector<store::KeyColumn> keys = reader_->describe_keys(query_.describe_keys(), report_->key);
  std::vector<std::string> columns;
  const store::KeyColumn* known = nullptr;
  for (const store::KeyColumn& key : keys) {
    if (!key.sorts_as_read)
      refuse(*report_, "key '" + key.expr + "' is of a type that is not ordered as it compares",
             "Use an integer, a decimal, a text, a date or a binary column.");
    if (!key.table.empty() && (known == nullptr || key.table == known->table)) {
      known = &key;
      columns.push_back(key.column);
    }
  }
  // A query makes its rows itself: an index of a table beneath it tells nothing of them.
  if (report_->is_query()) return;
  if (known != nullptr && !reader_->is_unique(*known, columns))
    refuse(*report_, "key " + joined(report_->key) + " has no unique index without NULL in table " + known->table,
           "Name the columns of the primary key, or of a unique index.");
}

std::int64_t ReportPages::count() {
  const std::unique_ptr<store::Rows> rows = reader_->run(query_.count(result_columns_), !report_->is_paged());
  std::int64_t total = 0;
  while (rows->next()) {
    const std::string_view text = rows->cells()[0].bytes;
    std::from_chars(text.data(), text.data() + text.size(), total);
  }
  return total;
}

void ReportPages::remember_key(std::span<const task::Cell> cells) {
  last_key_.clear();
  for (const task::Cell& cell : cells) last_key_.push_back(store::key_literal(cell, reader_->backend()));
}

// One page; the rows in it.
std::size_t ReportPages::read_page(const std::function<void(std::span<const task::Cell>)>& row) {
  const std::unique_ptr<store::Rows> rows = reader_->run(query_.page(last_key_, report_->page_rows, shape_.columns));
  const std::size_t columns = shape_.columns.size();
  std::size_t count = 0;
  while (rows->next()) {
    const std::span<const task::Cell> cells = rows->cells();
    row(cells.first(columns));
    // The bytes are gone with the next row, and only the page's last key is needed; but a page that
    // is not full is the last one.
    if (++count == report_->page_rows) remember_key(cells.subspan(columns));
  }
  return count;
}

void ReportPages::each(const std::function<void(std::span<const task::Cell>)>& row,
                       const std::function<void(std::int64_t)>& page_done) {
  if (!report_->is_paged()) return each_of_whole(row, page_done);
  for (;;) {
    const std::size_t rows = read_page(row);
    read_ += static_cast<std::int64_t>(rows);
    page_done(read_);
    if (rows < report_->page_rows) break;
  }
  if (read_ != shape_.total)
    refuse(*report_,
           "key " + joined(report_->key) + " does not tell rows apart: " + std::to_string(shape_.total) +
               " rows counted, " + std::to_string(read_) + " read",
           "Add columns to key until it is unique and never NULL.");
}

void ReportPages::each_of_whole(const std::function<void(std::span<const task::Cell>)>& row,
                                const std::function<void(std::int64_t)>& page_done) {
  const std::unique_ptr<store::Rows> rows = reader_->run(query_.whole(), true);
  std::vector<task::Cell> chosen(picked_.size());
  while (rows->next()) {
    const std::span<const task::Cell> cells = rows->cells();
    for (std::size_t i = 0; i < picked_.size(); ++i) chosen[i] = cells[picked_[i]];
    row(chosen);
    if (++read_ % static_cast<std::int64_t>(report_->page_rows) == 0) page_done(read_);
  }
  page_done(read_);
}

}  // namespace exporting
