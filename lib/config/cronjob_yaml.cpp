#include "config/cronjob_yaml.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <sstream>

namespace config {

namespace {

// Deeper than any manifest. yaml-cpp builds nodes by recursion, so this bounds its stack.
constexpr std::size_t kDeepest = 64;

// Walks the events of a text before nodes are built from it. Stops what yaml-cpp 0.7 does not: nesting
// without bound, and a stray flow mark (",q") for which it hands out empty documents for ever.
class Guard : public YAML::EventHandler {
 public:
  void OnDocumentStart(const YAML::Mark& mark) override {
    if (mark.pos <= last_begin_) throw YAML::ParserException(mark, "a document that does not end");
    last_begin_ = mark.pos;
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
  void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t, const std::string&) override {}
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
    enter(mark);
  }
  void OnSequenceEnd() override { --depth_; }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
    enter(mark);
  }
  void OnMapEnd() override { --depth_; }

 private:
  void enter(const YAML::Mark& mark) {
    if (++depth_ > kDeepest) throw YAML::ParserException(mark, "nested more deeply than a manifest");
  }

  int last_begin_ = -1;
  std::size_t depth_ = 0;
};

void walk_events(const std::string& text) {
  std::istringstream stream(text);
  YAML::Parser parser(stream);
  Guard guard;
  while (parser.HandleNextDocument(guard)) {
  }
}

std::size_t from_one(int zero_based) { return static_cast<std::size_t>(zero_based < 0 ? 0 : zero_based) + 1; }

std::optional<YamlValue> scalar(const YAML::Node& node) {
  if (!node.IsDefined() || node.IsNull()) return std::nullopt;
  YamlValue value;
  value.line = from_one(node.Mark().line);
  value.column = from_one(node.Mark().column);
  if (!node.IsScalar()) return value;
  value.text = node.Scalar();
  value.is_quoted = node.Tag() == "!";  // a plain scalar has "?"
  return value;
}

// More than any manifest merges. An anchor may hold itself, so the way through << needs an end.
constexpr int kMostMerges = 64;

YAML::Node undefined() { return YAML::Node(YAML::NodeType::Undefined); }

// The member, or that of a mapping which the merge key << brings in: yaml-cpp leaves << to us, and the
// readers of Kubernetes follow it.
YAML::Node find_member(const YAML::Node& node, const char* key, int& merges) {
  if (!node.IsDefined() || !node.IsMap() || ++merges > kMostMerges) return undefined();
  YAML::Node own = node[key];
  if (own.IsDefined()) return own;
  const YAML::Node merged = node["<<"];
  if (!merged.IsDefined()) return undefined();
  if (!merged.IsSequence()) return find_member(merged, key, merges);
  for (const YAML::Node& one : merged) {
    YAML::Node found = find_member(one, key, merges);
    if (found.IsDefined()) return found;
  }
  return undefined();
}

// A member of a mapping; undefined for anything else, where operator[] would throw.
YAML::Node member(const YAML::Node& node, const char* key) {
  int merges = 0;
  return find_member(node, key, merges);
}

std::string text_of(const YAML::Node& node) {
  return node.IsDefined() && node.IsScalar() ? node.Scalar() : std::string();
}

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
  const std::string copy(text);
  try {
    walk_events(copy);
    for (const YAML::Node& document : YAML::LoadAll(copy)) read_document(document, found);
  } catch (const YAML::Exception& error) {
    found.problems.push_back({error.msg, from_one(error.mark.line), from_one(error.mark.column)});
  }
  return found;
}

}  // namespace config
