#include "forecasting/file_checks.hpp"

#include <charconv>

#include "base/error.hpp"
#include "base/time.hpp"
#include "config/cronjob_yaml.hpp"
#include "config/job_schedules_toml.hpp"
#include "forecasting/asked.hpp"
#include "forecasting/zone_names.hpp"

namespace forecasting {

namespace {

constexpr std::size_t kLongestName = 52;  // the controller appends eleven characters to make the Job's
constexpr long kShortestDeadline = 60;
constexpr long kDefaultBackoffLimit = 6;
constexpr std::string_view kJobDialect = "linux";
// With more, the file is not what it was taken for, and one cause explains them all.
constexpr std::size_t kMostErrors = 1'000;

std::string zone_hint(const std::string& name) {
  const std::string meant = closest_zone(name);
  return meant.empty() ? "Use a name of the IANA database such as Europe/Berlin or UTC."
                       : "Did you mean " + meant + "?";
}

// True, and said once, when enough is wrong with the file.
bool has_enough(const std::string& file, std::size_t errors_before, std::size_t line, Checked& checked) {
  if (checked.errors - errors_before < kMostErrors) return false;
  checked.say(file, cron::rule::kUnreadable, "more than 1,000 errors; the rest of the file was not checked",
              "Is it the kind of file that it was taken for?", line, 1);
  return true;
}

std::optional<long> number_in(const config::YamlValue& value) {
  long number = 0;
  const auto [end, error] = std::from_chars(value.text.data(), value.text.data() + value.text.size(), number);
  if (error != std::errc{} || end != value.text.data() + value.text.size()) return std::nullopt;
  return number;
}

class ManifestCheck {
 public:
  ManifestCheck(const std::string& file, const CheckRules& rules, Checked& checked)
      : file_(file), rules_(rules), checked_(checked) {}

  void run(const config::CronJobManifest& job) {
    job_ = job.name ? job.name->text : "";
    if (job.name && job.name->text.size() > kLongestName)
      say(cron::rule::kNameTooLong, *job.name, "the name has " + std::to_string(job.name->text.size()) + " characters",
          "Use at most 52.");
    check_concurrency(job);
    check_deadline(job);
    check_backoff(job);
    const auto zone = zone_of(job);
    if (job.schedule)
      check_expression({file_, job.schedule->line, job.schedule->column + (job.schedule->is_quoted ? 1 : 0), job_},
                       job.schedule->text, cron::Dialect::kK8s, zone, rules_, checked_);
    else if (job.has_containers)
      checked_.say(file_, cron::rule::kBadValue, "the CronJob has no schedule", "Set spec.schedule.", job.line,
                   job.column);
  }

 private:
  void say(const cron::Rule& rule, const config::YamlValue& at, std::string reason, std::string fix) {
    checked_.say(file_, rule, std::move(reason), std::move(fix), at.line, at.column);
  }

  std::optional<cron::Zone> zone_of(const config::CronJobManifest& job) {
    if (!job.time_zone) {
      // Without containers it may be a patch of a CronJob that has the zone.
      if (job.schedule)
        say(job.has_containers ? cron::rule::kMissingZone : cron::rule::kHostZone, *job.schedule,
            "no timeZone: the schedule follows the controller's own", "Set spec.timeZone, UTC if that is meant.");
      return rules_.zone;
    }
    auto zone = cron::Zone::find(job.time_zone->text);
    if (!zone)
      say(cron::rule::kUnknownZone, *job.time_zone, "unknown time zone '" + job.time_zone->text + "'",
          zone_hint(job.time_zone->text));
    return zone;
  }

  void check_concurrency(const config::CronJobManifest& job) {
    if (!job.concurrency_policy) return;
    const std::string& policy = job.concurrency_policy->text;
    // The API server puts Allow for an empty one.
    if (!policy.empty() && policy != "Allow" && policy != "Forbid" && policy != "Replace")
      say(cron::rule::kBadValue, *job.concurrency_policy, "concurrencyPolicy '" + policy + "' does not exist",
          "Use Allow, Forbid or Replace.");
  }

  void check_deadline(const config::CronJobManifest& job) {
    if (!job.starting_deadline_seconds) return;
    const auto seconds = number_in(*job.starting_deadline_seconds);
    if (!seconds || *seconds < 0)
      say(cron::rule::kBadValue, *job.starting_deadline_seconds,
          "startingDeadlineSeconds is not a whole number from 0 on", "Give seconds.");
    else if (*seconds < kShortestDeadline)
      say(cron::rule::kShortDeadline, *job.starting_deadline_seconds,
          "startingDeadlineSeconds " + std::to_string(*seconds) + " is so short that a busy controller misses runs",
          "Use 60 or more; under 10 it may never start.");
  }

