#include "task/error_class.hpp"

#include <algorithm>
#include <array>
#include <cerrno>

namespace task {

namespace {

using base::Kind;

struct NumberRow {
  int number;
  ErrorClass error_class;
  Kind kind;
};

constexpr auto kT = ErrorClass::kTransient;
constexpr auto kC = ErrorClass::kContention;
constexpr auto kD = ErrorClass::kDiskFull;
constexpr auto kP = ErrorClass::kPermanent;

// Sources: MySQL 8.4 and MariaDB 10.11 error references.
constexpr std::array kMysql{
    NumberRow{1020, kT, Kind::kNotNow},       // record changed since last read (snapshot broken)
    NumberRow{1021, kD, Kind::kWriteFailed},  // disk full
    NumberRow{1040, kT, Kind::kUnreachable},  // too many connections
    NumberRow{1044, kP, Kind::kDenied},       // access denied to database
    NumberRow{1045, kP, Kind::kDenied},       // access denied, wrong password
    NumberRow{1047, kT, Kind::kUnreachable},  // Galera: node not ready
    NumberRow{1049, kP, Kind::kConfig},       // unknown database
    NumberRow{1052, kP, Kind::kInput},        // ambiguous column
    NumberRow{1053, kT, Kind::kUnreachable},  // shutdown in progress
    NumberRow{1054, kP, Kind::kInput},        // unknown column
    NumberRow{1055, kP, Kind::kInput},        // column neither grouped nor aggregated
    NumberRow{1060, kP, Kind::kInput},        // duplicate column name
    NumberRow{1064, kP, Kind::kInput},        // syntax
    NumberRow{1062, kP, Kind::kInput},        // duplicate key
    NumberRow{1066, kP, Kind::kInput},        // table or alias named twice
    NumberRow{1109, kP, Kind::kInput},        // unknown table in a clause
    NumberRow{1111, kP, Kind::kInput},        // aggregate in the wrong place
    NumberRow{1114, kD, Kind::kWriteFailed},  // table full
    NumberRow{1142, kP, Kind::kDenied},       // command denied on table
    NumberRow{1143, kP, Kind::kDenied},       // command denied on column
    NumberRow{1146, kP, Kind::kInput},        // no such table
    NumberRow{1153, kP, Kind::kInput},        // a row is larger than max_allowed_packet
    NumberRow{1158, kT, Kind::kUnreachable},  // network read
    NumberRow{1159, kT, Kind::kUnreachable},  // network read time-out
    NumberRow{1160, kT, Kind::kUnreachable},  // network write
    NumberRow{1161, kT, Kind::kUnreachable},  // network write time-out
    NumberRow{1203, kT, Kind::kUnreachable},  // too many connections of this user
    NumberRow{1205, kC, Kind::kNotNow},       // lock wait time-out
    NumberRow{1213, kC, Kind::kNotNow},       // deadlock
    NumberRow{1222, kP, Kind::kInput},        // UNION of unlike widths
    NumberRow{1226, kT, Kind::kUnreachable},  // resource limit of this user
    NumberRow{1227, kP, Kind::kDenied},       // privilege needed
    NumberRow{1241, kP, Kind::kInput},        // operand of the wrong width
    NumberRow{1242, kP, Kind::kInput},        // subquery of more than one row
    NumberRow{1248, kP, Kind::kInput},        // derived table without an alias
    NumberRow{1253, kP, Kind::kInput},        // collation of another character set
    NumberRow{1267, kP, Kind::kInput},        // illegal mix of collations
    NumberRow{1290, kT, Kind::kUnreachable},  // read-only server
    NumberRow{1305, kP, Kind::kInput},        // no such function
    NumberRow{1317, kT, Kind::kUnreachable},  // query interrupted (KILL QUERY)
    NumberRow{1370, kP, Kind::kDenied},       // execute denied
    NumberRow{1406, kP, Kind::kInput},        // value too long
    NumberRow{1412, kT, Kind::kNotNow},       // table definition changed (snapshot broken)
    NumberRow{1582, kP, Kind::kInput},        // wrong number of arguments
    NumberRow{1630, kP, Kind::kInput},        // no such function
    NumberRow{1690, kP, Kind::kInput},        // number out of range
    NumberRow{1836, kT, Kind::kUnreachable},  // server in read-only mode
    NumberRow{1927, kT, Kind::kUnreachable},  // MariaDB: connection was killed
    NumberRow{1969, kT, Kind::kNotNow},       // MariaDB: max_statement_time exceeded
    NumberRow{2002, kT, Kind::kUnreachable},  // cannot connect through socket
    NumberRow{2003, kT, Kind::kUnreachable},  // cannot connect to host
    NumberRow{2005, kT, Kind::kUnreachable},  // unknown host
    NumberRow{2006, kT, Kind::kUnreachable},  // server has gone away
    NumberRow{2013, kT, Kind::kUnreachable},  // connection lost during query
    NumberRow{2020, kP, Kind::kInput},        // the same, seen by the client
    NumberRow{2026, kP, Kind::kConfig},       // TLS
    NumberRow{2055, kT, Kind::kUnreachable},  // connection lost, system error
    NumberRow{3024, kT, Kind::kNotNow},       // MySQL: max_execution_time exceeded
    NumberRow{3572, kC, Kind::kNotNow},       // MySQL: NOWAIT and locked
    NumberRow{4078, kP, Kind::kInput},        // MariaDB: operands of unlike types
};
constexpr std::array kLost{1053, 1927, 2002, 2003, 2006, 2013, 2055};

// https://www.sqlite.org/rescode.html, primary codes.
constexpr std::array kSqlite{
    NumberRow{1, kP, Kind::kInput},         // SQLITE_ERROR: bad SQL, missing table or column
    NumberRow{3, kP, Kind::kDenied},        // SQLITE_PERM
    NumberRow{5, kC, Kind::kNotNow},        // SQLITE_BUSY
    NumberRow{6, kC, Kind::kNotNow},        // SQLITE_LOCKED
    NumberRow{8, kP, Kind::kDenied},        // SQLITE_READONLY
    NumberRow{9, kT, Kind::kNotNow},        // SQLITE_INTERRUPT
    NumberRow{10, kT, Kind::kWriteFailed},  // SQLITE_IOERR
    NumberRow{11, kP, Kind::kConfig},       // SQLITE_CORRUPT
    NumberRow{13, kD, Kind::kWriteFailed},  // SQLITE_FULL
    NumberRow{14, kT, Kind::kUnreachable},  // SQLITE_CANTOPEN
    NumberRow{19, kP, Kind::kInput},        // SQLITE_CONSTRAINT
    NumberRow{23, kP, Kind::kDenied},       // SQLITE_AUTH
    NumberRow{26, kP, Kind::kConfig},       // SQLITE_NOTADB
};

template <std::size_t N>
const NumberRow* find(const std::array<NumberRow, N>& rows, int number) {
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const NumberRow& row) { return row.number == number; });
  return found == rows.end() ? nullptr : &*found;
}

}  // namespace

