#include "sheet/package_check.hpp"

#include <minizip/unzip.h>

#include <algorithm>
#include <charconv>
#include <memory>
#include <string_view>

namespace sheet {

namespace {

constexpr std::string_view kRowsBegin = "<sheetData>";
// What libxlsxwriter 1.1.4 writes after the rows of a sheet that has no further features.
constexpr std::string_view kAfterRows =
    "</sheetData><pageMargins left=\"0.7\" right=\"0.7\" top=\"0.75\" bottom=\"0.75\" header=\"0.3\" "
    "footer=\"0.3\"/></worksheet>";
constexpr std::size_t kMostBeforeRows = 4 << 20;   // 16,384 column widths take 1 MiB
constexpr std::size_t kMostSmallMember = 4 << 20;  // styles, theme, relationships

struct CloseZip {
  void operator()(void* zip) const { unzClose(zip); }
};
using Zip = std::unique_ptr<void, CloseZip>;

struct Member {
  std::string name;
  std::uint64_t size = 0;
};

bool read_member(unzFile zip, Member& member) {
  unz_file_info64 info{};
  char name[256] = {};
  if (unzGetCurrentFileInfo64(zip, &info, name, sizeof name, nullptr, 0, nullptr, 0) != UNZ_OK) return false;
  member = {name, info.uncompressed_size};
  return true;
}

// The number in "xl/worksheets/sheet3.xml"; 0 for other members.
std::size_t sheet_number(std::string_view name) {
  constexpr std::string_view kBegin = "xl/worksheets/sheet";
  constexpr std::string_view kEnd = ".xml";
  if (!name.starts_with(kBegin) || !name.ends_with(kEnd)) return 0;
  name.remove_prefix(kBegin.size());
  name.remove_suffix(kEnd.size());
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  return error == std::errc{} && end == name.data() + name.size() ? number : 0;
}

// The bytes of the current member before its rows, "<sheetData>" included; 0 when it is not found.
std::uint64_t bytes_before_rows(unzFile zip) {
  if (unzOpenCurrentFile(zip) != UNZ_OK) return 0;
  std::string begin;
  std::size_t found = std::string::npos;
  char piece[4096];
  while (found == std::string::npos && begin.size() < kMostBeforeRows) {
    const int read = unzReadCurrentFile(zip, piece, sizeof piece);
    if (read <= 0) break;
    const std::size_t from = begin.size() < kRowsBegin.size() ? 0 : begin.size() - kRowsBegin.size();
    begin.append(piece, static_cast<std::size_t>(read));
    found = begin.find(kRowsBegin, from);
  }
  unzCloseCurrentFile(zip);  // reports a checksum of what was not read to its end
  return found == std::string::npos ? 0 : found + kRowsBegin.size();
}

// How many bytes the current member, a sheet, is short.
std::uint64_t sheet_loss(unzFile zip, const Member& member, std::uint64_t row_bytes) {
  const std::uint64_t before = bytes_before_rows(zip);
  const std::uint64_t expected = before + row_bytes + kAfterRows.size();
  if (before == 0) return expected;
  return member.size == expected ? 0 : std::max<std::uint64_t>(1, expected - std::min(expected, member.size));
}

// The name of a document's root element.
std::string_view root_of(std::string_view document) {
  const std::size_t declaration = document.find("?>");
  const std::size_t begin = document.find('<', declaration == std::string_view::npos ? 0 : declaration);
  if (begin == std::string_view::npos) return {};
  const std::string_view rest = document.substr(begin + 1);
  return rest.substr(0, std::min(rest.find_first_of(" />\n"), rest.size()));
}

bool is_whole_document(unzFile zip, const Member& member) {
  if (member.size == 0 || member.size > kMostSmallMember || unzOpenCurrentFile(zip) != UNZ_OK) return false;
  std::string document(static_cast<std::size_t>(member.size), '\0');
  const int read = unzReadCurrentFile(zip, document.data(), static_cast<unsigned>(document.size()));
  const bool is_read = read == static_cast<int>(document.size());
  const bool is_intact = unzCloseCurrentFile(zip) == UNZ_OK && is_read;
  if (document.ends_with('\n')) document.pop_back();  // the theme does
  const std::string_view root = root_of(document);
  return is_intact && !root.empty() && document.ends_with("</" + std::string(root) + ">");
}

}  // namespace

PackageLoss find_loss(const std::string& path, const std::vector<std::uint64_t>& row_bytes) {
  const Zip zip(unzOpen64(path.c_str()));
  if (!zip || unzGoToFirstFile(zip.get()) != UNZ_OK) return {"the central directory", 1};
  std::size_t sheets = 0;
  int status = UNZ_OK;
  for (; status == UNZ_OK; status = unzGoToNextFile(zip.get())) {
    Member member;
    if (!read_member(zip.get(), member)) return {"the central directory", 1};
    const std::size_t number = sheet_number(member.name);
    if (number == 0) {
      if (!is_whole_document(zip.get(), member)) return {member.name, 1};
      continue;
    }
    if (number > row_bytes.size()) return {member.name, 1};
    ++sheets;
    if (const std::uint64_t lost = sheet_loss(zip.get(), member, row_bytes[number - 1]); lost != 0)
      return {member.name, lost};
  }
  if (status != UNZ_END_OF_LIST_OF_FILE || sheets != row_bytes.size()) return {"the central directory", 1};
  return {};
}

}  // namespace sheet
