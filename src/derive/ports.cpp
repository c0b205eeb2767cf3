// SPDX-License-Identifier: Apache-2.0
#include "derive/ports.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rocelint/facts.h"

#include "facts/doubt.h"
#include "facts/unknown.h"

namespace rocelint {
namespace {

/// What the ports of a host are looked up in.
struct Surroundings {
  const Host& host;
  std::map<std::string_view, const Netdev*> netdevs;
  std::optional<Unknown> netdevs_unknown;
  std::set<std::string_view> with_rdma;  ///< netdevs that an RDMA port stands on
};

void note_netdevs_of(const RdmaDevice& device, std::set<std::string_view>& with_rdma) {
  const auto* ports = device.ports.known();
  if (ports == nullptr) {
    return;
  }
  for (const auto& port : *ports) {
    if (const auto* name = port.netdev.known()) {
      with_rdma.insert(*name);
    }
  }
}

Surroundings look_around(const Host& host) {
  Surroundings around{.host = host, .netdevs = {}, .netdevs_unknown = {}, .with_rdma = {}};
  if (const auto* netdevs = host.netdevs.known()) {
    for (const auto& netdev : *netdevs) {
      around.netdevs.emplace(netdev.name, &netdev);
    }
  } else {
    around.netdevs_unknown = *host.netdevs.unknown();
  }
  if (const auto* devices = host.devices.known()) {
    for (const auto& device : *devices) {
      note_netdevs_of(device, around.with_rdma);
    }
  }
  return around;
}

void sort_by_name(NetdevList& netdevs) {
  std::ranges::sort(netdevs, [](const Netdev* a, const Netdev* b) { return a->name < b->name; });
  const auto repeated = std::ranges::unique(netdevs);
  netdevs.erase(repeated.begin(), repeated.end());
}

Unknown not_listed(std::string_view name) {
  return vanished("netdev " + std::string(name) + " is named but not listed");
}

Fact<NetdevList> resolve(const Surroundings& around, const Fact<std::vector<std::string>>& names) {
  if (const auto* why = names.unknown()) {
    return *why;
  }
  NetdevList netdevs;
  for (const auto& name : *names.known()) {
    const auto found = around.netdevs.find(name);
    if (found == around.netdevs.end()) {
      return not_listed(name);
    }
    netdevs.push_back(found->second);
  }
  sort_by_name(netdevs);
  return netdevs;
}

/// A RoCE LAG has one RDMA device for all slaves, while its port may name only one of them: those
/// that no other RDMA device claims carry its traffic too.
std::optional<Unknown> add_lag_slaves(const Surroundings& around, const Netdev& bond,
                                      NetdevList& lowers) {
  const auto slaves = resolve(around, bond.lowers);
  if (const auto* why = slaves.unknown()) {
    return *why;
  }
  for (const auto* slave : *slaves.known()) {
    if (!around.with_rdma.contains(slave->name)) {
      lowers.push_back(slave);
    }
  }
  return std::nullopt;
}

Fact<NetdevList> lowers_of(const Surroundings& around, const Netdev& netdev,
                           const Fact<NetdevList>& uppers) {
  auto lowers = resolve(around, netdev.lowers);
  if (lowers.known() == nullptr) {
    add_doubt(lowers, uppers.unknown());
    return lowers;
  }
  if (lowers.known()->empty()) {
    return malformed("no physical netdev is listed under " + netdev.name);
  }
  if (const auto* why = uppers.unknown()) {
    return *why;
  }
  std::optional<Unknown> doubt;
  for (const auto* upper : *uppers.known()) {
    add_doubt(doubt, upper->link_kind.unknown());
    if (upper->link_kind.is("bond") || upper->link_kind.is("team")) {
      add_doubt(doubt, add_lag_slaves(around, *upper, *lowers.known()));
    }
  }
  if (doubt) {
    return *std::move(doubt);
  }
  sort_by_name(*lowers.known());
  return lowers;
}

void find_netdevs(const Surroundings& around, PortView& view) {
  if (const auto* why = view.port->netdev.unknown()) {
    view.netdev_unknown = *why;
  } else if (around.netdevs_unknown) {
    view.netdev_unknown = *around.netdevs_unknown;
  } else {
    const auto& name = *view.port->netdev.known();
    const auto found = around.netdevs.find(name);
    if (found == around.netdevs.end()) {
      view.netdev_unknown = not_listed(name);
    } else {
      view.netdev = found->second;
    }
  }
  if (view.netdev == nullptr) {
    view.lowers = view.netdev_unknown;
    view.uppers = view.netdev_unknown;
    return;
  }
  view.uppers = resolve(around, view.netdev->uppers);
  view.lowers = lowers_of(around, *view.netdev, view.uppers);
}

std::string_view protocol_words(RdmaProtocol protocol) {
  switch (protocol) {
    case RdmaProtocol::ib:
      return "InfiniBand, not RoCE";
    case RdmaProtocol::iw:
      return "iWARP, not RoCE";
    case RdmaProtocol::opa:
      return "Omni-Path, not RoCE";
    case RdmaProtocol::usnic:
      return "usNIC, not RoCE";
    case RdmaProtocol::roce:
      break;
  }
  return "";
}

bool stands_in_this_namespace(const RdmaDevice& device) {
  const auto* ports = device.ports.known();
  return ports != nullptr && std::ranges::any_of(*ports, [](const RdmaPort& port) {
           return port.netdev.known() != nullptr;
         });
}

/// What a look at one port's identity says: it can't carry RoCE, or it could not be told.
struct Identity {
  std::string_view not_roce;
  std::optional<Unknown> doubt;
};

/// A virtual function is judged only where its physical function can't be seen (pods, VMs). The
/// functions of one card share the system image GUID.
Identity judge_function(const Host& host, const RdmaDevice& device) {
  if (const auto* why = device.virtual_function.unknown()) {
    return {.not_roce = "", .doubt = *why};
  }
  if (!*device.virtual_function.known()) {
    return {};
  }
  Identity identity;
  for (const auto& other : *host.devices.known()) {
    if (!stands_in_this_namespace(other) || other.virtual_function.is(true)) {
      continue;
    }
    add_doubt(identity.doubt,
              any_unknown({device.system_image_guid.unknown(), other.system_image_guid.unknown(),
                           other.virtual_function.unknown()}));
    if (other.virtual_function.is(false) && device.system_image_guid.known() != nullptr &&
        device.system_image_guid == other.system_image_guid) {
      return {.not_roce = "virtual function; its physical function is judged", .doubt = {}};
    }
  }
  return identity;
}

Identity judge_protocol(const RdmaDevice& device) {
  if (const auto* why = device.protocol.unknown()) {
    return {.not_roce = "", .doubt = *why};
  }
  return {.not_roce = protocol_words(*device.protocol.known()), .doubt = {}};
}

Identity judge_gid_table(const RdmaPort& port) {
  const auto* gids = port.gids.known();
  if (gids != nullptr && !gids->empty()) {
    return {};
  }
  if (const auto* why = port.gid_table_length.unknown()) {
    return {.not_roce = "", .doubt = *why};
  }
  // Representors and uplinks of switchdev mode are raw Ethernet devices without a GID table.
  return {.not_roce = *port.gid_table_length.known() == 0
                          ? "no GID table: RoCE is switched off, or a representor"
                          : "",
          .doubt = {}};
}

Identity judge_namespace(const RdmaPort& port) {
  const auto* why = port.netdev.unknown();
  if (why == nullptr) {
    return {};
  }
  if (why->reason == Reason::not_found) {
    return {.not_roce = "its netdev is not in this network namespace", .doubt = {}};
  }
  return {.not_roce = "", .doubt = *why};
}

void judge_identity(const Host& host, PortView& view) {
  std::vector<Identity> parts{judge_protocol(*view.device)};
  if (view.port != nullptr) {
    parts.push_back(judge_gid_table(*view.port));
    parts.push_back(judge_namespace(*view.port));
  } else {
    parts.push_back({.not_roce = "", .doubt = view.port_unknown});
  }
  parts.push_back(judge_function(host, *view.device));
  for (const auto& part : parts) {
    if (view.not_roce.empty()) {
      view.not_roce = part.not_roce;
    }
    add_doubt(view.roce_doubt, part.doubt);
  }
}

/// Carrier and addresses of everything that a port stands on, and what of it is not known.
struct Use {
  bool used = false;
  std::optional<Unknown> doubt;

