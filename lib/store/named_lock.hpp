// A lock that dies with its connection.
#pragma once

#include <string>
#include <string_view>

#include "store/session.hpp"

namespace store {

// GET_LOCK on MySQL. On SQLite it is always held: there the write lock of the file does the same.
class NamedLock {
 public:
  NamedLock(Session& session, std::string_view name, base::milliseconds wait);
  ~NamedLock();
  NamedLock(const NamedLock&) = delete;
  NamedLock& operator=(const NamedLock&) = delete;

  bool is_held() const { return held_; }

 private:
  Session* session_;
  std::string name_;
  bool held_;
};

}  // namespace store
