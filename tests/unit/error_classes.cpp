#include <catch2/catch.hpp>
#include <cerrno>

#include "task/error_class.hpp"

using namespace task;
using base::Error;
using base::Kind;

TEST_CASE("lost, killed, refused and failing-over servers are worth another try") {
  for (const int number : {2002, 2003, 2006, 2013, 2055, 1927, 1317, 1053, 1158, 1159, 1160, 1161, 1290, 1836, 1047}) {
    CAPTURE(number);
    CHECK(class_of_mysql(number) == ErrorClass::kTransient);
  }
}

TEST_CASE("limits and a broken snapshot are worth another try") {
  for (const int number : {1040, 1203, 1226, 1969, 3024, 1412, 1020}) {
    CAPTURE(number);
    CHECK(class_of_mysql(number) == ErrorClass::kTransient);
  }
}

TEST_CASE("deadlock and lock wait are retried in place first") {
  for (const int number : {1205, 1213, 3572}) CHECK(class_of_mysql(number) == ErrorClass::kContention);
  for (const int code : {5, 6, 5 | (2 << 8)}) CHECK(class_of_sqlite(code) == ErrorClass::kContention);
}

TEST_CASE("a full disk is its own class, whoever reports it") {
  for (const int number : {1021, 1114}) CHECK(class_of_mysql(number) == ErrorClass::kDiskFull);
  CHECK(class_of_sqlite(13) == ErrorClass::kDiskFull);
  CHECK(class_of(base::system_error("cannot write", ENOSPC)) == ErrorClass::kDiskFull);
}

TEST_CASE("bad SQL, missing tables and denied access are permanent") {
  for (const int number : {1054, 1064, 1146, 1044, 1045, 1142, 1143, 1049, 1153, 2020}) {
    CAPTURE(number);
    CHECK(class_of_mysql(number) == ErrorClass::kPermanent);
  }
  for (const int code : {1, 8, 26}) CHECK(class_of_sqlite(code) == ErrorClass::kPermanent);
}

TEST_CASE("an unknown number is transient: the retries cap it") {
  CHECK(class_of_mysql(9999) == ErrorClass::kTransient);
  CHECK(class_of_sqlite(99) == ErrorClass::kTransient);
}

TEST_CASE("the origin of an error tells MySQL, SQLite and errno apart") {
  CHECK(class_of(Error(Kind::kUnreachable, "x", {}, origin_of_mysql(1146))) == ErrorClass::kPermanent);
  CHECK(class_of(Error(Kind::kUnreachable, "x", {}, origin_of_sqlite(1))) == ErrorClass::kPermanent);
  CHECK(class_of(Error(Kind::kInput, "x")) == ErrorClass::kPermanent);
  CHECK(class_of(Error(Kind::kUnreachable, "x")) == ErrorClass::kTransient);
  CHECK(number_of_origin(origin_of_mysql(2013)) == 2013);
}

TEST_CASE("a wrong password is denied, an unknown database is configuration, a refused connection unreachable") {
  CHECK(kind_of_mysql(1045) == Kind::kDenied);
  CHECK(kind_of_mysql(1049) == Kind::kConfig);
  CHECK(kind_of_mysql(2003) == Kind::kUnreachable);
}
