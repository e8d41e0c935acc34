#include "forecasting/check.hpp"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "base/error.hpp"
#include "forecasting/asked.hpp"
#include "forecasting/file_checks.hpp"
#include "forecasting/findings_text.hpp"

namespace forecasting {

namespace {

namespace fs = std::filesystem;
using base::Error;
using base::Kind;

enum class FileKind { kCrontab, kManifest, kJobs, kOther };

std::string read_all(std::istream& input) {
  std::ostringstream text;
  text << input.rdbuf();
  return std::move(text).str();
}

bool begins_line(std::string_view text, std::string_view words) {
  return text.starts_with(words) || text.find("\n" + std::string(words)) != std::string_view::npos;
}

// What a text is when its name does not say.
FileKind kind_by_text(std::string_view text) {
  if (begins_line(text, "apiVersion:") || begins_line(text, "kind:") || begins_line(text, "---"))
    return FileKind::kManifest;
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first != std::string_view::npos && text[first] == '[') return FileKind::kJobs;
  return FileKind::kCrontab;
}

FileKind kind_by_name(const fs::path& path) {
  const std::string extension = path.extension();
  const std::string name = path.filename();
  if (extension == ".yaml" || extension == ".yml") return FileKind::kManifest;
  if (extension == ".toml") return FileKind::kJobs;
  if (extension == ".crontab" || extension == ".cron" || name.starts_with("crontab")) return FileKind::kCrontab;
  const std::string folder = path.parent_path().filename();
  const bool plain = extension.empty() && !name.starts_with('.') && name != "README";
  return plain && (folder == "cron.d" || folder == "crontab" || folder == "crontabs") ? FileKind::kCrontab
                                                                                      : FileKind::kOther;
}

cron::CrontabFormat crontab_format(const fs::path& path, std::string_view text, const CheckRequest& request) {
  if (request.crontab_format == "user") return cron::CrontabFormat::kUser;
  if (request.crontab_format == "system") return cron::CrontabFormat::kSystem;
  const bool system_place = path.parent_path().filename() == "cron.d" || path == "/etc/crontab";
  return system_place ? cron::CrontabFormat::kSystem : cron::shown_format(text).value_or(cron::CrontabFormat::kUser);
}

class Walker {
 public:
  explicit Walker(const CheckRequest& request) : request_(request) {
    if (!request.zone.empty()) rules_.zone = read_zone(request.zone);
    rules_.now = read_now(request.now);
    rules_.seed = request.seed;
  }

  Checked run() {
    for (const std::string& path : request_.paths) {
      std::error_code error;
      if (path == "-")
        check_text(kStdin, read_all(std::cin), FileKind::kOther);
      else if (fs::is_directory(path, error))
        walk(path);
      else
        check_file(path);
    }
    return std::move(checked_);
  }

 private:
  // Depth first, in the order of the names; links to folders are not followed.
  void walk(const fs::path& folder) {
    std::error_code error;
    std::vector<fs::directory_entry> entries;
    auto entry = fs::directory_iterator(folder, error);
    for (const auto end = fs::directory_iterator(); !error && entry != end; entry.increment(error))
      entries.push_back(*entry);
    if (error) say_unreadable(folder, error.message());
    std::sort(entries.begin(), entries.end());
    for (const fs::directory_entry& found : entries) check_entry(found);
  }

  void check_entry(const fs::directory_entry& entry) {
    std::error_code lost;  // of a link that leads nowhere: reading it will say so
    const std::string name = entry.path().filename();
    if (entry.is_directory(lost)) {
      if (!name.starts_with('.') && !entry.is_symlink(lost)) walk(entry.path());
      return;
    }
    const bool is_special = entry.is_fifo(lost) || entry.is_socket(lost) || entry.is_character_file(lost);
    if (!is_special && kind_by_name(entry.path()) != FileKind::kOther) check_file(entry.path());
  }

  void check_file(const fs::path& path) {
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    const std::string text = file ? read_all(file) : std::string();
    if (!file || file.bad()) return say_unreadable(path, std::generic_category().message(errno == 0 ? EIO : errno));
    check_text(path, text, kind_by_name(path));
  }

  void say_unreadable(const fs::path& path, const std::string& reason) {
    ++checked_.files;
    checked_.say(path, cron::rule::kUnreadable, "cannot be read: " + reason, "Give files, folders, or - for stdin.", 1,
                 1);
  }

  void check_text(const fs::path& path, const std::string& text, FileKind kind) {
    ++checked_.files;
    if (text.find('\0') != std::string::npos)
      return checked_.say(path, cron::rule::kUnreadable, "holds a NUL byte and is no text", "Give text files.", 1, 1);
    if (kind == FileKind::kOther) kind = kind_by_text(text);
    switch (kind) {
      case FileKind::kManifest:
        return check_manifest(path, text, rules_, checked_);
      case FileKind::kJobs:
        return check_jobs_toml(path, text, rules_, checked_);
      case FileKind::kCrontab:
      case FileKind::kOther:
        return check_crontab(path, text, crontab_format(path, text, request_), rules_, checked_);
    }
  }

  const CheckRequest& request_;
  CheckRules rules_;
  Checked checked_;
};

void print(const Checked& checked, const std::string& format, int code, base::Output& out) {
  if (format == "json")
    out.write(as_json(checked, code));
  else if (format == "sarif")
    out.write(as_sarif(checked));
  else if (format == "github")
    out.write(as_github(checked));
  else
    out.write(as_text(checked));
}

bool stands_before(const FileFinding& left, const FileFinding& right) {
  return std::tie(left.file, left.finding.line, left.finding.column) <
         std::tie(right.file, right.finding.line, right.finding.column);
}

}  // namespace

Checked check_files(const CheckRequest& request) {
  Checked checked = Walker(request).run();
  std::stable_sort(checked.findings.begin(), checked.findings.end(), stands_before);
  return checked;
}

base::Report check(base::Context& context, const CheckRequest& request) {
  const Checked checked = check_files(request);
  const std::size_t errors = checked.count(cron::Severity::kError);
  const std::size_t warnings = checked.count(cron::Severity::kWarning);
  const bool bad = errors > 0 || (request.strict && warnings > 0);
  const base::Outcome outcome = bad ? base::Outcome::kInvalid : base::Outcome::kDone;
  print(checked, context.json ? "json" : request.format, base::row_of(outcome).json_code, context.out);
  return {
      outcome,
      {{"files", checked.files}, {"schedules", checked.schedules.size()}, {"errors", errors}, {"warnings", warnings}},
      std::nullopt};
}

}  // namespace forecasting
