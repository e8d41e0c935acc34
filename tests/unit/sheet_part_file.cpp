// A file is a result only under its final name, and only when it is whole.
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cerrno>
#include <filesystem>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "sheet/part_file.hpp"
#include "sheet/probe.hpp"
#include "support/folder_names.hpp"
#include "support/temp_dir.hpp"

namespace fs = std::filesystem;
using Names = std::vector<std::string>;
using support::TempDir;

TEST_CASE("a part gets its final name when it is published, with mode 0640 and its size") {
  const TempDir folder;
  const mode_t before = ::umask(077);
  {
    sheet::PartFile part(folder.path(), "7-ab.csv");
    CHECK(support::names_in(folder.path()) == Names{"7-ab.csv.part"});
    REQUIRE(::write(part.descriptor(), "hello", 5) == 5);
    CHECK(part.publish() == 5);
  }
  ::umask(before);
  CHECK(support::names_in(folder.path()) == Names{"7-ab.csv"});
  CHECK(support::read_file(folder.file("7-ab.csv")) == "hello");
  CHECK((fs::status(folder.file("7-ab.csv")).permissions() & fs::perms::mask) == static_cast<fs::perms>(0640));
}

TEST_CASE("an unpublished part is gone with its object") {
  const TempDir folder;
  { const sheet::PartFile part(folder.path(), "7-ab.csv"); }
  CHECK(support::names_in(folder.path()).empty());
  sheet::PartFile part(folder.path(), "7-ab.csv");
  part.discard();
  CHECK(support::names_in(folder.path()).empty());
}

TEST_CASE("X37: yesterday's file stays as it was while another attempt fails") {
  const TempDir folder;
  folder.write("7-old.csv", "yesterday");
  { const sheet::PartFile part(folder.path(), "7-new.csv"); }
  CHECK(support::read_file(folder.file("7-old.csv")) == "yesterday");
}

TEST_CASE("a part that exists, even as a link, is not opened") {
  const TempDir folder;
  folder.write("victim", "precious");
  fs::create_symlink("victim", folder.file("7-ab.csv.part"));
  try {
    const sheet::PartFile part(folder.path(), "7-ab.csv");
    FAIL("the link was followed");
  } catch (const base::Error& error) {
    CHECK(error.kind() == base::Kind::kCannotCreate);
    CHECK(error.origin() == EEXIST);
  }
  CHECK(support::read_file(folder.file("victim")) == "precious");
  CHECK(fs::is_symlink(folder.file("7-ab.csv.part")));
}

TEST_CASE("a part that was replaced under its name is not published") {
  const TempDir folder;
  sheet::PartFile part(folder.path(), "7-ab.csv");
  fs::remove(folder.file("7-ab.csv.part"));
  folder.write("7-ab.csv.part", "forged");
  CHECK_THROWS_AS(part.publish(), base::Error);
  CHECK_FALSE(fs::exists(folder.file("7-ab.csv")));
}

TEST_CASE("names never leave the folder") {
  const TempDir folder;
  for (const std::string& name :
       {std::string("../x"), std::string("a/b"), std::string(".."), std::string(""), std::string(300, 'a')}) {
    CAPTURE(name);
    CHECK_THROWS_AS(sheet::PartFile(folder.path(), name), base::Error);
    CHECK_THROWS_AS(sheet::remove_names(folder.path(), name), base::Error);
  }
}

TEST_CASE("a lost claim removes its part and its final file, and nothing else") {
  const TempDir folder;
  for (const char* name : {"7-ab.csv", "7-ab.csv.part", "7-abc.csv", "8-ab.csv"}) folder.write(name, "x");
  sheet::remove_names(folder.path(), "7-ab.csv");
  CHECK(support::names_in(folder.path()) == Names{"7-abc.csv", "8-ab.csv"});
  sheet::remove_names(folder.path(), "7-ab.csv");

  fs::create_symlink("8-ab.csv", folder.file("9-ab.csv"));
  sheet::remove_names(folder.path(), "9-ab.csv");
  CHECK(support::names_in(folder.path()) == Names{"7-abc.csv", "8-ab.csv"});
}

TEST_CASE("a folder that takes files passes the probe and stays empty") {
  const TempDir folder;
  sheet::probe_folder(folder.path());
  CHECK(support::names_in(folder.path()).empty());
}

TEST_CASE("X37: a folder that takes no file is refused before anything runs") {
  const TempDir folder;
  folder.write("file", "x");
  for (const std::string& bad : {folder.file("missing"), folder.file("file"), std::string("/proc/self/fd")}) {
    CAPTURE(bad);
    try {
      sheet::probe_folder(bad);
      FAIL("the folder was taken");
    } catch (const base::Error& error) {
      CHECK(error.kind() == base::Kind::kCannotCreate);
      CHECK(error.hint().find(bad) != std::string::npos);
    }
  }
  CHECK_THROWS_AS(sheet::probe_folder(folder.path(), ~std::uint64_t{0}), base::Error);
  CHECK(support::names_in(folder.path()) == Names{"file"});
}
