#include "exporting/progress.hpp"

namespace exporting {

namespace {

constexpr std::int64_t kRowsBetweenWrites = 1000;
constexpr base::seconds kTimeBetweenWrites{2};

}  // namespace

ProgressWriter::ProgressWriter(store::ReportTaskStore& tasks, cache::ProgressCache& cache, store::ClaimKey claim)
    : tasks_(&tasks), cache_(&cache), claim_(std::move(claim)) {}

void ProgressWriter::begin(std::int64_t total) {
  total_ = total;
  cache_->begin(claim_.id, claim_.token, static_cast<std::uint64_t>(total));
  write(0);
}

void ProgressWriter::page_done(std::int64_t written) {
  if (written - last_written_ < kRowsBetweenWrites && Clock::now() - last_at_ < kTimeBetweenWrites) return;
  write(written);
}

void ProgressWriter::drop() { cache_->drop(claim_.id, claim_.token); }

void ProgressWriter::write(std::int64_t written) {
  const auto current = static_cast<std::uint64_t>(written);
  const auto total = static_cast<std::uint64_t>(total_);
  if (!tasks_->write_progress(claim_, cache::percent_of(current, total), total_, written)) {
    if (tasks_->is_cancel_requested(claim_)) throw Cancelled{};
    throw Fenced{};
  }
  cache_->put(claim_.id, claim_.token, current, total);
  last_written_ = written;
  last_at_ = Clock::now();
}

}  // namespace exporting
