// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "rocelint/facts/congestion.h"
#include "rocelint/facts/counters.h"
#include "rocelint/facts/dcb.h"
#include "rocelint/facts/fact.h"
#include "rocelint/facts/link.h"
#include "rocelint/facts/lldp.h"
#include "rocelint/facts/module.h"
#include "rocelint/facts/reflect.h"
#include "rocelint/facts/routing.h"
#include "rocelint/facts/stacking.h"

namespace rocelint {

/// RFC 2863 ifOperStatus, include/uapi/linux/if.h.
enum class OperState : std::uint8_t {
  unknown = 0,
  not_present = 1,
  down = 2,
  lower_layer_down = 3,
  testing = 4,
  dormant = 5,
  up = 6,
};
template <>
inline constexpr std::array kEnumNames<OperState> = {
    EnumName{0, "unknown"}, EnumName{1, "not_present"},
    EnumName{2, "down"},    EnumName{3, "lower_layer_down"},
    EnumName{4, "testing"}, EnumName{5, "dormant"},
    EnumName{6, "up"}};

/// include/uapi/linux/rtnetlink.h, enum rt_scope_t.
enum class AddressScope : std::uint8_t { global = 0, site = 200, link = 253, host = 254 };
template <>
inline constexpr std::array kEnumNames<AddressScope> = {
    EnumName{0, "global"}, EnumName{200, "site"}, EnumName{253, "link"}, EnumName{254, "host"}};

/// Those of IFA_FLAGS that tell whether an address may be used, include/uapi/linux/if_addr.h.
enum class AddressFlag : std::uint8_t {
  nodad = 0x02,
  optimistic = 0x04,
  dadfailed = 0x08,
  deprecated = 0x20,
  tentative = 0x40,
};
template <>
inline constexpr std::array kEnumNames<AddressFlag> = {
    EnumName{0x02, "nodad"}, EnumName{0x04, "optimistic"}, EnumName{0x08, "dadfailed"},
    EnumName{0x20, "deprecated"}, EnumName{0x40, "tentative"}};

struct Address {
  std::string address;
  AddressFamily family{AddressFamily::ipv4};
  std::int64_t prefix_length = 0;
  AddressScope scope{AddressScope::global};
  Fact<std::vector<AddressFlag>> flags;

  bool operator==(const Address&) const = default;
};
template <>
struct Fields<Address> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::address>("address of this end", "IFA_LOCAL, IFA_ADDRESS"),
      field<&T::family>("address family", "ifaddrmsg ifa_family"),
      field<&T::prefix_length>("bits of the subnet", "ifaddrmsg ifa_prefixlen"),
      field<&T::scope>("how far it is valid", "ifaddrmsg ifa_scope"),
      field<&T::flags>("dadfailed, tentative: duplicate address detection keeps it from use; "
                       "optimistic, nodad: it is used all the same; deprecated: its time is over",
                       "IFA_FLAGS"),
  };
};

struct Netdev {
  std::string name;
  Fact<std::int64_t> ifindex;
  Fact<std::string> link_kind;
  Fact<std::string> driver;
  Fact<std::string> pci_address;
  Fact<std::string> mac_address;
  Fact<bool> admin_up;
  Fact<bool> carrier;
  Fact<OperState> oper_state;
  Fact<std::int64_t> carrier_down_count;
  Fact<std::int64_t> mtu_bytes;
  Fact<std::int64_t> max_mtu_bytes;
  Fact<std::vector<Address>> addresses;
  Fact<std::vector<std::string>> uppers;
  Fact<std::vector<std::string>> lowers;
  Fact<Vlan> vlan;
  Fact<Bond> bond;
  Fact<BondSlave> bond_slave;
  Fact<std::int64_t> vrf_table;
  Ipv4Settings ipv4;
  Fact<NeighbourStates> neighbours;
  Fact<LldpNeighbor> lldp;
  Fact<LinkModes> link;
  Fact<Pause> pause;
  Fact<Fec> fec;
  Dcb dcb;
  CongestionControl cc;
  Fact<Module> module;
  Fact<std::int64_t> link_down_count;
  Fact<std::int64_t> counters_at_us;
  Fact<CounterMap> statistics;
  Fact<CounterMap> standard_statistics;
  PhyCounters phy;
  Fact<PriorityCounterMap> prio;

