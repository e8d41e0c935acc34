#include "base/log.hpp"

#include <pthread.h>
#include <spdlog/logger.h>
#include <spdlog/sinks/stdout_sinks.h>

#include <chrono>
#include <cstdio>

#include "base/json.hpp"
#include "base/time.hpp"

namespace base {

namespace {

thread_local std::string thread_name;

constexpr std::string_view kLevelNames[] = {"debug", "info", "warn", "error"};
constexpr spdlog::level::level_enum kLevels[] = {spdlog::level::debug, spdlog::level::info, spdlog::level::warn,
                                                 spdlog::level::err};

std::string now_text() {
  const auto now = std::chrono::floor<milliseconds>(std::chrono::system_clock::now());
  std::string text = format_database_time(now);
  text[10] = 'T';
  text.resize(23);  // to the millisecond
  return text + "Z";
}

std::string text_of(const Field::Value& value) {
  if (const auto* text = std::get_if<std::string>(&value)) {
    const std::string shown = printable(*text);
    const bool plain = !shown.empty() && shown.find_first_of(" \"=") == std::string::npos;
    return plain ? shown : json_quote(shown);
  }
  if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  return Json(std::get<double>(value)).text();
}

Json json_of(const Field::Value& value) {
  return std::visit([](const auto& v) { return Json(v); }, value);
}

// Bytes of the UTF-8 sequence that starts `text`; 0 when there is none.
std::size_t utf8_length(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const std::size_t length = lead < 0x80   ? 1
                             : lead < 0xC2 ? 0
                             : lead < 0xE0 ? 2
                             : lead < 0xF0 ? 3
                             : lead < 0xF5 ? 4
                                           : 0;
  if (length == 0 || length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) return 0;
  // Overlong forms, surrogates and what lies beyond U+10FFFF.
  const auto second = static_cast<unsigned char>(length > 1 ? text[1] : 0);
  const bool wrong = (lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) ||
                     (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F);
  return wrong ? 0 : length;
}

}  // namespace

struct Log::Sink {
  explicit Sink(Level least) : logger("oneshot", std::make_shared<spdlog::sinks::stderr_sink_mt>()) {
    logger.set_pattern("%v");
    logger.set_level(kLevels[static_cast<int>(least)]);
    logger.flush_on(spdlog::level::debug);
  }
  spdlog::logger logger;
};

Log::Log(std::string program, LogFormat format, Level least)
    : program_(std::move(program)), format_(format), sink_(std::make_unique<Sink>(least)) {}

Log::~Log() = default;

void Log::event(Level level, std::string_view name, Fields fields) const {
  event(level, name, fields.begin(), fields.size());
}

void Log::event(Level level, std::string_view name, const Field* fields, std::size_t count) const {
  const auto index = static_cast<int>(level);
  if (!sink_->logger.should_log(kLevels[index])) return;
  std::string line;
  if (format_ == LogFormat::kJson) {
    Json object = Json::object();
    object.add("time", now_text()).add("level", kLevelNames[index]).add("cmd", program_);
    if (!thread_name.empty()) object.add("thread", thread_name);
    object.add("event", name);
    for (std::size_t i = 0; i < count; ++i) object.add(fields[i].key, json_of(fields[i].value));
    line = object.text();
  } else {
    line = now_text() + " " + std::string(kLevelNames[index]) + " " + program_ + " ";
    if (!thread_name.empty()) line += "[" + thread_name + "] ";
    line += name;
    for (std::size_t i = 0; i < count; ++i) {
      line += " ";
      line += fields[i].key;
      line += "=" + text_of(fields[i].value);
    }
  }
  sink_->logger.log(kLevels[index], spdlog::string_view_t(line));
}

bool Log::is_intact() const { return std::ferror(stderr) == 0; }

void name_this_thread(std::string_view name) {
  thread_name = name.substr(0, 15);
  pthread_setname_np(pthread_self(), thread_name.c_str());
}

std::string_view this_thread_name() { return thread_name; }

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const auto first = static_cast<unsigned char>(text[0]);
    // C1 controls (U+0080 to U+009F) steer some terminals as ESC does.
    const bool control = length == 1 ? first < 0x20 || first == 0x7F
                                     : length == 2 && first == 0xC2 && static_cast<unsigned char>(text[1]) < 0xA0;
    if (length == 0 || control) {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\x%02x", first);
      out += escaped;
      text.remove_prefix(1);
    } else {
      out.append(text.substr(0, length));
      text.remove_prefix(length);
    }
  }
  return out;
}

}  // namespace base
