// Every column type with its extreme values, from the server to the cell, in both formats and by all three ways a
// report is read. docs/fidelity.md is the specification.
#include <set>

#include "cmd/exported.hpp"

using namespace cmd_tests;

namespace {

enum class Server { kAny, kMariadb, kMysql };

struct Value {
  std::string type, sql;
  std::string xlsx;  // as XlsxBook tells a cell
  std::string csv;   // the field's bytes
  Server server = Server::kAny;
};

const std::vector<Value> kValues{
    // clang-format off
    {"TINYINT", "-128", "int -128 [0]", "-128"},
    {"TINYINT", "127", "int 127 [0]", "127"},
    {"TINYINT UNSIGNED", "0", "int 0 [0]", "0"},
    {"TINYINT UNSIGNED", "255", "int 255 [0]", "255"},
    {"SMALLINT", "-32768", "int -32768 [0]", "-32768"},
    {"SMALLINT", "32767", "int 32767 [0]", "32767"},
    {"MEDIUMINT UNSIGNED", "16777215", "int 16777215 [0]", "16777215"},
    {"INT", "-2147483648", "int -2147483648 [0]", "-2147483648"},
    {"INT UNSIGNED", "4294967295", "int 4294967295 [0]", "4294967295"},
    {"BIGINT", "-9223372036854775808", "str '-9223372036854775808'", "-9223372036854775808"},
    {"BIGINT", "9223372036854775807", "str '9223372036854775807'", "9223372036854775807"},
    {"BIGINT", "999999999999999", "int 999999999999999 [0]", "999999999999999"},
    {"BIGINT", "1000000000000000", "str '1000000000000000'", "1000000000000000"},
    {"BIGINT", "-999999999999999", "int -999999999999999 [0]", "-999999999999999"},
    {"BIGINT UNSIGNED", "18446744073709551615", "str '18446744073709551615'", "18446744073709551615"},
    {"BIGINT UNSIGNED", "0", "int 0 [0]", "0"},
    {"BOOL", "TRUE", "int 1 [0]", "1"},
    {"BOOL", "FALSE", "int 0 [0]", "0"},
    {"BOOL", "2", "int 2 [0]", "2"},
    {"BOOL", "-1", "int -1 [0]", "-1"},
    {"INT(6) ZEROFILL", "42", "int 42 [000000]", "000042"},
    {"INT(6) ZEROFILL", "0", "int 0 [000000]", "000000"},
    {"INT(6) ZEROFILL", "1234567", "int 1234567 [0]", "1234567"},
    {"BIGINT(20) ZEROFILL", "42", "int 42 [00000000000000000000]", "00000000000000000042"},
    {"BIGINT(20) ZEROFILL", "18446744073709551615", "str '18446744073709551615'", "18446744073709551615"},
    {"DECIMAL(65,30)", "'12345678901234567890123456789012345.123456789012345678901234567890'", "str '12345678901234567890123456789012345.123456789012345678901234567890'", "12345678901234567890123456789012345.123456789012345678901234567890"},
    {"DECIMAL(65,30)", "'-0.000000000000000000000000000001'", "float -1e-30 [0.000000000000000000000000000000]", "-0.000000000000000000000000000001"},
    {"DECIMAL(65,30)", "1.5", "float 1.5 [0.000000000000000000000000000000]", "1.500000000000000000000000000000"},
    {"DECIMAL(65,30)", "0", "float 0.0 [0.000000000000000000000000000000]", "0.000000000000000000000000000000"},
    {"DECIMAL(10,2)", "0.10", "float 0.1 [0.00]", "0.10"},
    {"DECIMAL(10,2)", "1.00", "float 1.0 [0.00]", "1.00"},
    {"DECIMAL(10,2)", "99999999.99", "float 99999999.99 [0.00]", "99999999.99"},
    {"DECIMAL(10,2)", "-99999999.99", "float -99999999.99 [0.00]", "-99999999.99"},
    {"DECIMAL(65,0)", "'99999999999999999999999999999999999999999999999999999999999999999'", "str '99999999999999999999999999999999999999999999999999999999999999999'", "99999999999999999999999999999999999999999999999999999999999999999"},
    {"DECIMAL(65,0)", "123", "int 123 [0]", "123"},
    {"DECIMAL(8,3) ZEROFILL", "1.5", "float 1.5 [0.000]", "00001.500"},
    {"DECIMAL(8,3) ZEROFILL", "0", "float 0.0 [0.000]", "00000.000"},
    {"DECIMAL(65,38)", "'1.00000000000000000000000000000000000001'", "str '1.00000000000000000000000000000000000001'", "1.00000000000000000000000000000000000001", Server::kMariadb},
    {"DECIMAL(65,38)", "0.5", "str '0.50000000000000000000000000000000000000'", "0.50000000000000000000000000000000000000", Server::kMariadb},
    {"FLOAT", "1234567.8", "float 1234567.75", "1234567.75"},
    {"FLOAT", "16777217", "int 16777216", "16777216"},
    {"FLOAT", "-0.0", "int 0", "0"},
    {"FLOAT", "3.402823466e38", "float 3.4028234663852886e+38", "3.4028234663852886e38"},
    {"FLOAT", "1.175494351e-38", "float 1.1754943508222875e-38", "1.1754943508222875e-38"},
    {"FLOAT", "1e-45", "float 1.401298464324817e-45", "1.401298464324817e-45"},
    {"FLOAT", "0.1", "float 0.10000000149011612", "0.10000000149011612"},
    {"FLOAT(7,4)", "123.4567", "float 123.45670318603516", "123.45670318603516"},
    {"FLOAT ZEROFILL", "1.5", "float 1.5", "1.5"},
    {"DOUBLE", "0.1e0+0.2e0", "float 0.30000000000000004", "0.30000000000000004"},
    {"DOUBLE", "1e300", "float 1e+300", "1e300"},
    {"DOUBLE", "2.2250738585072014e-308", "float 2.2250738585072014e-308", "2.2250738585072014e-308"},
    {"DOUBLE", "1.7976931348623157e308", "str '1.7976931348623157e308'", "1.7976931348623157e308"},
    {"DOUBLE", "5e-324", "str '5e-324'", "5e-324"},
    {"DOUBLE", "-0.0", "int 0", "0"},
    {"DOUBLE(10,3)", "1234567.891", "float 1234567.891", "1234567.891"},
    {"BIT(1)", "b'1'", "int 1 [0]", "1"},
    {"BIT(1)", "b'0'", "int 0 [0]", "0"},
    {"BIT(10)", "b'1000000001'", "int 513 [0]", "513"},
    {"BIT(10)", "0", "int 0 [0]", "0"},
    {"BIT(64)", "0xFFFFFFFFFFFFFFFF", "str '18446744073709551615'", "18446744073709551615"},
    {"BIT(64)", "0", "int 0 [0]", "0"},
    {"DATE", "'2025-03-30'", "datetime 2025-03-30 00:00:00 [yyyy-mm-dd]", "2025-03-30"},
    {"DATE", "'0000-00-00'", "str '0000-00-00'", "0000-00-00"},
    {"DATE", "'2025-00-15'", "str '2025-00-15'", "2025-00-15"},
    {"DATE", "'1900-02-28'", "str '1900-02-28'", "1900-02-28"},
    {"DATE", "'1900-03-01'", "datetime 1900-03-01 00:00:00 [yyyy-mm-dd]", "1900-03-01"},
    {"DATE", "'9999-12-31'", "datetime 9999-12-31 00:00:00 [yyyy-mm-dd]", "9999-12-31"},
    {"DATE", "'0001-01-01'", "str '0001-01-01'", "0001-01-01"},
    {"DATETIME", "'2024-12-31 23:59:59'", "datetime 2024-12-31 23:59:59 [yyyy-mm-dd hh:mm:ss]", "2024-12-31 23:59:59"},
    {"DATETIME", "'0000-00-00 00:00:00'", "str '0000-00-00 00:00:00'", "0000-00-00 00:00:00"},
    {"DATETIME(6)", "'2024-12-31 23:59:59.999999'", "datetime 2024-12-31 23:59:59.999000 [yyyy-mm-dd hh:mm:ss.000]", "2024-12-31 23:59:59.999999"},
    {"DATETIME(6)", "'9999-12-31 23:59:59.999999'", "datetime 9999-12-31 23:59:59.999000 [yyyy-mm-dd hh:mm:ss.000]", "9999-12-31 23:59:59.999999"},
    {"DATETIME(6)", "'2025-03-30 02:30:00'", "datetime 2025-03-30 02:30:00 [yyyy-mm-dd hh:mm:ss.000]", "2025-03-30 02:30:00.000000"},
    {"DATETIME(6)", "'1000-01-01 00:00:00'", "str '1000-01-01 00:00:00.000000'", "1000-01-01 00:00:00.000000"},
    {"DATETIME(1)", "'2025-01-01 00:00:00.9'", "datetime 2025-01-01 00:00:00.900000 [yyyy-mm-dd hh:mm:ss.0]", "2025-01-01 00:00:00.9"},
    {"TIMESTAMP NULL", "'1970-01-01 00:00:01'", "datetime 1970-01-01 00:00:01 [yyyy-mm-dd hh:mm:ss]", "1970-01-01 00:00:01"},
    {"TIMESTAMP NULL", "'2038-01-19 03:14:07'", "datetime 2038-01-19 03:14:07 [yyyy-mm-dd hh:mm:ss]", "2038-01-19 03:14:07"},
    {"TIMESTAMP NULL", "0", "str '0000-00-00 00:00:00'", "0000-00-00 00:00:00"},
    {"TIMESTAMP(6) NULL", "'2025-01-01 00:30:00.000001'", "datetime 2025-01-01 00:30:00 [yyyy-mm-dd hh:mm:ss.000]", "2025-01-01 00:30:00.000001"},
    {"TIME", "'838:59:59'", "timedelta 34 days, 22:59:59 [[h]:mm:ss]", "838:59:59"},
    {"TIME", "'-838:59:59'", "str '-838:59:59'", "-838:59:59"},
    {"TIME", "'-00:00:01'", "str '-00:00:01'", "-00:00:01"},
    {"TIME", "'24:00:00'", "timedelta 1 day, 0:00:00 [[h]:mm:ss]", "24:00:00"},
    {"TIME", "'00:00:00'", "timedelta 0:00:00 [[h]:mm:ss]", "00:00:00"},
    {"TIME(6)", "'838:59:58.999999'", "timedelta 34 days, 22:59:58.999000 [[h]:mm:ss.000]", "838:59:58.999999"},
    {"TIME(6)", "'838:59:59.999999'", "timedelta 34 days, 22:59:59.999000 [[h]:mm:ss.000]", "838:59:59.999999", Server::kMariadb},  // MySQL stores 838:59:59
    {"TIME(6)", "'-00:00:00.000001'", "str '-00:00:00.000001'", "-00:00:00.000001"},
    {"TIME(6)", "'00:00:00.5'", "timedelta 0:00:00.500000 [[h]:mm:ss.000]", "00:00:00.500000"},
    {"YEAR", "2025", "int 2025 [0]", "2025"},
    {"YEAR", "0", "int 0 [0000]", "0000"},
    {"YEAR", "1901", "int 1901 [0]", "1901"},
    {"YEAR", "2155", "int 2155 [0]", "2155"},
    {"CHAR(5)", "'ab'", "str 'ab'", "ab"},
    {"CHAR(5)", "''", "str ''", ""},
    {"CHAR(5)", "'  x'", "str '  x'", "  x"},
    {"VARCHAR(40)", "'_x0041_'", "str '_x0041_'", "_x0041_"},
    {"VARCHAR(40)", "'=1+1'", "str '=1+1'", "=1+1"},
    {"VARCHAR(40)", "'𠮷🚀'", "str '\\U00020bb7\\U0001f680'", "𠮷🚀"},
    {"VARCHAR(40)", "'007'", "str '007'", "007"},
    {"VARCHAR(40)", "' x '", "str ' x '", " x "},
    {"VARCHAR(40)", "''", "str ''", ""},
    {"VARCHAR(40)", "'NULL'", "str 'NULL'", "NULL"},
    {"VARCHAR(40)", "'a,b\"c'", "str 'a,b\"c'", "a,b\"c"},
    {"VARCHAR(20) CHARACTER SET latin1", "'ñandú'", "str '\\xf1and\\xfa'", "ñandú"},
    {"VARCHAR(20) CHARACTER SET gbk", "'中文'", "str '\\u4e2d\\u6587'", "中文"},
    {"VARCHAR(20) CHARACTER SET utf16", "'𠮷x'", "str '\\U00020bb7x'", "𠮷x"},
    {"VARCHAR(20) CHARACTER SET sjis", "'日本'", "str '\\u65e5\\u672c'", "日本"},
    {"VARCHAR(20) CHARACTER SET utf8mb3", "'日本'", "str '\\u65e5\\u672c'", "日本"},
    {"VARCHAR(20) CHARACTER SET ucs2", "'日本'", "str '\\u65e5\\u672c'", "日本"},
    {"VARCHAR(20) CHARACTER SET utf32", "'𠮷'", "str '\\U00020bb7'", "𠮷"},
    {"TEXT CHARACTER SET cp1251", "'Привет'", "str '\\u041f\\u0440\\u0438\\u0432\\u0435\\u0442'", "Привет"},
    {"VARCHAR(20) COLLATE utf8mb4_bin", "'bin'", "str 'bin'", "bin"},
    {"TINYTEXT", "'t'", "str 't'", "t"},
    {"MEDIUMTEXT", "'m'", "str 'm'", "m"},
    {"BINARY(4)", "x'00FF'", "str '00FF0000'", "00FF0000"},
    {"VARBINARY(10)", "x''", "str ''", ""},
    {"VARBINARY(10)", "x'00FF0A222C80'", "str '00FF0A222C80'", "00FF0A222C80"},
    {"TINYBLOB", "x'01'", "str '01'", "01"},
    {"BLOB", "x'00FF0A222C80'", "str '00FF0A222C80'", "00FF0A222C80"},
    {"BLOB", "x''", "str ''", ""},
    {"ENUM('1','0','2')", "'0'", "str '0'", "0"},
    {"ENUM('1','0','2')", "'bad'", "str ''", ""},
    {"SET('a','b','c')", "'a,c'", "str 'a,c'", "a,c"},
    {"SET('a','b','c')", "''", "str ''", ""},
    {"ENUM('x') CHARACTER SET binary", "'x'", "str '78'", "78", Server::kMariadb},
    {"JSON", "'{\"b\": 1, \"a\": \"x,\\\\\"y\\\\\"\"}'", "str '{\"b\": 1, \"a\": \"x,\\\\\"y\\\\\"\"}'", "{\"b\": 1, \"a\": \"x,\\\"y\\\"\"}", Server::kMariadb},
    {"JSON", "'null'", "str 'null'", "null", Server::kMariadb},
    {"JSON", "'{\"n\": 12345678901234567890}'", "str '{\"n\": 12345678901234567890}'", "{\"n\": 12345678901234567890}", Server::kMariadb},
    {"JSON", "'\"\\\\u4e2d\\\\ud83d\\\\ude00\"'", "str '\"\\\\u4e2d\\\\ud83d\\\\ude00\"'", "\"\\u4e2d\\ud83d\\ude00\"", Server::kMariadb},
    {"GEOMETRY", "POINT(1,2)", "str '000000000101000000000000000000F03F0000000000000040'", "000000000101000000000000000000F03F0000000000000040"},
    {"POINT", "POINT(1,2)", "str '000000000101000000000000000000F03F0000000000000040'", "000000000101000000000000000000F03F0000000000000040"},
    {"UUID", "'123e4567-e89b-12d3-a456-426655440000'", "str '123e4567-e89b-12d3-a456-426655440000'", "123e4567-e89b-12d3-a456-426655440000", Server::kMariadb},
    {"INET6", "'::ffff:192.0.2.1'", "str '::ffff:192.0.2.1'", "::ffff:192.0.2.1", Server::kMariadb},
    {"INET6", "'2001:db8::1'", "str '2001:db8::1'", "2001:db8::1", Server::kMariadb},
    {"INET4", "'192.0.2.1'", "str '192.0.2.1'", "192.0.2.1", Server::kMariadb},
    {"LONGTEXT", "'long'", "str 'long'", "long"},
    {"JSON", "'{\"b\": 1, \"a\": \"x,\\\\\"y\\\\\"\"}'", "str '{\"a\": \"x,\\\\\"y\\\\\"\", \"b\": 1}'", "{\"a\": \"x,\\\"y\\\"\", \"b\": 1}", Server::kMysql},
    {"JSON", "'null'", "str 'null'", "null", Server::kMysql},
    {"JSON", "'{\"n\": 12345678901234567890}'", "str '{\"n\": 12345678901234567890}'", "{\"n\": 12345678901234567890}", Server::kMysql},
    {"JSON", "'\"\\\\u4e2d\\\\ud83d\\\\ude00\"'", "str '\"\\u4e2d\\U0001f600\"'", "\"中😀\"", Server::kMysql},
    // clang-format on
};

// The values of one type under one another, the types side by side.
struct Table {
  std::vector<std::string> types;
  std::vector<std::vector<Value>> columns;
  std::size_t rows = 0;
};

Table table_for(Server server) {
  Table table;
  for (const Value& value : kValues) {
    if (value.server != Server::kAny && value.server != server) continue;
    if (table.types.empty() || table.types.back() != value.type) {
      table.types.push_back(value.type);
      table.columns.emplace_back();
    }
    table.columns.back().push_back(value);
    table.rows = std::max(table.rows, table.columns.back().size());
  }
  return table;
}

std::string sql_of(const Table& table) {
  std::string sql = "SET sql_mode = '', time_zone = '+00:00'; CREATE TABLE v (id INT PRIMARY KEY";
  for (std::size_t i = 0; i < table.types.size(); ++i) {
    const bool is_timestamp = table.types[i].rfind("TIMESTAMP", 0) == 0;
    sql += ", c" + std::to_string(i) + " " + table.types[i] + (is_timestamp ? "" : " NULL");
  }
  sql += ")";
  for (std::size_t row = 0; row < table.rows; ++row) {
    std::string names = "id", values = std::to_string(row + 1);
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      if (row >= table.columns[i].size()) continue;
      names += ", c" + std::to_string(i);
      values += ", " + table.columns[i][row].sql;
    }
    sql += "; INSERT INTO v (" + names + ") VALUES (" + values + ")";
  }
  return sql;
}

