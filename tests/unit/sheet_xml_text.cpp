// Texts in a worksheet's XML: every byte sequence has one spelling there, and reads back.
#include <catch2/catch.hpp>
#include <string>
#include <string_view>

#include "sheet/xml_text.hpp"

namespace {

using namespace std::string_view_literals;

std::string xml_of(std::string_view text) {
  sheet::Tally tally;
  std::string out;
  sheet::append_xml_text(out, text, tally);
  return out;
}

std::string counted(std::string_view text) {
  sheet::Tally tally;
  std::string out;
  sheet::append_xml_text(out, text, tally);
  std::string names;
  for (const sheet::RuleCount& count : tally.applied()) names.append(count.name).append(" ");
  return names;
}

struct Case {
  std::string_view text;
  std::string_view xml;
};

std::size_t units_of_text(std::string_view text) {
  std::size_t units = 0;
  for (const char byte : text) {
    const auto value = static_cast<unsigned char>(byte);
    if ((value & 0xC0) != 0x80) units += value >= 0xF0 ? 2 : 1;
  }
  return units;
}

}  // namespace

TEST_CASE("markup is escaped and everything else in any script stays") {
  CHECK(xml_of("a < b && c > \"d\"") == "a &lt; b &amp;&amp; c &gt; \"d\"");
  CHECK(xml_of("𠮷 😀 'x'\t\n مرحبا") == "𠮷 😀 'x'\t\n مرحبا");
  CHECK(xml_of("") == "");
}

TEST_CASE("X04: control characters and NUL become escapes and cut nothing") {
  for (const auto& [text, xml] : {Case{"a\x0B"
                                       "b"sv,
                                       "a_x000B_b"},
                                  Case{"a\x14"
                                       "b"sv,
                                       "a_x0014_b"},
                                  Case{"\x1B[31m"sv, "_x001B_[31m"}, Case{"ab\0cd"sv, "ab_x0000_cd"},
                                  Case{"\ta\nb"sv, "\ta\nb"}, Case{"a\r\nb"sv, "a&#13;\nb"}})
    CHECK(xml_of(text) == xml);
  CHECK(counted("a\0b"sv).empty());
}

TEST_CASE("X05: bytes that are not UTF-8 become U+FFFD and are counted") {
  for (const auto& [text, xml] :
       {Case{"a\xC3(b"sv, "a\uFFFD(b"}, Case{"\xED\xA0\x80"sv, "\uFFFD\uFFFD\uFFFD"}, Case{"\xFF"sv, "\uFFFD"},
        Case{"\xE4\xBD"sv, "\uFFFD"}, Case{"\xF0\x9F\x98"sv, "\uFFFD"}, Case{"\xC0\xAF"sv, "\uFFFD\uFFFD"},
        Case{"\xF4\x90\x80\x80"sv, "\uFFFD\uFFFD\uFFFD\uFFFD"}, Case{"\x80ok"sv, "\uFFFDok"}}) {
    CHECK(xml_of(text) == xml);
    CHECK(counted(text) == "bad_utf8 ");
  }
}

TEST_CASE("X05: noncharacters that XML refuses become escapes and are counted") {
  CHECK(xml_of("\xEF\xBF\xBE") == "_xFFFE_");
  CHECK(xml_of("a\xEF\xBF\xBF") == "a_xFFFF_");
  CHECK(counted("\xEF\xBF\xBE") == "noncharacter ");
  CHECK(xml_of("\xEF\xBF\xBD") == "\uFFFD");
  CHECK(counted("\xEF\xBF\xBD").empty());
}

TEST_CASE("X06: texts that look like an escape are escaped, others stay") {
  for (const auto& [text, xml] :
       {Case{"_x0041_", "_x005F_x0041_"}, Case{"price_x000D_total", "price_x005F_x000D_total"},
        Case{"_x0041_x0042_", "_x005F_x0041_x005F_x0042_"}, Case{"_x004_", "_x004_"},
        Case{"snake_x_case", "snake_x_case"}, Case{"_X0041_", "_X0041_"}, Case{"_x00aF_", "_x005F_x00aF_"},
        Case{"__x0041__", "__x005F_x0041__"}, Case{"_x0041", "_x0041"}, Case{"_x004G_", "_x004G_"}})
    CHECK(xml_of(text) == xml);
}

TEST_CASE("an escape that follows does not complete a look-alike") {
  CHECK(xml_of("_x0041\x01") == "_x005F_x0041_x0001_");
  CHECK(xml_of("_x0041\r") == "_x0041&#13;");
  CHECK(xml_of("_x0041\xEF\xBF\xBE") == "_x005F_x0041_xFFFE_");
  CHECK(xml_of("_x0041\t") == "_x0041\t");
}

TEST_CASE("X03: a cell holds 32,767 UTF-16 units and is cut between code points") {
  const std::string full(32'767, 'a');
  CHECK(xml_of(full) == full);
  CHECK(counted(full).empty());

  CHECK(xml_of(full + "a") == full);
  CHECK(counted(full + "a") == "text_cut ");

  const std::string before(32'766, 'a');
  CHECK(xml_of(before + "😀") == before);
  CHECK(counted(before + "😀") == "text_cut ");
  CHECK(xml_of(before.substr(1) + "😀") == before.substr(1) + "😀");

  std::string wide;
  for (int letter = 0; letter < 17'000; ++letter) wide += "Ы";
  CHECK(xml_of(wide) == wide);
  CHECK(counted(wide).empty());

  std::string lines;
  for (int line = 0; line < 11'000; ++line) lines += "a\r\n";
  CHECK(counted(lines) == "text_cut ");
  CHECK(units_of_text(sheet::first_units(lines, sheet::kMostCellUnits)) == 32'767);
}

TEST_CASE("blanks at the ends ask for xml:space") {
  CHECK(sheet::needs_preserve(" a"));
  CHECK(sheet::needs_preserve("a\n"));
  CHECK(sheet::needs_preserve("\t"));
  CHECK_FALSE(sheet::needs_preserve("a b"));
  CHECK_FALSE(sheet::needs_preserve(""));
}
