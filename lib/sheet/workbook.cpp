#include "sheet/workbook.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <xlsxwriter.h>

#include <algorithm>
#include <cerrno>
#include <chrono>

#include "base/error.hpp"
#include "sheet/package_check.hpp"
#include "sheet/utf8.hpp"
#include "sheet/xml_text.hpp"

namespace sheet {

namespace {

// A zip without the 64-bit extensions, which some readers refuse, ends at 4 GiB.
constexpr std::uint64_t kMostPlainZipBytes = 0xF000'0000;

// The file behind a descriptor, whatever its path leads to by now.
std::string path_of(int descriptor) { return "/proc/self/fd/" + std::to_string(descriptor); }

// A title as the file's properties hold it: what XML refuses becomes a blank, and the library takes 255
// characters at most.
std::string property_text(std::string_view title) {
  constexpr std::size_t kMostUnits = 200;
  title = first_units(title, kMostUnits);
  const char* const end = title.data() + title.size();
  std::string text;
  for (const char* at = title.data(); at != end;) {
    const Sequence sequence = sequence_at(at, end);
    const std::string_view bytes(at, sequence.length);
    const bool is_control = sequence.length == 1 && static_cast<unsigned char>(*at) < 0x20;
    const bool is_noncharacter = bytes == "\xEF\xBF\xBE" || bytes == "\xEF\xBF\xBF";
    text += !sequence.is_valid || is_control || is_noncharacter ? std::string_view(" ") : bytes;
    at += sequence.length;
  }
  return text;
}

bool is_full(int errno_value) { return errno_value == ENOSPC || errno_value == EDQUOT || errno_value == EFBIG; }

}  // namespace

Workbook::Workbook(PartFile& part, const std::string& title, base::Instant created_at)
    : part_(part), path_(path_of(part.descriptor())), folder_(path_of(part.folder_descriptor())) {
  lxw_workbook_options options{};
  options.constant_memory = LXW_TRUE;
  options.tmpdir = folder_.data();
  book_ = workbook_new_opt(path_.c_str(), &options);
  if (book_ == nullptr) fail("cannot open the workbook", ENOMEM);
  std::string shown_title = property_text(title);
  lxw_doc_properties properties{};
  properties.title = shown_title.data();
  properties.created = std::chrono::system_clock::to_time_t(created_at);
  if (workbook_set_properties(book_, &properties) != LXW_NO_ERROR) {
    lxw_workbook_free(book_);
    fail("cannot describe the workbook", ENOMEM);
  }
}

Workbook::~Workbook() {
  release_streams();
  lxw_workbook_free(book_);
}

int Workbook::add_style(const std::string& number_format) {
  lxw_format* const format = workbook_add_format(book_);
  if (format == nullptr) fail("cannot add a cell format", ENOMEM);
  format_set_num_format(format, number_format.c_str());
  return lxw_format_get_xf_index(format);
}

int Workbook::add_header_style() {
  lxw_format* const format = workbook_add_format(book_);
  if (format == nullptr) fail("cannot add a cell format", ENOMEM);
  format_set_bold(format);
  return lxw_format_get_xf_index(format);
}

void Workbook::add_sheet(const std::string& name, const std::vector<double>& widths) {
  errno = 0;
  lxw_worksheet* const worksheet = workbook_add_worksheet(book_, name.c_str());
  if (worksheet == nullptr) fail("cannot open sheet '" + name + "'", errno == 0 ? ENOMEM : errno);
  struct stat temporary {};
  const int descriptor = fileno(worksheet->file);
  const bool is_known = ::fstat(descriptor, &temporary) == 0;
  sheets_.push_back({worksheet, worksheet->file, descriptor, temporary.st_dev, temporary.st_ino});

  // The library would try /tmp next, when the export folder takes no file.
  struct stat folder {};
  if (!is_known || ::fstat(part_.folder_descriptor(), &folder) != 0)
    fail("cannot read the state of a temporary file", errno);
  if (folder.st_dev != temporary.st_dev) fail("cannot create a temporary file", ENOSPC);

  // With rows of our own the library must be told the sheet's extent.
  worksheet->dim_rowmin = 0;
  worksheet->dim_colmin = 0;
  worksheet->dim_colmax = static_cast<lxw_col_t>(widths.size() - 1);
  worksheet_freeze_panes(worksheet, 1, 0);
  for (lxw_col_t column = 0; column < widths.size(); ++column)
    if (worksheet_set_column(worksheet, column, column, widths[column], nullptr) != LXW_NO_ERROR)
      fail("cannot set a column's width", ENOMEM);
}

void Workbook::write(std::string_view rows, std::uint64_t last_row) {
  Sheet& sheet = sheets_.back();
  errno = 0;
  if (std::fwrite(rows.data(), 1, rows.size(), sheet.stream) != rows.size())
    fail("cannot write a temporary file", errno == 0 ? EIO : errno);
  sheet.bytes += rows.size();
  sheet.worksheet->dim_rowmax = static_cast<lxw_row_t>(last_row - 1);
}

void Workbook::require_space_to_pack() const {
  std::uint64_t most = 0;
  for (const Sheet& sheet : sheets_) most = std::max(most, sheet.bytes);
  const int reserve = ::open(folder_.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (reserve < 0) return;  // not every file system has unnamed files, nor can all allocate
  const int reason = ::fallocate(reserve, 0, 0, static_cast<off_t>(most)) == 0 ? 0 : errno;
  ::close(reserve);
  if (is_full(reason)) fail("no room to pack the workbook", reason);
}

void Workbook::close() {
  require_whole_streams();
  for (const Sheet& sheet : sheets_)
    if (sheet.bytes > kMostPlainZipBytes) book_->options.use_zip64 = LXW_TRUE;
  std::vector<std::uint64_t> bytes;
  for (const Sheet& sheet : sheets_) bytes.push_back(sheet.bytes);

  errno = 0;
  const lxw_error error = workbook_close(book_);  // frees the book, whatever it returns
  const int reason = errno;
  book_ = nullptr;
  if (error != LXW_NO_ERROR) {
    const int likely = is_full(reason) ? reason : reason_for_loss();
    release_streams();
    fail(std::string("cannot pack the workbook (") + lxw_strerror(error) + ")", likely);
  }

  const PackageLoss loss = find_loss(path_, bytes);
  if (!loss.member.empty())
    fail("the workbook came out short: " + std::to_string(loss.lost_bytes) + " bytes or more are missing in " +
             loss.member,
         reason_for_loss());
  release_streams();
}

// The streams hold what was written, and no error stuck to them.
void Workbook::require_whole_streams() {
  for (const Sheet& sheet : sheets_) {
    errno = 0;
    if (std::fflush(sheet.stream) != 0 || std::ferror(sheet.stream) != 0)
      fail("cannot write a temporary file", errno == 0 ? EIO : errno);
    struct stat state {};
    if (::fstat(sheet.descriptor, &state) != 0) fail("cannot read the size of a temporary file", errno);
    if (ftello(sheet.stream) != static_cast<off_t>(sheet.bytes) || state.st_size != static_cast<off_t>(sheet.bytes))
      fail("a temporary file came out short", ENOSPC);
  }
}

// Whether the sheet's stream is still ours to close. The library closes it when it packs the sheet,
// but forgets it, and the space it takes, when packing ended before; its descriptor tells.
bool Workbook::is_open(const Sheet& sheet) {
  struct stat state {};
  return ::fstat(sheet.descriptor, &state) == 0 && state.st_dev == sheet.device && state.st_ino == sheet.inode &&
         state.st_nlink == 0 && state.st_size == static_cast<off_t>(sheet.bytes);
}

void Workbook::release_streams() noexcept {
  for (const Sheet& sheet : sheets_)
    if (book_ != nullptr || is_open(sheet)) std::fclose(sheet.stream);
  sheets_.clear();
}

std::uint64_t Workbook::row_bytes() const {
  std::uint64_t sum = 0;
  for (const Sheet& sheet : sheets_) sum += sheet.bytes;
  return sum;
}

// Why bytes are missing: the library keeps no errno. While a sheet is packed, its rows lie in the
// folder twice; when what is free now is less than that, the folder was full.
int Workbook::reason_for_loss() const {
  struct statvfs space {};
  if (::fstatvfs(part_.folder_descriptor(), &space) != 0) return EIO;
  struct stat part {};
  (void)::fstat(part_.descriptor(), &part);
  const std::uint64_t free_bytes = space.f_bavail * space.f_frsize;
  const std::uint64_t needed = 2 * row_bytes() + static_cast<std::uint64_t>(part.st_size) + (1 << 20);
  return free_bytes < needed ? ENOSPC : EIO;
}

void Workbook::fail(const std::string& what, int errno_value) const {
  throw base::system_error(what + " for " + part_.part_name(), errno_value,
                           is_full(errno_value) ? "Free space in the export folder: a workbook needs about three times "
                                                  "its rows' XML while it is put together."
                                                : "");
}

}  // namespace sheet
