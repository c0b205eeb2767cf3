// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "rocelint/facts/host.h"
#include "rocelint/facts/netdev.h"
#include "rocelint/facts/rdma.h"

#include "os/read.h"

namespace rocelint {

/// What one netdev stands on, and what it is a slave of.
struct StackedLink {
  std::string name;
  std::vector<std::string> lowers;        ///< "eth0" for eth0.100, the slaves of a bond
  std::optional<Unknown> lowers_unknown;  ///< it stands on a netdev of another namespace
};

/// Fills in uppers and lowers of every netdev. Links that are not in the list are ignored, circles
/// end.
void stack_netdevs(const std::vector<StackedLink>& links, std::vector<Netdev>& netdevs);

/// The physical netdevs that carry one RDMA port: the lowers under its netdev, and under the bond
/// above it (a RoCE LAG is one RDMA device whose port names one slave).
[[nodiscard]] Read<std::set<std::string>> port_lowers(const Host& host, const RdmaPort& port);

/// The physical netdevs that carry RDMA ports. Only these are asked about DCB and the Ethernet
/// link.
[[nodiscard]] std::set<std::string> rdma_lowers(const Host& host);

/// The netdevs of RDMA ports, the physical ones under them, and what is stacked on either: bonds,
/// VLANs, macvlans. Addresses and routes of these are those of RDMA.
[[nodiscard]] std::set<std::string> rdma_netdevs(const Host& host);

}  // namespace rocelint
