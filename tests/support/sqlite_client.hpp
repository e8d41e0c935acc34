// An SQLite file as a stranger's program sees it.
#pragma once

#include <string>
#include <vector>

#include "support/private_mariadb.hpp"

namespace support {

// Opens and closes the file at each call, so that nothing stays open across a fork. Every call throws
// with SQLite's message.
class SqliteClient {
 public:
  explicit SqliteClient(std::string path) : path_(std::move(path)) {}

  std::vector<SqlRow> query(const std::string& sql) const;  // several statements; the rows of the last are the answer
  void execute(const std::string& sql) const { query(sql); }

 private:
  std::string path_;
};

}  // namespace support
