// The folder of finished files, as cleanup may touch it: plain files with our names, nothing else.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/time.hpp"

namespace retention {

// A name that a claim or a probe of the folder gave: "{id}-{token}.{ext}", the same with ".part", any other "*.part",
// or the writer's "tmp.XXXXXXXXXX". Without a task's id it is 0.
struct OwnName {
  std::string name;
  std::int64_t id = 0;
  std::string token;      // empty: no task can name it
  std::string published;  // the final name, without ".part"; of a part it names nothing
  bool is_part = false;
};

std::optional<OwnName> own_name(const std::string& name);

enum class Removal { kRemoved, kMissing, kRefused };

// Works on the folder that was opened, whatever happens to its path. Never follows a link, never
// leaves the folder. Not thread-safe.
class ExportFolder {
 public:
  // A folder that does not exist is empty. Throws base::Error for one that cannot be opened.
  explicit ExportFolder(const std::string& path);
  ~ExportFolder();
  ExportFolder(const ExportFolder&) = delete;
  ExportFolder& operator=(const ExportFolder&) = delete;

  bool exists() const { return folder_ >= 0; }

  // Refused: a name with a slash, a link, or what is no file. Throws base::Error when it cannot be unlinked.
  Removal remove(const std::string& name) const;

  // Own names of plain files that nobody has written for `age`, by id and name.
  std::vector<OwnName> list_older_than(base::milliseconds age) const;

 private:
  std::string path_;
  int folder_ = -1;
};

}  // namespace retention