  bool operator==(const Netdev&) const = default;
};
template <>
struct Fields<Netdev> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::name>("interface name", "IFLA_IFNAME", FieldRole::key),
      field<&T::ifindex>("interface index", "ifinfomsg ifi_index"),
      field<&T::link_kind>("kind of a virtual link (bond, vlan, …); empty for a plain device",
                           "IFLA_INFO_KIND", FieldRole::identity),
      field<&T::driver>("bound driver", "/sys/class/net/N/device/driver", FieldRole::identity),
      field<&T::pci_address>("PCI function behind it", "/sys/class/net/N/device",
                             FieldRole::identity),
      field<&T::mac_address>("hardware address", "IFLA_ADDRESS", FieldRole::identity),
      field<&T::admin_up>("set up by the administrator", "ifinfomsg ifi_flags IFF_UP"),
      field<&T::carrier>("the link has carrier", "IFLA_CARRIER"),
      field<&T::oper_state>("operational state, RFC 2863", "IFLA_OPERSTATE"),
      field<&T::carrier_down_count>("carrier losses since the netdev was made",
                                    "IFLA_CARRIER_DOWN_COUNT"),
      field<&T::mtu_bytes>("largest IP packet", "IFLA_MTU"),
      field<&T::max_mtu_bytes>("largest MTU that the driver takes", "IFLA_MAX_MTU",
                               FieldRole::identity),
      field<&T::addresses>("IP addresses", "RTM_GETADDR"),
      field<&T::uppers>("netdevs stacked on it (bond, vlan, macvlan), at any height",
                        "IFLA_MASTER, IFLA_LINK"),
      field<&T::lowers>("physical netdevs under it; itself when nothing is under it",
                        "IFLA_MASTER, IFLA_LINK"),
      field<&T::vlan>("what a VLAN netdev is", "IFLA_INFO_DATA"),
      field<&T::bond>("what a bond is", "IFLA_INFO_DATA"),
      field<&T::bond_slave>("its part in a bond; unsupported for one that is in none",
                            "IFLA_INFO_SLAVE_DATA"),
      field<&T::vrf_table>("routing table of a VRF", "IFLA_VRF_TABLE"),
      field<&T::ipv4>("IPv4 settings of this interface alone", "").by("addressing"),
      field<&T::neighbours>("neighbours that it knows, of both families", "RTM_GETNEIGH")
          .by("addressing"),
      field<&T::lldp>("the switch port at the other end", kLldpSource).by("lldp"),
      field<&T::link>("link modes", "ETHTOOL_MSG_LINKMODES_GET").by("speed"),
      field<&T::pause>("global pause", "ETHTOOL_MSG_PAUSE_GET").by("pause"),
      field<&T::fec>("forward error correction", "ETHTOOL_MSG_FEC_GET").by("fec"),
      field<&T::dcb>("data centre bridging", "DCB_CMD_IEEE_GET").by("pfc"),
      field<&T::cc>("congestion control", "").by("cc"),
      field<&T::module>("the pluggable module; read with --deep", "ETHTOOL_MSG_MODULE_EEPROM_GET",
                        FieldRole::state, Privilege::net_admin)
          .by("optics"),
      field<&T::link_down_count>("link losses that the physical layer counted",
                                 "ETHTOOL_A_LINKSTATE_EXT_DOWN_CNT")
          .by("counters"),
      field<&T::counters_at_us>("when its counters were read, since the host booted",
                                "CLOCK_BOOTTIME", FieldRole::counter)
          .by("counters"),
      field<&T::statistics>("statistics by the driver's own names", "ETH_SS_STATS",
                            FieldRole::counter)
          .by("counters"),
      field<&T::standard_statistics>(
          "statistics of IEEE 802.3 and RFC 2819, by the names that ethtool prints",
          "ETHTOOL_MSG_STATS_GET", FieldRole::counter)
          .by("counters"),
      field<&T::phy>("the physical port in one set of names", kStatisticsSource).by("counters"),
      field<&T::prio>("each priority in one set of names; a priority that the driver does not "
                      "count is not in it",
                      kStatisticsSource, FieldRole::counter)
          .by("counters"),
  };
};

}  // namespace rocelint
