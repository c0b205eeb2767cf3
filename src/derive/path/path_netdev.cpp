// SPDX-License-Identifier: Apache-2.0
#include "derive/path/path_netdev.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "rocelint/facts.h"

#include "derive/path/classification.h"
#include "derive/path/path_queue.h"
#include "facts/doubt.h"
#include "facts/unknown.h"

namespace rocelint {
namespace {

using Priorities = std::vector<std::int64_t>;

std::string list_text(const Priorities& priorities) {
  std::string text;
  for (const auto priority : priorities) {
    text += (text.empty() ? "" : ", ") + std::to_string(priority);
  }
  return text;
}

/// A table need not list every DSCP: those that are left out keep the firmware's map, which can't
/// be read. Only a whole table shows that nothing leads to a priority.
Fact<Priorities> without_dscp(const Priorities& pfc, const std::vector<AppEntry>& app) {
  constexpr std::size_t kDscps = 64;
  std::set<std::int64_t> listed;
  std::set<std::int64_t> reached;
  for (const auto& entry : app) {
    if (entry.selector == AppSelector::dscp) {
      listed.insert(entry.protocol);
      reached.insert(entry.priority);
    }
  }
  Priorities left;
  for (const auto priority : pfc) {
    if (!reached.contains(priority)) {
      left.push_back(priority);
    }
  }
  if (!left.empty() && listed.size() < kDscps) {
    return not_authoritative("whether a DSCP leads to priority " + list_text(left) + ": " +
                             std::to_string(kDscps - listed.size()) +
                             " of the 64 are not in the map of the port");
  }
  return left;
}

Fact<Priorities> pfc_without_dscp(const Netdev& netdev, const Fact<PathTrust>& trust) {
  const auto* pfc = netdev.dcb.pfc.known();
  if (pfc != nullptr && (pfc->enabled.empty() || trust.is(PathTrust::pcp))) {
    return Priorities{};
  }
  if (auto why = any_unknown({netdev.dcb.pfc.unknown(), trust.unknown()})) {
    return *std::move(why);
  }
  return without_dscp(pfc->enabled, *netdev.dcb.app.known());
}

Fact<Priorities> pfc_with_default(const Netdev& netdev,
                                  const Fact<std::int64_t>& default_priority) {
  const auto* pfc = netdev.dcb.pfc.known();
  if (pfc != nullptr && pfc->enabled.empty()) {
    return Priorities{};
  }
  if (auto why = any_unknown(
          {netdev.dcb.pfc.unknown(), default_priority.unknown(), netdev.dcb.ets.unknown()})) {
    return *std::move(why);
  }
  const auto shared = traffic_class_of(netdev.dcb.ets, *default_priority.known());
  if (const auto* why = shared.unknown()) {
    return *why;
  }
  Priorities with;
  for (const auto priority : pfc->enabled) {
    const auto tc = traffic_class_of(netdev.dcb.ets, priority);
    if (const auto* why = tc.unknown()) {
      return *why;
    }
    if (priority != *default_priority.known() && tc == shared) {
      with.push_back(priority);
    }
  }
  return with;
}

Fact<std::int64_t> ets_unassigned_percent(const Fact<Ets>& ets) {
  if (const auto* why = ets.unknown()) {
    return *why;
  }
  const auto& tsa = ets.known()->tc_tsa;
  const auto& percent = ets.known()->tc_bandwidth_percent;
  std::int64_t left = 100;
  bool any = false;
  for (std::size_t tc = 0; tc < std::min(tsa.size(), percent.size()); ++tc) {
    if (tsa[tc] == Tsa::ets) {
      any = true;
      left -= std::clamp<std::int64_t>(percent[tc], 0, 255);  // a byte in struct ieee_ets
    }
  }
  return any ? left : 0;
}

}  // namespace

PathNetdev derive_path_netdev(const Netdev& netdev, const Fact<std::string>& driver) {
  PathNetdev path;
  path.name = netdev.name;
  path.trust = trust_of(netdev, driver);
  path.default_priority = unmarked_priority(netdev.dcb.app);
  path.pfc_without_dscp = pfc_without_dscp(netdev, path.trust);
  path.pfc_with_default = pfc_with_default(netdev, path.default_priority);
  path.ets_unassigned_percent = ets_unassigned_percent(netdev.dcb.ets);
  return path;
}

}  // namespace rocelint
