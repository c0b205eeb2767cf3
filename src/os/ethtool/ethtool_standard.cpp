// SPDX-License-Identifier: Apache-2.0
#include "os/ethtool/ethtool_standard.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <linux/ethtool_netlink.h>
#include <linux/netlink.h>
#include <tl/expected.hpp>

#include "rocelint/facts/fact.h"

#include "facts/unknown.h"
#include "os/counter_set.h"
#include "os/ethtool/ethtool_request.h"
#include "os/netlink/attributes.h"
#include "os/netlink/netlink.h"
#include "os/read.h"

namespace rocelint {

namespace {

// Since Linux 6.4; older headers lack it.
constexpr int kLinkDownCount = ETHTOOL_A_LINKSTATE_EXT_SUBSTATE + 1;

struct Name {
  int type;
  std::string_view text;
};

// The names of net/ethtool/stats.c, which the kernel also tells as string sets.
constexpr Name kPhyNames[]{{ETHTOOL_A_STATS_ETH_PHY_5_SYM_ERR, "SymbolErrorDuringCarrier"}};
constexpr Name kMacNames[]{
    {ETHTOOL_A_STATS_ETH_MAC_2_TX_PKT, "FramesTransmittedOK"},
    {ETHTOOL_A_STATS_ETH_MAC_3_SINGLE_COL, "SingleCollisionFrames"},
    {ETHTOOL_A_STATS_ETH_MAC_4_MULTI_COL, "MultipleCollisionFrames"},
    {ETHTOOL_A_STATS_ETH_MAC_5_RX_PKT, "FramesReceivedOK"},
    {ETHTOOL_A_STATS_ETH_MAC_6_FCS_ERR, "FrameCheckSequenceErrors"},
    {ETHTOOL_A_STATS_ETH_MAC_7_ALIGN_ERR, "AlignmentErrors"},
    {ETHTOOL_A_STATS_ETH_MAC_8_TX_BYTES, "OctetsTransmittedOK"},
    {ETHTOOL_A_STATS_ETH_MAC_9_TX_DEFER, "FramesWithDeferredXmissions"},
    {ETHTOOL_A_STATS_ETH_MAC_10_LATE_COL, "LateCollisions"},
    {ETHTOOL_A_STATS_ETH_MAC_11_XS_COL, "FramesAbortedDueToXSColls"},
    {ETHTOOL_A_STATS_ETH_MAC_12_TX_INT_ERR, "FramesLostDueToIntMACXmitError"},
    {ETHTOOL_A_STATS_ETH_MAC_13_CS_ERR, "CarrierSenseErrors"},
    {ETHTOOL_A_STATS_ETH_MAC_14_RX_BYTES, "OctetsReceivedOK"},
    {ETHTOOL_A_STATS_ETH_MAC_15_RX_INT_ERR, "FramesLostDueToIntMACRcvError"},
    {ETHTOOL_A_STATS_ETH_MAC_18_TX_MCAST, "MulticastFramesXmittedOK"},
    {ETHTOOL_A_STATS_ETH_MAC_19_TX_BCAST, "BroadcastFramesXmittedOK"},
    {ETHTOOL_A_STATS_ETH_MAC_20_XS_DEFER, "FramesWithExcessiveDeferral"},
    {ETHTOOL_A_STATS_ETH_MAC_21_RX_MCAST, "MulticastFramesReceivedOK"},
    {ETHTOOL_A_STATS_ETH_MAC_22_RX_BCAST, "BroadcastFramesReceivedOK"},
    {ETHTOOL_A_STATS_ETH_MAC_23_IR_LEN_ERR, "InRangeLengthErrors"},
    {ETHTOOL_A_STATS_ETH_MAC_24_OOR_LEN, "OutOfRangeLengthField"},
    {ETHTOOL_A_STATS_ETH_MAC_25_TOO_LONG_ERR, "FrameTooLongErrors"},
};
constexpr Name kCtrlNames[]{
    {ETHTOOL_A_STATS_ETH_CTRL_3_TX, "MACControlFramesTransmitted"},
    {ETHTOOL_A_STATS_ETH_CTRL_4_RX, "MACControlFramesReceived"},
    {ETHTOOL_A_STATS_ETH_CTRL_5_RX_UNSUP, "UnsupportedOpcodesReceived"},
};
constexpr Name kRmonNames[]{
    {ETHTOOL_A_STATS_RMON_UNDERSIZE, "etherStatsUndersizePkts"},
    {ETHTOOL_A_STATS_RMON_OVERSIZE, "etherStatsOversizePkts"},
    {ETHTOOL_A_STATS_RMON_FRAG, "etherStatsFragments"},
    {ETHTOOL_A_STATS_RMON_JABBER, "etherStatsJabbers"},
};

struct Group {
  std::uint32_t id;
  std::string_view name;
  std::span<const Name> names;
};
constexpr Group kGroups[]{
    {ETHTOOL_STATS_ETH_PHY, "eth-phy", kPhyNames},
    {ETHTOOL_STATS_ETH_MAC, "eth-mac", kMacNames},
    {ETHTOOL_STATS_ETH_CTRL, "eth-ctrl", kCtrlNames},
    {ETHTOOL_STATS_RMON, "rmon", kRmonNames},
};

const Group* group_of(std::uint32_t id) {
  for (const auto& group : kGroups) {
    if (group.id == id) {
      return &group;
    }
  }
  return nullptr;
}

// Each statistic stands alone in a nest, under its own number. One that is newer than this program
// is left out.
std::optional<Unknown> add_statistic(const Group& group, std::string_view nest,
                                     CounterSet& counters) {
  const auto attributes = Attributes::parse(nest);
  if (!attributes) {
    return attributes.error();
  }
  for (const auto& name : group.names) {
    if (!attributes->find(name.type)) {
      continue;
    }
    const auto value = attributes->number<std::uint64_t>(name.type, name.text);
    if (!value) {
      return value.error();
    }
    counters.add(std::string(group.name) + '-' + std::string(name.text), *value);
  }
  return std::nullopt;
}

// Packets by size. ethtool(8) names the bounds: a low of 0 is left out, a high of 0 is "Max".
std::optional<Unknown> add_bucket(const Group& group, std::string_view direction,
                                  std::string_view nest, CounterSet& counters) {
  const auto bucket = Attributes::parse(nest);
  if (!bucket) {
    return bucket.error();
  }
  const auto low =
      bucket->number<std::uint32_t>(ETHTOOL_A_STATS_GRP_HIST_BKT_LOW, "a bucket's low bound");
  const auto high =
      bucket->number<std::uint32_t>(ETHTOOL_A_STATS_GRP_HIST_BKT_HI, "a bucket's high bound");
  const auto value = bucket->number<std::uint64_t>(ETHTOOL_A_STATS_GRP_HIST_VAL, "a bucket");
  if (!low || !high || !value || (*low == 0 && *high == 0)) {
    return malformed("a bucket of packet sizes without bounds or value");
  }
  std::string bounds = *low != 0 ? std::to_string(*low) + "to" : "";
  bounds += *high != 0 ? std::to_string(*high) : "Max";
  counters.add(std::string(direction) + '-' + std::string(group.name) + "-etherStatsPkts" + bounds +
                   "Octets",
               *value);
  return std::nullopt;
}

std::optional<Unknown> add_group(std::string_view nest, CounterSet& counters) {
  const auto attributes = Attributes::parse(nest);
  if (!attributes) {
    return attributes.error();
  }
  const auto id =
      attributes->number<std::uint32_t>(ETHTOOL_A_STATS_GRP_ID, "ETHTOOL_A_STATS_GRP_ID");
  if (!id) {
    return id.error();
  }
  const Group* group = group_of(*id);
  if (group == nullptr) {
    return std::nullopt;  // not asked for
  }
  for (const auto& attribute : attributes->all()) {
    std::optional<Unknown> failed;
    if (attribute.type == ETHTOOL_A_STATS_GRP_STAT) {
      failed = add_statistic(*group, attribute.bytes, counters);
    } else if (attribute.type == ETHTOOL_A_STATS_GRP_HIST_RX) {
      failed = add_bucket(*group, "rx", attribute.bytes, counters);
    } else if (attribute.type == ETHTOOL_A_STATS_GRP_HIST_TX) {
      failed = add_bucket(*group, "tx", attribute.bytes, counters);
    }
    if (failed) {
      return failed;
    }
  }
  return std::nullopt;
}

}  // namespace

NetlinkRequest standard_statistics_request(std::string_view netdev) {
  std::string bits;
  for (const auto& group : kGroups) {
    std::string bit;
    append_attribute(bit, ETHTOOL_A_BITSET_BIT_INDEX, bytes_of(group.id));
    append_attribute(bits, ETHTOOL_A_BITSET_BITS_BIT | NLA_F_NESTED, bit);
  }
  std::string groups;
  append_attribute(groups, ETHTOOL_A_BITSET_NOMASK, "");
  append_attribute(groups, ETHTOOL_A_BITSET_BITS | NLA_F_NESTED, bits);
  auto request = ethtool_request(ETHTOOL_MSG_STATS_GET, netdev, 0, ETHTOOL_A_STATS_HEADER);
  append_attribute(request.payload, ETHTOOL_A_STATS_GROUPS | NLA_F_NESTED, groups);
  return request;
}

Read<CounterSet> decode_standard_statistics(std::string_view reply) {
  const auto attributes = Attributes::parse(reply);
  if (!attributes) {
    return tl::unexpected(attributes.error());
  }
  CounterSet counters;
  for (const auto& attribute : attributes->all()) {
    if (attribute.type != ETHTOOL_A_STATS_GRP) {
      continue;
    }
    if (auto failed = add_group(attribute.bytes, counters)) {
      return tl::unexpected(*std::move(failed));
    }
  }
  // The kernel answers for a driver that counts nothing too, with empty groups.
  if (counters == CounterSet{}) {
    return tl::unexpected(unsupported("the driver has no standard statistics"));
  }
  return counters;
}

NetlinkRequest link_state_request(std::string_view netdev) {
  return ethtool_request(ETHTOOL_MSG_LINKSTATE_GET, netdev, 0);
}

Fact<std::int64_t> decode_link_down_count(std::string_view reply) {
  const auto attributes = Attributes::parse(reply);
  if (!attributes) {
    return attributes.error();
  }
  if (!attributes->find(kLinkDownCount)) {
    return unsupported("the kernel or the driver does not count link losses");
  }
  return attributes->integer<std::uint32_t>(kLinkDownCount, "ETHTOOL_A_LINKSTATE_EXT_DOWN_CNT");
}

}  // namespace rocelint
