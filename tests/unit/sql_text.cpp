#include "task/sql_text.hpp"

#include <catch2/catch.hpp>

#include "base/error.hpp"

using namespace task;

TEST_CASE("one statement loses the semicolon, blanks and comments that end it") {
  CHECK(one_statement("  SELECT 1 ;  -- done\n", "query") == "SELECT 1");
  CHECK(one_statement("SELECT 1 /* ; */", "query") == "SELECT 1");
  CHECK(one_statement("SELECT ';' AS a", "query") == "SELECT ';' AS a");
}

TEST_CASE("a second statement is refused however it is hidden") {
  for (const char* sql : {"SELECT 1; DELETE FROM t", "SELECT 1;;SELECT 2", "SELECT '\\'; DELETE FROM t; -- '",
                          "SELECT 1 /* x */; /* y */ DROP TABLE t"}) {
    CAPTURE(sql);
    CHECK_THROWS_AS(one_statement(sql, "query"), base::Error);
  }
}

TEST_CASE("an open quote, an open comment and nothing at all are refused") {
  for (const char* sql : {"SELECT 'a", "SELECT \"a", "SELECT `a", "SELECT /* a", "", " ; ", "-- only a comment"}) {
    CAPTURE(sql);
    CHECK_THROWS_AS(one_statement(sql, "query"), base::Error);
  }
}

TEST_CASE("parameters are found outside of quotes and comments, each once") {
  CHECK(parameters_of("a >= :since AND b < :until OR c = :since") == std::vector<std::string>{"since", "until"});
  CHECK(parameters_of("a = ':no' AND b = \":no\" AND c = `:no` -- :no\n AND d = /* :no */ :yes") ==
        std::vector<std::string>{"yes"});
  CHECK(parameters_of("SELECT '12:30:00', a::text").empty());
}

TEST_CASE("an ORDER BY of its own is told from one in brackets") {
  CHECK(has_own_order("SELECT a FROM t ORDER BY a"));
  CHECK(has_own_order("SELECT a FROM t order /* x */ by a"));
  CHECK_FALSE(has_own_order("SELECT a FROM (SELECT a FROM t ORDER BY a LIMIT 3) d"));
  CHECK_FALSE(has_own_order("SELECT 'ORDER BY' FROM t"));
  CHECK_FALSE(has_own_order("SELECT row_number() OVER (ORDER BY a) FROM t"));
}

TEST_CASE("the first word tells a reader from a writer") {
  CHECK(first_word("/* x */ select 1") == "SELECT");
  CHECK(first_word("with a AS (SELECT 1) SELECT * FROM a") == "WITH");
  CHECK(first_word("Delete from t") == "DELETE");
  CHECK(first_word("").empty());
}

TEST_CASE("the pieces of a statement cover it in order") {
  const std::string sql = "SELECT 'a;''b', :p -- c\nFROM `t;` /* d */ WHERE x = \"y\" # z";
  std::string together;
  for (const SqlPiece& piece : split_sql(sql, true)) {
    if (piece.kind == SqlPieceKind::kParameter) together += ":";
    together += piece.text;
  }
  CHECK(together == sql);
}
