#include "store/mysql_rows.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "store/database_error.hpp"

namespace store {

namespace {

using task::ValueKind;

constexpr unsigned kBinaryCharset = 63;
constexpr unsigned kNoFixedScale = 31;       // a FLOAT or DOUBLE declared without decimals
constexpr std::size_t kLongestNumber = 350;  // of a DOUBLE(255,30): a sign, 309 digits, a point, 30 decimals

ValueKind kind_of(const MYSQL_FIELD& field) {
  switch (field.type) {
    case MYSQL_TYPE_TINY:
    case MYSQL_TYPE_SHORT:
    case MYSQL_TYPE_INT24:
    case MYSQL_TYPE_LONG:
    case MYSQL_TYPE_LONGLONG:
      return ValueKind::kInteger;
    case MYSQL_TYPE_DECIMAL:
    case MYSQL_TYPE_NEWDECIMAL:
      return ValueKind::kDecimal;
    case MYSQL_TYPE_FLOAT:
      return ValueKind::kFloat;
    case MYSQL_TYPE_DOUBLE:
      return ValueKind::kDouble;
    case MYSQL_TYPE_DATE:
    case MYSQL_TYPE_NEWDATE:
      return ValueKind::kDate;
    case MYSQL_TYPE_DATETIME:
    case MYSQL_TYPE_TIMESTAMP:
      return ValueKind::kDateTime;
    case MYSQL_TYPE_TIME:
      return ValueKind::kTime;
    case MYSQL_TYPE_YEAR:
      return ValueKind::kYear;
    case MYSQL_TYPE_BIT:
      return ValueKind::kBit;
    case MYSQL_TYPE_JSON:
      return ValueKind::kJson;
    case MYSQL_TYPE_GEOMETRY:
      return ValueKind::kBinary;
    default:
      return field.charsetnr == kBinaryCharset ? ValueKind::kBinary : ValueKind::kText;
  }
}

std::vector<task::ResultColumn> columns_of(const MYSQL_FIELD* fields, unsigned count) {
  std::vector<task::ResultColumn> columns;
  columns.reserve(count);
  for (unsigned i = 0; i < count; ++i)
    columns.push_back({std::string(fields[i].name, fields[i].name_length), kind_of(fields[i]),
                       fields[i].decimals >= kNoFixedScale ? 0 : static_cast<int>(fields[i].decimals)});
  return columns;
}

class TextRows final : public Rows {
 public:
  TextRows(MYSQL* handle, bool streams_whole) : handle_(handle), streams_whole_(streams_whole) {
    result_ = mysql_use_result(handle);
    if (result_ == nullptr) fail_mysql(handle, "run the report's query");
    const unsigned count = mysql_num_fields(result_);
    const MYSQL_FIELD* fields = mysql_fetch_fields(result_);
    columns_ = columns_of(fields, count);
    cells_.resize(count);
  }

  ~TextRows() override {
    // Freeing an unfinished result reads the rest of it. A page's rest is short; of a whole query it
    // may take hours, so there the connection is given up instead.
    if (!ended_ && streams_whole_) shutdown(mysql_get_socket(handle_), SHUT_RDWR);
    mysql_free_result(result_);
  }

  const std::vector<task::ResultColumn>& columns() const override { return columns_; }

  bool next() override {
    const MYSQL_ROW row = mysql_fetch_row(result_);
    if (row == nullptr) {
      ended_ = true;
      // The end of the rows and a lost connection look alike but for this number.
      if (mysql_errno(handle_) != 0) fail_mysql(handle_, "read the report's rows");
      return false;
    }
    const unsigned long* lengths = mysql_fetch_lengths(result_);
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      if (row[i] == nullptr)
        cells_[i] = {};
      else
        cells_[i] = {columns_[i].kind, std::string_view(row[i], lengths[i])};
    }
    return true;
  }

  std::span<const task::Cell> cells() const override { return cells_; }

 private:
  MYSQL* handle_;
  bool streams_whole_;
  bool ended_ = false;
  MYSQL_RES* result_ = nullptr;
  std::vector<task::ResultColumn> columns_;
  std::vector<task::Cell> cells_;
};

struct CloseStatement {
  void operator()(MYSQL_STMT* statement) const { mysql_stmt_close(statement); }
};
using StatementHandle = std::unique_ptr<MYSQL_STMT, CloseStatement>;

// A connection that is lost while rows are read leaves its error on the connection alone.
[[noreturn]] void fail_statement(MYSQL_STMT* statement, std::string_view doing) {
  if (mysql_stmt_errno(statement) == 0) fail_mysql(statement->mysql, doing);
  throw mysql_error(doing, static_cast<int>(mysql_stmt_errno(statement)), mysql_stmt_error(statement));
}

// A statement that the server has looked at and not run, and what its result will look like.
class Prepared {
 public:
  Prepared(MYSQL* handle, const std::string& sql) : statement_(mysql_stmt_init(handle)) {
    if (statement_ == nullptr) fail_mysql(handle, "prepare the report's query");
    if (mysql_stmt_prepare(statement_.get(), sql.data(), sql.size()) != 0)
      fail_statement(statement_.get(), "run the report's query");
    shape_.reset(mysql_stmt_result_metadata(statement_.get()));
    if (shape_ == nullptr)
      throw base::Error(base::Kind::kInput, "the report's query has no result", "A report reads; it never writes.");
  }

  const MYSQL_FIELD* fields() const { return mysql_fetch_fields(shape_.get()); }
  unsigned count() const { return mysql_num_fields(shape_.get()); }
  StatementHandle take() { return std::move(statement_); }

