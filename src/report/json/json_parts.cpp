// SPDX-License-Identifier: Apache-2.0
#include "report/json/json_parts.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "rocelint/base/severity.h"
#include "rocelint/report.h"

#include "report/json/json_writer.h"
#include "report/text/wording.h"

// The key order below is the documented one (schema: report_schema.cpp). Consumers may rely on it,
// so a new key goes at the end of its object.

namespace rocelint {

namespace {

constexpr std::array kSeverities{Severity::blocker, Severity::error, Severity::warning,
                                 Severity::info};

JsonWriter& pair(JsonWriter& out, std::string_view key, std::string_view value) {
  return out.key(key).text(value);
}

JsonWriter& pair(JsonWriter& out, std::string_view key, std::int64_t value) {
  return out.key(key).integer(value);
}

// Evidence and parameters are JSON already. What is not would break the document for every reader,
// so it becomes a string.
void write_value(JsonWriter& out, std::string_view json) {
  out.key("value");
  json.empty() || nlohmann::json::accept(json) ? out.raw(json) : out.text(json);
}

void write_texts(JsonWriter& out, std::string_view key, const std::vector<std::string>& texts) {
  out.key(key).open_list();
  for (const auto& text : texts) {
    out.text(text);
  }
  out.close_list();
}

void write_origin(JsonWriter& out, const Report& report) {
  pair(out, "schema", kReportSchema);
  pair(out, "tool_version", report.tool_version);
  pair(out, "rules_digest", report.rules_digest);
  out.key("policy").open_object();
  pair(out, "name", report.policy.name);
  pair(out, "digest", report.policy.digest);
  out.key("default").boolean(report.policy.is_default);
  out.key("undecided").boolean(report.policy.undecided);
  out.close_object();
  out.key("host").open_object();
  pair(out, "hostname", report.run_context.hostname);
  pair(out, "kernel_release", report.run_context.kernel_release);
  pair(out, "user", report.run_context.user);
  pair(out, "environment", report.run_context.environment);
  out.close_object();
  out.key("times").open_object();
  pair(out, "taken_at", report.run_context.taken_at);
  pair(out, "probe_us", report.run_context.probe_us);
  out.key("window_us");
  report.run_context.window_us ? out.integer(*report.run_context.window_us) : out.null();
  out.close_object();
  out.key("complete").boolean(report.complete);
  write_texts(out, "incomplete", report.incomplete);
}

void write_result(JsonWriter& out, const Report& report) {
  pair(out, "verdict", verdict_name(report.verdict, report.policy.is_default));
  pair(out, "gate", to_string(report.gate));
  pair(out, "exit_code", report.exit_code);
  out.key("exit_code_if_enforced");
  report.exit_code_if_enforced ? out.integer(*report.exit_code_if_enforced) : out.null();
  out.key("score").open_object();
  out.key("value").raw(std::isfinite(report.score.value) ? fmt::format("{:.1f}", report.score.value)
                                                         : "null");
  out.key("upper_bound").boolean(report.score.upper_bound);
  out.close_object();
}

void write_counts(JsonWriter& out, const Report& report) {
  out.key("coverage").open_object();
  for (const auto severity : kSeverities) {
    const auto row = report.coverage.find(severity);
    const auto coverage = row == report.coverage.end() ? Coverage{} : row->second;
    out.key(to_string(severity)).open_object();
    pair(out, "decided", coverage.decided);
    pair(out, "applicable", coverage.applicable);
    pair(out, "accepted", coverage.accepted);
    out.close_object();
  }
  out.close_object();
  out.key("counts").open_object();
  pair(out, "pass", report.counts.pass);
  pair(out, "fail", report.counts.fail);
  pair(out, "follows", report.counts.follows);
  pair(out, "unknown", report.counts.unknown);
  pair(out, "waived", report.counts.waived);
  pair(out, "not_applicable", report.counts.not_applicable);
  pair(out, "accepted", report.counts.accepted);
  out.close_object();
  out.key("not_run").open_list();
  for (const auto& not_run : report.not_run) {
    out.open_object();
    pair(out, "rules", not_run.rules);
    pair(out, "reason", not_run.reason);
    pair(out, "would_run", not_run.would_run);
    out.close_object();
  }
  out.close_list();
}

void write_subject(JsonWriter& out, const Subject& subject) {
  out.key("subject").open_object();
  pair(out, "scope", subject.scope);
  pair(out, "role", subject.role);
  pair(out, "device", subject.device);
  pair(out, "port", subject.port);
  pair(out, "netdev", subject.netdev);
  pair(out, "pci", subject.pci_address);
  pair(out, "driver", subject.driver);
  pair(out, "board_id", subject.board_id);
  pair(out, "gid", subject.gid);
  out.key("virtual_function").boolean(subject.virtual_function);
  pair(out, "peer", subject.peer);
  out.close_object();
}

void write_evidence(JsonWriter& out, const Evidence& evidence) {
  out.open_object();
  pair(out, "fact", evidence.fact);
  if (is_unknown(evidence)) {
    const bool has_reason = !evidence.unknown_reason.empty();
    pair(out, "unknown", has_reason ? std::string_view(evidence.unknown_reason) : "not_collected");
    pair(out, "detail", evidence.unknown_detail);
  } else {
    write_value(out, evidence.value);
  }
  pair(out, "source", evidence.source);
  out.close_object();
}

void write_grounds(JsonWriter& out, const Finding& finding) {
  out.key("evidence").open_list();
  for (const auto& evidence : finding.evidence) {
    write_evidence(out, evidence);
  }
  out.close_list();
  out.key("expected").open_list();
  for (const auto& expected : finding.expected) {
    out.open_object();
    pair(out, "parameter", expected.parameter);
    write_value(out, expected.value);
    pair(out, "from", expected.from);
    out.close_object();
  }
  out.close_list();
  out.key("siblings").open_object();
  pair(out, "judged", finding.siblings.judged);
  pair(out, "failed", finding.siblings.failed);
  out.close_object();
  pair(out, "folded_under", finding.folded_under);
  write_texts(out, "follows", finding.follows);
}

void write_fixing(JsonWriter& out, const Finding& finding) {
  out.key("fix").open_list();
  for (const auto& step : finding.fix) {
    out.open_object();
    pair(out, "run", step.run);
    pair(out, "needs", step.needs);
    pair(out, "disrupts", to_string(step.disrupts));
    pair(out, "lasts", to_string(step.lasts));
    pair(out, "verify", step.verify.empty() ? finding.verify : step.verify);
    out.close_object();
  }
  out.close_list();
  pair(out, "verify", finding.verify);
  pair(out, "runbook", finding.runbook);
  out.key("waiver");
  if (finding.waiver) {
    out.open_object();
    pair(out, "reason", finding.waiver->reason);
    pair(out, "until", finding.waiver->until);
    pair(out, "from", finding.waiver->from);
    out.close_object();
  } else {
    out.null();
  }
  out.key("gates").boolean(finding.gates);
  out.key("baseline");
  finding.baseline.empty() ? out.null() : out.text(finding.baseline);
  out.key("accepted").boolean(finding.accepted);
}

}  // namespace

void write_head(JsonWriter& out, const Report& report) {
  write_origin(out, report);
  write_result(out, report);
  write_counts(out, report);
}

void write_baseline(JsonWriter& out, const std::optional<BaselineReport>& baseline) {
  out.key("baseline");
  if (!baseline) {
    out.null();
    return;
  }
  out.open_object();
  pair(out, "file", baseline->file);
  pair(out, "new", baseline->fresh);
  pair(out, "known", baseline->known);
  write_texts(out, "fixed", baseline->fixed);
  out.close_object();
}

void write_unconfirmed(JsonWriter& out, const std::optional<std::vector<std::string>>& ids) {
  if (ids) {
    write_texts(out, "unconfirmed", *ids);
  } else {
    out.key("unconfirmed").null();
  }
}

void write_role(JsonWriter& out, const RoleReport& role, bool no_policy) {
  out.open_object();
  pair(out, "role", role.role);
  pair(out, "verdict", verdict_name(role.verdict, no_policy));
  pair(out, "ports_judged", role.ports_judged);
  pair(out, "ports_ready", role.ports_ready);
  out.key("ports_expected");
  role.ports_expected ? out.integer(*role.ports_expected) : out.null();
  pair(out, "hardware", role.hardware);
  out.key("summary").open_list();
  for (const auto& line : role.lines) {
    out.open_object();
    pair(out, "label", line.label);
    pair(out, "text", line.text);
    out.close_object();
  }
  out.close_list().close_object();
}

// A port that is not judged has no verdict: null, never "ready".
void write_port(JsonWriter& out, const PortReport& port, bool no_policy) {
  out.open_object();
  pair(out, "device", port.device);
  pair(out, "port", port.port);
  pair(out, "netdev", port.netdev);
  pair(out, "pci", port.pci_address);
  out.key("judged").boolean(is_judged(port));
  pair(out, "role", port.role);
  pair(out, "reason", port.reason);
  out.key("verdict");
  is_judged(port) ? out.text(verdict_name(port.verdict, no_policy)) : out.null();
  out.close_object();
}

void write_finding(JsonWriter& out, const Finding& finding) {
  out.open_object();
  pair(out, "id", finding.id);
  pair(out, "rule", finding.rule);
  pair(out, "severity", to_string(finding.severity));
  pair(out, "outcome", to_string(finding.outcome));
  write_subject(out, finding.subject);
  pair(out, "title", finding.title);
  pair(out, "message", finding.message);
  pair(out, "impact", finding.impact);
  write_grounds(out, finding);
  write_fixing(out, finding);
  out.close_object();
}

bool is_shown(const Finding& finding, Verbosity verbosity) {
  const bool quiet_outcome =
      finding.outcome == Outcome::pass || finding.outcome == Outcome::not_applicable;
  return verbosity == Verbosity::verbose || !quiet_outcome;
}

}  // namespace rocelint
