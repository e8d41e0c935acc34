// One connection to the database of tasks and jobs.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/context.hpp"
#include "config/database_url.hpp"

namespace soci {
class session;
}

namespace store {

struct SessionOptions {
  base::milliseconds statement_timeout = base::seconds{30};  // the server ends a statement after it
  base::milliseconds connect_timeout = base::seconds{10};
  // How long the socket waits for the server; 0: somewhat longer than any statement may take. A whole
  // query has no statement limit, and may sort for long before its first row.
  base::milliseconds socket_timeout{0};
  base::milliseconds idle_timeout{
      0};  // the server ends the connection, and its locks, after so long without a word; 0: its own
  base::milliseconds whole_timeout{0};  // limit of a query that is streamed whole; 0: none
};

enum class IfMissing { kRefuse, kCreate };  // what to do about an SQLite file that does not exist

// UTC, utf8mb4, READ COMMITTED and autocommit on MySQL; WAL, full synchronisation and a busy time-out on
// SQLite. Used by one thread at a time. What the database says becomes base::Error: its kind by
// task::kind_of_mysql or kind_of_sqlite, its origin the number.
class Session {
 public:
  // Connects, without a look at the schema. Throws Error{kUnreachable, kDenied, kConfig}.
  Session(const config::DatabaseUrl& url, const SessionOptions& options, IfMissing if_missing);
  ~Session();
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;

  config::Backend backend() const;
  bool is_mysql() const { return backend() == config::Backend::kMysql; }
  const config::DatabaseUrl& url() const;
  const SessionOptions& options() const;

  // A new connection in place of one that was lost. What belonged to the old one (transaction,
  // named locks) is gone.
  void reconnect();

  // The server's number of this connection as the client was told it; 0 on SQLite.
  std::uint64_t connection_id();

  // Asks the server for a sign of life, so that an idle connection is neither closed nor wrongly
  // trusted. Throws Error{kUnreachable}.
  void ping();

  // Runs `body` in a transaction and commits. On deadlock or lock wait the whole of it runs again,
  // twice at most. An error at COMMIT leaves the outcome unknown: `body` has to be such that the
  // caller can find out by reading back.
  template <class Body>
  void transaction(Body body) {
    for (int attempt = 0;; ++attempt) {
      try {
        begin();
        body();
        commit();
        return;
      } catch (const base::Error& error) {
        rollback();
        if (attempt >= kInPlaceRetries || !is_contention(error)) throw;
      }
    }
  }

  // Runs one statement again in place, twice at most, on deadlock or lock wait.
  template <class Body>
  auto retried(Body body) {
    for (int attempt = 0;; ++attempt) {
      try {
        return body();
      } catch (const base::Error& error) {
        if (attempt >= kInPlaceRetries || !is_contention(error)) throw;
      }
    }
  }

  // For this folder only.
  soci::session& soci();

 private:
  static constexpr int kInPlaceRetries = 2;
  static bool is_contention(const base::Error& error);
  void begin();
  void commit();
  void rollback() noexcept;

  struct State;
  std::unique_ptr<State> state_;
};

// Was the connection itself lost, so that the outcome of what was sent is unknown?
bool is_connection_lost(const base::Error& error);

// Connects and checks that the schema is one that this program knows. Throws what Session throws,
// and Error{kConfig} for a schema that is missing, older or newer.
Session open(const config::DatabaseUrl& url, const SessionOptions& options = {});

// The same, but an SQLite file that does not exist is made and migrated.
Session open_or_create(const config::DatabaseUrl& url, const base::Context& ctx, const SessionOptions& options = {});

}  // namespace store
