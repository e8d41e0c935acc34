#include "store/claim_lock.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "embedded_sql.hpp"
#include "store/query.hpp"

namespace store {

namespace {

std::string lock_name(const std::string& token) { return "oneshot:claim:" + token; }

off_t byte_of(const std::string& token) {
  return static_cast<off_t>(std::stoull(token.substr(0, 16), nullptr, 16) >> 2);
}

struct flock range_of(const std::string& token, short type) {
  struct flock range {};
  range.l_type = type;
  range.l_whence = SEEK_SET;
  range.l_start = byte_of(token);
  range.l_len = 1;
  return range;
}

int open_claims(const std::string& database) {
  const std::string path = database + ".claims";
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0640);
  if (file < 0) throw base::system_error("cannot open " + path, errno);
  return file;
}

}  // namespace

ClaimLocks::ClaimLocks(Session& main) : main_(&main) {
  if (!main.is_mysql()) file_ = open_claims(main.url().path);
}

ClaimLocks::~ClaimLocks() {
  if (file_ >= 0) close(file_);
}

void ClaimLocks::take(const std::string& token) {
  if (tokens_.contains(token)) return;  // GET_LOCK counts: one release must be enough
  lock_once(token);
  tokens_[token] = 1;
}

void ClaimLocks::lock_once(const std::string& token) {
  bool held = false;
  if (main_->is_mysql()) {
    const auto row = Query(*main_, sql::named_lock::get_lock)
                         .bind("name", lock_name(token))
                         .bind("seconds", std::int64_t{0})
                         .row(1);
    held = row && row->integer(0) == 1;
  } else {
    struct flock range = range_of(token, F_WRLCK);
    held = fcntl(file_, F_OFD_SETLK, &range) == 0;
  }
  if (!held) throw base::Error(base::Kind::kNotNow, "the claim lock " + lock_name(token) + " is held by another");
}

void ClaimLocks::release(const std::string& token) {
  if (tokens_.erase(token) == 0) return;
  if (main_->is_mysql()) {
    Query(*main_, sql::named_lock::release_lock).bind("name", lock_name(token)).row(1);
  } else {
    struct flock range = range_of(token, F_UNLCK);
    fcntl(file_, F_OFD_SETLK, &range);
  }
}

void ClaimLocks::take_all_again() {
  if (!main_->is_mysql()) return;  // the file's locks do not depend on a connection
  for (const auto& [token, held] : tokens_) lock_once(token);
}

bool is_claim_lock_free(Session& session, const std::string& token) {
  if (session.is_mysql()) {
    const auto row = Query(session, sql::named_lock::is_free).bind("name", lock_name(token)).row(1);
    return row && row->integer(0) == 1;
  }
  const int file = open_claims(session.url().path);
  struct flock range = range_of(token, F_WRLCK);
  const bool asked = fcntl(file, F_OFD_GETLK, &range) == 0;
  close(file);
  return asked && range.l_type == F_UNLCK;
}

}  // namespace store
