// Events on stderr: one line each, for people or as JSON, with a stable name and named fields.
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

namespace base {

enum class Level { kDebug, kInfo, kWarn, kError };
enum class LogFormat { kText, kJson };

struct Field {
  using Value = std::variant<std::string, std::int64_t, double, bool>;

  Field(std::string_view name, std::string text) : key(name), value(std::move(text)) {}
  Field(std::string_view name, std::string_view text) : key(name), value(std::string(text)) {}
  Field(std::string_view name, const char* text) : key(name), value(std::string(text)) {}
  Field(std::string_view name, bool flag) : key(name), value(flag) {}
  Field(std::string_view name, double number) : key(name), value(number) {}
  template <std::integral T>
  requires(!std::same_as<T, bool>) Field(std::string_view name, T number)
      : key(name), value(static_cast<std::int64_t>(number)) {}

  std::string_view key;
  Value value;
};
using Fields = std::initializer_list<Field>;

// Thread-safe. Values that came from outside are escaped, so that one event is one line and a
// terminal is never steered by data.
class Log {
 public:
  Log(std::string program, LogFormat format, Level least);
  ~Log();
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;

  void event(Level level, std::string_view name, Fields fields) const;
  void event(Level level, std::string_view name, const Field* fields, std::size_t count) const;
  void debug(std::string_view name, Fields fields = {}) const { event(Level::kDebug, name, fields); }
  void info(std::string_view name, Fields fields = {}) const { event(Level::kInfo, name, fields); }
  void warn(std::string_view name, Fields fields = {}) const { event(Level::kWarn, name, fields); }
  void error(std::string_view name, Fields fields = {}) const { event(Level::kError, name, fields); }

  // False once a line could not be written.
  bool is_intact() const;

 private:
  struct Sink;
  std::string program_;
  LogFormat format_;
  std::unique_ptr<Sink> sink_;
};

// The calling thread's name in events and in top(1), 15 bytes at most: "report-task-3".
void name_this_thread(std::string_view name);
std::string_view this_thread_name();

// `text` fit for a terminal: control characters and bytes that are not UTF-8 are shown as \x1b.
std::string printable(std::string_view text);

}  // namespace base
