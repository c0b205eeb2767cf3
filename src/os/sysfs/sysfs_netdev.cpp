// SPDX-License-Identifier: Apache-2.0
#include "os/sysfs/sysfs_netdev.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <linux/if.h>
#include <tl/expected.hpp>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/netdev.h"

#include "facts/unknown.h"
#include "os/netlink/netdev_stack.h"
#include "os/netlink/rtnl_decode.h"
#include "os/read.h"
#include "os/sysfs/files.h"
#include "os/sysfs/sysfs_device.h"

namespace rocelint {

namespace {

std::string net_directory(const std::string& netdev) {
  return "/sys/class/net/" + netdev;
}

// operstate_show() of net/core/net-sysfs.c writes words.
Fact<OperState> read_oper_state(const Files& files, const std::string& path) {
  struct Word {
    std::string_view text;
    OperState state;
  };
  constexpr std::array<Word, 7> kWords{{{"unknown", OperState::unknown},
                                        {"notpresent", OperState::not_present},
                                        {"down", OperState::down},
                                        {"lowerlayerdown", OperState::lower_layer_down},
                                        {"testing", OperState::testing},
                                        {"dormant", OperState::dormant},
                                        {"up", OperState::up}}};
  const auto text = files.read(path);
  if (!text) {
    return text.error();
  }
  for (const auto& word : kWords) {
    if (word.text == *text) {
      return word.state;
    }
  }
  return malformed(path + " is \"" + *text + '"');
}

Fact<bool> is_not_zero(const Fact<std::int64_t>& number) {
  return map(number, [](std::int64_t value) { return value != 0; });
}

// The driver core writes DEVTYPE= for the kinds that set one (bond, vlan, bridge, …); macvlan does
// too. A plain Ethernet device has none.
Fact<std::string> read_kind(const Files& files, const std::string& directory) {
  constexpr std::string_view kKey = "DEVTYPE=";
  const auto uevent = files.read(directory + "/uevent");
  if (!uevent) {
    return uevent.error();
  }
  const auto start = uevent->find(kKey);
  if (start == std::string::npos) {
    return std::string();
  }
  const auto value = uevent->substr(start + kKey.size());
  return value.substr(0, value.find('\n'));
}

Fact<bool> read_admin_up(const Files& files, const std::string& directory) {
  return map(read_sysfs_number(files, directory + "/flags"),
             [](std::int64_t flags) { return (flags & std::int64_t{IFF_UP}) != 0; });
}

// lower_eth0, lower_eth1 in a bond's directory; slaves and VLAN parents alike.
StackedLink read_lowers(const std::string& name, const std::vector<std::string>& entries) {
  constexpr std::string_view kPrefix = "lower_";
  StackedLink stacked{.name = name, .lowers = {}, .lowers_unknown = {}};
  for (const auto& entry : entries) {
    if (entry.starts_with(kPrefix)) {
      stacked.lowers.push_back(entry.substr(kPrefix.size()));
    }
  }
  return stacked;
}

Link read_link(const Files& files, const std::string& name,
               const std::vector<std::string>& entries) {
  const std::string directory = net_directory(name);
  Link link;
  link.stacked = read_lowers(name, entries);
  Netdev& netdev = link.netdev;
  netdev.name = name;
  netdev.ifindex = read_sysfs_number(files, directory + "/ifindex");
  netdev.link_kind = read_kind(files, directory);
  netdev.mac_address = read_sysfs_text(files, directory + "/address");
  netdev.admin_up = read_admin_up(files, directory);
  netdev.carrier = is_not_zero(read_sysfs_number(files, directory + "/carrier"));
  netdev.oper_state = read_oper_state(files, directory + "/operstate");
  netdev.carrier_down_count = read_sysfs_number(files, directory + "/carrier_down_count");
  netdev.mtu_bytes = read_sysfs_number(files, directory + "/mtu");
  netdev.max_mtu_bytes = unsupported("sysfs does not tell the largest MTU");
  netdev.addresses = unsupported("sysfs does not tell the addresses");
  const Unknown stacking = unsupported("only netlink tells what is stacked on a netdev");
  netdev.vlan = stacking;
  netdev.bond = stacking;
  netdev.bond_slave = stacking;
  netdev.vrf_table = stacking;
  return link;
}

}  // namespace

Read<std::vector<Link>> read_sysfs_links(const Files& files) {
  const auto names = files.list("/sys/class/net");
  if (!names) {
    return tl::unexpected(names.error());
  }
  std::vector<Link> links;
  for (const auto& name : *names) {
    // bonding_masters is a file among the netdevs.
    if (const auto entries = files.list(net_directory(name))) {
      links.push_back(read_link(files, name, *entries));
    } else if (name != "bonding_masters") {
      Link& link = links.emplace_back();
      link.netdev.name = name;
      link.netdev.ifindex = entries.error();
      link.stacked.name = name;
      link.stacked.lowers_unknown = entries.error();
    }
  }
  return links;
}

void read_netdev_hardware(const Files& files, Netdev& netdev) {
  SysfsDevice hardware = read_sysfs_device(files, net_directory(netdev.name));
  netdev.driver = std::move(hardware.driver);
  netdev.pci_address = std::move(hardware.pci_address);
}

}  // namespace rocelint
