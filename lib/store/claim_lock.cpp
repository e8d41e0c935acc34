#include "store/claim_lock.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "embedded_sql.hpp"
#include "store/query.hpp"

namespace store {

namespace {

constexpr base::seconds kFormerEnds{5};

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
  // One file for one database, by whatever link it is reached.
  std::error_code unknown;
  const std::filesystem::path real = std::filesystem::canonical(database, unknown);
  const std::string path = (unknown ? database : real.string()) + ".claims";
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0640);
  if (file < 0) throw base::system_error("cannot open " + path, errno);
  return file;
}

[[noreturn]] void refuse(const std::string& token) {
  throw base::Error(base::Kind::kNotNow, "the claim lock " + lock_name(token) + " is held by another");
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
  // Noted first: when the reply is lost, take_all_again finds out.
  tokens_[token] = main_->connection_id();
  if (try_lock(token, base::seconds{0})) return;
  tokens_.erase(token);
  refuse(token);
}

bool ClaimLocks::try_lock(const std::string& token, base::seconds wait) {
  if (main_->is_mysql()) {
    const auto row = Query(*main_, sql::named_lock::get_lock)
                         .bind("name", lock_name(token))
                         .bind("seconds", std::int64_t{wait.count()})
                         .row(1);
    return row && row->integer(0) == 1;
  }
  struct flock range = range_of(token, F_WRLCK);
  return fcntl(file_, F_OFD_SETLK, &range) == 0;
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
  for (auto& [token, connection] : tokens_) {
    if (!try_lock(token, base::seconds{0})) {
      end_former_connection(token, connection);
      if (!try_lock(token, kFormerEnds)) refuse(token);
    }
    connection = main_->connection_id();
  }
}

// Nobody else knows the token: a server that has not noticed the loss holds the lock for our old
// connection. Once that has ended, what it had sent is carried out or rolled back, too.
// Behind a proxy that numbers connections by itself the two numbers differ, and KILL might end another's.
void ClaimLocks::end_former_connection(const std::string& token, std::uint64_t former) {
  const auto row = Query(*main_, sql::named_lock::find_holder).bind("name", lock_name(token)).row(1);
  const auto holder = row ? row->maybe_integer(0) : std::nullopt;
  if (!holder || static_cast<std::uint64_t>(*holder) != former) return;
  try {
    Query(*main_, sql::named_lock::kill_holder).bind("id", *holder).run();
  } catch (const base::Error& error) {
    if (is_connection_lost(error)) throw;
    // It ended by itself in between (1094).
  }
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