 private:
  struct FreeResult {
    void operator()(MYSQL_RES* result) const { mysql_free_result(result); }
  };

  StatementHandle statement_;
  std::unique_ptr<MYSQL_RES, FreeResult> shape_;
};

// A number as the server prints it: the shortest text that reads back the same, or the declared decimals.
std::size_t print(double value, unsigned decimals, char* begin, char* end) {
  if (decimals < kNoFixedScale)
    return static_cast<std::size_t>(
        std::to_chars(begin, end, value, std::chars_format::fixed, static_cast<int>(decimals)).ptr - begin);
  const char* const stop = std::to_chars(begin, end, value).ptr;
  return static_cast<std::size_t>(std::remove(begin, const_cast<char*>(stop), '+') - begin);
}

// Rows of a prepared statement. Everything but FLOAT and DOUBLE is turned into text by the library.
class BinaryRows final : public Rows {
 public:
  BinaryRows(MYSQL* handle, StatementHandle statement, const MYSQL_FIELD* fields, unsigned count)
      : handle_(handle),
        statement_(std::move(statement)),
        columns_(columns_of(fields, count)),
        values_(count),
        binds_(count) {
    for (unsigned i = 0; i < count; ++i) {
      values_[i].decimals = columns_[i].kind == ValueKind::kFloat ? kNoFixedScale : fields[i].decimals;
      bind(i);
    }
    cells_.resize(count);
    if (mysql_stmt_execute(statement_.get()) != 0 || mysql_stmt_bind_result(statement_.get(), binds_.data()))
      fail_statement(statement_.get(), "run the report's query");
  }

  ~BinaryRows() override {
    // Closing would read the rest of the result, which may take hours.
    if (!ended_) shutdown(mysql_get_socket(handle_), SHUT_RDWR);
  }

  const std::vector<task::ResultColumn>& columns() const override { return columns_; }

  bool next() override {
    const int code = mysql_stmt_fetch(statement_.get());
    if (code == MYSQL_NO_DATA) {
      ended_ = true;
      if (mysql_errno(handle_) != 0) fail_mysql(handle_, "read the report's rows");
      return false;
    }
    if (code != 0 && code != MYSQL_DATA_TRUNCATED) fail_statement(statement_.get(), "read the report's rows");
    bool has_grown = false;
    for (unsigned i = 0; i < cells_.size(); ++i) cells_[i] = read(i, has_grown);
    // Only now: binding forgets where the row's values are.
    if (has_grown && mysql_stmt_bind_result(statement_.get(), binds_.data()))
      fail_statement(statement_.get(), "read a long value");
    return true;
  }

  std::span<const task::Cell> cells() const override { return cells_; }

 private:
  struct Value {
    std::string text = std::string(kLongestNumber, '\0');  // grows with the longest value so far
    double number = 0;
    unsigned decimals = kNoFixedScale;
    unsigned long length = 0;
    my_bool is_null = 0;
  };

  bool is_number(unsigned i) const {
    return columns_[i].kind == ValueKind::kFloat || columns_[i].kind == ValueKind::kDouble;
  }

  void bind(unsigned i) {
    MYSQL_BIND& bind = binds_[i];
    bind = {};
    bind.buffer_type = is_number(i) ? MYSQL_TYPE_DOUBLE : MYSQL_TYPE_STRING;
    bind.buffer = is_number(i) ? static_cast<void*>(&values_[i].number) : values_[i].text.data();
    bind.buffer_length = is_number(i) ? sizeof(double) : values_[i].text.size();
    bind.length = &values_[i].length;
    bind.is_null = &values_[i].is_null;
  }

  task::Cell read(unsigned i, bool& has_grown) {
    Value& value = values_[i];
    if (value.is_null) return {};
    if (is_number(i)) {
      value.length = print(value.number, value.decimals, value.text.data(), value.text.data() + value.text.size());
    } else if (value.length > value.text.size()) {
      value.text.resize(value.length);
      bind(i);
      has_grown = true;
      if (mysql_stmt_fetch_column(statement_.get(), &binds_[i], i, 0) != 0)
        fail_statement(statement_.get(), "read a long value");
    }
    return {columns_[i].kind, std::string_view(value.text.data(), value.length)};
  }

  MYSQL* handle_;
  StatementHandle statement_;
  std::vector<task::ResultColumn> columns_;
  std::vector<Value> values_;
  std::vector<MYSQL_BIND> binds_;
  std::vector<task::Cell> cells_;
  bool ended_ = false;
};

}  // namespace

void fail_mysql(MYSQL* handle, std::string_view doing) {
  throw mysql_error(doing, static_cast<int>(mysql_errno(handle)), mysql_error(handle));
}

std::unique_ptr<Rows> stream_text_rows(MYSQL* handle, bool streams_whole) {
  return std::make_unique<TextRows>(handle, streams_whole);
}

std::vector<task::ResultColumn> describe_result(MYSQL* handle, const std::string& sql) {
  const Prepared prepared(handle, sql);
  return columns_of(prepared.fields(), prepared.count());
}

std::unique_ptr<Rows> stream_exact_floats(MYSQL* handle, const std::string& sql) {
  Prepared prepared(handle, sql);
  const MYSQL_FIELD* const fields = prepared.fields();
  const unsigned count = prepared.count();
  if (std::none_of(fields, fields + count, [](const MYSQL_FIELD& field) { return field.type == MYSQL_TYPE_FLOAT; }))
    return nullptr;
  return std::make_unique<BinaryRows>(handle, prepared.take(), fields, count);
}

}  // namespace store