  void check_backoff(const config::CronJobManifest& job) {
    bool retries = false;
    for (const std::string& word : job.command) {
      const std::string program = word.substr(word.rfind('/') + 1);
      retries = retries || word.starts_with("--retries") || program == "job-run" || program == "job-tick" ||
                program == "redeliver";
    }
    const auto limit = job.backoff_limit ? number_in(*job.backoff_limit) : std::optional<long>(kDefaultBackoffLimit);
    if (job.backoff_limit && (!limit || *limit < 0))
      return say(cron::rule::kBadValue, *job.backoff_limit, "backoffLimit is not a whole number from 0 on",
                 "Give a number.");
    if (!retries || *limit == 0) return;
    const std::string reason = "backoffLimit " + std::to_string(*limit) + (job.backoff_limit ? "" : " (the default)") +
                               " retries what the program retries itself";
    if (job.backoff_limit)
      say(cron::rule::kDoubleRetries, *job.backoff_limit, reason, "Set backoffLimit: 0.");
    else
      checked_.say(file_, cron::rule::kDoubleRetries, reason, "Set backoffLimit: 0.", job.line, job.column);
  }

  const std::string& file_;
  const CheckRules& rules_;
  Checked& checked_;
  std::string job_;
};

// "@every 5m", "@every 5m after end": an interval of the tick, not an expression of a dialect.
bool check_interval(const Place& place, const std::string& text, Checked& checked) {
  constexpr std::string_view kEvery = "@every ";
  constexpr std::string_view kAfterEnd = " after end";
  if (!text.starts_with(kEvery)) return false;
  std::string length = text.substr(kEvery.size());
  if (length.ends_with(kAfterEnd)) length.resize(length.size() - kAfterEnd.size());
  const auto interval = base::parse_duration(length);
  if (!interval || interval->count() <= 0)
    checked.say(place.file, cron::rule::kInvalidExpression, "cannot read the interval '" + length + "'",
                "Write it as @every 5m or @every 5m after end.", place.line, place.column);
  else if (*interval < std::chrono::minutes{1})
    checked.say(place.file, cron::rule::kTooOften, "it fires every " + length, "Use a minute or more.", place.line,
                place.column);
  return true;
}

void check_job(const std::string& file, const config::JobSchedule& job, const CheckRules& rules, Checked& checked) {
  const Place place{file, job.cron->line, job.cron->column, job.name.text};
  auto zone = rules.zone;
  if (job.zone) {
    zone = cron::Zone::find(job.zone->text);
    if (!zone)
      checked.say(file, cron::rule::kUnknownZone, "unknown time zone '" + job.zone->text + "'",
                  zone_hint(job.zone->text), job.zone->line, job.zone->column);
  } else {
    checked.say(file, cron::rule::kMissingZone, "job '" + job.name.text + "' names no zone",
                "Add zone = \"UTC\" or the zone that is meant.", job.name.line, job.name.column);
  }
  if (check_interval(place, job.cron->text, checked)) return;
  const std::string name = job.dialect ? job.dialect->text : std::string(kJobDialect);
  const auto dialect = cron::dialect_named(name);
  if (!dialect)
    return checked.say(file, cron::rule::kBadValue, "unknown dialect '" + name + "'",
                       "Use linux, spring, quartz or k8s.", job.dialect->line, job.dialect->column);
  check_expression(place, job.cron->text, *dialect, zone, rules, checked);
}

}  // namespace

void check_expression(const Place& place, const std::string& text, cron::Dialect dialect,
                      const std::optional<cron::Zone>& zone, const CheckRules& rules, Checked& checked) {
  const std::string& seed = rules.seed.empty() ? place.job : rules.seed;
  const cron::Parsed parsed = cron::parse(text, dialect, seed);
  if (const cron::Schedule* schedule = cron::schedule_in(parsed)) {
    for (cron::Finding& finding : cron::lint(*schedule, zone, rules.now, place.line, place.column))
      checked.findings.push_back({place.file, std::move(finding)});
    checked.schedules.push_back({place.file, place.line, place.job, *schedule, zone});
    return;
  }
  const auto& error = std::get<cron::SyntaxError>(parsed);
  checked.say(place.file, cron::rule::kInvalidExpression, error.message, hint_for(text, error, dialect), place.line,
              place.column + error.position);
}

namespace {

// Whether the zone decides when it fires: an hour or a day is named.
bool depends_on_zone(const cron::Schedule& schedule) {
  constexpr std::uint32_t kEveryHour = (1U << 24) - 1;
  constexpr std::uint32_t kEveryDay = 0xFFFFFFFE;
  constexpr std::uint32_t kEveryMonth = 0x1FFE;
  constexpr std::uint32_t kEveryWeekday = 0x7F;
  return schedule.kind == cron::Kind::kCalendar && !schedule.never &&
         (schedule.hours != kEveryHour || schedule.days != kEveryDay || schedule.months != kEveryMonth ||
          schedule.weekdays != kEveryWeekday);
}

// A crontab below /etc or /var, or what `crontab -l` prints into stdin, belongs to a host, and that host's
// zone is what is meant. One in a repository travels.
bool is_of_a_host(const std::string& file) {
  return file == kStdin || file.starts_with("/etc/") || file.starts_with("/var/");
}

// Said once a file, at the first entry to which it matters.
void say_host_zone(const std::string& file, const cron::CrontabEntry& entry, Checked& checked) {
  checked.say(file, cron::rule::kHostZone,
              entry.has_command_zone ? "TZ is handed to the commands; the times are those of the host's zone"
                                     : "no CRON_TZ: the times are those of the host's zone",
              "Set CRON_TZ before it where cron knows it (cronie), or check with --zone.", entry.line, entry.column);
}

}  // namespace

void check_crontab(const std::string& file, std::string_view text, cron::CrontabFormat format, const CheckRules& rules,
                   Checked& checked) {
  const cron::Crontab crontab = cron::read_crontab(text, format);
  for (const cron::Finding& finding : crontab.findings) checked.findings.push_back({file, finding});
  std::string last_zone;
  std::optional<cron::Zone> zone = rules.zone;
  const std::size_t errors_before = checked.errors;
  bool may_say_zone = !rules.zone && !is_of_a_host(file);
  for (const cron::CrontabEntry& entry : crontab.entries) {
    if (has_enough(file, errors_before, entry.line, checked)) break;
    const std::size_t found_before = checked.schedules.size();
    if (entry.zone != last_zone) zone = entry.zone.empty() ? rules.zone : cron::Zone::find(entry.zone);
    last_zone = entry.zone;
    check_expression({file, entry.line, entry.column, entry.command}, entry.expression, cron::Dialect::kLinux, zone,
                     rules, checked);
    const bool was_found = checked.schedules.size() > found_before;
    if (may_say_zone && was_found && !entry.has_zone && depends_on_zone(checked.schedules.back().schedule)) {
      say_host_zone(file, entry, checked);
      may_say_zone = false;
    }
  }
}

namespace {

// Whether the line begins with a tab.
bool has_tab_before(std::string_view text, std::size_t line) {
  for (std::size_t at = 1; at < line && !text.empty(); ++at) {
    const std::size_t end = text.find('\n');
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  const std::size_t first = text.find_first_not_of(' ');
  return first != std::string_view::npos && text[first] == '\t';
}

}  // namespace

void check_manifest(const std::string& file, std::string_view text, const CheckRules& rules, Checked& checked) {
  if (text.find("{{") != std::string_view::npos)
    return checked.say(file, cron::rule::kTemplate, "the file holds template marks {{ and is no YAML yet",
                       "Check what the template renders: pipe it to cron-next --check -.", 1, 1);
  const config::CronJobManifests manifests = config::read_cronjobs(text);
  for (const config::YamlProblem& problem : manifests.problems)
    checked.say(file, cron::rule::kUnreadable, "not YAML: " + problem.reason,
                has_tab_before(text, problem.line) ? "Indent with blanks: YAML takes no tabs there." : "", problem.line,
                problem.column);
  const std::size_t errors_before = checked.errors;
  for (const config::CronJobManifest& job : manifests.jobs) {
    if (has_enough(file, errors_before, job.line, checked)) break;
    ManifestCheck(file, rules, checked).run(job);
  }
}

namespace {

// The reader's message begins with FILE:LINE:COLUMN when it knows the place.
void say_toml_error(const std::string& file, const base::Error& error, Checked& checked) {
  std::string_view reason = error.what();
  std::size_t line = 1, column = 1;
  if (reason.starts_with(file + ":")) {
    const std::string_view place = reason.substr(file.size() + 1);
    const char* end = place.data() + place.size();
    const auto [colon, no_line] = std::from_chars(place.data(), end, line);
    if (no_line == std::errc{} && colon != end && *colon == ':') {
      const auto [behind, no_column] = std::from_chars(colon + 1, end, column);
      if (no_column == std::errc{} && std::string_view(behind, end).starts_with(": "))
        reason = std::string_view(behind + 2, end);
    }
  }
  checked.say(file, cron::rule::kUnreadable, std::string(reason), error.hint(), line, column);
}

}  // namespace

void check_jobs_toml(const std::string& file, std::string_view text, const CheckRules& rules, Checked& checked) {
  try {
    for (const config::JobSchedule& job : config::read_job_schedules(text, file)) check_job(file, job, rules, checked);
  } catch (const base::Error& error) {
    say_toml_error(file, error, checked);
  }
}

}  // namespace forecasting
