#include "sheet/part_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "base/error.hpp"

namespace sheet {

namespace {

constexpr mode_t kMode = 0640;
constexpr std::size_t kLongestName = 255;

bool is_one_component(const std::string& name) {
  return !name.empty() && name != "." && name != ".." && name.find('/') == std::string::npos &&
         name.find('\0') == std::string::npos;
}

int open_folder(const std::filesystem::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0)
    throw base::system_error("cannot open the export folder " + folder.string(), errno,
                             "Create the folder and give this user the right to write into it.");
  return descriptor;
}

void require_one_component(const std::string& name) {
  if (!is_one_component(name) || name.size() + 5 > kLongestName)
    throw base::Error(base::Kind::kBug, "'" + name + "' is not a file name");
}

}  // namespace

PartFile::PartFile(const std::filesystem::path& folder, std::string name)
    : folder_path_(folder), name_(std::move(name)), part_name_(name_ + ".part") {
  require_one_component(name_);
  folder_ = open_folder(folder);
  file_ = ::openat(folder_, part_name_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, kMode);
  if (file_ < 0) {
    const int reason = errno;
    ::close(folder_);
    throw base::system_error("cannot create " + (folder_path_ / part_name_).string(), reason,
                             "Check the rights and the free space of the export folder.");
  }
  // The umask may have taken the group's right to read.
  (void)::fchmod(file_, kMode);
}

PartFile::~PartFile() {
  discard();
  ::close(file_);
  ::close(folder_);
}

std::uint64_t PartFile::publish() {
  const auto fail = [&](const std::string& what) -> base::Error {
    return base::system_error(what + " " + (folder_path_ / part_name_).string(), errno);
  };
  if (state_ != State::kPart) throw base::Error(base::Kind::kBug, part_name_ + " is published twice");

  if (::fsync(file_) != 0) throw fail("cannot make durable");

  // The name must still be ours: another process may have swept it or put something in its place.
  struct stat ours {};
  struct stat named {};
  if (::fstat(file_, &ours) != 0) throw fail("cannot read the size of");
  if (::fstatat(folder_, part_name_.c_str(), &named, AT_SYMLINK_NOFOLLOW) != 0) throw fail("cannot find");
  if (ours.st_ino != named.st_ino || ours.st_dev != named.st_dev)
    throw base::Error(base::Kind::kWriteFailed, (folder_path_ / part_name_).string() + " was replaced by another file");

  if (::renameat(folder_, part_name_.c_str(), folder_, name_.c_str()) != 0) throw fail("cannot rename");
  state_ = State::kRenamed;
  if (::fsync(folder_) != 0) throw fail("cannot make the name durable of");
  state_ = State::kPublished;
  return static_cast<std::uint64_t>(ours.st_size);
}

void PartFile::discard() noexcept {
  if (state_ == State::kPart) ::unlinkat(folder_, part_name_.c_str(), 0);
  if (state_ == State::kRenamed) ::unlinkat(folder_, name_.c_str(), 0);
  if (state_ != State::kPublished) state_ = State::kDiscarded;
}

void remove_names(const std::filesystem::path& folder, const std::string& name) {
  require_one_component(name);
  const int descriptor = open_folder(folder);
  int reason = 0;
  for (const std::string& each : {name + ".part", name})
    if (::unlinkat(descriptor, each.c_str(), 0) != 0 && errno != ENOENT && errno != EISDIR) reason = errno;
  ::close(descriptor);
  if (reason != 0) throw base::system_error("cannot remove " + (folder / name).string(), reason);
}

}  // namespace sheet
