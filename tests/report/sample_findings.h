// SPDX-License-Identifier: Apache-2.0
#pragma once

// Findings of the reports in sample_reports.h: one host of eight ports, a rail each.

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "rocelint/report.h"

namespace rocelint::test {

inline constexpr int kPorts = 8;

inline std::string device_of(int rail) {
  return fmt::format("mlx5_{}", rail);
}
inline std::string netdev_of(int rail) {
  return fmt::format("ens{}np0", rail + 1);
}
inline std::string pci_of(int rail) {
  return fmt::format("0000:{:02x}:00.0", 0x18 + 16 * rail);
}

inline Subject subject_of(int rail) {
  return {.scope = Scope::port,
          .role = "compute",
          .device = device_of(rail),
          .port = 1,
          .netdev = netdev_of(rail),
          .pci_address = pci_of(rail),
          .driver = "mlx5_core",
          .board_id = "MT_0000000838",
          .gid = {},
          .peer = rail == 3 ? "leaf-04 Ethernet24" : ""};
}

/// Makes the gate stop.
inline Finding stopping(Finding finding) {
  finding.stops = true;
  return finding;
}

inline Finding finding_of(std::string_view rule, Severity severity, Outcome outcome, int rail) {
  Finding finding;
  finding.id = fmt::format("{}@{}/1", rule, pci_of(rail));
  finding.rule = rule;
  finding.title = fmt::format("Title of {}", rule);
  finding.severity = severity;
  finding.outcome = outcome;
  finding.subject = subject_of(rail);
  finding.siblings = {.judged = kPorts, .failed = 0};
  return finding;
}

inline Finding pfc_off(int rail) {
  auto finding = finding_of("pfc-off", Severity::blocker, Outcome::fail, rail);
  finding.title = "PFC is off on a RoCE priority";
  finding.expects = "PFC is on for every RoCE priority";
  finding.message = "PFC is on for none, the policy wants 3";
  finding.impact =
      "Without a pause the switch drops, and go-back-N turns one drop into a stall of the\n"
      "whole job.\n";
  finding.evidence = {
      {.fact = fmt::format(R"(host.netdevs["{}"].dcb.pfc.enabled)", netdev_of(rail)),
       .value = "[]",
       .unknown_reason = {},
       .unknown_detail = "",
       .source = "DCB_ATTR_IEEE_PFC pfc_en"}};
  finding.expected = {
      {.parameter = "pfc.mode", .value = R"("required")", .from = "/etc/rocelint/policy.yaml:14"},
      {.parameter = "roce_priorities", .value = "[3]", .from = "/etc/rocelint/policy.yaml:9"}};
  finding.siblings.failed = 2;
  finding.follows = {"path-not-lossless"};
  finding.fix = {{.run = fmt::format("dcb pfc set dev {} prio-pfc all:off 3:on", netdev_of(rail)),
                  .needs = "",
                  .disrupts = Disrupts::link,
                  .lasts = Lasts::reboot,
                  .verify = fmt::format("dcb pfc show dev {}", netdev_of(rail))}};
  finding.verify = finding.fix.front().verify;
  return finding;
}

inline Finding path_not_lossless(int rail) {
  auto finding = finding_of("path-not-lossless", Severity::blocker, Outcome::fail, rail);
  finding.message = "priority 3 of DSCP 26 has no PFC";
  finding.folded_under = pfc_off(rail).id;
  return finding;
}

inline Finding port_down(int rail) {
  auto finding = finding_of("port-down", Severity::blocker, Outcome::fail, rail);
  finding.message = "the port is down: no carrier";
  finding.impact = "A rail without a link takes every job with it that spans all rails.";
  finding.evidence = {{.fact = fmt::format(R"(host.devices["{}"].ports[1].state)", device_of(rail)),
                       .value = R"("down")",
                       .unknown_reason = {},
                       .unknown_detail = "",
                       .source = "RDMA_NLDEV_ATTR_PORT_STATE"},
                      {.fact = fmt::format(R"(host.netdevs["{}"].carrier)", netdev_of(rail)),
                       .value = "false",
                       .unknown_reason = {},
                       .unknown_detail = "",
                       .source = "IFLA_CARRIER"}};
  finding.siblings.failed = 1;
  finding.fix = {{.run = "# check cable, optic and switch port: no command of this host fixes it",
                  .needs = "",
                  .disrupts = Disrupts::none,
                  .lasts = Lasts::persistent,
                  .verify = ""}};
  finding.verify = fmt::format("ip -br link show dev {}", netdev_of(rail));
  finding.runbook = "https://wiki.example/roce-link";
  return finding;
}

inline Finding small_mtu(int rail) {
  auto finding = finding_of("mtu-active-small", Severity::warning, Outcome::fail, rail);
  finding.message = "RoCE MTU is 1024, the policy wants 4096";
  finding.evidence = {
      {.fact = fmt::format(R"(host.devices["{}"].ports[1].active_mtu_bytes)", device_of(rail)),
       .value = "1024",
       .unknown_reason = {},
       .unknown_detail = "",
       .source = "ibv_query_port active_mtu"}};
  finding.expected = {
      {.parameter = "mtu.active_bytes", .value = "4096", .from = "lossless-dscp26:11"}};
  finding.siblings.failed = 1;
  finding.fix = {{.run = fmt::format("ip link set dev {} mtu 9000", netdev_of(rail)),
                  .needs = "",
                  .disrupts = Disrupts::link,
                  .lasts = Lasts::reboot,
                  .verify = ""}};
  return finding;
}

inline Finding unknown_of(std::string_view rule, Severity severity, int rail,
                          const Evidence& evidence) {
  auto finding = finding_of(rule, severity, Outcome::unknown, rail);
  finding.evidence = {evidence};
  finding.message = fmt::format("cannot tell whether {} holds", rule);
  return finding;
}

inline Evidence refused(int rail, std::string_view fact) {
  return {.fact = fmt::format(R"(host.netdevs["{}"].{})", netdev_of(rail), fact),
          .value = "",
          .unknown_reason = Reason::permission,
          .unknown_detail = "ETHTOOL_MSG_FEC_GET: Operation not permitted",
          .source = "ETHTOOL_A_FEC_ACTIVE"};
}

}  // namespace rocelint::test
