#include "cron/crontab.hpp"

#include <algorithm>
#include <array>

namespace cron {

namespace {

constexpr std::size_t kFields = 5;
// MAX_COMMAND of cronie.
constexpr std::size_t kLongestLine = 131'072;

bool blank(char c) { return c == ' ' || c == '\t'; }

struct Words {
  std::string_view line;
  std::size_t at = 0;

  void skip_blanks() {
    while (at < line.size() && blank(line[at])) ++at;
  }
  // The next word, empty at the end.
  std::string_view take() {
    skip_blanks();
    const std::size_t begin = at;
    while (at < line.size() && !blank(line[at])) ++at;
    return line.substr(begin, at - begin);
  }
};

// NAME=VALUE with optional blanks round the = and quotes round either side.
std::optional<std::pair<std::string, std::string>> environment(std::string_view line) {
  const std::size_t equals = line.find('=');
  if (equals == std::string_view::npos) return std::nullopt;
  const auto bare = [](std::string_view text) {
    while (!text.empty() && blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && blank(text.back())) text.remove_suffix(1);
    if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front())
      text = text.substr(1, text.size() - 2);
    return std::string(text);
  };
  // cron takes any name without blanks; only a quoted one may hold them.
  const std::string_view left = line.substr(0, equals);
  const std::string name = bare(left);
  const bool quoted = left.find_first_of("\"'") != std::string_view::npos;
  if (name.empty() || (!quoted && std::any_of(name.begin(), name.end(), blank))) return std::nullopt;
  return std::pair{name, bare(line.substr(equals + 1))};
}

// Digits, marks, and names of weekdays in capitals: `fri` may be a program.
bool looks_like_field(std::string_view text) {
  constexpr std::array kNames{"SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"};
  std::string word(text);
  for (const std::string_view name : kNames)
    for (std::size_t at = word.find(name); at != std::string::npos; at = word.find(name)) word.replace(at, 3, "0");
  return !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
    return (c >= '0' && c <= '9') || c == '*' || c == '?' || c == ',' || c == '-' || c == '/' || c == '#' || c == 'L' ||
           c == 'W';
  });
}

// Whether there are as many fields as a line needs, or a name that begins with @.
bool is_whole(std::string_view expression) {
  Words words{expression};
  for (std::size_t i = 0; i < kFields; ++i)
    if (words.take().empty()) return expression.starts_with('@');
  return true;
}

class Reader {
 public:
  Reader(CrontabFormat format, Crontab& crontab) : format_(format), crontab_(crontab) {}

  void read_line(std::string_view line, std::size_t number, bool ended) {
    line_ = number;
    if (line.size() >= kLongestLine)
      return say(rule::kLineTooLong, "the line has " + std::to_string(line.size()) + " characters",
                 "Put the command into a script.", 0);
    const bool carriage = !line.empty() && line.back() == '\r';
    if (carriage) line.remove_suffix(1);
    Words words{line};
    words.skip_blanks();
    if (words.at == line.size() || line[words.at] == '#') return;
    if (carriage)
      say(rule::kCarriageReturn, "the line ends with a carriage return", "Save the file with Unix line ends.",
          line.size() + 1);
    if (!ended)
      say(rule::kNoNewline, "the last line has no newline, so cron ignores it", "End the file with a newline.",
          line.size() + 1);
    if (const auto setting = environment(line)) return read_setting(*setting, words.at + 1);
    read_entry(words);
  }

 private:
  void say(const Rule& rule, std::string reason, std::string fix, std::size_t column) {
    crontab_.findings.push_back({rule, std::move(reason), std::move(fix), line_, column});
  }

  void read_setting(const std::pair<std::string, std::string>& setting, std::size_t column) {
    if (setting.first == "TZ") has_command_zone_ = true;
    if (setting.first != "CRON_TZ") return;
    has_zone_ = true;
    zone_ = setting.second;
    if (!zone_.empty() && !Zone::find(zone_)) {
      say(rule::kUnknownZone, "unknown time zone '" + zone_ + "'",
          "Use a name of the IANA database such as Europe/Berlin.", column);
      zone_.clear();
    }
  }

