#include "exporting/submit.hpp"

#include <algorithm>

#include "base/json.hpp"
#include "base/token.hpp"
#include "task/report.hpp"

namespace exporting {

namespace {

using base::Error;
using base::Kind;

std::string params_as_json(const std::vector<std::string>& params) {
  base::Json object = base::Json::object();
  std::vector<std::string> seen;
  for (const std::string& param : params) {
    const std::size_t equals = param.find('=');
    const std::string name = param.substr(0, equals);
    if (equals == std::string::npos || name.empty())
      throw Error(Kind::kInput, "parameter '" + param + "' is not NAME=VALUE");
    if (std::find(seen.begin(), seen.end(), name) != seen.end())
      throw Error(Kind::kInput, "parameter '" + name + "' is given twice");
    seen.push_back(name);
    object.add(name, param.substr(equals + 1));
  }
  return object.text();
}

bool is_dead(const task::Task& task) { return task.state == task::State::FAILED || task.state == task::State::TIMEOUT; }

}  // namespace

task::Request checked_request(const config::Reports& reports, const SubmitOptions& options) {
  task::Request request = options.request;
  const task::Report& report = config::report_named(reports, request.report);
  if (!request.again_of) request.params = params_as_json(options.params);
  task::bind_params(report, request.params, request.user_id);
  if (request.trace_id.empty()) request.trace_id = base::new_token();
  return request;
}

task::Request again(store::Session& session, std::int64_t id) {
  const auto dead = store::ReportTaskStore(session).find(id);
  if (!dead) throw Error(Kind::kNotFound, "no task " + std::to_string(id));
  const bool expired = dead->state == task::State::SUCCESS && !dead->file_path;
  if (!is_dead(*dead) && !expired)
    throw Error(Kind::kInput,
                "task " + std::to_string(id) + " is " + std::string(task::name_of(dead->state)) + ", not dead",
                "Only a FAILED, TIMEOUT or expired task can be driven again.");
  task::Request request;
  request.user_id = dead->user_id;
  request.report = dead->report;
  request.params = dead->params;
  request.format = dead->format;
  request.priority = dead->priority;
  request.again_of = id;
  return request;
}

base::Report submit(const base::Context& ctx, store::Session& session, const task::Request& request,
                    const store::QueueLimits& limits, std::int64_t& id) {
  if (ctx.dry_run) {
    ctx.log.info("submit.dry_run", {{"report", request.report}, {"params", request.params}});
    return {};
  }
  const store::Submitted submitted = store::ReportTaskStore(session).submit(request, limits);
  id = submitted.id;
  ctx.step("submitted");
  if (!submitted.accepted) {
    ctx.log.warn("submit.refused", {{"task_id", id}, {"trace_id", request.trace_id}, {"reason", "queue full"}});
    if (ctx.json)
      ctx.out.line(base::Json::object().add("code", 75).add("message", "busy, try again later").text());
    else
      ctx.log.error("submit.busy", {{"message", "busy, try again later"}});
    return {base::Outcome::kRefused, {{"submitted", 0}, {"refused", 1}}};
  }
  ctx.log.info("submit.accepted", {{"task_id", id},
                                   {"trace_id", request.trace_id},
                                   {"report", request.report},
                                   {"user_id", request.user_id},
                                   {"duplicate", submitted.duplicate}});
  ctx.out.line(ctx.json ? base::Json::object().add("code", 0).add("data", id).text() : std::to_string(id));
  ctx.out.flush();
  return {base::Outcome::kDone, {{"submitted", submitted.duplicate ? 0 : 1}}};
}

}  // namespace exporting
