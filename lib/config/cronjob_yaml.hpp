// The CronJobs of a Kubernetes manifest, with the places of their values.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace config {

// A scalar of the file as it is written. Line and column count from 1.
struct YamlValue {
  std::string text;
  std::size_t line = 0;
  std::size_t column = 0;
  bool is_quoted = false;  // then the text begins one column behind
};

struct CronJobManifest {
  std::size_t line = 0;  // where the document or the list item begins
  std::size_t column = 0;
  std::optional<YamlValue> api_version, name, schedule, time_zone, concurrency_policy, starting_deadline_seconds,
      backoff_limit;
  std::vector<std::string> command;  // command and args of all containers
  bool has_containers = false;       // a patch of an overlay has none
};

// Where a manifest is not YAML, or not the shape that Kubernetes has.
struct YamlProblem {
  std::string reason;
  std::size_t line = 0;
  std::size_t column = 0;
};

struct CronJobManifests {
  std::vector<CronJobManifest> jobs;
  std::vector<YamlProblem> problems;
};

// Reads all documents of the text, and the items of a List. Other kinds are passed over. Never throws.
CronJobManifests read_cronjobs(std::string_view text);

}  // namespace config
