// A full disk gives an error or a whole file, at whatever byte it fills up: never a cut file.
#include <catch2/catch.hpp>
#include <cerrno>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "sheet/package_check.hpp"
#include "sheet/workbook.hpp"
#include "sheet/writer.hpp"
#include "support/captured_stderr.hpp"
#include "support/folder_names.hpp"
#include "support/small_disk.hpp"
#include "support/temp_dir.hpp"

namespace {

using support::SmallDisk;
using support::TempDir;
using task::Cell;
using Kind = task::ValueKind;

sheet::BookOptions two_columns() {
  sheet::BookOptions options;
  options.title = "t";
  options.columns = {{"id", {}, "", Kind::kInteger, 0}, {"text", {}, "", Kind::kText, 0}};
  options.created_at = base::Instant{std::chrono::seconds{1'700'000'000}};
  return options;
}

using Open = std::function<std::unique_ptr<sheet::Writer>(sheet::PartFile&, sheet::BookOptions)>;

// Exports; empty when it succeeded, else the error.
std::optional<base::Error> export_rows(const std::filesystem::path& folder, const Open& open, int rows,
                                       std::size_t width, std::uint64_t rows_per_sheet) try {
  sheet::PartFile part(folder, "1-t.out");
  sheet::BookOptions options = two_columns();
  options.rows_per_sheet = rows_per_sheet;
  const auto writer = open(part, options);
  unsigned random = 1;
  std::string text(width, ' ');
  for (int row = 0; row < rows; ++row) {
    for (char& byte : text) byte = static_cast<char>('a' + (random = random * 1'103'515'245 + 12'345) / 65'536 % 26);
    const std::string id = std::to_string(row);
    writer->row(std::vector<Cell>{{Kind::kInteger, id}, {Kind::kText, text}});
  }
  writer->finish();
  part.publish();
  return std::nullopt;
} catch (const base::Error& error) {
  return error;
}

std::unique_ptr<sheet::Writer> open_xlsx(sheet::PartFile& part, sheet::BookOptions options) {
  return sheet::open_xlsx(part, std::move(options));
}
std::unique_ptr<sheet::Writer> open_csv(sheet::PartFile& part, sheet::BookOptions options) {
  return sheet::open_csv(part, std::move(options), {});
}

// Exports on disks of every size and compares what came out with what an ample disk gives.
void try_every_size(const Open& open, int rows, std::size_t width, std::uint64_t rows_per_sheet, std::size_t largest) {
  const TempDir ample;
  REQUIRE_FALSE(export_rows(ample.path(), open, rows, width, rows_per_sheet));
  const std::string whole = support::read_file(ample.file("1-t.out"));
  int failed = 0;
  int succeeded = 0;
  for (std::size_t size = 4096; size <= largest; size += 4096) {
    CAPTURE(size);
    const TempDir folder;
    const SmallDisk disk(folder.path(), size);
    std::optional<base::Error> error;
    {
      const support::CapturedStderr quiet;  // libxlsxwriter reports there
      error = export_rows(folder.path(), open, rows, width, rows_per_sheet);
    }
    if (!error) {
      ++succeeded;
      REQUIRE(support::read_file(folder.file("1-t.out")) == whole);
      continue;
    }
    ++failed;
    CAPTURE(error->what());
    REQUIRE(error->kind() == base::Kind::kWriteFailed);
    REQUIRE(error->origin() == ENOSPC);
    REQUIRE(std::string(error->what()).find("No space left on device") != std::string::npos);
    REQUIRE(support::names_in(folder.path()).empty());
  }
  CHECK(failed > 5);
  CHECK(succeeded > 5);
}

// Packs without asking for the space first, so that libxlsxwriter meets the full disk.
class HeedlessWriter final : public sheet::Writer {
 public:
  explicit HeedlessWriter(sheet::PartFile& part) : Writer(two_columns()), book_(part, "t", two_columns().created_at) {
    book_.add_sheet("t", {10, 10});
  }

  void row(std::span<const Cell> cells) override {
    ++rows_;
    const std::string number = std::to_string(rows_);
    book_.write("<row r=\"" + number + "\"><c r=\"A" + number + "\" t=\"inlineStr\"><is><t>" +
                    std::string(cells[1].bytes) + "</t></is></c></row>",
                rows_);
  }

  sheet::Summary finish() override {
    book_.close();
    return {};
  }

 private:
  sheet::Workbook book_;
  std::uint64_t rows_ = 0;
};

std::unique_ptr<sheet::Writer> open_heedless(sheet::PartFile& part, const sheet::BookOptions&) {
  return std::make_unique<HeedlessWriter>(part);
}

}  // namespace

TEST_CASE("X37: XLSX on a disk that fills up at any size gives ENOSPC and leaves nothing") {
  try_every_size(open_xlsx, 400, 200, sheet::kMostRows, 320 * 1024);
}

TEST_CASE("X37: XLSX of several sheets likewise") { try_every_size(open_xlsx, 400, 200, 150, 360 * 1024); }

TEST_CASE("X37: a workbook that libxlsxwriter cuts without an error is never published") {
  try_every_size(open_heedless, 400, 200, sheet::kMostRows, 320 * 1024);
}

TEST_CASE("X37: CSV on a disk that fills up at any size gives ENOSPC and leaves nothing") {
  try_every_size(open_csv, 400, 200, sheet::kMostRows, 128 * 1024);
}

TEST_CASE("X37: 50,000 rows of 200 bytes do not fit 1 MiB, in either format") {
  for (const Open& open : {Open(open_xlsx), Open(open_csv)}) {
    const TempDir folder;
    const SmallDisk disk(folder.path(), 1 << 20);
    const support::CapturedStderr events;
    const std::optional<base::Error> error = export_rows(folder.path(), open, 50'000, 200, sheet::kMostRows);
    CHECK(events.text().empty());
    REQUIRE(error);
    CHECK(error->origin() == ENOSPC);
    CHECK(support::names_in(folder.path()).empty());
  }
}

TEST_CASE("a workbook that lost bytes is seen by its sizes") {
  const TempDir folder;
  REQUIRE_FALSE(export_rows(folder.path(), open_xlsx, 10, 20, sheet::kMostRows));
  const std::string path = folder.file("1-t.out");
  CHECK_FALSE(sheet::find_loss(path, {1'000'000}).member.empty());
  CHECK_FALSE(sheet::find_loss(path, {1}).member.empty());
  CHECK_FALSE(sheet::find_loss(path, {}).member.empty());
  folder.write("half", support::read_file(path).substr(0, 2000));
  CHECK_FALSE(sheet::find_loss(folder.file("half"), {1}).member.empty());
}
