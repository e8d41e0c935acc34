// The little that must be known of SQL's lexical rules to place values and to tell one statement
// from two: quotes, comments, named parameters. MySQL manual, "Comments" and "String Literals";
// SQLite, "SQL Language Expressions".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace task {

enum class SqlPieceKind {
  kCode,    // anything else, words and signs together
  kString,  // '…', "…", `…` or […] is code; quotes included
  kComment,
  kParameter,  // :name, without the colon in `text`
  kSemicolon,
};

struct SqlPiece {
  SqlPieceKind kind;
  std::string_view text;
};

// Splits `sql`; the pieces cover it in order. A backslash escapes in a string where `backslashes`
// says so (MySQL). An unclosed quote or comment makes the last piece.
std::vector<SqlPiece> split_sql(std::string_view sql, bool backslashes);

// False for an unclosed quote or comment.
bool is_closed_sql(std::string_view sql, bool backslashes);

// `sql` without the semicolon, blanks and comments that may end it. Throws Error{kInput} when
// another statement follows a semicolon, or a quote or comment is left open.
std::string one_statement(std::string_view sql, std::string_view what);

// Names of the parameters that `sql` uses, each once, in order of first use.
std::vector<std::string> parameters_of(std::string_view sql);

// Does `sql` order its own result: ORDER BY outside of all brackets?
bool has_own_order(std::string_view sql);

// The first word, in upper case: SELECT, WITH, DELETE. Empty when there is none.
std::string first_word(std::string_view sql);

}  // namespace task
