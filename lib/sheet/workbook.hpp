// libxlsxwriter, and what it needs around it: the only file that includes its header is workbook.cpp.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.hpp"
#include "sheet/part_file.hpp"

struct lxw_workbook;
struct lxw_worksheet;

namespace sheet {

// One workbook in constant-memory mode. Rows arrive as XML and go straight into the sheet's temporary
// stream, an unlinked file in the export folder; the library adds everything else and packs it.
// Every write is checked. Not thread-safe; different workbooks are independent.
class Workbook {
 public:
  // `part` must outlive it. Its temporary files are made in the part's folder.
  Workbook(PartFile& part, const std::string& title, base::Instant created_at);
  ~Workbook();
  Workbook(const Workbook&) = delete;
  Workbook& operator=(const Workbook&) = delete;

  // The number of a style with this number format; the header's style.
  int add_style(const std::string& number_format);
  int add_header_style();

  // Opens the next sheet; what is written from now on belongs to it. `name` fits Excel's rules.
  void add_sheet(const std::string& name, const std::vector<double>& widths);

  // Appends whole <row> elements, the last of them row `last_row` of the sheet, counted from 1.
  void write(std::string_view rows, std::uint64_t last_row);

  // Throws ENOSPC unless the folder has room for the second copy of the rows that packing makes of
  // the largest sheet. Spares the seconds that packing takes, and what the library writes to stderr.
  void require_space_to_pack() const;

  // Packs the workbook into the part and proves that nothing was lost. Once.
  void close();

 private:
  struct Sheet {
    lxw_worksheet* worksheet;
    std::FILE* stream;  // unlinked already
    int descriptor;
    dev_t device;
    ino_t inode;
    std::uint64_t bytes = 0;
  };

  static bool is_open(const Sheet& sheet);
  void require_whole_streams();
  void release_streams() noexcept;
  [[noreturn]] void fail(const std::string& what, int errno_value) const;
  int reason_for_loss() const;
  std::uint64_t row_bytes() const;

  PartFile& part_;
  std::string path_;    // the part, by its descriptor
  std::string folder_;  // its folder, likewise
  lxw_workbook* book_;
  std::vector<Sheet> sheets_;
};

}  // namespace sheet
