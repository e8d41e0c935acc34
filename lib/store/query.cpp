#include "store/query.hpp"

#include <charconv>

#include "store/database_error.hpp"

namespace store {

std::optional<std::int64_t> Row::maybe_integer(std::size_t column) const {
  const std::optional<std::string>& text = values_[column];
  if (!text) return std::nullopt;
  std::int64_t value = 0;
  std::from_chars(text->data(), text->data() + text->size(), value);
  return value;
}

std::optional<base::Instant> Row::maybe_instant(std::size_t column) const {
  const std::optional<std::string>& text = values_[column];
  return text ? base::parse_database_time(*text) : std::nullopt;
}

Query::Query(Session& session, const sql::Statement& statement)
    : Query(session, statement.name, session.is_mysql() ? statement.mysql : statement.sqlite) {}

Query::Query(Session& session, const char* name, std::string_view text)
    : session_(&session), name_(name), text_(text) {}

Query& Query::bind(const char* name, std::int64_t value) {
  binds_.push_back({name, true, value, {}, soci::i_ok});
  return *this;
}

Query& Query::bind(const char* name, const std::string& value) {
  binds_.push_back({name, false, 0, value, soci::i_ok});
  return *this;
}

Query& Query::bind(const char* name, const std::optional<std::string>& value) {
  binds_.push_back({name, false, 0, value.value_or(""), value ? soci::i_ok : soci::i_null});
  return *this;
}

Query& Query::bind(const char* name, const std::optional<std::int64_t>& value) {
  binds_.push_back({name, true, value.value_or(0), {}, value ? soci::i_ok : soci::i_null});
  return *this;
}

Query& Query::bind(const char* name, const std::optional<base::Instant>& value) {
  return bind(name, value ? std::optional(base::format_database_time(*value)) : std::nullopt);
}

Query& Query::bind(const char* name, base::milliseconds value) {
  return bind(name, std::chrono::duration_cast<base::microseconds>(value).count());
}

std::int64_t Query::run() { return execute(0, nullptr); }

std::vector<Row> Query::rows(std::size_t columns) {
  std::vector<Row> rows;
  execute(columns, &rows);
  return rows;
}

std::optional<Row> Query::row(std::size_t columns) {
  std::vector<Row> all = rows(columns);
  if (all.empty()) return std::nullopt;
  return std::move(all.front());
}

std::int64_t Query::execute(std::size_t columns, std::vector<Row>* rows) {
  return translated(std::string("run ") + name_, [&]() -> std::int64_t {
    soci::statement statement(session_->soci());
    std::vector<std::string> values(columns);
    std::vector<soci::indicator> indicators(columns, soci::i_ok);
    for (std::size_t i = 0; i < columns; ++i) statement.exchange(soci::into(values[i], indicators[i]));
    for (Bind& bind : binds_) {
      if (bind.is_number)
        statement.exchange(soci::use(bind.number, bind.indicator, bind.name));
      else
        statement.exchange(soci::use(bind.text, bind.indicator, bind.name));
    }
    statement.alloc();
    statement.prepare(text_);
    statement.define_and_bind();
    statement.execute(rows == nullptr);
    if (rows == nullptr) return statement.get_affected_rows();
    while (statement.fetch()) {
      std::vector<std::optional<std::string>> row(columns);
      for (std::size_t i = 0; i < columns; ++i)
        if (indicators[i] == soci::i_ok) row[i] = values[i];
      rows->emplace_back(std::move(row));
    }
    return static_cast<std::int64_t>(rows->size());
  });
}

std::int64_t last_inserted_id(Session& session) {
  return translated("read the new id", [&] {
    long long id = 0;
    session.soci() << (session.is_mysql() ? "SELECT LAST_INSERT_ID()" : "SELECT last_insert_rowid()"), soci::into(id);
    return std::int64_t{id};
  });
}

}  // namespace store
