#include "retention/export_folder.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <tuple>

#include "base/error.hpp"

namespace retention {

namespace {

constexpr std::string_view kPart = ".part";
constexpr std::size_t kTokenLength = 32;

bool is_token(std::string_view text) {
  return text.size() == kTokenLength && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// What libxlsxwriter's temporary files are called in the moment before they are unlinked (mkstemp's "tmp.XXXXXXXXXX").
bool is_writers_temporary(std::string_view name) {
  constexpr std::string_view kPrefix = "tmp.";
  constexpr std::size_t kRandom = 10;
  return name.size() == kPrefix.size() + kRandom && name.starts_with(kPrefix) &&
         std::all_of(name.begin() + kPrefix.size(), name.end(), [](unsigned char c) { return std::isalnum(c) != 0; });
}

bool is_result_extension(std::string_view text) { return text == ".xlsx" || text == ".csv"; }

}  // namespace

std::optional<OwnName> own_name(const std::string& name) {
  OwnName own{name, 0, {}, name, name.ends_with(kPart)};
  if (own.is_part) own.published.resize(name.size() - kPart.size());
  const std::string_view rest = own.published;
  const std::size_t dash = rest.find('-');
  const std::string_view after = dash == std::string_view::npos ? "" : rest.substr(dash + 1);
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), own.id);
  if (dash != std::string_view::npos && error == std::errc{} && end == rest.data() + dash && own.id > 0 &&
      after.size() > kTokenLength && is_token(after.substr(0, kTokenLength)) &&
      is_result_extension(after.substr(kTokenLength))) {
    own.token = after.substr(0, kTokenLength);
    return own;
  }
  own.id = 0;
  const bool is_probe = rest.starts_with("probe-") && is_token(after);
  if (own.is_part || is_probe || is_writers_temporary(name)) return own;
  return std::nullopt;
}

ExportFolder::ExportFolder(const std::string& path)
    : path_(path), folder_(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  if (folder_ < 0 && errno != ENOENT) throw base::system_error("cannot open the export folder " + path, errno);
}

ExportFolder::~ExportFolder() {
  if (folder_ >= 0) close(folder_);
}

Removal ExportFolder::remove(const std::string& name) const {
  if (name.empty() || name == "." || name == ".." || name.find('/') != std::string::npos) return Removal::kRefused;
  if (!exists()) throw base::system_error("cannot open the export folder " + path_, ENOENT);
  struct stat found {};
  if (fstatat(folder_, name.c_str(), &found, AT_SYMLINK_NOFOLLOW) != 0) {
    if (errno == ENOENT) return Removal::kMissing;
    throw base::system_error("cannot look at " + path_ + "/" + name, errno);
  }
  if (!S_ISREG(found.st_mode)) return Removal::kRefused;
  if (unlinkat(folder_, name.c_str(), 0) == 0) return Removal::kRemoved;
  if (errno == ENOENT) return Removal::kMissing;
  throw base::system_error("cannot remove " + path_ + "/" + name, errno);
}

std::vector<OwnName> ExportFolder::list_older_than(base::milliseconds age) const {
  std::vector<OwnName> names;
  if (!exists()) return names;
  const int again = openat(folder_, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR* const entries = again < 0 ? nullptr : fdopendir(again);
  if (entries == nullptr) throw base::system_error("cannot list the export folder " + path_, errno);
  const auto before = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now() - age);
  while (const dirent* entry = readdir(entries)) {
    auto own = own_name(entry->d_name);
    struct stat found {};
    if (!own || fstatat(folder_, entry->d_name, &found, AT_SYMLINK_NOFOLLOW) != 0) continue;
    if (S_ISREG(found.st_mode) && found.st_mtime < before) names.push_back(std::move(*own));
  }
  closedir(entries);
  std::sort(names.begin(), names.end(),
            [](const OwnName& a, const OwnName& b) { return std::tie(a.id, a.name) < std::tie(b.id, b.name); });
  return names;
}

}  // namespace retention