  void add_carrier(const Netdev& netdev) {
    add_doubt(doubt, netdev.carrier.unknown());
    used = used || netdev.carrier.is(true);
  }
  void add_addresses(const Netdev& netdev) {
    const auto* addresses = netdev.addresses.known();
    add_doubt(doubt, netdev.addresses.unknown());
    used = used || (addresses != nullptr && !addresses->empty());
  }
};

void judge_use(PortView& view) {
  if (view.netdev == nullptr) {
    view.use_doubt = view.netdev_unknown;
    return;
  }
  Use use;
  use.add_carrier(*view.netdev);
  use.add_addresses(*view.netdev);
  for (const auto* list : {&view.lowers, &view.uppers}) {
    if (const auto* why = list->unknown()) {
      add_doubt(use.doubt, why);
      continue;
    }
    for (const auto* netdev : *list->known()) {
      if (list == &view.lowers) {
        use.add_carrier(*netdev);
      } else {
        use.add_addresses(*netdev);
      }
    }
  }
  view.unused = !use.used && !use.doubt;
  if (!use.used) {
    view.use_doubt = use.doubt;
  }
}

PortView view_of(const Surroundings& around, const RdmaDevice& device, const RdmaPort* port) {
  PortView view;
  view.device = &device;
  view.port = port;
  if (port != nullptr) {
    find_netdevs(around, view);
  } else {
    view.port_unknown = *device.ports.unknown();
    view.netdev_unknown = view.port_unknown;
    view.lowers = view.port_unknown;
    view.uppers = view.port_unknown;
  }
  judge_identity(around.host, view);
  judge_use(view);
  return view;
}

}  // namespace

std::vector<PortView> port_views(const Host& host) {
  std::vector<PortView> views;
  const auto* devices = host.devices.known();
  if (devices == nullptr) {
    return views;
  }
  const auto around = look_around(host);
  for (const auto& device : *devices) {
    const auto* ports = device.ports.known();
    if (ports == nullptr) {
      views.push_back(view_of(around, device, nullptr));
      continue;
    }
    for (const auto& port : *ports) {
      views.push_back(view_of(around, device, &port));
    }
  }
  const auto order = [](const PortView& view) {
    return std::pair<std::string_view, std::int64_t>(view.device->name,
                                                     view.port == nullptr ? 0 : view.port->number);
  };
  std::ranges::stable_sort(
      views, [&](const PortView& a, const PortView& b) { return order(a) < order(b); });
  return views;
}

}  // namespace rocelint
