#include "store/named_lock.hpp"

#include "embedded_sql.hpp"
#include "store/query.hpp"

namespace store {

NamedLock::NamedLock(Session& session, std::string_view name, base::milliseconds wait)
    : session_(&session), name_(name), held_(true) {
  if (!session.is_mysql()) return;
  const auto row = Query(session, sql::named_lock::get_lock)
                       .bind("name", name_)
                       .bind("seconds", std::int64_t{wait.count() / 1000})
                       .row(1);
  held_ = row && row->integer(0) == 1;
}

NamedLock::~NamedLock() {
  if (!held_ || !session_->is_mysql()) return;
  try {
    Query(*session_, sql::named_lock::release_lock).bind("name", name_).row(1);
  } catch (const base::Error&) {
    // The connection is gone, and the lock with it.
  }
}

}  // namespace store