  void read_entry(Words words) {
    CrontabEntry entry;
    entry.line = line_;
    entry.zone = zone_;
    entry.has_zone = has_zone_;
    entry.has_command_zone = has_command_zone_;
    if (words.line[words.at] == '-') ++words.at;  // root's mark for "do not log"
    entry.column = words.at + 1;
    const std::size_t begin = words.at;
    if (words.line[words.at] == '@') {
      words.take();
    } else {
      for (std::size_t i = 0; i < kFields; ++i) words.take();
    }
    entry.expression = words.line.substr(begin, words.at - begin);
    if (format_ == CrontabFormat::kSystem) entry.user = words.take();
    words.skip_blanks();
    read_command(words, entry);
    crontab_.entries.push_back(std::move(entry));
  }

  void read_command(Words words, CrontabEntry& entry) {
    const std::string_view command = words.line.substr(words.at);
    Words copy = words;
    const std::string_view first = copy.take();
    const std::size_t column = words.at + 1;
    if (command.empty()) {
      // Too few fields are an error of the expression; say only one thing.
      if (is_whole(entry.expression))
        say(rule::kMissingCommand, "there is no command",
            format_ == CrontabFormat::kSystem ? "The system format is: five fields, user, command."
                                              : "Put the command behind the five fields.",
            column);
      return;
    }
    const std::string_view sixth = format_ == CrontabFormat::kSystem ? std::string_view(entry.user) : first;
    if (looks_like_field(sixth))
      say(rule::kSixFields,
          "a sixth field '" + std::string(sixth) + "': cron takes it for the " +
              (format_ == CrontabFormat::kSystem ? "user" : "command"),
          "A crontab has five fields and no seconds; drop the first of the six.", column);
    split_at_percent(command, column, entry);
  }

  // cron runs the command up to the first bare % and hands the rest to it as input.
  void split_at_percent(std::string_view command, std::size_t column, CrontabEntry& entry) {
    bool in_input = false;
    for (std::size_t i = 0; i < command.size(); ++i) {
      std::string& target = in_input ? entry.input : entry.command;
      if (command[i] == '\\' && i + 1 < command.size() && command[i + 1] == '%') {
        target += '%';
        ++i;
      } else if (command[i] == '%') {
        if (!in_input)
          say(rule::kPercentSign, "the command ends at the percent sign; what follows becomes its input",
              "Write \\% for a percent sign.", column + i);
        if (in_input) target += '\n';
        in_input = true;
      } else {
        target += command[i];
      }
    }
  }

  CrontabFormat format_;
  Crontab& crontab_;
  std::size_t line_ = 0;
  std::string zone_;
  bool has_zone_ = false;
  bool has_command_zone_ = false;
};

template <class Take>
void for_each_line(std::string_view text, Take take) {
  std::size_t number = 0;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const bool ended = end != std::string_view::npos;
    take(text.substr(0, end), ++number, ended);
    text.remove_prefix(ended ? end + 1 : text.size());
  }
}

}  // namespace

Crontab read_crontab(std::string_view text, CrontabFormat format) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  Crontab crontab;
  if (text.starts_with(kByteOrderMark)) {
    crontab.findings.push_back({rule::kByteOrderMark, "the file begins with a byte order mark (U+FEFF)",
                                "Save the file as UTF-8 without one.", 1, 1});
    text.remove_prefix(kByteOrderMark.size());
  }
  Reader reader(format, crontab);
  for_each_line(text,
                [&](std::string_view line, std::size_t number, bool ended) { reader.read_line(line, number, ended); });
  return crontab;
}

std::optional<CrontabFormat> shown_format(std::string_view text) {
  std::size_t entries = 0, roots = 0;
  bool user_column = false;
  for_each_line(text, [&](std::string_view line, std::size_t, bool) {
    Words words{line};
    words.skip_blanks();
    if (words.at == line.size() || environment(line)) return;
    if (line[words.at] == '#') {
      user_column =
          user_column || (line.find(" user") != std::string_view::npos && line.find("dow") != std::string_view::npos);
      return;
    }
    const std::size_t schedule_words = line[words.at] == '@' ? 1 : kFields;
    for (std::size_t i = 0; i < schedule_words; ++i) words.take();
    ++entries;
    if (words.take() == "root") ++roots;
  });
  if (user_column || (entries > 0 && roots == entries)) return CrontabFormat::kSystem;
  return std::nullopt;
}

}  // namespace cron
