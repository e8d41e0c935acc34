// Sheet names by Excel's rules.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "sheet/sheet_name.hpp"

TEST_CASE("X22: titles become names that Excel takes") {
  const std::string a30(30, 'a');
  CHECK(sheet::sheet_name("全部任务") == "全部任务");
  CHECK(sheet::sheet_name("orders/2025:[x]*?") == "orders_2025__x___");
  CHECK(sheet::sheet_name("a\\b") == "a_b");
  CHECK(sheet::sheet_name(std::string(40, 'a')) == std::string(31, 'a'));
  CHECK(sheet::sheet_name(a30 + "😀") == a30);
  CHECK(sheet::sheet_name(a30 + "𠮷x") == a30);
  CHECK(sheet::sheet_name("History") == "History_");
  CHECK(sheet::sheet_name("hISTORY") == "hISTORY_");
  CHECK(sheet::sheet_name("'quoted'") == "quoted");
  CHECK(sheet::sheet_name(a30 + "'x") == a30);
  CHECK(sheet::sheet_name("it's") == "it's");
  CHECK(sheet::sheet_name("") == "Sheet");
  CHECK(sheet::sheet_name("'' '") == "Sheet");
  CHECK(sheet::sheet_name("a\nb\x01") == "a_b_");
  CHECK(sheet::sheet_name("bad\xFFutf8") == "bad_utf8");
}

TEST_CASE("the sheets of one family are numbered and still fit") {
  CHECK(sheet::sheet_name("tasks", 1) == "tasks");
  CHECK(sheet::sheet_name("tasks", 2) == "tasks (2)");
  CHECK(sheet::sheet_name(std::string(40, 'a'), 12) == std::string(26, 'a') + " (12)");
  CHECK(sheet::sheet_name("History", 2) == "History_ (2)");
}

TEST_CASE("X22: names are unique without regard to case") {
  std::vector<std::string> taken;
  for (const std::string& title :
       {std::string(40, 'a'), std::string(40, 'a') + "b", std::string("Orders"), std::string("orders")})
    taken.push_back(sheet::free_sheet_name(title, taken));
  CHECK(taken == std::vector<std::string>{std::string(31, 'a'), std::string(27, 'a') + " (2)", "Orders", "orders (2)"});
}
