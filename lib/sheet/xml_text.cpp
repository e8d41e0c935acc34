#include "sheet/xml_text.hpp"

#include <array>
#include <cstdint>

#include "sheet/utf8.hpp"

namespace sheet {

namespace {

enum class ByteClass : std::uint8_t { kPlain, kMarkup, kReturn, kControl, kUnderscore, kHigh };

constexpr std::array<ByteClass, 256> classify() {
  std::array<ByteClass, 256> classes{};
  for (std::size_t byte = 0; byte < 0x20; ++byte) classes[byte] = ByteClass::kControl;
  classes['\t'] = classes['\n'] = ByteClass::kPlain;
  classes['\r'] = ByteClass::kReturn;
  classes['&'] = classes['<'] = classes['>'] = ByteClass::kMarkup;
  classes['_'] = ByteClass::kUnderscore;
  for (std::size_t byte = 0x80; byte < 0x100; ++byte) classes[byte] = ByteClass::kHigh;
  return classes;
}

constexpr std::array<ByteClass, 256> kClasses = classify();

ByteClass class_of(char byte) { return kClasses[static_cast<unsigned char>(byte)]; }

bool is_hex(char byte) {
  return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'f') || (byte >= 'A' && byte <= 'F');
}

// U+FFFE and U+FFFF: EF BF BE, EF BF BF.
bool is_noncharacter(const char* at, const char* end) {
  return end - at >= 3 && at[0] == '\xEF' && at[1] == '\xBF' && (at[2] == '\xBE' || at[2] == '\xBF');
}

// Whether what is written for the character at `at` begins with an underscore.
bool begins_with_underscore(const char* at, const char* end) {
  if (at == end) return false;
  const ByteClass kind = class_of(*at);
  return kind == ByteClass::kUnderscore || kind == ByteClass::kControl || is_noncharacter(at, end);
}

// Whether the underscore at `at` would be read as the begin of an escape.
bool looks_like_escape(const char* at, const char* end) {
  return end - at > 6 && at[1] == 'x' && is_hex(at[2]) && is_hex(at[3]) && is_hex(at[4]) && is_hex(at[5]) &&
         begins_with_underscore(at + 6, end);
}

void append_escape(std::string& out, unsigned code) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  const char escape[] = {
      '_', 'x', kDigits[code >> 12], kDigits[code >> 8 & 15], kDigits[code >> 4 & 15], kDigits[code & 15], '_'};
  out.append(escape, sizeof escape);
}

void append_markup(std::string& out, char byte) { out += byte == '&' ? "&amp;" : byte == '<' ? "&lt;" : "&gt;"; }

}  // namespace

std::string_view first_units(std::string_view text, std::size_t units) {
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    const Sequence sequence = sequence_at(at, end);
    const auto needed = static_cast<std::size_t>(units_of(sequence));
    if (needed > units) break;
    units -= needed;
    at += sequence.length;
  }
  return text.substr(0, static_cast<std::size_t>(at - text.data()));
}

bool needs_preserve(std::string_view text) {
  const auto is_blank = [](char byte) { return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r'; };
  return !text.empty() && (is_blank(text.front()) || is_blank(text.back()) || text.size() > kMostCellUnits);
}

void append_xml_text(std::string& out, std::string_view text, Tally& tally) {
  // A text never has more units than bytes.
  if (text.size() > kMostCellUnits) {
    const std::string_view fitting = first_units(text, kMostCellUnits);
    if (fitting.size() != text.size()) tally.add(Rule::kTextCut);
    text = fitting;
  }

  bool is_broken = false;
  bool has_noncharacter = false;
  const char* at = text.data();
  const char* const end = at + text.size();
  const char* run = at;  // the begin of what can be copied as it is
  const auto copy_run = [&] { out.append(run, static_cast<std::size_t>(at - run)); };
  while (at != end) {
    std::size_t step = 1;
    switch (class_of(*at)) {
      case ByteClass::kPlain:
        ++at;
        continue;
      case ByteClass::kMarkup:
        copy_run();
        append_markup(out, *at);
        break;
      case ByteClass::kReturn:
        copy_run();
        out += "&#13;";  // as it stands a parser would read it as a LF
        break;
      case ByteClass::kControl:
        copy_run();
        append_escape(out, static_cast<unsigned char>(*at));
        break;
      case ByteClass::kUnderscore:
        if (!looks_like_escape(at, end)) {
          ++at;
          continue;
        }
        copy_run();
        append_escape(out, '_');
        break;
      case ByteClass::kHigh: {
        const Sequence sequence = sequence_at(at, end);
        step = sequence.length;
        if (sequence.is_valid && !is_noncharacter(at, end)) {
          at += step;
          continue;
        }
        copy_run();
        if (sequence.is_valid)
          append_escape(out, at[2] == '\xBE' ? 0xFFFE : 0xFFFF);
        else
          out += "\xEF\xBF\xBD";
        (sequence.is_valid ? has_noncharacter : is_broken) = true;
        break;
      }
    }
    at += step;
    run = at;
  }
  copy_run();
  if (is_broken) tally.add(Rule::kBadUtf8);
  if (has_noncharacter) tally.add(Rule::kNoncharacter);
}

}  // namespace sheet