std::string reports_of(const Table& table) {
  std::string columns, names;
  for (std::size_t i = 0; i < table.types.size(); ++i) {
    columns += (i == 0 ? "" : ", ") + ("{ expr = \"c" + std::to_string(i) + "\" }");
    names += (i == 0 ? "c" : ", c") + std::to_string(i);
  }
  return "[columns]\nfrom = \"v\"\nkey = [\"id\"]\npage_rows = 3\ncolumns = [" + columns +
         "]\n[streamed]\nquery = \"SELECT " + names + " FROM v ORDER BY id\"\n[derived]\nquery = \"SELECT " + names +
         ", id FROM v\"\nkey = [\"id\"]\npage_rows = 3\n";
}

// The cells that are not as the table says, as people would want to read them.
std::string differences(const Table& table, const XlsxBook& book, const Fields& fields) {
  std::string out;
  for (std::size_t column = 0; column < table.columns.size(); ++column)
    for (std::size_t row = 0; row < table.rows; ++row) {
      const bool is_null = row >= table.columns[column].size();
      const std::string xlsx = is_null ? "" : table.columns[column][row].xlsx;
      const std::string csv = is_null ? "" : table.columns[column][row].csv;
      const std::string cell = book.at(letters(column) + std::to_string(row + 2));
      const std::string field = fields.at(row + 1).at(column);
      const std::string what = table.types[column] + (is_null ? " NULL" : " " + table.columns[column][row].sql);
      if (cell != xlsx) out += what + ": xlsx " + cell + " instead of " + xlsx + "\n";
      if (field != csv) out += what + ": csv " + field + " instead of " + csv + "\n";
    }
  return out;
}

}  // namespace