ErrorClass class_of_mysql(int number) {
  const NumberRow* row = find(kMysql, number);
  return row != nullptr ? row->error_class : kT;
}

Kind kind_of_mysql(int number) {
  const NumberRow* row = find(kMysql, number);
  return row != nullptr ? row->kind : Kind::kUnreachable;
}

bool is_connection_lost(int number) { return std::find(kLost.begin(), kLost.end(), number) != kLost.end(); }

ErrorClass class_of_sqlite(int code) {
  const NumberRow* row = find(kSqlite, code & 0xff);
  return row != nullptr ? row->error_class : kT;
}

Kind kind_of_sqlite(int code) {
  const NumberRow* row = find(kSqlite, code & 0xff);
  return row != nullptr ? row->kind : Kind::kUnreachable;
}

ErrorClass class_of(const base::Error& error) {
  const int origin = error.origin();
  if (is_mysql_origin(origin)) return class_of_mysql(number_of_origin(origin));
  if (is_sqlite_origin(origin)) return class_of_sqlite(number_of_origin(origin));
  if (origin == ENOSPC || origin == EDQUOT) return kD;
  switch (error.kind()) {
    case Kind::kUsage:
    case Kind::kInput:
    case Kind::kNotFound:
    case Kind::kBug:
    case Kind::kDenied:
    case Kind::kConfig:
      return kP;
    default:
      return kT;
  }
}

}  // namespace task
