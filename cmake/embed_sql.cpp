// embed_sql: turns the folder sql/ into one header of constants, and refuses what the statements
// must not hold. Run by the build: embed_sql SQL_FOLDER OUTPUT.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace {

std::string read(const fs::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) throw std::runtime_error("cannot read " + path.string());
  return text.str();
}

[[noreturn]] void refuse(const fs::path& path, const std::string& reason) {
  throw std::runtime_error(path.string() + ": " + reason);
}

// Without comments and line breaks; quotes are respected.
std::string squeeze(const std::string& text) {
  std::string out;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!quoted && text.compare(i, 2, "--") == 0) {
      while (i < text.size() && text[i] != '\n') ++i;
      if (!out.empty() && out.back() != ' ') out += ' ';
      continue;
    }
    if (text[i] == '\'') quoted = !quoted;
    if (!quoted && (text[i] == '\n' || text[i] == ' ')) {
      if (!out.empty() && out.back() != ' ') out += ' ';
      continue;
    }
    out += text[i];
  }
  while (!out.empty() && (out.back() == ' ' || out.back() == ';')) out.pop_back();
  return out;
}

void replace_all(std::string& text, const std::string& what, const std::string& with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
    text.replace(at, what.size(), with);
}

// {now}, {now + :name} and {now - :name}, the bind in microseconds: the server's clock in UTC, or
// in SQLite a function that the session registers.
std::string expand_clock(std::string text, bool mysql, const fs::path& path) {
  replace_all(text, "{now}", mysql ? "UTC_TIMESTAMP(6)" : "oneshot_now(0)");
  for (std::size_t at = 0; (at = text.find("{now ", at)) != std::string::npos;) {
    const std::size_t end = text.find('}', at);
    if (end == std::string::npos || end < at + 8) refuse(path, "unclosed {now …}");
    const char sign = text[at + 5];
    const std::string bind = text.substr(at + 7, end - at - 7);
    if ((sign != '+' && sign != '-') || bind.empty() || bind[0] != ':') refuse(path, "write {now + :bind}");
    const std::string with = mysql ? std::string("(UTC_TIMESTAMP(6) ") + sign + " INTERVAL " + bind + " MICROSECOND)"
                                   : std::string("oneshot_now(") + (sign == '-' ? "-" : "") + bind + ")";
    text.replace(at, end - at + 1, with);
    at += with.size();
  }
  return text;
}

// {include NAME}: the text of NAME.inc in the same folder.
std::string expand_includes(std::string text, const fs::path& path) {
  for (std::size_t at = 0; (at = text.find("{include ", at)) != std::string::npos;) {
    const std::size_t end = text.find('}', at);
    if (end == std::string::npos) refuse(path, "unclosed {include …}");
    const std::string with = squeeze(read(path.parent_path() / (text.substr(at + 9, end - at - 9) + ".inc")));
    text.replace(at, end - at + 1, with);
    at += with.size();
  }
  return text;
}

// SOCI's parser knows neither double quotes nor comments; the columns of a result are listed.
void check(const std::string& text, const fs::path& path) {
  if (text.find('"') != std::string::npos) refuse(path, "a double quote; SOCI cannot parse it");
  if (text.find("/*") != std::string::npos) refuse(path, "a /* comment; SOCI cannot parse it");
  if (text.find("SELECT *") != std::string::npos || text.find(".*") != std::string::npos)
    refuse(path, "SELECT *; list the columns");
  if (text.find(';') != std::string::npos) refuse(path, "more than one statement");
  if (text.empty()) refuse(path, "empty");
}

void check_header(const std::string& text, const fs::path& path) {
  if (!text.starts_with("-- ")) refuse(path, "the first line must say in a comment what the statement is for");
  for (const char* line : {"\n-- binds:", "\n-- index:", "\n-- locks:"})
    if (text.find(line) == std::string::npos) refuse(path, std::string("the header lacks '") + (line + 1) + "'");
}

std::string statement_text(const fs::path& path, bool mysql) {
  const std::string text = read(path);
  check_header(text, path);
  const std::string done = expand_clock(expand_includes(squeeze(text), path), mysql, path);
  check(done, path);
  return done;
}

std::string raw(const std::string& text) { return "R\"SQL(" + text + ")SQL\""; }

std::vector<fs::path> sorted(const fs::path& folder) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(folder)) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

// A folder of sql/ as a namespace, a file as a constant; NAME.sqlite.sql is the other dialect's text.
void write_table(std::ostream& out, const fs::path& folder) {
  const std::string table = folder.filename().string();
  out << "namespace " << table << " {\n";
  for (const fs::path& path : sorted(folder)) {
    const std::string file = path.filename().string();
    if (path.extension() != ".sql" || file.ends_with(".sqlite.sql")) continue;
    const std::string name = path.stem().string();
    const fs::path sqlite = folder / (name + ".sqlite.sql");
    out << "inline constexpr Statement " << name << "{\"" << table << "/" << name << "\", "
        << raw(statement_text(path, true)) << ", " << raw(statement_text(fs::exists(sqlite) ? sqlite : path, false))
        << "};\n";
  }
  out << "}  // namespace " << table << "\n\n";
}

// sql/migrations/DIALECT/NNNN_name.sql, one statement a step; NNNN counts from 1 without a gap.
void write_migrations(std::ostream& out, const fs::path& folder, const std::string& dialect) {
  out << "inline constexpr Migration " << dialect << "[] = {\n";
  int expected = 1;
  for (const fs::path& path : sorted(folder)) {
    const std::string name = path.stem().string();
    if (path.extension() != ".sql") continue;
    if (std::stoi(name.substr(0, 4)) != expected) refuse(path, "step " + std::to_string(expected) + " is missing");
    const std::string text = squeeze(read(path));
    check(text, path);
    out << "    {" << expected++ << ", \"" << name << "\", " << raw(text) << "},\n";
  }
  out << "};\n";
}

void write_all(std::ostream& out, const fs::path& root) {
  out << "// Made from sql/ by embed_sql.\n#pragma once\n\n#include \"store/statement.hpp\"\n\nnamespace store::sql "
         "{\n\n";
  for (const fs::path& folder : sorted(root))
    if (fs::is_directory(folder) && folder.filename() != "migrations") write_table(out, folder);
  out << "namespace migrations {\n";
  for (const char* dialect : {"mysql", "sqlite"}) write_migrations(out, root / "migrations" / dialect, dialect);
  out << "}  // namespace migrations\n\n}  // namespace store::sql\n";
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc != 3) throw std::runtime_error("usage: embed_sql SQL_FOLDER OUTPUT");
    std::ostringstream text;
    write_all(text, argv[1]);
    std::ofstream file(argv[2]);
    file << text.str();
    file.close();
    if (!file) throw std::runtime_error(std::string("cannot write ") + argv[2]);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "embed_sql: " << error.what() << "\n";
    return 1;
  }
}