TEST_CASE("every column type of the server reads back from xlsx and csv as the table of types says") {
  std::string version;
  {
    Database database(Backend::kMariadb);
    version = database.value("SELECT VERSION()");
  }
  INFO(version);
  const Table table = table_for(version.find("MariaDB") != std::string::npos ? Server::kMariadb : Server::kMysql);
  REQUIRE(table.types.size() > 50);
  Room room(Backend::kMariadb, reports_of(table));
  room.database().execute(sql_of(table));
  for (const std::string report : {"columns", "streamed", "derived"}) {
    INFO(report);
    const Exported xlsx = exported(room, report, "xlsx");
    const Exported csv = exported(room, report, "csv");
    keep_for_others(xlsx, "types-" + report);
    CHECK(differences(table, xlsx.book(), csv.fields()) == "");
  }
}

// SQLite gives each value a type of its own, whatever its column was declared as.
TEST_CASE("every kind of SQLite value in columns of every affinity reads back from xlsx and csv") {
  struct SqliteValue {
    std::string declared, sql, xlsx, csv;
  };
  const std::vector<SqliteValue> values{
      // clang-format off
      {"", "NULL", "", ""},
      {"", "9223372036854775807", "str '9223372036854775807'", "9223372036854775807"},
      {"INTEGER", "-9223372036854775808", "str '-9223372036854775808'", "-9223372036854775808"},
      {"INTEGER", "999999999999999", "int 999999999999999 [0]", "999999999999999"},
      {"INTEGER", "'a text'", "str 'a text'", "a text"},
      {"INTEGER", "x'00FF'", "str '00FF'", "00FF"},
      {"TEXT", "42", "str '42'", "42"},
      {"TEXT", "'007'", "str '007'", "007"},
      {"TEXT", "''", "str ''", ""},
      {"TEXT", "CAST(x'610062' AS TEXT)", "str 'a\\x00b'", std::string("a\0b", 3)},
      {"TEXT", "CAST(x'FF' AS TEXT)", "str '\\ufffd'", "\xFF"},
      {"REAL", "0.1 + 0.2", "float 0.30000000000000004", "0.30000000000000004"},
      {"REAL", "9e999", "str 'inf'", "inf"},
      {"REAL", "5e-324", "str '5e-324'", "5e-324"},
      {"REAL", "1", "int 1", "1"},
      {"NUMERIC", "'1.50'", "float 1.5", "1.5"},
      {"DECIMAL(10,2)", "12.5", "float 12.5", "12.5"},
      {"BLOB", "x''", "str ''", ""},
      {"BLOB", "'text'", "str 'text'", "text"},
      {"BLOB", "zeroblob(3)", "str '000000'", "000000"},
      {"BOOLEAN", "TRUE", "int 1 [0]", "1"},
      {"DATE", "'2025-03-30'", "datetime 2025-03-30 00:00:00 [yyyy-mm-dd]", "2025-03-30"},
      {"DATE", "'0000-00-00'", "str '0000-00-00'", "0000-00-00"},
      {"DATE", "2460000.5", "float 2460000.5", "2460000.5"},
      {"DATETIME", "'2025-03-30 02:30:00'", "datetime 2025-03-30 02:30:00 [yyyy-mm-dd hh:mm:ss]", "2025-03-30 02:30:00"},
      {"DATETIME", "'2024-12-31 23:59:59.999999'", "datetime 2024-12-31 23:59:59.999000 [yyyy-mm-dd hh:mm:ss.000]", "2024-12-31 23:59:59.999999"},
      {"DATETIME", "'2025-03-30T12:00:00Z'", "str '2025-03-30T12:00:00Z'", "2025-03-30T12:00:00Z"},
      {"TIMESTAMP", "1735689600", "int 1735689600 [0]", "1735689600"},
      {"VARCHAR(3)", "'longer than declared'", "str 'longer than declared'", "longer than declared"},
      // clang-format on
  };
  std::string columns, sql = "CREATE TABLE v (id INTEGER PRIMARY KEY", row = "1";
  for (std::size_t i = 0; i < values.size(); ++i) {
    columns += (i == 0 ? "" : ", ") + ("{ expr = \"c" + std::to_string(i) + "\" }");
    sql += ", c" + std::to_string(i) + " " + values[i].declared;
    row += ", " + values[i].sql;
  }
  Room room(Backend::kSqlite, "[v]\nfrom = \"v\"\nkey = [\"id\"]\ncolumns = [" + columns +
                                  "]\n[streamed]\nquery = \"SELECT * FROM v\"\n");
  room.database().execute(sql + "); INSERT INTO v VALUES (" + row + ")");
  for (const std::string report : {"v", "streamed"}) {
    const std::size_t first = report == "v" ? 0 : 1;
    const Exported xlsx = exported(room, report, "xlsx");
    keep_for_others(xlsx, "sqlite-types-" + report);
    const XlsxBook book = xlsx.book();
    const Fields fields = exported(room, report, "csv").fields();
    for (std::size_t i = 0; i < values.size(); ++i) {
      INFO(values[i].declared << " " << values[i].sql);
      CHECK(book.at(letters(i + first) + "2") == values[i].xlsx);
      CHECK(fields.at(1).at(i + first) == values[i].csv);
    }
  }
}
