// The CSV side of open_csv: RFC 4180, bytes as stored, every write checked.
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>

#include "base/error.hpp"
#include "sheet/cell_text.hpp"
#include "sheet/writer.hpp"

namespace sheet {

namespace {

using task::ValueKind;

constexpr std::size_t kFlushBytes = 256 * 1024;
constexpr std::size_t kMostKeptBytes = 16 * kFlushBytes;
constexpr std::uint64_t kEach = 0x0101010101010101;  // times a byte: that byte eight times
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kSoleNull = "\\N";  // a sole NULL must not be an empty line

void check(const BookOptions& options, const CsvOptions& csv) {
  const auto refuse = [](const std::string& why, const char* hint) {
    throw base::Error(base::Kind::kInput, why, hint);
  };
  constexpr std::string_view kNoDelimiters = "\"\r\n";
  if (options.columns.empty()) refuse("a sheet needs at least one column", "");
  if (csv.delimiter == '\0' || static_cast<unsigned char>(csv.delimiter) >= 0x80 ||
      kNoDelimiters.find(csv.delimiter) != std::string_view::npos)
    refuse("the delimiter must be one ASCII character, no quote and no line end", "Use , ; | or a tab.");
  if (csv.null_text.find_first_of(std::string("\"\r\n") + csv.delimiter) != std::string::npos)
    refuse("the text for NULL holds a quote, a line end or the delimiter", "Use a plain word, such as \\N.");
}

// What Excel takes for a formula, or strips and then takes for one (OWASP, "CSV Injection").
bool looks_like_formula(std::string_view text) {
  constexpr std::string_view kLeads = "=+-@\t\r";
  return !text.empty() && kLeads.find(text.front()) != std::string_view::npos;
}

bool is_text(ValueKind kind) { return kind == ValueKind::kText || kind == ValueKind::kJson; }

class CsvWriter final : public Writer {
 public:
  CsvWriter(PartFile& part, BookOptions options, CsvOptions csv)
      : Writer(options), part_(part), columns_(options.columns.size()), csv_(std::move(csv)) {
    null_text_ = csv_.null_text.empty() && columns_ == 1 ? kSoleNull : csv_.null_text;
    for (const char byte : {'"', '\r', '\n', csv_.delimiter}) is_special_[static_cast<unsigned char>(byte)] = 1;
    delimiters_ = kEach * static_cast<unsigned char>(csv_.delimiter);
    buffer_.reserve(2 * kFlushBytes);
    if (csv_.for_excel) buffer_ += kByteOrderMark;
    for (std::size_t column = 0; column < columns_; ++column) {
      tally_.at(0, static_cast<std::uint32_t>(column + 1));
      append_cell({ValueKind::kText, options.columns[column].header});
      buffer_ += csv_.delimiter;
    }
    end_record();
  }

  void row(std::span<const task::Cell> cells) override {
    if (cells.size() != columns_)
      throw base::Error(base::Kind::kBug, "a row of " + std::to_string(cells.size()) + " cells for " +
                                              std::to_string(columns_) + " columns");
    ++rows_written_;
    for (std::size_t column = 0; column < cells.size(); ++column) {
      tally_.at(rows_written_, static_cast<std::uint32_t>(column + 1));
      append_cell(cells[column]);
      buffer_ += csv_.delimiter;
    }
    end_record();
    if (buffer_.size() >= kFlushBytes) flush();
  }

  Summary finish() override {
    flush();
    return {rows_written_, static_cast<std::uint32_t>(columns_), {}, tally_.applied()};
  }

 private:
  void append_cell(const task::Cell& cell) {
    switch (cell.kind) {
      case ValueKind::kNull:
        buffer_ += null_text_;
        return;
      case ValueKind::kBinary:
        scratch_.clear();
        append_hex(scratch_, cell.bytes);
        return append_field(scratch_);
      case ValueKind::kBit:
        scratch_.clear();
        append_bits(scratch_, cell.bytes);
        return append_field(scratch_);
      default:
        if (csv_.for_excel && is_text(cell.kind) && looks_like_formula(cell.bytes)) return append_guarded(cell.bytes);
        return append_field(cell.bytes);
    }
  }

  void append_guarded(std::string_view text) {
    tally_.add(Rule::kFormulaGuarded);
    scratch_.assign(1, '\'').append(text);
    append_field(scratch_);
  }

  void append_field(std::string_view text) {
    if (!needs_quotes(text)) {
      buffer_ += text;
      return;
    }
    buffer_ += '"';
    for (std::size_t quote; (quote = text.find('"')) != std::string_view::npos; text.remove_prefix(quote + 1))
      buffer_.append(text.substr(0, quote + 1)).append(1, '"');
    buffer_.append(text).append(1, '"');
  }

  bool needs_quotes(std::string_view text) const { return text.empty() || has_special(text) || text == null_text_; }

  // Without an early end: fields are short, and a branch that is mispredicted costs more than the rest.
  bool has_special(std::string_view text) const {
    if (text.size() < sizeof(std::uint64_t)) {
      unsigned char found = 0;
      for (const char byte : text) found |= is_special_[static_cast<unsigned char>(byte)];
      return found != 0;
    }
    // The last word overlaps the one before it.
    const char* const last = text.data() + text.size() - sizeof(std::uint64_t);
    std::uint64_t found = special_bytes(last);
    for (const char* at = text.data(); at < last; at += sizeof(std::uint64_t)) found |= special_bytes(at);
    return found != 0;
  }

  // Not 0 when one of the eight bytes is special.
  std::uint64_t special_bytes(const char* at) const {
    std::uint64_t word = 0;
    std::memcpy(&word, at, sizeof word);
    return zero_bytes(word ^ kEach * '"') | zero_bytes(word ^ kEach * '\r') | zero_bytes(word ^ kEach * '\n') |
           zero_bytes(word ^ delimiters_);
  }

  // Not 0 when one of the eight bytes is 0 (S. E. Anderson, "Bit Twiddling Hacks").
  static std::uint64_t zero_bytes(std::uint64_t word) { return (word - kEach) & ~word & kEach * 0x80; }

  // The last field's delimiter becomes the line end.
  void end_record() {
    buffer_.back() = '\r';
    buffer_ += '\n';
  }

  void flush() {
    for (std::string_view rest = buffer_; !rest.empty();) {
      const ssize_t written = ::write(part_.descriptor(), rest.data(), rest.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0)
        throw base::system_error("cannot write " + part_.part_name(), errno, "Free space in the export folder.");
      rest.remove_prefix(static_cast<std::size_t>(written));
    }
    if (buffer_.capacity() > kMostKeptBytes) {
      buffer_ = {};  // one row was large
      buffer_.reserve(2 * kFlushBytes);
    }
    buffer_.clear();
  }

  PartFile& part_;
  std::size_t columns_;
  CsvOptions csv_;
  std::string null_text_;
  std::array<unsigned char, 256> is_special_{};
  std::uint64_t delimiters_ = 0;  // the delimiter eight times
  std::string buffer_;
  std::string scratch_;
  std::uint64_t rows_written_ = 0;
};

}  // namespace

std::unique_ptr<Writer> open_csv(PartFile& part, BookOptions options, CsvOptions csv) {
  check(options, csv);
  return std::make_unique<CsvWriter>(part, std::move(options), std::move(csv));
}

}  // namespace sheet
