#include "exporting/main_connection.hpp"

namespace exporting {

namespace {

constexpr base::seconds kPing{30};
constexpr base::seconds kBetweenTries{2};

}  // namespace

void MainConnection::release(const std::string& token) {
  try {
    locks_.release(token);
  } catch (const base::Error& error) {
    note_lost(error);
  }
}

void MainConnection::keep_alive() {
  const auto now = Clock::now();
  if (now - pinged_at_ < (lost_ ? kBetweenTries : kPing)) return;
  pinged_at_ = now;
  try {
    if (!lost_) session_.ping();
  } catch (const base::Error& error) {
    note_lost(error);
  }
  if (!lost_) return;
  try {
    restore();
  } catch (const base::Error&) {
    // Tried again when the next ping is due.
  }
}

void MainConnection::note_lost(const base::Error& error) {
  ctx_.log.warn("run.main_lost", {{"error", error.what()}});
  lost_ = true;
}

void MainConnection::restore() {
  session_.reconnect();
  locks_.take_all_again();
  lost_ = false;
  ctx_.log.info("run.main_restored", {{"locks", locks_.held()}});
}

}  // namespace exporting
