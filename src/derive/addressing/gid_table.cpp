// SPDX-License-Identifier: Apache-2.0
#include "derive/addressing/gid_table.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "rocelint/facts.h"

#include "derive/addressing/gid_address.h"
#include "derive/finds.h"
#include "derive/ports.h"
#include "facts/doubt.h"

namespace rocelint {
namespace {

void look_for_duplicates(const RdmaPort& port, const Gid& gid, const GidOwners& owners,
                         Finds<std::string>& finds) {
  for (const auto& other : owners.of(gid.gid)) {
    if (other.port == &port || is_foreign(*other.gid)) {
      continue;
    }
    if (const auto why = any_unknown({gid.netdev.unknown(), other.gid->netdev.unknown()})) {
      finds.doubt_by(&*why);
    } else if (gid.netdev != other.gid->netdev) {
      // Two ports under one bond both have its GIDs: that is one address on one netdev.
      finds.add(gid.gid);
    }
  }
}

bool is_named(const NetdevList& netdevs, std::string_view name) {
  return std::ranges::any_of(netdevs, [&](const Netdev* netdev) { return netdev->name == name; });
}

void look_off_port(const PortView& view, const Gid& gid, Finds<std::string>& finds) {
  const auto* type = gid.type.unknown();
  if (type == nullptr && !gid.type.is(GidType::roce_v2)) {
    return;
  }
  const auto* name = gid.netdev.known();
  if (name != nullptr && view.netdev != nullptr && *name == view.netdev->name) {
    return;
  }
  const auto* uppers = view.uppers.known();
  if (name != nullptr && uppers != nullptr && is_named(*uppers, *name)) {
    return;
  }
  const auto why = any_unknown({type, gid.netdev.unknown(), view.uppers.unknown(),
                                view.netdev == nullptr ? &view.netdev_unknown : nullptr});
  if (why) {
    finds.doubt_by(&*why);
  } else {
    finds.add(gid.gid);
  }
}

}  // namespace

GidOwners::GidOwners(const Host& host) {
  const auto* devices = host.devices.known();
  if (devices == nullptr) {
    return;
  }
  for (const auto& device : *devices) {
    const auto* protocol = device.protocol.known();
    if (protocol == nullptr || *protocol == RdmaProtocol::roce) {
      add(device);
    }
  }
}

void GidOwners::add(const RdmaDevice& device) {
  const auto* ports = device.ports.known();
  if (ports == nullptr) {
    add_doubt(gap_, device.ports.unknown());
    return;
  }
  for (const auto& port : *ports) {
    const auto* gids = port.gids.known();
    if (gids == nullptr) {
      add_doubt(gap_, port.gids.unknown());
      continue;
    }
    for (const auto& gid : *gids) {
      by_gid_[gid.gid].push_back({.port = &port, .gid = &gid});
    }
  }
}

const std::vector<GidOwners::Entry>& GidOwners::of(std::string_view gid) const {
  static const std::vector<Entry> kNobody;
  const auto found = by_gid_.find(gid);
  return found == by_gid_.end() ? kNobody : found->second;
}

GidTable derive_gid_table(const PortView& view, const GidOwners& owners) {
  const auto* unknown = view.port == nullptr ? &view.port_unknown : view.port->gids.unknown();
  if (unknown != nullptr) {
    return {.duplicates = *unknown, .off_port = *unknown};
  }
  Finds<std::string> duplicates;
  Finds<std::string> off_port;
  bool has_own = false;
  for (const auto& gid : *view.port->gids.known()) {
    const auto address = address_of(gid);
    if (const auto* why = address.unknown()) {
      duplicates.doubt_by(why);
      off_port.doubt_by(why);
      continue;
    }
    if (is_foreign(gid) || !address.known()->is_routable()) {
      continue;
    }
    has_own = true;
    look_for_duplicates(*view.port, gid, owners, duplicates);
    look_off_port(view, gid, off_port);
  }
  if (has_own) {
    duplicates.doubt_by(owners.gap());
  }
  return {.duplicates = duplicates.take(), .off_port = off_port.take()};
}

}  // namespace rocelint
