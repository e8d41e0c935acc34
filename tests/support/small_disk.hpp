// A file system of the test's own, of so many bytes.
#pragma once

#include <sys/mount.h>

#include <cerrno>
#include <filesystem>
#include <string>
#include <system_error>

namespace support {

// A tmpfs over an existing folder, taken away at the end. Throws where mounting is not permitted: what is
// proved with it cannot be proved without.
class SmallDisk {
 public:
  SmallDisk(std::filesystem::path at, std::uintmax_t bytes) : path_(std::move(at)) {
    const std::string options = "size=" + std::to_string(bytes);
    if (::mount("tmpfs", path_.c_str(), "tmpfs", 0, options.c_str()) != 0)
      throw std::system_error(errno, std::generic_category(),
                              "cannot mount a tmpfs (run as root, or below unshare -rm) on " + path_.string());
  }
  ~SmallDisk() { ::umount2(path_.c_str(), MNT_DETACH); }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  void set_size(std::uintmax_t bytes) { remount(0, "size=" + std::to_string(bytes)); }
  void set_read_only() { remount(MS_RDONLY, ""); }

 private:
  void remount(unsigned long flags, const std::string& options) {
    if (::mount("tmpfs", path_.c_str(), "tmpfs", MS_REMOUNT | flags, options.c_str()) != 0)
      throw std::system_error(errno, std::generic_category(), "cannot remount " + path_.string());
  }

  std::filesystem::path path_;
};

}  // namespace support
