#include "config/job_schedules_toml.hpp"

#include <algorithm>

#include "config/toml.hpp"

namespace config {

namespace {

std::optional<TomlText> text_at(const toml::table& table, std::string_view key) {
  const toml::node* node = table.get(key);
  if (node == nullptr) return std::nullopt;
  const auto* text = node->as_string();
  if (text == nullptr) throw wrong_toml(*node, "'" + std::string(key) + "' is not a string");
  // The value begins behind its opening quote.
  return TomlText{text->get(), node->source().begin.line, node->source().begin.column + 1};
}

}  // namespace

std::vector<JobSchedule> read_job_schedules(std::string_view text, const std::string& name) {
  std::vector<JobSchedule> found;
  const toml::table file = parse_toml(text, name);
  for (const auto& [key, node] : file) {
    const toml::table* table = node.as_table();
    if (table == nullptr || !table->contains("cron")) continue;
    JobSchedule job;
    job.name = {std::string(key.str()), node.source().begin.line, node.source().begin.column};
    job.cron = text_at(*table, "cron");
    job.dialect = text_at(*table, "dialect");
    job.zone = text_at(*table, "zone");
    found.push_back(std::move(job));
  }
  std::sort(found.begin(), found.end(),
            [](const JobSchedule& left, const JobSchedule& right) { return left.name.line < right.name.line; });
  return found;
}

}  // namespace config
