// The connection that report queries run on: one read-only snapshot, rows streamed as bytes.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "config/database_url.hpp"
#include "store/session.hpp"
#include "task/cell.hpp"

namespace store {

// A result being read. The cells are valid until the next call. Reading to the end is checked: a
// cut stream throws and never looks complete.
class Rows {
 public:
  virtual ~Rows() = default;
  virtual const std::vector<task::ResultColumn>& columns() const = 0;
  virtual bool next() = 0;  // false: the end was reached without an error
  virtual std::span<const task::Cell> cells() const = 0;
};

// What is known of a column that a report names as its key.
struct KeyColumn {
  std::string expr;
  std::string database, table, column;  // where it comes from; empty for an expression
  bool sorts_as_read = true;            // false: FLOAT, ENUM, SET, JSON, which order otherwise than they compare
};

class Reader {
 public:
  virtual ~Reader() = default;
  virtual config::Backend backend() const = 0;

  // REPEATABLE READ, READ ONLY, one consistent snapshot from here to the end of the reader. Returns an
  // instant by the database's clock (SQLite: the host's): what was committed by then is in the snapshot.
  virtual base::Instant begin_snapshot() = 0;

  // Runs one SELECT. One result at a time. `streams_whole` puts the limit of whole queries in the place of the
  // statement's, and lets the server wait for a slow disk on our side.
  virtual std::unique_ptr<Rows> run(const std::string& sql, bool streams_whole = false) = 0;

  // The columns of one SELECT, which is not run. Throws Error{kInput} for a statement without a result.
  virtual std::vector<task::ResultColumn> describe(const std::string& sql) = 0;

  // The key columns of `sql`, a SELECT of the key expressions alone.
  virtual std::vector<KeyColumn> describe_keys(const std::string& sql, const std::vector<std::string>& exprs) = 0;

  // Does the table of `of` have a unique index, without a nullable column, within `columns`? True for
  // what has no indexes to look at: a view, a derived table.
  virtual bool is_unique(const KeyColumn& of, const std::vector<std::string>& columns) = 0;

  // The server's id of this connection, for an operator or a test to KILL; 0 on SQLite.
  virtual std::uint64_t connection_id() const = 0;
};

// Connects. Throws as Session does.
std::unique_ptr<Reader> open_reader(const config::DatabaseUrl& url, const SessionOptions& options);

}  // namespace store
