#include "store/mysql_reader.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <map>

#include <soci/mysql/soci-mysql.h>
#include <soci/soci.h>

#include "embedded_sql.hpp"
#include "store/database_error.hpp"
#include "store/mysql_dial.hpp"

namespace store {

namespace {

using task::ValueKind;

constexpr unsigned kBinaryCharset = 63;
constexpr unsigned kNetWriteTimeout = 24 * 3600;  // seconds the server waits while our disk is slow

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

// A type whose ORDER BY is not the order of its comparison with a literal.
bool sorts_as_read(const MYSQL_FIELD& field) {
  if ((field.flags & (ENUM_FLAG | SET_FLAG)) != 0) return false;
  return field.type != MYSQL_TYPE_FLOAT && field.type != MYSQL_TYPE_JSON && field.type != MYSQL_TYPE_GEOMETRY;
}

[[noreturn]] void fail(MYSQL* handle, std::string_view doing) {
  throw mysql_error(doing, static_cast<int>(mysql_errno(handle)), mysql_error(handle));
}

class MysqlRows final : public Rows {
 public:
  MysqlRows(MYSQL* handle, bool streams_whole) : handle_(handle), streams_whole_(streams_whole) {
    result_ = mysql_use_result(handle);
    if (result_ == nullptr) fail(handle, "run the report's query");
    const unsigned count = mysql_num_fields(result_);
    const MYSQL_FIELD* fields = mysql_fetch_fields(result_);
    columns_.reserve(count);
    for (unsigned i = 0; i < count; ++i)
      columns_.push_back({std::string(fields[i].name, fields[i].name_length), kind_of(fields[i]),
                          fields[i].decimals > 30 ? 0 : static_cast<int>(fields[i].decimals)});
    cells_.resize(count);
  }

  ~MysqlRows() override {
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
      if (mysql_errno(handle_) != 0) fail(handle_, "read the report's rows");
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

class MysqlReader final : public Reader {
 public:
  MysqlReader(const config::DatabaseUrl& url, const SessionOptions& options) : whole_timeout_(options.whole_timeout) {
    translated("connect to " + url.shown(), [&] {
      dial_mysql(session_, url, options);
      session_ << "SET SESSION sql_mode = '" + std::string(kSqlMode) + "', time_zone = '+00:00'";
      session_ << "SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ";
      session_ << statement_timeout_sql(session_, options.statement_timeout);
    });
  }

  config::Backend backend() const override { return config::Backend::kMysql; }

  void begin_snapshot() override { send("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY", "begin the snapshot"); }

  std::unique_ptr<Rows> run(const std::string& sql, bool streams_whole) override {
    if (streams_whole) {
      translated("set the limit of a whole query", [&] {
        session_ << statement_timeout_sql(session_, whole_timeout_);
        session_ << "SET SESSION net_write_timeout = " + std::to_string(kNetWriteTimeout);
      });
    }
    send(sql, "run the report's query");
    return std::make_unique<MysqlRows>(handle(), streams_whole);
  }

  std::vector<KeyColumn> describe_keys(const std::string& sql, const std::vector<std::string>& exprs) override {
    send(sql, "describe the report's key");
    MYSQL_RES* result = mysql_store_result(handle());
    if (result == nullptr) fail(handle(), "describe the report's key");
    std::vector<KeyColumn> keys;
    const MYSQL_FIELD* fields = mysql_fetch_fields(result);
    for (unsigned i = 0; i < mysql_num_fields(result) && i < exprs.size(); ++i)
      keys.push_back({exprs[i], fields[i].db, fields[i].org_table, fields[i].org_name, sorts_as_read(fields[i])});
    mysql_free_result(result);
    return keys;
  }

  bool is_unique(const KeyColumn& of, const std::vector<std::string>& columns) override {
    if (!is_base_table(of)) return true;
    struct Index {
      bool fits = true;
    };
    std::map<std::string, Index> indexes;
    std::string index, column, nullable;
    soci::indicator no_column = soci::i_ok;
    translated("read the indexes of " + of.table, [&] {
      soci::statement statement =
          (session_.prepare << std::string(sql::report_source::list_unique_columns.mysql), soci::use(of.database, "database"),
           soci::use(of.table, "table"), soci::into(index), soci::into(column, no_column), soci::into(nullable));
      statement.execute();
      while (statement.fetch()) {
        const bool listed = no_column == soci::i_ok && std::find(columns.begin(), columns.end(), column) != columns.end();
        if (!listed || nullable == "YES") indexes[index].fits = false;
        indexes.try_emplace(index);
      }
    });
    return std::any_of(indexes.begin(), indexes.end(), [](const auto& entry) { return entry.second.fits; });
  }

  std::uint64_t connection_id() const override { return mysql_thread_id(handle()); }

 private:
  MYSQL* handle() const {
    return static_cast<soci::mysql_session_backend*>(const_cast<soci::session&>(session_).get_backend())->conn_;
  }

  // A view or a derived table has no index of its own to ask for.
  bool is_base_table(const KeyColumn& of) {
    return translated("look up " + of.table, [&] {
      std::string name;
      session_ << std::string(sql::report_source::find_base_table.mysql), soci::use(of.database, "database"),
          soci::use(of.table, "table"), soci::into(name);
      return session_.got_data();
    });
  }

  void send(const std::string& sql, std::string_view doing) {
    if (mysql_real_query(handle(), sql.data(), sql.size()) != 0) fail(handle(), doing);
  }

  soci::session session_;
  base::milliseconds whole_timeout_;
};

}  // namespace

std::unique_ptr<Reader> open_mysql_reader(const config::DatabaseUrl& url, const SessionOptions& options) {
  return std::make_unique<MysqlReader>(url, options);
}

}  // namespace store
