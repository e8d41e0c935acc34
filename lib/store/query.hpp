// Runs one embedded statement with named binds, and reads rows as text. For this folder only.
#pragma once

#include <soci/soci.h>

#include <cstdint>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.hpp"
#include "store/session.hpp"
#include "store/statement.hpp"

namespace store {

// A row of a result, read by position. SOCI's own conversions lose fractions of seconds and
// digits of decimals, so every value comes as the text that the database gave.
class Row {
 public:
  explicit Row(std::vector<std::optional<std::string>> values) : values_(std::move(values)) {}

  std::string text(std::size_t column) const { return values_[column].value_or(""); }
  std::optional<std::string> maybe_text(std::size_t column) const { return values_[column]; }
  std::int64_t integer(std::size_t column) const { return maybe_integer(column).value_or(0); }
  std::optional<std::int64_t> maybe_integer(std::size_t column) const;
  std::optional<base::Instant> maybe_instant(std::size_t column) const;

 private:
  std::vector<std::optional<std::string>> values_;
};

class Query {
 public:
  Query(Session& session, const sql::Statement& statement);
  Query(Session& session, const char* name, std::string_view text);  // for a migration's step

  Query& bind(const char* name, std::int64_t value);
  Query& bind(const char* name, const std::string& value);
  Query& bind(const char* name, const std::optional<std::string>& value);
  Query& bind(const char* name, const std::optional<std::int64_t>& value);
  Query& bind(const char* name, const std::optional<base::Instant>& value);
  Query& bind(const char* name, base::milliseconds value);  // as microseconds

  // Rows that the statement matched: SOCI connects with CLIENT_FOUND_ROWS.
  std::int64_t run();
  std::vector<Row> rows(std::size_t columns);
  std::optional<Row> row(std::size_t columns);

 private:
  struct Bind {
    const char* name;
    bool is_number;
    long long number;
    std::string text;
    soci::indicator indicator;
  };
  std::int64_t execute(std::size_t columns, std::vector<Row>* rows);

  Session* session_;
  const char* name_;
  std::string text_;
  std::list<Bind> binds_;  // a list, since SOCI keeps the addresses
};

// The id that this session's last INSERT was given.
std::int64_t last_inserted_id(Session& session);

}  // namespace store
