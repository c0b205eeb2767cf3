// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cmath>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "rocelint/base/severity.h"
#include "rocelint/report.h"

#include "base/text.h"
#include "report/report_formats.h"
#include "report/text/finding_groups.h"

// https://prometheus.io/docs/instrumenting/exposition_formats/: names, labels in quotes, one sample
// a line. node_exporter reads it from *.prom.

namespace rocelint {
namespace {

using Label = std::pair<std::string_view, std::string_view>;

constexpr std::array kVerdicts{Verdict::not_ready, Verdict::degraded, Verdict::undetermined,
                               Verdict::ready_with_warnings, Verdict::ready};
constexpr std::array kGates{Gate::pass, Gate::stop, Gate::error};

/// No line break and no control character gets out: what escapes them has a backslash, which is
/// escaped in turn.
std::string label_value(std::string_view text) {
  std::string out;
  for (const char c : escape_for_terminal(text)) {
    if (c == '\\' || c == '"') {
      out += '\\';
    }
    out += c;
  }
  return out;
}

class Samples {
 public:
  /// Begins a metric. The help text is our own and holds nothing to escape.
  void metric(std::string_view name, std::string_view help) {
    name_ = name;
    out_ += fmt::format("# HELP {} {}\n# TYPE {} gauge\n", name, help, name);
  }

  void sample(double value, std::initializer_list<Label> labels = {}) {
    out_ += name_;
    char separator = '{';
    for (const auto& [label, text] : labels) {
      out_ += fmt::format("{}{}=\"{}\"", std::exchange(separator, ','), label, label_value(text));
    }
    out_ += separator == ',' ? "} " : " ";
    out_ += fmt::format("{}\n", value);
  }

  std::string take() { return std::move(out_); }

 private:
  std::string_view name_;
  std::string out_;
};

void write_whole(Samples& out, const Report& report) {
  out.metric("rocelint_info", "What judged this host, by which policy.");
  out.sample(1, {{"version", report.tool_version},
                 {"policy", report.policy.name},
                 {"policy_digest", report.policy.digest},
                 {"rules_digest", report.rules_digest}});
  out.metric("rocelint_verdict", "1 for the verdict of the host, 0 for the others.");
  for (const auto verdict : kVerdicts) {
    out.sample(report.verdict == verdict ? 1 : 0, {{"verdict", enum_name(verdict)}});
  }
  out.metric("rocelint_gate", "1 for what a caller should do, 0 for the others.");
  for (const auto gate : kGates) {
    out.sample(report.gate == gate ? 1 : 0, {{"gate", enum_name(gate)}});
  }
  out.metric("rocelint_complete", "1 where every module of the probe ran to its end.");
  out.sample(report.complete ? 1 : 0);
  if (std::isfinite(report.score.value)) {
    out.metric("rocelint_score", "0 to 100; an upper bound where blockers could not be read.");
    out.sample(report.score.value);
  }
  if (report.unconfirmed) {
    out.metric("rocelint_unconfirmed",
               "Blockers that failed at first and not when they were read again.");
    out.sample(static_cast<double>(report.unconfirmed->size()));
  }
  out.metric("rocelint_probe_seconds", "Time that the probe took.");
  out.sample(static_cast<double>(report.run_context.probe_us) / 1e6);
}

void write_counts(Samples& out, const Report& report) {
  out.metric("rocelint_rules", "Rules by what came of them.");
  const auto& counts = report.counts;
  out.sample(static_cast<double>(counts.pass), {{"outcome", "pass"}});
  out.sample(static_cast<double>(counts.fail), {{"outcome", "fail"}});
  out.sample(static_cast<double>(counts.follows), {{"outcome", "follows"}});
  out.sample(static_cast<double>(counts.unknown - counts.accepted), {{"outcome", "unknown"}});
  out.sample(static_cast<double>(counts.accepted), {{"outcome", "accepted"}});
  out.sample(static_cast<double>(counts.waived), {{"outcome", "waived"}});
  out.sample(static_cast<double>(counts.not_applicable), {{"outcome", "not_applicable"}});
}

void write_ports(Samples& out, const Report& report) {
  out.metric("rocelint_port_ready", "1 where a judged port is ready, with warnings or without.");
  for (const auto& port : report.ports) {
    if (port.judged) {
      out.sample(port.verdict >= Verdict::ready_with_warnings ? 1 : 0,
                 {{"device", port.device},
                  {"port", std::to_string(port.port)},
                  {"netdev", port.netdev},
                  {"pci", port.pci_address},
                  {"role", port.role}});
    }
  }
}

void write_findings(Samples& out, const Report& report) {
  out.metric("rocelint_finding", "1 for each rule that fails or can't be decided.");
  for (const auto& finding : report.findings) {
    if (is_root_cause(finding) || finding.outcome == Outcome::unknown) {
      out.sample(1, {{"id", finding.id},
                     {"rule", finding.rule},
                     {"severity", to_string(finding.severity)},
                     {"outcome", finding.accepted ? "accepted" : enum_name(finding.outcome)},
                     {"device", finding.subject.device},
                     {"netdev", finding.subject.netdev}});
    }
  }
}

}  // namespace

std::string write_prometheus(const Report& report) {
  Samples out;
  write_whole(out, report);
  write_counts(out, report);
  write_ports(out, report);
  write_findings(out, report);
  return out.take();
}

}  // namespace rocelint
