#include "store/mysql_reader.hpp"

#include <soci/mysql/soci-mysql.h>
#include <soci/soci.h>

#include <algorithm>
#include <map>

#include "embedded_sql.hpp"
#include "store/database_error.hpp"
#include "store/mysql_dial.hpp"
#include "store/mysql_rows.hpp"

namespace store {

namespace {

constexpr unsigned kNetWriteTimeout = 24 * 3600;  // seconds the server waits while our disk is slow

// A type whose ORDER BY is not the order of its comparison with a literal.
bool sorts_as_read(const MYSQL_FIELD& field) {
  if ((field.flags & (ENUM_FLAG | SET_FLAG)) != 0) return false;
  return field.type != MYSQL_TYPE_FLOAT && field.type != MYSQL_TYPE_JSON && field.type != MYSQL_TYPE_GEOMETRY;
}

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

  base::Instant begin_snapshot() override {
    const base::Instant now = read_now();
    send("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY", "begin the snapshot");
    return now;
  }

  std::unique_ptr<Rows> run(const std::string& sql, bool streams_whole) override {
    if (streams_whole) {
      translated("set the limit of a whole query", [&] {
        session_ << statement_timeout_sql(session_, whole_timeout_);
        session_ << "SET SESSION net_write_timeout = " + std::to_string(kNetWriteTimeout);
      });
      if (std::unique_ptr<Rows> rows = stream_exact_floats(handle(), sql)) return rows;
    }
    send(sql, "run the report's query");
    return stream_text_rows(handle(), streams_whole);
  }

  std::vector<task::ResultColumn> describe(const std::string& sql) override { return describe_result(handle(), sql); }

  std::vector<KeyColumn> describe_keys(const std::string& sql, const std::vector<std::string>& exprs) override {
    send(sql, "describe the report's key");
    MYSQL_RES* result = mysql_store_result(handle());
    if (result == nullptr) fail_mysql(handle(), "describe the report's key");
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
      soci::statement statement = (session_.prepare << std::string(sql::report_source::list_unique_columns.mysql),
                                   soci::use(of.database, "database"), soci::use(of.table, "table"), soci::into(index),
                                   soci::into(column, no_column), soci::into(nullable));
      statement.execute();
      while (statement.fetch()) {
        const bool listed =
            no_column == soci::i_ok && std::find(columns.begin(), columns.end(), column) != columns.end();
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

  base::Instant read_now() {
    send("SELECT UTC_TIMESTAMP(6)", "read the server's clock");
    const std::unique_ptr<Rows> rows = stream_text_rows(handle(), false);
    const auto now = rows->next() ? base::parse_database_time(rows->cells()[0].bytes) : std::nullopt;
    if (!now) throw base::Error(base::Kind::kBug, "the server's clock cannot be read");
    while (rows->next()) {
    }
    return *now;
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
    if (mysql_real_query(handle(), sql.data(), sql.size()) != 0) fail_mysql(handle(), doing);
  }

  soci::session session_;
  base::milliseconds whole_timeout_;
};

}  // namespace

std::unique_ptr<Reader> open_mysql_reader(const config::DatabaseUrl& url, const SessionOptions& options) {
  return std::make_unique<MysqlReader>(url, options);
}

}  // namespace store
