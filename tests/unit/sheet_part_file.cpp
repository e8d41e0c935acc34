// A file is a result only under its final name, and only when it is whole.
#include <catch2/catch.hpp>

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "sheet/part_file.hpp"
#include "sheet/probe.hpp"
#include "support/scratch_folder.hpp"

namespace fs = std::filesystem;
using Names = std::vector<std::string>;
using support::ScratchFolder;

TEST_CASE("a part gets its final name when it is published, with mode 0640 and its size") {
  const ScratchFolder folder;
  const mode_t before = ::umask(077);
  {
    sheet::PartFile part(folder.path(), "7-ab.csv");
    CHECK(folder.names() == Names{"7-ab.csv.part"});
    REQUIRE(::write(part.descriptor(), "hello", 5) == 5);
    CHECK(part.publish() == 5);
  }
  ::umask(before);
  CHECK(folder.names() == Names{"7-ab.csv"});
  CHECK(support::read_file(folder / "7-ab.csv") == "hello");
  CHECK((fs::status(folder / "7-ab.csv").permissions() & fs::perms::mask) == static_cast<fs::perms>(0640));
}

TEST_CASE("an unpublished part is gone with its object") {
  const ScratchFolder folder;
  { const sheet::PartFile part(folder.path(), "7-ab.csv"); }
  CHECK(folder.names().empty());
  sheet::PartFile part(folder.path(), "7-ab.csv");
  part.discard();
  CHECK(folder.names().empty());
}

TEST_CASE("X37: yesterday's file stays as it was while another attempt fails") {
  const ScratchFolder folder;
  support::write_file(folder / "7-old.csv", "yesterday");
  { const sheet::PartFile part(folder.path(), "7-new.csv"); }
  CHECK(support::read_file(folder / "7-old.csv") == "yesterday");
}

TEST_CASE("a part that exists, even as a link, is not opened") {
  const ScratchFolder folder;
  support::write_file(folder / "victim", "precious");
  fs::create_symlink("victim", folder / "7-ab.csv.part");
  try {
    const sheet::PartFile part(folder.path(), "7-ab.csv");
    FAIL("the link was followed");
  } catch (const base::Error& error) {
    CHECK(error.kind() == base::Kind::kCannotCreate);
    CHECK(error.origin() == EEXIST);
  }
  CHECK(support::read_file(folder / "victim") == "precious");
  CHECK(fs::is_symlink(folder / "7-ab.csv.part"));
}

TEST_CASE("a part that was replaced under its name is not published") {
  const ScratchFolder folder;
  sheet::PartFile part(folder.path(), "7-ab.csv");
  fs::remove(folder / "7-ab.csv.part");
  support::write_file(folder / "7-ab.csv.part", "forged");
  CHECK_THROWS_AS(part.publish(), base::Error);
  CHECK_FALSE(fs::exists(folder / "7-ab.csv"));
}

TEST_CASE("names never leave the folder") {
  const ScratchFolder folder;
  for (const std::string& name : {std::string("../x"), std::string("a/b"), std::string(".."), std::string(""), std::string(300, 'a')}) {
    CAPTURE(name);
    CHECK_THROWS_AS(sheet::PartFile(folder.path(), name), base::Error);
    CHECK_THROWS_AS(sheet::remove_names(folder.path(), name), base::Error);
  }
}

TEST_CASE("a lost claim removes its part and its final file, and nothing else") {
  const ScratchFolder folder;
  for (const char* name : {"7-ab.csv", "7-ab.csv.part", "7-abc.csv", "8-ab.csv"}) support::write_file(folder / name, "x");
  sheet::remove_names(folder.path(), "7-ab.csv");
  CHECK(folder.names() == Names{"7-abc.csv", "8-ab.csv"});
  sheet::remove_names(folder.path(), "7-ab.csv");

  fs::create_symlink("8-ab.csv", folder / "9-ab.csv");
  sheet::remove_names(folder.path(), "9-ab.csv");
  CHECK(folder.names() == Names{"7-abc.csv", "8-ab.csv"});
}

TEST_CASE("a folder that takes files passes the probe and stays empty") {
  const ScratchFolder folder;
  sheet::probe_folder(folder.path());
  CHECK(folder.names().empty());
}

TEST_CASE("X37: a folder that takes no file is refused before anything runs") {
  const ScratchFolder folder;
  support::write_file(folder / "file", "x");
  for (const fs::path& bad : {folder / "missing", folder / "file", fs::path("/proc/self/fd")}) {
    CAPTURE(bad.string());
    try {
      sheet::probe_folder(bad);
      FAIL("the folder was taken");
    } catch (const base::Error& error) {
      CHECK(error.kind() == base::Kind::kCannotCreate);
      CHECK(error.hint().find(bad.string()) != std::string::npos);
    }
  }
  CHECK_THROWS_AS(sheet::probe_folder(folder.path(), ~std::uint64_t{0}), base::Error);
  CHECK(folder.names() == Names{"file"});
}
