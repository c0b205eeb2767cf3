// SPDX-License-Identifier: Apache-2.0
#pragma once

// A port as IP sees it: its netdevs and the addresses on them. Pure functions of the facts.

#include <cstdint>
#include <string>
#include <vector>

#include "rocelint/facts.h"

#include "base/ip_address.h"
#include "derive/addressing/route_lookup.h"
#include "derive/ports.h"

namespace rocelint {

/// An address of a port.
struct Owned {
  const Netdev* netdev = nullptr;
  const Address* address = nullptr;
  Subnet subnet;  ///< with all bits of the address
  std::int64_t vrf_table = 0;
};

struct PortAddresses {
  std::string name;  ///< "mlx5_0/1"
  std::vector<std::string> fabric_subnets;
  NetdevNameSet netdevs;           ///< the port's own and what is stacked on it
  Fact<std::vector<Owned>> owned;  ///< link-local ones left out
};

/// Whether duplicate address detection keeps it from use: nobody is answered who asks for it,
/// though its GID is in the table (net/ipv6/ndisc.c, drivers/infiniband/core/roce_gid_mgmt.c).
[[nodiscard]] Fact<bool> is_tentative(const Address& address);

/// The netdev that RDMA asks for a way by, which is that of the address:
/// set_addr_netns_by_gid_rcu() and rdma_translate_ip() of drivers/infiniband/core/addr.c. Rules
/// know it by its VRF too.
[[nodiscard]] NetdevNameSet bound_to(const Owned& own);

[[nodiscard]] PortAddresses addresses_of_port(const PortView& view, const Host& host);

}  // namespace rocelint
