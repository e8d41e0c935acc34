#include "sheet/probe.hpp"

#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <string>

#include "base/error.hpp"
#include "base/token.hpp"
#include "sheet/part_file.hpp"

namespace sheet {

namespace {

base::Error refusal(const std::filesystem::path& folder, const std::string& why, int origin) {
  return base::Error(base::Kind::kCannotCreate, why,
                     "Check that the export folder " + folder.string() +
                         " exists, that this user may write into it, and that it has free space.",
                     origin);
}

}  // namespace

void probe_folder(const std::filesystem::path& folder, std::uint64_t least_free_bytes) {
  // A part under either name: what a kill in the middle leaves here, cleanup knows and removes.
  const std::string name = "probe-" + base::new_token() + ".part";
  try {
    PartFile part(folder, name);
    const std::string content(4096, '\n');
    if (::write(part.descriptor(), content.data(), content.size()) != static_cast<ssize_t>(content.size()))
      throw base::system_error("cannot write into " + folder.string(), errno == 0 ? ENOSPC : errno);
    part.publish();
    struct statvfs space {};
    const int asked = ::fstatvfs(part.folder_descriptor(), &space);
    const int reason = errno;
    remove_names(folder, name);
    if (asked != 0) throw base::system_error("cannot ask for the free space of " + folder.string(), reason);
    if (space.f_blocks != 0 && space.f_bavail * space.f_frsize < least_free_bytes)
      throw base::system_error(
          "less than " + std::to_string(least_free_bytes) + " bytes are free in " + folder.string(), ENOSPC);
  } catch (const base::Error& error) {
    throw refusal(folder, error.what(), error.origin());
  }
}

}  // namespace sheet
