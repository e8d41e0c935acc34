#include <algorithm>
#include <catch2/catch.hpp>
#include <cerrno>

#include "base/error.hpp"
#include "base/exit_code.hpp"

using namespace base;

namespace {

bool is_listed(int code) {
  return std::any_of(kExitCodes.begin(), kExitCodes.end(), [&](const ExitCode& row) { return row.code == code; });
}

}  // namespace

TEST_CASE("every kind of error and every outcome ends in a code of the table") {
  for (const KindRow& row : kKinds) CHECK(is_listed(row.exit_code));
  for (const OutcomeRow& row : kOutcomes) CHECK(is_listed(row.exit_code));
}

TEST_CASE("the rows of kinds and outcomes are found by themselves") {
  for (const KindRow& row : kKinds) CHECK(&row_of(row.kind) == &row);
  for (const OutcomeRow& row : kOutcomes) CHECK(&row_of(row.outcome) == &row);
}

TEST_CASE("codes ascend and none stands twice") {
  CHECK(std::is_sorted(kExitCodes.begin(), kExitCodes.end(),
                       [](const ExitCode& a, const ExitCode& b) { return a.code < b.code; }));
  CHECK(std::adjacent_find(kExitCodes.begin(), kExitCodes.end(),
                           [](const ExitCode& a, const ExitCode& b) { return a.code == b.code; }) == kExitCodes.end());
}

TEST_CASE("JSON says 404 for no such task and 410 for a file that is gone") {
  CHECK(row_of(Outcome::kNotFound).json_code == 404);
  CHECK(row_of(Outcome::kGone).json_code == 410);
  CHECK(row_of(Outcome::kGone).exit_code == 66);
}

TEST_CASE("a full disk is a failed write, a forbidden folder cannot be created in") {
  for (const int number : {ENOSPC, EDQUOT, EIO, EFBIG})
    CHECK(system_error("cannot write", number).kind() == Kind::kWriteFailed);
  for (const int number : {EACCES, EPERM, EROFS, ENOENT, ENOTDIR})
    CHECK(system_error("cannot open", number).kind() == Kind::kCannotCreate);
  CHECK(system_error("cannot open /x", ENOENT).origin() == ENOENT);
  CHECK(std::string(system_error("cannot open /x", ENOENT).what()) == "cannot open /x: No such file or directory");
}
