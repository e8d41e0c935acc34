#include "exporting/download.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>

#include "base/json.hpp"
#include "store/report_task_store.hpp"

namespace exporting {

namespace {

using base::Error;
using base::Outcome;

class Descriptor {
 public:
  explicit Descriptor(int value) : value_(value) {}
  ~Descriptor() {
    if (value_ >= 0) close(value_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return value_; }

 private:
  int value_;
};

base::Report answer(const base::Context& ctx, Outcome outcome, std::int64_t id, const std::string& message) {
  if (ctx.json)
    ctx.out.line(base::Json::object().add("code", base::row_of(outcome).json_code).add("message", message).text());
  ctx.log.error("download.refused", {{"task_id", id}, {"message", message}});
  return {outcome, {}};
}

// What stands in the way of a download; kDone when nothing does.
std::pair<Outcome, std::string> readiness(const task::Task& task) {
  const std::string name = "task " + std::to_string(task.id);
  switch (task.state) {
    case task::State::SUCCESS:
      if (task.file_path) return {Outcome::kDone, ""};
      return {Outcome::kGone, name + ": the file has expired, export it again"};
    case task::State::FAILED:
    case task::State::TIMEOUT:
      return {Outcome::kGone, name + " is " + std::string(task::name_of(task.state)) + ": no file will come"};
    default:
      return {Outcome::kNotReady, name + " is " + std::string(task::name_of(task.state)) + ", try again later"};
  }
}

// The stored path is a plain name in the export folder; anything else is refused, and no link followed.
int open_result(const std::string& folder, const std::string& name) {
  if (name.empty() || name.find('/') != std::string::npos || name.starts_with("."))
    throw Error(base::Kind::kInput, "the stored path '" + name + "' is not a file of the export folder");
  const Descriptor directory(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.get() < 0) throw base::system_error("cannot open the export folder " + folder, errno);
  return openat(directory.get(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
}

void copy_to(int from, const std::string& target_name, int to) {
  std::array<char, 256 * 1024> buffer;
  for (;;) {
    const ssize_t got = read(from, buffer.data(), buffer.size());
    if (got == 0) return;
    if (got < 0) throw base::system_error("cannot read the finished file", errno);
    for (ssize_t done = 0; done < got;) {
      const ssize_t put = write(to, buffer.data() + done, static_cast<std::size_t>(got - done));
      if (put < 0 && errno == EINTR) continue;
      if (put < 0) throw base::system_error("cannot write " + target_name, errno);
      done += put;
    }
  }
}

void copy_to_file(int from, const std::string& target) {
  const std::string part = target + ".part." + std::to_string(getpid());
  const Descriptor file(open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0640));
  if (file.get() < 0) throw base::system_error("cannot create " + part, errno);
  try {
    copy_to(from, target, file.get());
    if (fsync(file.get()) != 0) throw base::system_error("cannot write " + target, errno);
    if (rename(part.c_str(), target.c_str()) != 0) throw base::system_error("cannot create " + target, errno);
  } catch (const Error&) {
    unlink(part.c_str());
    throw;
  }
}

std::string target_of(const DownloadOptions& options, const task::Task& task) {
  if (!std::filesystem::is_directory(options.output)) return options.output;
  return (std::filesystem::path(options.output) /
          (task.report + "-" + std::to_string(task.id) + "." + std::string(task::extension_of(task.format))))
      .string();
}

void say_path(const base::Context& ctx, std::int64_t id, const std::string& path) {
  if (ctx.json)
    ctx.out.line(base::Json::object()
                     .add("code", 0)
                     .add("data", base::Json::object().add("id", id).add("filePath", path))
                     .text());
  else
    ctx.out.line(path);
}

}  // namespace

base::Report download(const base::Context& ctx, store::Session& session, const DownloadOptions& options) {
  const auto task = store::ReportTaskStore(session).find(options.id);
  if (!task) return answer(ctx, Outcome::kNotFound, options.id, "no task " + std::to_string(options.id));
  if (const auto [outcome, message] = readiness(*task); outcome != Outcome::kDone)
    return answer(ctx, outcome, options.id, message);

  const Descriptor file(open_result(options.export_dir, *task->file_path));
  struct stat found {};
  if (file.get() < 0 || fstat(file.get(), &found) != 0 || !S_ISREG(found.st_mode))
    return answer(ctx, Outcome::kGone, options.id,
                  "task " + std::to_string(options.id) + ": its file is not in " + options.export_dir);

  if (options.output.empty()) {
    say_path(ctx, task->id,
             std::filesystem::absolute(std::filesystem::path(options.export_dir) / *task->file_path).string());
  } else if (options.output == "-") {
    ctx.out.flush();
    copy_to(file.get(), "standard output", STDOUT_FILENO);
  } else {
    const std::string target = target_of(options, *task);
    copy_to_file(file.get(), target);
    say_path(ctx, task->id, target);
  }
  ctx.log.info("download.done", {{"task_id", task->id}, {"bytes", static_cast<std::int64_t>(found.st_size)}});
  return {base::Outcome::kDone, {{"downloaded", 1}}};
}

}  // namespace exporting
