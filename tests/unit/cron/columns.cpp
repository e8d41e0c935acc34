// Chinese and English in the columns of a terminal.
#include "forecasting/columns.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <sstream>

using forecasting::columns_of;
using forecasting::right_aligned;
using forecasting::shortened;
using forecasting::wrapped;

TEST_CASE("a Chinese character takes two columns, a combining mark none") {
  CHECK(columns_of("abc") == 3);
  CHECK(columns_of("表达式: a") == 9);
  CHECK(columns_of("e\u0301") == 1);
  CHECK(columns_of("𠮷") == 2);
  CHECK(right_aligned("时区", 6) == "  时区");
  CHECK(right_aligned("longer", 3) == "longer");
}

TEST_CASE("a text that is too long is cut between characters") {
  CHECK(shortened("备份任务", 8) == "备份任务");
  CHECK(shortened("备份任务 --all", 8) == "备份...");
  CHECK(shortened("abcdef", 5) == "ab...");
}

TEST_CASE("every line fits 80 columns behind its indent, and no character is lost") {
  std::string chinese;
  for (int i = 0; i < 30; ++i) chinese += "被跳过的时刻，（重复的时刻）Quartz 2.5 ";
  std::istringstream lines(std::string(12, ' ') + wrapped(chinese, 12));
  std::string joined;
  for (std::string line; std::getline(lines, line);) {
    INFO(line);
    CHECK(columns_of(line) <= 80);
    CHECK(line.substr(0, 12) == std::string(12, ' '));
    const std::string text = line.substr(12);
    CHECK(text.find("，") != 0);
    CHECK(text.find(' ') != 0);
    joined += text;
  }
  const auto bare = [](std::string text) {
    text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
    return text;
  };
  CHECK(bare(joined) == bare(chinese));
}

TEST_CASE("a word that fits nowhere stays whole, and the rest goes on behind it") {
  const std::string word(100, 'x');
  CHECK(wrapped(word, 12) == word);
  CHECK(wrapped("a " + word + " b", 2) == "a\n  " + word + "\n  b");
  CHECK(wrapped("", 2).empty());
}
