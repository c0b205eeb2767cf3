// SPDX-License-Identifier: Apache-2.0
#include "derive/lane.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rocelint/facts.h"

#include "derive/ports.h"

namespace rocelint {
namespace {

Unknown cannot_tell(std::string detail) {
  return {.reason = Reason::not_authoritative, .detail = std::move(detail), .sys_errno = 0};
}

bool has_dscp_rows(const std::vector<AppEntry>& app) {
  return std::any_of(app.begin(), app.end(),
                     [](const AppEntry& entry) { return entry.selector == AppSelector::dscp; });
}

/// No RNIC driver reports its trust state; it shows in the APP table. mlx5 has DSCP rows if and
/// only if it trusts DSCP (en_dcbnl.c), ice is in VLAN mode without them (ice_dcb_nl.c).
Fact<LaneTrust> trust_of(const Netdev& netdev, const Fact<std::string>& driver) {
  const auto* app = netdev.dcb.app.known();
  if (app == nullptr) {
    return *netdev.dcb.app.unknown();
  }
  if (has_dscp_rows(*app)) {
    return LaneTrust::dscp;
  }
  if (const auto* why = driver.unknown()) {
    return *why;
  }
  if (driver.is("mlx5_core") || driver.is("ice")) {
    return LaneTrust::pcp;
  }
  return cannot_tell("what driver " + *driver.known() +
                     " classifies by can't be told while it has no DSCP entries");
}

std::vector<AppEntry> rows(const std::vector<AppEntry>& app, AppSelector selector,
                           std::int64_t protocol) {
  std::vector<AppEntry> found;
  std::copy_if(app.begin(), app.end(), std::back_inserter(found), [&](const AppEntry& entry) {
    return entry.selector == selector && entry.protocol == protocol;
  });
  std::sort(found.begin(), found.end(),
            [](const AppEntry& a, const AppEntry& b) { return a.priority < b.priority; });
  return found;
}

/// The one priority that rows of the APP table give; `what` names them in the reason why not.
Fact<std::int64_t> only_priority(const std::vector<AppEntry>& found, const std::string& what) {
  if (found.front().priority != found.back().priority) {
    return cannot_tell(what + " is mapped to priorities " + std::to_string(found.front().priority) +
                       " and " + std::to_string(found.back().priority));
  }
  return found.front().priority;
}

void follow_dscp(const std::vector<AppEntry>& app, LanePath& path) {
  Fact<std::int64_t> priority;
  if (const auto* dscp = path.dscp.known()) {
    const auto name = "DSCP " + std::to_string(*dscp);
    auto found = rows(app, AppSelector::dscp, *dscp);
    // A deleted entry reads as priority 0 on mlx5, one that was never there has the firmware's.
    priority = found.empty() ? cannot_tell(name + " is not in the DSCP map of the port")
                             : only_priority(found, name);
    path.app = std::move(found);
  } else {
    priority = cannot_tell("the port trusts DSCP, and the DSCP of the traffic is not known");
    path.app = std::vector<AppEntry>{};
  }
  path.tx_priority = priority;
  path.rx_priority = priority;
}

/// rt_tos2priority() of the kernel, include/net/route.h: what irdma queues by outside DSCP mode.
std::int64_t priority_of_tos(std::int64_t dscp) {
  constexpr std::array<std::int64_t, 4> kByTypeOfService{0, 2, 6, 4};  // net/ipv4/route.c
  const auto tos = static_cast<std::size_t>(dscp) << 2U;
  return kByTypeOfService[(tos & 0x1EU) >> 3U];
}

Fact<std::int64_t> tx_by_pcp(const LaneClass& traffic, const Fact<std::string>& driver) {
  if (driver.is("ice")) {
    if (traffic.dscp) {
      return priority_of_tos(*traffic.dscp);
    }
    return cannot_tell("irdma takes the priority from the traffic class, which is not known");
  }
  if (traffic.pcp) {
    return *traffic.pcp;
  }
  return cannot_tell("the service level of the job is not known");
}

/// 802.1Q: a frame without a tag gets the default priority of the port.
Fact<std::int64_t> default_priority(const std::vector<AppEntry>& found) {
  return found.empty() ? Fact<std::int64_t>(0) : only_priority(found, "the default priority");
}

Fact<bool> may_be_tagged(const Fact<NetdevList>& uppers) {
  if (const auto* why = uppers.unknown()) {
    return *why;
  }
  Fact<bool> tagged = false;
  for (const auto* upper : *uppers.known()) {
    if (upper->link_kind.is("vlan")) {
      return true;
    }
    if (const auto* why = upper->link_kind.unknown()) {
      tagged = *why;
    }
  }
  return tagged;
}

void follow_pcp(const PortView& port, const LaneClass& traffic, const std::vector<AppEntry>& app,
                LanePath& path) {
  path.tx_priority = tx_by_pcp(traffic, port.device->driver);
  auto untagged = rows(app, AppSelector::ethertype, 0);
  const auto tagged = may_be_tagged(port.uppers);
  if (const auto* why = tagged.unknown()) {
    path.rx_priority = *why;
  } else if (!*tagged.known()) {
    path.rx_priority = default_priority(untagged);
  } else if (traffic.pcp) {
    path.rx_priority = *traffic.pcp;
  } else {
    path.rx_priority = cannot_tell("the 802.1p priority of the traffic is not known");
  }
  path.app = std::move(untagged);
}

LanePath follow(const PortView& port, const Netdev& netdev, const LaneClass& traffic) {
  LanePath path;
  path.netdev = netdev.name;
  path.name = netdev.name + (traffic.dscp ? " dscp " + std::to_string(*traffic.dscp)
                                          : " pcp " + std::to_string(traffic.pcp.value_or(0)));
  if (traffic.dscp) {
    path.dscp = *traffic.dscp;
  } else {
    path.dscp = cannot_tell("the DSCP of the traffic is not known");
  }
  if (const auto* pfc = netdev.dcb.pfc.known()) {
    path.pfc_enabled = pfc->enabled;
  } else {
    path.pfc_enabled = *netdev.dcb.pfc.unknown();
  }
  path.trust = trust_of(netdev, port.device->driver);
  if (const auto* why = path.trust.unknown()) {
    path.tx_priority = *why;
    path.rx_priority = *why;
    path.app = *why;
  } else if (path.trust.is(LaneTrust::dscp)) {
    follow_dscp(*netdev.dcb.app.known(), path);
  } else {
    follow_pcp(port, traffic, *netdev.dcb.app.known(), path);
  }
  return path;
}

}  // namespace

Lane derive_lane(const PortView& port, const std::vector<LaneClass>& classes) {
  Lane lane;
  if (const auto* why = port.wire.unknown()) {
    lane.paths = *why;
    return lane;
  }
  std::vector<LanePath> paths;
  for (const auto* netdev : *port.wire.known()) {
    for (const auto& traffic : classes) {
      if (traffic.dscp || traffic.pcp) {
        paths.push_back(follow(port, *netdev, traffic));
      }
    }
  }
  lane.paths = std::move(paths);
  return lane;
}

}  // namespace rocelint
