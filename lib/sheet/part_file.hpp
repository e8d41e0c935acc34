// A file that becomes a result only when it is whole: written under another name, then renamed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace sheet {

// One part in one folder. Created exclusively with mode 0640; no link is ever followed, and every
// later step works on the folder and the file that were opened, whatever happens to their paths.
// Not thread-safe.
class PartFile {
 public:
  // Creates "{name}.part" in `folder`. `name` is the final name, one path component:
  // "{id}-{token}.xlsx". Throws base::Error with errno as origin.
  PartFile(const std::filesystem::path& folder, std::string name);

  // Discards what was not published.
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  const std::string& name() const { return name_; }
  const std::string& part_name() const { return part_name_; }
  int descriptor() const { return file_; }
  int folder_descriptor() const { return folder_; }

  // Makes the content durable, gives it its final name, makes the name durable. Returns the size in
  // bytes. After a throw nothing is published.
  std::uint64_t publish();

  // Unlinks the part. Nothing happens after publish.
  void discard() noexcept;

 private:
  enum class State { kPart, kRenamed, kPublished, kDiscarded };

  std::filesystem::path folder_path_;
  std::string name_;
  std::string part_name_;
  int folder_ = -1;
  int file_ = -1;
  State state_ = State::kPart;
};

// Unlinks the part and the final file of `name`, for a claim that was lost. Missing names are fine;
// what is neither a file nor a link stays. Throws base::Error.
void remove_names(const std::filesystem::path& folder, const std::string& name);

}  // namespace sheet
