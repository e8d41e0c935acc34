#include "task/sql_text.hpp"

#include <algorithm>
#include <cctype>

#include "base/error.hpp"

namespace task {

namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }

// The end of the quoted text that starts `sql`; npos when it is left open.
std::size_t end_of_quoted(std::string_view sql, bool backslashes) {
  const char quote = sql[0];
  for (std::size_t i = 1; i < sql.size(); ++i) {
    if (backslashes && sql[i] == '\\' && quote != '`') {
      ++i;
    } else if (sql[i] == quote) {
      if (i + 1 < sql.size() && sql[i + 1] == quote)
        ++i;  // doubled
      else
        return i + 1;
    }
  }
  return std::string_view::npos;
}

// The end of the comment that starts `sql`, 0 when none starts there, npos when it is left open.
// MySQL needs a blank after "--"; to SQLite it is a comment without one. Where they differ the text
// is refused by one_statement through its first word or by the server, never run as two statements.
std::size_t end_of_comment(std::string_view sql) {
  if (sql.starts_with("--") || sql[0] == '#') {
    const std::size_t end = sql.find('\n');
    return end == std::string_view::npos ? sql.size() : end + 1;
  }
  if (!sql.starts_with("/*")) return 0;
  const std::size_t end = sql.find("*/", 2);
  return end == std::string_view::npos ? end : end + 2;
}

struct Splitter {
  std::string_view sql;
  bool backslashes;
  std::vector<SqlPiece> pieces;
  bool closed = true;

  void run() {
    std::size_t at = 0, code_from = 0;
    const auto flush_code = [&](std::size_t end) {
      if (end > code_from) pieces.push_back({SqlPieceKind::kCode, sql.substr(code_from, end - code_from)});
    };
    const auto take = [&](SqlPieceKind kind, std::size_t length) {
      flush_code(at);
      if (length == std::string_view::npos) {
        closed = false;
        length = sql.size() - at;
      }
      pieces.push_back({kind, sql.substr(at, length)});
      at += length;
      code_from = at;
    };
    while (at < sql.size()) {
      const std::string_view rest = sql.substr(at);
      const char c = rest[0];
      if (c == '\'' || c == '"' || c == '`') {
        take(SqlPieceKind::kString, end_of_quoted(rest, backslashes));
      } else if (const std::size_t comment = end_of_comment(rest); comment != 0) {
        take(SqlPieceKind::kComment, comment);
      } else if (c == ';') {
        take(SqlPieceKind::kSemicolon, 1);
      } else if (c == ':' && rest.size() > 1 &&
                 (std::isalpha(static_cast<unsigned char>(rest[1])) != 0 || rest[1] == '_') &&
                 (at == 0 || sql[at - 1] != ':')) {
        std::size_t length = 1;
        while (length < rest.size() && is_word(rest[length])) ++length;
        take(SqlPieceKind::kParameter, length);
        pieces.back().text.remove_prefix(1);
      } else {
        ++at;
      }
    }
    flush_code(sql.size());
  }
};

Splitter split(std::string_view sql, bool backslashes) {
  Splitter splitter{sql, backslashes, {}, true};
  splitter.run();
  return splitter;
}

bool is_nothing(const SqlPiece& piece) {
  return piece.kind == SqlPieceKind::kComment ||
         (piece.kind == SqlPieceKind::kCode && std::all_of(piece.text.begin(), piece.text.end(), is_blank));
}

// The words and brackets of the code outside of brackets, in upper case.
std::vector<std::string> outer_words(std::string_view sql) {
  std::vector<std::string> words;
  int depth = 0;
  for (const SqlPiece& piece : split_sql(sql, true)) {
    if (piece.kind != SqlPieceKind::kCode) continue;
    std::string word;
    const auto flush = [&] {
      if (!word.empty() && depth == 0) words.push_back(word);
      word.clear();
    };
    for (const char c : piece.text) {
      if (is_word(c)) {
        word += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
        continue;
      }
      flush();
      if (c == '(') ++depth;
      if (c == ')') --depth;
    }
    flush();
  }
  return words;
}

}  // namespace

std::vector<SqlPiece> split_sql(std::string_view sql, bool backslashes) { return split(sql, backslashes).pieces; }

bool is_closed_sql(std::string_view sql, bool backslashes) { return split(sql, backslashes).closed; }

std::string one_statement(std::string_view sql, std::string_view what) {
  // Both readings of a backslash must find one statement: which one holds depends on the server.
  std::size_t length = sql.size();
  for (const bool backslashes : {false, true}) {
    const Splitter splitter = split(sql, backslashes);
    if (!splitter.closed)
      throw base::Error(base::Kind::kInput, std::string(what) + " leaves a quote or a comment open");
    std::size_t end = 0;
    bool ended = false;
    for (const SqlPiece& piece : splitter.pieces) {
      if (is_nothing(piece)) continue;
      if (piece.kind == SqlPieceKind::kSemicolon) {
        ended = true;
        continue;
      }
      if (ended)
        throw base::Error(base::Kind::kInput, std::string(what) + " holds a second statement",
                          "Keep one SELECT without a semicolon inside.");
      end = static_cast<std::size_t>(piece.text.data() + piece.text.size() - sql.data());
    }
    length = std::min(length, end);
  }
  std::string_view kept = sql.substr(0, length);
  while (!kept.empty() && is_blank(kept.back())) kept.remove_suffix(1);
  while (!kept.empty() && is_blank(kept.front())) kept.remove_prefix(1);
  if (kept.empty()) throw base::Error(base::Kind::kInput, std::string(what) + " is empty");
  return std::string(kept);
}

std::vector<std::string> parameters_of(std::string_view sql) {
  std::vector<std::string> names;
  for (const SqlPiece& piece : split_sql(sql, true)) {
    if (piece.kind != SqlPieceKind::kParameter) continue;
    std::string name(piece.text);
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
  }
  return names;
}

bool has_own_order(std::string_view sql) {
  const std::vector<std::string> words = outer_words(sql);
  for (std::size_t i = 0; i + 1 < words.size(); ++i)
    if (words[i] == "ORDER" && words[i + 1] == "BY") return true;
  return false;
}

std::string first_word(std::string_view sql) {
  const std::vector<std::string> words = outer_words(sql);
  return words.empty() ? std::string() : words.front();
}

}  // namespace task
