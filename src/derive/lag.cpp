// SPDX-License-Identifier: Apache-2.0
#include "derive/lag.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "rocelint/facts.h"

#include "derive/ports.h"
#include "derive/stands_on.h"
#include "facts/doubt.h"
#include "facts/netdev_named.h"
#include "facts/unknown.h"

namespace rocelint {
namespace {

using Texts = std::vector<std::string>;

/// Null: the port is in no bond.
Fact<const Netdev*> bond_of(const PortView& view) {
  if (view.netdev == nullptr) {
    return view.netdev_unknown;
  }
  if (const auto* why = view.uppers.unknown()) {
    return *why;
  }
  NetdevList candidates{view.netdev};
  candidates.insert(candidates.end(), view.uppers.known()->begin(), view.uppers.known()->end());
  // What is not known before the first bond may be one that comes before it.
  Fact<const Netdev*> bond = static_cast<const Netdev*>(nullptr);
  for (const auto* netdev : candidates) {
    add_doubt(bond, netdev->link_kind.unknown());
    if (netdev->link_kind.is("bond")) {
      return bond.known() == nullptr ? bond : Fact<const Netdev*>(netdev);
    }
  }
  return bond;
}

Fact<NetdevList> slaves_of(const Netdev& bond, const Host& host) {
  const auto* names = bond.lowers.known();
  if (names == nullptr) {
    return *bond.lowers.unknown();
  }
  NetdevList slaves;
  for (const auto& name : *names) {
    const auto* slave = netdev_named(host, name);
    if (slave == nullptr) {
      return vanished("netdev " + name + " is named but not listed");
    }
    if (slave != &bond) {
      slaves.push_back(slave);
    }
  }
  return slaves;
}

Fact<Texts> own_addresses(const Netdev& slave) {
  if (const auto* why = slave.addresses.unknown()) {
    return *why;
  }
  Texts texts;
  for (const auto& address : *slave.addresses.known()) {
    if (address.scope != AddressScope::link) {
      texts.push_back(address.address);
    }
  }
  return texts;
}

LagSlave describe_slave(const Netdev& netdev) {
  LagSlave slave;
  slave.netdev = netdev.name;
  slave.addresses = own_addresses(netdev);
  slave.mii_up = map(netdev.bond_slave, &BondSlave::mii_up);
  slave.aggregator_id = map(netdev.bond_slave, &BondSlave::aggregator_id);
  return slave;
}

Fact<Texts> cards_of(const NetdevList& slaves) {
  std::set<std::string> cards;
  std::optional<Unknown> doubt;
  for (const auto* slave : slaves) {
    add_doubt(doubt, slave->pci_address.unknown());
    if (const auto* address = slave->pci_address.known()) {
      cards.insert(address->substr(0, address->rfind('.')));
    }
  }
  return known_unless(std::move(doubt), Texts(cards.begin(), cards.end()));
}

Fact<Texts> devices_on(const Netdev& bond, const NetdevList& slaves, const Host& host) {
  std::set<std::string> on{bond.name};
  for (const auto* slave : slaves) {
    on.insert(slave->name);
  }
  Texts names;
  std::optional<Unknown> doubt;
  for (const auto& device : *host.devices.known()) {
    const auto is_on_it =
        stands_on(device, [&](const std::string& name) { return Fact<bool>(on.contains(name)); });
    add_doubt(doubt, is_on_it.unknown());
    if (is_on_it.is(true)) {
      names.push_back(device.name);
    }
  }
  return known_unless(std::move(doubt), std::move(names));
}

void describe_slaves(const Netdev& bond, const Host& host, PortLag& lag) {
  const auto slaves = slaves_of(bond, host);
  if (const auto* why = slaves.unknown()) {
    lag.slaves = *why;
    lag.devices = *why;
    lag.cards = *why;
    return;
  }
  auto& list = lag.slaves.emplace();
  for (const auto* slave : *slaves.known()) {
    list.push_back(describe_slave(*slave));
  }
  std::ranges::sort(list, {}, &LagSlave::netdev);
  lag.devices = devices_on(bond, *slaves.known(), host);
  lag.cards = cards_of(*slaves.known());
}

}  // namespace

PortLag derive_lag(const PortView& view, const Host& host) {
  PortLag lag;
  const auto bond = bond_of(view);
  if (bond.known() == nullptr || *bond.known() == nullptr) {
    const Unknown why =
        bond.known() == nullptr ? *bond.unknown() : not_found("the port is in no bond");
    lag.bond = bond.known() == nullptr ? Fact<std::string>(why) : Fact<std::string>(std::string());
    lag.mode = why;
    lag.transmit_hash = why;
    lag.aggregator_id = why;
    lag.partner_mac = why;
    lag.slaves = why;
    lag.devices = why;
    lag.cards = why;
    return lag;
  }
  const Netdev& netdev = **bond.known();
  lag.bond = netdev.name;
  lag.mode = map(netdev.bond, &Bond::mode);
  lag.transmit_hash = map(netdev.bond, &Bond::transmit_hash);
  lag.aggregator_id = map(netdev.bond, &Bond::aggregator_id);
  lag.partner_mac = map(netdev.bond, &Bond::partner_mac);
  describe_slaves(netdev, host, lag);
  return lag;
}

}  // namespace rocelint
