// A sheet under construction: rows in, one file out. docs/fidelity.md says what becomes of each type.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/time.hpp"
#include "sheet/part_file.hpp"
#include "sheet/tally.hpp"
#include "task/cell.hpp"

namespace sheet {

inline constexpr std::uint64_t kMostRows = 1'048'576;  // of a sheet, the header included
inline constexpr std::uint32_t kMostColumns = 16'384;  // of a sheet

struct ColumnStyle {
  std::string header;
  std::optional<double> width;  // in characters, 0 to 255; by default from header and kind
  std::string number_format;    // for all but texts, as Excel spells it; empty: by the value's type
  task::ValueKind kind = task::ValueKind::kText;
  int scale = 0;
};

struct BookOptions {
  std::string title;  // the sheet's name, cleaned by Excel's rules; the next ones are "title (2)"…
  std::vector<ColumnStyle> columns;
  std::uint64_t rows_per_sheet = kMostRows;  // the header included
  bool fail_on_row_limit = false;            // refuse the row that would open a second sheet
  bool refuses_lossy = false;                // the first cell that cannot be read back as stored is an error
  base::Instant created_at{};                // in the file's properties; epoch: now
};

struct CsvOptions {
  char delimiter = ',';
  std::string null_text;   // an unquoted field for NULL; texts equal to it are quoted
  bool for_excel = false;  // byte order mark, and texts that Excel would take for a formula guarded
};

struct Summary {
  std::uint64_t rows = 0;  // without headers
  std::uint32_t columns = 0;
  std::vector<std::string> sheet_names;  // empty for CSV
  std::vector<RuleCount> rules;          // those that were applied
};

// Not thread-safe. Destroyed without finish it leaves nothing but the caller's part.
class Writer {
 public:
  virtual ~Writer() = default;
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  // Takes one row, as many cells as there are columns; their bytes are used before it returns.
  // Throws base::Error: kWriteFailed with errno as origin when the folder is full, kInput past the
  // row limit and for what refuses_lossy refuses. After a throw the writer can only be destroyed.
  virtual void row(std::span<const task::Cell> cells) = 0;

  // Ends the file's content and checks that all of it arrived. The caller publishes the part.
  // Cannot be interrupted: seconds on a large workbook.
  virtual Summary finish() = 0;

  // What was counted so far.
  const Tally& tally() const { return tally_; }

 protected:
  Writer() = default;
  explicit Writer(const BookOptions& options);

  Tally tally_;
};

// Both write into `part`, which must outlive the writer, and write the header at once.
// Throws Error{kInput} for more than 16,384 columns (XLSX), none, or options that cannot be met.
std::unique_ptr<Writer> open_xlsx(PartFile& part, BookOptions options);
std::unique_ptr<Writer> open_csv(PartFile& part, BookOptions options, CsvOptions csv);

}  // namespace sheet
