// SPDX-License-Identifier: Apache-2.0
#pragma once

// Reports made by hand, so that the formats can be tested without a host, a rule or an engine.

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "rocelint/report.h"

#include "tests/report/sample_findings.h"

namespace rocelint::test {

inline Report base_report() {
  Report report;
  report.tool_version = "0.1.0";
  report.rules_digest = "5d0c6fb1a2";
  report.policy = {.name = "acme-train", .digest = "3f9a1c77de", .is_default = false};
  report.run_context = {.hostname = "gpu0417",
                        .kernel_release = "6.8.0-45-generic",
                        .taken_at = "2027-03-02T03:12:44Z",
                        .user = "root",
                        .environment = "",
                        .conditions = {RunCondition::root},
                        .probe_us = 190'000,
                        .window_us = {}};
  for (int rail = 0; rail < kPorts; ++rail) {
    report.ports.push_back({.device = device_of(rail),
                            .port = 1,
                            .netdev = netdev_of(rail),
                            .pci_address = pci_of(rail),
                            .judged = true,
                            .role = "compute",
                            .reason = "",
                            .verdict = Verdict::ready});
  }
  return report;
}

inline void add_unjudged(Report& report, std::string_view device, std::string_view reason) {
  report.ports.push_back({.device = std::string(device),
                          .port = 1,
                          .netdev = "",
                          .pci_address = "",
                          .judged = false,
                          .role = "",
                          .reason = std::string(reason),
                          .verdict = {}});
}

inline void add_passes(Report& report, std::string_view rule, Severity severity, int from_rail) {
  for (int rail = from_rail; rail < kPorts; ++rail) {
    report.findings.push_back(finding_of(rule, severity, Outcome::pass, rail));
  }
}

/// Eight compute ports and two of a management NIC that nobody judges; all is well.
inline Report healthy_report() {
  auto report = base_report();
  add_unjudged(report, "mlx5_8", "25G, no role of the policy picks it");
  add_unjudged(report, "mlx5_9", "25G, no role of the policy picks it");
  report.verdict = Verdict::ready;
  report.score = {.value = 100, .upper_bound = false};
  report.coverage = {.blocker = {.decided = 17, .applicable = 17},
                     .error = {.decided = 9, .applicable = 9}};
  report.counts = {
      .pass = 16, .fail = 0, .follows = 0, .unknown = 0, .waived = 1, .not_applicable = 1};
  report.roles = {
      {.role = "compute",
       .ports_judged = 8,
       .ports_ready = 8,
       .ports_expected = 8,
       .hardware = "ConnectX-7 fw 28.43.2566  mlx5_core",
       .lines = {{.label = "link", .text = "400G, RS-FEC, netdev MTU 9000, RoCE MTU 4096"},
                 {.label = "path", .text = "DSCP 26 > prio 3 > PFC on 3 only > TC 3"},
                 {.label = "gid", .text = "v2 IPv4 on every port"}},
       .verdict = Verdict::ready}};
  add_passes(report, "pfc-off", Severity::blocker, 0);
  add_passes(report, "port-down", Severity::blocker, 0);
  auto waived = finding_of("link-flapping", Severity::warning, Outcome::waived, 2);
  waived.waiver = WaiverNote{.reason = "optic on order, OPS-1234",
                             .until = "2027-03-11",
                             .from = "/etc/rocelint/policy.yaml:31"};
  report.findings.push_back(waived);
  auto absent = finding_of("bond-split", Severity::error, Outcome::not_applicable, 0);
  report.findings.push_back(absent);
  report.not_run = {{.rules = 12, .reason = NotRunReason::needs_job, .would_run = "--job FILE"}};
  return report;
}

/// Two ports were down at first and not when they were read again; one of them is not there now.
inline Report unconfirmed_report() {
  auto report = healthy_report();
  report.unconfirmed = {fmt::format("port-down@{}/1", pci_of(2)), "port-down@0000:f1:00.0/1"};
  return report;
}

/// PFC off on two rails, a port down, a small MTU, global pause, one fact refused.
inline Report faulty_report() {
  auto report = healthy_report();
  report.run_context.hostname = "gpu0418";
  report.verdict = Verdict::not_ready;
  report.gate = Gate::stop;
  report.exit_code = 1;
  report.score = {.value = 12.4, .upper_bound = false};
  report.counts = {
      .pass = 20, .fail = 4, .follows = 2, .unknown = 1, .waived = 1, .not_applicable = 1};
  report.coverage.error = {.decided = 8, .applicable = 9};
  report.findings = {stopping(pfc_off(3)), stopping(pfc_off(5)), stopping(path_not_lossless(3)),
                     stopping(path_not_lossless(5)), stopping(port_down(6))};
  report.findings.push_back(small_mtu(2));
  report.findings.push_back(unknown_of("fec-off", Severity::error, 7, refused(7, "fec.active")));
  add_passes(report, "mtu-active-small", Severity::warning, 3);
  report.run_context.user = "uid 1000";
  report.run_context.conditions = {RunCondition::unprivileged};
  report.roles.front().ports_ready = 4;
  report.roles.front().verdict = Verdict::not_ready;
  report.ports[3].verdict = Verdict::not_ready;
  report.ports[5].verdict = Verdict::not_ready;
  report.ports[6].verdict = Verdict::not_ready;
  report.ports[7].verdict = Verdict::ready_with_warnings;
  report.ports[2].verdict = Verdict::ready_with_warnings;
  return report;
}

/// A pod that sees virtual functions and is refused the rest: nothing failed, little is known.
inline Report pod_report() {
  auto report = base_report();
  report.run_context.hostname = "train-7f9c";
  report.run_context.user = "uid 1000";
  report.run_context.environment = "own network namespace";
  report.run_context.conditions = {RunCondition::unprivileged, RunCondition::network_namespace};
  report.verdict = Verdict::undetermined;
  report.gate = Gate::stop;
  report.exit_code = 3;
  report.score = {.value = 59, .upper_bound = true};
  report.complete = false;
  report.incomplete = {"dcb: timeout, stuck on dcbnl IEEE_GET of ens8np0"};
  report.coverage = {.blocker = {.decided = 8, .applicable = 25}};
  report.counts = {
      .pass = 8, .fail = 0, .follows = 0, .unknown = 25, .waived = 0, .not_applicable = 0};
  report.roles = {{.role = "compute",
                   .ports_judged = 8,
                   .ports_ready = 0,
                   .ports_expected = std::nullopt,
                   .hardware = "",
                   .lines = {},
                   .verdict = Verdict::undetermined}};
  constexpr std::array<std::string_view, 2> kHidden{"dcb.pfc", "dcb.app"};
  for (int rail = 0; rail < kPorts; ++rail) {
    report.ports[static_cast<std::size_t>(rail)].verdict = Verdict::undetermined;
    for (const auto fact : kHidden) {
      const auto rule = fact == "dcb.pfc" ? "pfc-off" : "qos-dscp-not-mapped";
      auto finding =
          unknown_of(rule, Severity::blocker, rail,
                     {.fact = fmt::format(R"(host.netdevs["{}"].{})", netdev_of(rail), fact),
                      .value = "",
                      .unknown_reason = Reason::unsupported,
                      .unknown_detail = "DCB_CMD_IEEE_GET: Operation not supported",
                      .source = "DCB_CMD_IEEE_GET"});
      finding.subject.virtual_function = true;
      report.findings.push_back(stopping(finding));
    }
    report.findings.push_back(
        unknown_of("fec-off", Severity::error, rail, refused(rail, "fec.active")));
  }
  report.findings.push_back(
      stopping(unknown_of("gid-no-routable", Severity::blocker, 7,
                          {.fact = R"(host.devices["mlx5_7"].ports[1].gids)",
                           .value = "",
                           .unknown_reason = Reason::timeout,
                           .unknown_detail = "rtnl held; first stuck on ens8np0",
                           .source = "UVERBS_METHOD_QUERY_GID_TABLE"})));
  add_passes(report, "port-down", Severity::blocker, 0);
  return report;
}

/// A healthy host of which the policy accepts that two ports don't tell.
inline Report accepted_report() {
  auto report = healthy_report();
  for (const int rail : {0, 1}) {
    for (auto finding :
         {unknown_of("qos-dscp-not-mapped", Severity::blocker, rail, refused(rail, "dcb.app")),
          unknown_of("fec-off", Severity::error, rail, refused(rail, "fec.active"))}) {
      finding.gates = false;
      finding.accepted = true;
      report.findings.push_back(std::move(finding));
    }
  }
  report.counts.unknown = 2;
  report.counts.accepted = 2;
  report.coverage = {.blocker = {.decided = 16, .applicable = 17, .accepted = 1},
                     .error = {.decided = 8, .applicable = 9, .accepted = 1}};
  return report;
}

/// A host of which nothing is wrong but that nobody can tell which policy it should follow.
inline Report undecided_report() {
  auto report = healthy_report();
  report.verdict = Verdict::undetermined;
  report.gate = Gate::stop;
  report.exit_code = 3;
  report.score = {.value = 59, .upper_bound = true};
  report.policy.undecided = true;
  report.complete = false;
  report.incomplete = {"policy group site.yaml:4 not applied: permission"};
  return report;
}

/// A clean host without a policy.
inline Report no_policy_report() {
  auto report = healthy_report();
  report.policy = {.name = "baseline", .digest = "0a1b2c3d4e", .is_default = true};
  report.roles.front().role = "all";
  report.roles.front().ports_expected.reset();
  for (auto& port : report.ports) {
    port.role = port.judged ? "all" : "";
  }
  return report;
}

/// No RDMA device at all.
inline Report empty_report() {
  auto report = no_policy_report();
  report.verdict = Verdict::undetermined;
  report.gate = Gate::stop;
  report.exit_code = 3;
  report.score = {.value = 59, .upper_bound = true};
  report.coverage = {};
  report.counts = {};
  report.roles.clear();
  report.ports.clear();
  report.findings.clear();
  report.not_run.clear();
  return report;
}

/// Every string that comes from outside tries to control the terminal or to break the layout.
inline Report hostile_report() {
  constexpr std::string_view kEscape = "\x1b[2J\x1b]0;READY\x07";
  constexpr std::string_view kBidi = "\xE2\x80\xAEydaer\xC2\x85\xC3\xA9";
  auto report = faulty_report();
  report.run_context.hostname = std::string(10'000, 'h') + "\nREADY  gpu0418";
  report.run_context.user = kEscape;
  report.run_context.kernel_release = "6.8\r\n0 fail";
  report.run_context.environment = kBidi;
  report.policy.name = std::string("a\tb") + std::string(kEscape);
  report.incomplete = {"dcb: " + std::string(kEscape)};
  report.complete = false;
  report.roles.front().hardware = std::string(500, 'x') + std::string(kBidi);
  report.roles.front().lines = {{.label = std::string(kEscape) + std::string(200, 'l'),
                                 .text = std::string("\xFF\xC0") + std::string(kBidi)}};
  report.ports.back().reason = std::string(300, 'r') + std::string("\0n", 2);
  report.ports.back().device = std::string(kEscape);
  auto& finding = report.findings.front();
  finding.subject.netdev = "ens\x1b[31m;rm -rf '";
  finding.message = "line\nbreak " + std::string(kEscape) + " " + std::string(400, 'm');
  finding.evidence.front().fact = std::string("host.netdevs[\"") + std::string(kEscape);
  finding.evidence.front().value = "\"\x1b[31m" + std::string(5'000, 'v') + "\"";
  finding.expected.front().value = "not json " + std::string(kBidi);
  finding.expected.front().from = std::string(kEscape) + std::string(300, '/');
  finding.fix.front().run = "dcb pfc set dev " + std::string(300, 'd') + " " + std::string(kEscape);
  finding.fix.front().needs = kEscape;
  finding.impact = "why " + std::string(kEscape) + "\n\n  more " + std::string(kBidi);
  finding.verify = "ip link show " + std::string(kBidi);
  return report;
}

}  // namespace rocelint::test
