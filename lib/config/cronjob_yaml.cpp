#include "config/cronjob_yaml.hpp"

#include <yaml-cpp/yaml.h>

#include <algorithm>

namespace config {

namespace {

// Deeper than any manifest; yaml-cpp recurses, and so do we.
constexpr std::size_t kDeepest = 64;

// Opening brackets at once, or blanks before a line: what can nest a text deeply.
bool nests_too_deeply(std::string_view text) {
  std::size_t open = 0, deepest = 0, dashes = 0;
  for (const char c : text) {
    if (c == '[' || c == '{') deepest = std::max(deepest, ++open);
    if ((c == ']' || c == '}') && open > 0) --open;
    if (c == '\n') open = dashes = 0;
    if (c == '-' || c == '?' || c == ':') deepest = std::max(deepest, ++dashes / 4);
  }
  return deepest > kDeepest;
}

std::size_t from_one(int zero_based) { return static_cast<std::size_t>(zero_based < 0 ? 0 : zero_based) + 1; }

std::optional<YamlValue> scalar(const YAML::Node& node) {
  if (!node.IsDefined() || node.IsNull()) return std::nullopt;
  YamlValue value;
  value.line = from_one(node.Mark().line);
  value.column = from_one(node.Mark().column);
  if (!node.IsScalar()) {
    value.is_string = false;
    return value;
  }
  value.text = node.Scalar();
  // The tag is "!" for a quoted scalar and "?" for a plain one.
  const bool number = !value.text.empty() && value.text.find_first_not_of("0123456789+-.") == std::string::npos;
  const bool word = value.text == "true" || value.text == "false" || value.text == "null" || value.text == "~";
  value.is_string = node.Tag() == "!" || !(number || word);
  return value;
}

// A member of a mapping; undefined for anything else, where operator[] would throw.
YAML::Node member(const YAML::Node& node, const char* key) {
  if (!node.IsDefined() || !node.IsMap()) return YAML::Node(YAML::NodeType::Undefined);
  return node[key];
}

std::string text_of(const YAML::Node& node) { return node.IsDefined() && node.IsScalar() ? node.Scalar() : std::string(); }

void take_words(const YAML::Node& list, std::vector<std::string>& words) {
  if (!list.IsDefined() || !list.IsSequence()) return;
  for (const YAML::Node& word : list)
    if (word.IsScalar()) words.push_back(word.Scalar());
}

void take_containers(const YAML::Node& pod, CronJobManifest& job) {
  const YAML::Node containers = member(pod, "containers");
  if (!containers.IsDefined() || !containers.IsSequence()) return;
  for (const YAML::Node& container : containers) {
    if (member(container, "image").IsDefined()) job.has_containers = true;
    take_words(member(container, "command"), job.command);
    take_words(member(container, "args"), job.command);
  }
}

CronJobManifest read_job(const YAML::Node& node) {
  CronJobManifest job;
  job.line = from_one(node.Mark().line);
  job.column = from_one(node.Mark().column);
  job.api_version = scalar(member(node, "apiVersion"));
  job.name = scalar(member(member(node, "metadata"), "name"));
  const YAML::Node spec = member(node, "spec");
  job.schedule = scalar(member(spec, "schedule"));
  job.time_zone = scalar(member(spec, "timeZone"));
  job.concurrency_policy = scalar(member(spec, "concurrencyPolicy"));
  job.starting_deadline_seconds = scalar(member(spec, "startingDeadlineSeconds"));
  const YAML::Node job_spec = member(member(spec, "jobTemplate"), "spec");
  job.backoff_limit = scalar(member(job_spec, "backoffLimit"));
  take_containers(member(member(job_spec, "template"), "spec"), job);
  return job;
}

void read_document(const YAML::Node& node, CronJobManifests& found, std::size_t depth = 0) {
  if (depth > 2 || !node.IsDefined() || !node.IsMap()) return;
  const std::string kind = text_of(member(node, "kind"));
  if (kind == "CronJob") found.jobs.push_back(read_job(node));
  const YAML::Node items = member(node, "items");
  if (kind.ends_with("List") && items.IsDefined() && items.IsSequence())
    for (const YAML::Node& item : items) read_document(item, found, depth + 1);
}

}  // namespace

CronJobManifests read_cronjobs(std::string_view text) {
  CronJobManifests found;
  if (nests_too_deeply(text)) {
    found.problems.push_back({"the text is nested more deeply than a manifest", 1, 1});
    return found;
  }
  try {
    for (const YAML::Node& document : YAML::LoadAll(std::string(text))) read_document(document, found);
  } catch (const YAML::Exception& error) {
    found.problems.push_back({error.msg, from_one(error.mark.line), from_one(error.mark.column)});
  }
  return found;
}

}  // namespace config
