#include "forecasting/findings_text.hpp"

#include <fmt/format.h>

#include <set>

#include "base/json.hpp"
#include "base/log.hpp"

namespace forecasting {

namespace {

using base::Json;

const char* severity_name(const cron::Finding& finding) {
  switch (finding.rule.severity) {
    case cron::Severity::kError:
      return "error";
    case cron::Severity::kWarning:
      return "warning";
    case cron::Severity::kNote:
      return "note";
  }
  return "";
}

// A workflow command has its own word for a note.
const char* command_name(const cron::Finding& finding) {
  return finding.rule.severity == cron::Severity::kNote ? "notice" : severity_name(finding);
}

// In a workflow command these characters would end a property or the line.
std::string escaped(std::string_view text, bool property) {
  std::string result;
  for (const char c : text) {
    if (c == '%')
      result += "%25";
    else if (c == '\r')
      result += "%0D";
    else if (c == '\n')
      result += "%0A";
    else if (property && c == ':')
      result += "%3A";
    else if (property && c == ',')
      result += "%2C";
    else
      result += c;
  }
  return result;
}

Json sarif_rules(const Checked& checked) {
  Json rules = Json::array();
  std::set<std::string_view> seen;
  for (const FileFinding& found : checked.findings) {
    const cron::Rule& rule = found.finding.rule;
    if (!seen.insert(rule.code).second) continue;
    rules.push(Json::object().add("id", rule.code).add("shortDescription", Json::object().add("text", rule.meaning)));
  }
  return rules;
}

Json sarif_result(const FileFinding& found) {
  const cron::Finding& finding = found.finding;
  Json region = Json::object();
  region.add("startLine", std::max<std::size_t>(finding.line, 1));
  if (finding.column > 0) region.add("startColumn", finding.column);
  Json place = Json::object();
  place.add("artifactLocation", Json::object().add("uri", found.file)).add("region", region);
  const std::string text = finding.fix.empty() ? finding.reason : finding.reason + ". " + finding.fix;
  return Json::object()
      .add("ruleId", finding.rule.code)
      .add("level", severity_name(finding))
      .add("message", Json::object().add("text", text))
      .add("locations", Json::array().push(Json::object().add("physicalLocation", place)));
}

}  // namespace

std::string as_text(const Checked& checked) {
  std::string text;
  for (const FileFinding& found : checked.findings) {
    const cron::Finding& finding = found.finding;
    text += fmt::format("{}:{}:{}: {}: {} [{}]\n", base::printable(found.file), finding.line, finding.column,
                        severity_name(finding), base::printable(finding.reason), finding.rule.code);
    if (!finding.fix.empty()) text += "    " + base::printable(finding.fix) + "\n";
  }
  return text;
}

std::string as_json(const Checked& checked, int code) {
  Json findings = Json::array();
  for (const FileFinding& found : checked.findings)
    findings.push(Json::object()
                      .add("file", found.file)
                      .add("line", found.finding.line)
                      .add("column", found.finding.column)
                      .add("severity", severity_name(found.finding))
                      .add("code", found.finding.rule.code)
                      .add("reason", found.finding.reason)
                      .add("fix", found.finding.fix));
  Json data = Json::object();
  data.add("files", checked.files)
      .add("schedules", checked.schedules.size())
      .add("errors", checked.count(cron::Severity::kError))
      .add("warnings", checked.count(cron::Severity::kWarning))
      .add("notes", checked.count(cron::Severity::kNote))
      .add("findings", findings);
  return Json::object().add("code", code).add("data", data).text() + "\n";
}

std::string as_sarif(const Checked& checked) {
  Json driver = Json::object();
  driver.add("name", "cron-next").add("version", ONESHOT_VERSION).add("rules", sarif_rules(checked));
  Json results = Json::array();
  for (const FileFinding& found : checked.findings) results.push(sarif_result(found));
  Json run = Json::object();
  run.add("tool", Json::object().add("driver", driver)).add("results", results);
  return Json::object()
             .add("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
             .add("version", "2.1.0")
             .add("runs", Json::array().push(run))
             .text() +
         "\n";
}

std::string as_github(const Checked& checked) {
  std::string text;
  for (const FileFinding& found : checked.findings) {
    const cron::Finding& finding = found.finding;
    text += fmt::format("::{} file={},line={},col={},title={}::{}\n", command_name(finding), escaped(found.file, true),
                        finding.line, std::max<std::size_t>(finding.column, 1), finding.rule.code,
                        escaped(finding.fix.empty() ? finding.reason : finding.reason + ". " + finding.fix, false));
  }
  return text;
}

}  // namespace forecasting
