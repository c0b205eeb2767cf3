// SPDX-License-Identifier: Apache-2.0
#include "advise/learn_hosts.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rocelint/base/severity.h"
#include "rocelint/report.h"

#include "advise/policy_fit.h"
#include "derive/port_name.h"
#include "derive/ports.h"
#include "judge/engine.h"
#include "judge/host_view.h"
#include "policy/policy.h"
#include "rules/rule.h"

namespace rocelint {
namespace {

constexpr std::size_t kLongestDriver = 48;

bool is_plain(std::string_view driver) {
  return !driver.empty() && driver.size() <= kLongestDriver &&
         std::ranges::all_of(driver, [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '_' || c == '-';
         });
}

bool is_fault(const Finding& finding) {
  return finding.outcome == Outcome::fail && finding.severity >= Severity::error;
}

/// A finding of a device is one of each of its ports.
bool is_about(const Subject& subject, const PortView& view) {
  return subject.device == view.device->name &&
         (subject.port == 0 || view.port == nullptr || subject.port == view.port->number);
}

std::string board_of(const RdmaDevice& device) {
  const auto* board = device.board_id.known();
  return board == nullptr ? "" : *board;
}

LearnedHost look_at_host(const NamedHost& host, const Policy& baseline, const RuleSet& rules) {
  LearnedHost learned{.judged = build_host_view(host.snapshot, baseline),
                      .voter = {.host = host.name, .port = "", .board = ""},
                      .faults = {},
                      .ports = {}};
  const auto report =
      *judge(host.snapshot, baseline, rules, {.findings = ReportedFindings::open}).report;
  std::set<std::string> of_the_host;
  for (const auto& finding : report.findings) {
    if (is_fault(finding) && finding.subject.device.empty()) {
      of_the_host.insert(finding.rule);
    }
  }
  learned.faults = {of_the_host.begin(), of_the_host.end()};
  for (const auto& port : learned.judged.ports) {
    std::set<std::string> failed;
    for (const auto& finding : report.findings) {
      if (is_fault(finding) && is_about(finding.subject, port.view)) {
        failed.insert(finding.rule);
      }
    }
    learned.ports.push_back({.port = &port,
                             .snapshot = &host.snapshot,
                             .voter = {.host = host.name,
                                       .port = port_name(port.view),
                                       .board = board_of(*port.view.device)},
                             .faults = {failed.begin(), failed.end()}});
  }
  return learned;
}

/// Drivers of which some port does not tell its greatest speed.
std::set<std::string_view> drivers_without_speed(const std::vector<LearnedHost>& hosts) {
  std::set<std::string_view> drivers;
  for (const auto& host : hosts) {
    for (const auto& learned : host.ports) {
      const auto& device = *learned.port->view.device;
      if (device.driver.known() != nullptr && device.max_speed_mbps.known() == nullptr) {
        drivers.insert(*device.driver.known());
      }
    }
  }
  return drivers;
}

}  // namespace

std::vector<LearnedHost> look_at_hosts(std::span<const NamedHost> hosts, const Policy& baseline,
                                       const RuleSet& rules) {
  std::vector<LearnedHost> learned;
  learned.reserve(hosts.size());
  for (const auto& host : hosts) {
    if (!was_cut_short(host)) {
      learned.push_back(look_at_host(host, baseline, rules));
    }
  }
  return learned;
}

bool was_cut_short(const NamedHost& host) {
  return host.snapshot.probe.interrupted.is(true);
}

std::string PortKind::name() const {
  constexpr std::int64_t kMbpsInGbps = 1000;
  if (!max_speed_mbps) {
    return driver + "-ports";  // a role can't have the name of a parameter, a driver might
  }
  return driver + '-' +
         (*max_speed_mbps % kMbpsInGbps == 0 ? std::to_string(*max_speed_mbps / kMbpsInGbps) + 'g'
                                             : std::to_string(*max_speed_mbps) + 'm');
}

std::string PortKind::selector() const {
  return "dev.driver == \"" + driver + '"' +
         (max_speed_mbps ? " && dev.max_speed_mbps == " + std::to_string(*max_speed_mbps) : "");
}

std::vector<PortKind> port_kinds(const std::vector<LearnedHost>& hosts) {
  const auto speedless = drivers_without_speed(hosts);
  std::map<std::pair<std::string, std::optional<std::int64_t>>, PortKind> kinds;
  for (const auto& host : hosts) {
    for (const auto& learned : host.ports) {
      const auto& device = *learned.port->view.device;
      const auto* driver = device.driver.known();
      if (driver == nullptr || !is_plain(*driver)) {
        continue;
      }
      const auto speed = speedless.contains(*driver)
                             ? std::nullopt
                             : std::optional(*device.max_speed_mbps.known());
      auto& kind = kinds[{*driver, speed}];
      kind.driver = *driver;
      kind.max_speed_mbps = speed;
      kind.ports.push_back(&learned);
    }
  }
  std::vector<PortKind> sorted;
  sorted.reserve(kinds.size());
  for (auto& [key, kind] : kinds) {
    sorted.push_back(std::move(kind));
  }
  std::ranges::stable_sort(
      sorted, [](const PortKind& a, const PortKind& b) { return a.ports.size() > b.ports.size(); });
  return sorted;
}

}  // namespace rocelint
