// SPDX-License-Identifier: Apache-2.0
#include "derive/path/traffic_path.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rocelint/facts.h"

#include "derive/absent.h"
#include "derive/path/classification.h"
#include "derive/path/path_netdev.h"
#include "derive/path/path_queue.h"
#include "derive/ports.h"
#include "facts/doubt.h"
#include "facts/unknown.h"

namespace rocelint {
namespace {

void follow_dscp(const std::vector<AppEntry>& app, ClassPath& path) {
  Fact<std::int64_t> priority;
  if (const auto* dscp = path.dscp.known()) {
    const auto name = "DSCP " + std::to_string(*dscp);
    auto found = app_rows(app, AppSelector::dscp, *dscp);
    // A deleted entry reads as priority 0 on mlx5, one that was never there has the firmware's.
    priority = found.empty() ? not_authoritative(name + " is not in the DSCP map of the port")
                             : only_priority(found, name);
    path.app = std::move(found);
  } else {
    priority = not_authoritative("the port trusts DSCP, and the DSCP of the traffic is not known");
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

Fact<std::int64_t> tx_by_pcp(const PathClass& traffic, const Fact<std::string>& driver) {
  if (driver.is("ice")) {
    if (traffic.dscp) {
      return priority_of_tos(*traffic.dscp);
    }
    return not_authoritative("irdma takes the priority from the traffic class, which is not known");
  }
  if (traffic.pcp) {
    return *traffic.pcp;
  }
  return not_authoritative("the service level of the job is not known");
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
    add_doubt(tagged, upper->link_kind.unknown());
  }
  return tagged;
}

void follow_pcp(const PortView& port, const PathClass& traffic, const std::vector<AppEntry>& app,
                ClassPath& path) {
  path.tx_priority = tx_by_pcp(traffic, port.device->driver);
  const auto tagged = may_be_tagged(port.uppers);
  if (const auto* why = tagged.unknown()) {
    path.rx_priority = *why;
  } else if (!*tagged.known()) {
    path.rx_priority = untagged_priority(app);
  } else if (traffic.pcp) {
    path.rx_priority = *traffic.pcp;
  } else {
    path.rx_priority = not_authoritative("the 802.1p priority of the traffic is not known");
  }
  path.app = app_rows(app, AppSelector::ethertype, 0);
}

ClassPath follow(const PortView& port, const Netdev& netdev, const PathClass& traffic) {
  ClassPath path;
  path.netdev = netdev.name;
  path.name = netdev.name + (traffic.dscp ? " dscp " + std::to_string(*traffic.dscp)
                                          : " pcp " + std::to_string(traffic.pcp.value_or(0)));
  if (traffic.dscp) {
    path.dscp = *traffic.dscp;
  } else {
    path.dscp = not_authoritative("the DSCP of the traffic is not known");
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
  } else if (path.trust.is(PathTrust::dscp)) {
    follow_dscp(*netdev.dcb.app.known(), path);
  } else {
    follow_pcp(port, traffic, *netdev.dcb.app.known(), path);
  }
  return path;
}

/// The OFED drivers put a global traffic class in the place of that of every queue pair, NCCL_IB_TC
/// included. A driver without such a thing forces nothing.
Fact<std::vector<std::int64_t>> forced_dscps(const PortView& port) {
  if (port.port == nullptr) {
    return port.port_unknown;
  }
  const auto& rules = port.port->traffic_classes;
  if (const auto* why = rules.unknown(); why != nullptr && !is_absent(*why)) {
    return *why;
  }
  std::vector<std::int64_t> dscps;
  for (const auto& rule :
       rules.known() == nullptr ? std::vector<TrafficClassRule>{} : *rules.known()) {
    if (rule.match.empty()) {
      dscps.push_back(rule.traffic_class / 4);
    }
  }
  return dscps;
}

/// Why it can't be told which DSCP goes out: a driver that may force one could not be asked. Where
/// nobody has looked (a snapshot from elsewhere), what the policy says stands.
const Unknown* doubt_of(const Fact<std::vector<std::int64_t>>& forced) {
  const auto* why = forced.unknown();
  return why == nullptr || is_absent(*why) || why->reason == Reason::not_collected ? nullptr : why;
}

/// The classes as they are on the wire.
std::vector<PathClass> sent_classes(const std::vector<PathClass>& classes,
                                    const Fact<std::vector<std::int64_t>>& forced) {
  if (classes.empty() || forced.known() == nullptr || forced.known()->empty()) {
    return classes;
  }
  return {{.dscp = forced.known()->front(), .pcp = classes.front().pcp}};
}

void add_paths(const PortView& port, const Netdev& netdev, const std::vector<PathClass>& classes,
               std::vector<ClassPath>& paths) {
  for (const auto& traffic : classes) {
    if (traffic.dscp || traffic.pcp) {
      paths.push_back(follow(port, netdev, traffic));
    }
  }
}

void add_queues(const PortView& port, const Netdev& netdev, const std::vector<PathClass>& classes,
                std::optional<std::int64_t> cnp_priority, std::vector<PathQueue>& queues) {
  for (const auto& traffic : classes) {
    if (traffic.priority) {
      queues.push_back(derive_path_queue(netdev, port.device->driver, traffic, cnp_priority));
    }
  }
}

}  // namespace

TrafficPath derive_traffic_path(const PortView& port, const std::vector<PathClass>& classes,
                                std::optional<std::int64_t> cnp_priority) {
  TrafficPath path;
  path.forced_dscps = forced_dscps(port);
  const auto* doubt = doubt_of(path.forced_dscps);
  if (const auto* why = port.lowers.unknown()) {
    path.classes = *why;
    add_doubt(path.classes, doubt);
    path.queues = *why;
    path.netdevs = *why;
    return path;
  }
  std::vector<ClassPath> paths;
  auto& queues = path.queues.emplace();
  auto& netdevs = path.netdevs.emplace();
  for (const auto* netdev : *port.lowers.known()) {
    add_paths(port, *netdev, sent_classes(classes, path.forced_dscps), paths);
    add_queues(port, *netdev, classes, cnp_priority, queues);
    netdevs.push_back(derive_path_netdev(*netdev, port.device->driver));
  }
  path.classes = doubt == nullptr ? Fact<std::vector<ClassPath>>(std::move(paths)) : *doubt;
  return path;
}

}  // namespace rocelint
