// SPDX-License-Identifier: Apache-2.0
#include "os/netlink/rtnl_linkinfo.h"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>

#include "os/netlink/rtnl_decode.h"
#include "tests/os/fakes.h"

namespace rocelint {
namespace {

std::string link_reply(int index, std::string_view name, std::initializer_list<Part> info) {
  ifinfomsg header{};
  header.ifi_index = index;
  return message(header, {text(IFLA_IFNAME, name), {IFLA_LINKINFO, attributes(info)}});
}

Netdev decode_one(const std::string& reply) {
  const auto links = decode_links({reply});
  EXPECT_TRUE(links);
  return links ? links->front().netdev : Netdev{};
}

Part mapping(std::uint32_t from, std::uint32_t to) {
  return {IFLA_VLAN_QOS_MAPPING, bytes_of(ifla_vlan_qos_mapping{.from = from, .to = to})};
}

TEST(DecodeLinkInfo, ReadsAVlanAndItsMap) {
  const auto netdev = decode_one(link_reply(
      3, "v",
      {text(IFLA_INFO_KIND, "vlan"),
       nest(IFLA_INFO_DATA, {number(IFLA_VLAN_ID, std::uint16_t{100}),
                             nest(IFLA_VLAN_EGRESS_QOS, {mapping(4, 5), mapping(3, 3)})})}));
  const auto vlan = value_of(netdev.vlan);
  EXPECT_EQ(vlan.id, 100);
  EXPECT_EQ(vlan.egress_map,
            (std::vector<EgressPriority>{{.from = 3, .to = 3}, {.from = 4, .to = 5}}));
  EXPECT_EQ(reason_of(netdev.bond), Reason::unsupported);
  EXPECT_EQ(netdev.bond.unknown()->detail, "it is no bond");
}

TEST(DecodeLinkInfo, KnowsAVlanWithoutAMap) {
  const auto netdev =
      decode_one(link_reply(3, "v",
                            {text(IFLA_INFO_KIND, "vlan"),
                             nest(IFLA_INFO_DATA, {number(IFLA_VLAN_ID, std::uint16_t{7})})}));
  EXPECT_TRUE(value_of(netdev.vlan).egress_map.empty());
}

TEST(DecodeLinkInfo, ReadsALacpBond) {
  const auto netdev = decode_one(link_reply(
      9, "bond0",
      {text(IFLA_INFO_KIND, "bond"),
       nest(IFLA_INFO_DATA,
            {number(IFLA_BOND_MODE, std::uint8_t{4}),
             number(IFLA_BOND_XMIT_HASH_POLICY, std::uint8_t{1}),
             number(IFLA_BOND_MIIMON, std::uint32_t{100}),
             nest(IFLA_BOND_AD_INFO, {number(IFLA_BOND_AD_INFO_AGGREGATOR, std::uint16_t{2}),
                                      number(IFLA_BOND_AD_INFO_NUM_PORTS, std::uint16_t{2}),
                                      {IFLA_BOND_AD_INFO_PARTNER_MAC,
                                       std::string("\x02\x00\xab\x00\x01\xff", 6)}})})}));
  const auto bond = value_of(netdev.bond);
  EXPECT_TRUE(bond.mode.is(BondMode::lacp));
  EXPECT_TRUE(bond.transmit_hash.is(TransmitHash::layer34));
  EXPECT_TRUE(bond.mii_interval_ms.is(100));
  EXPECT_TRUE(bond.aggregator_id.is(2));
  EXPECT_TRUE(bond.aggregator_ports.is(2));
  EXPECT_TRUE(bond.partner_mac.is("02:00:ab:00:01:ff"));
  EXPECT_EQ(reason_of(bond.active_slave), Reason::unsupported);
}

TEST(DecodeLinkInfo, KnowsNoAggregatorWhereNoneIsInUse) {
  const auto lacp = value_of(
      decode_one(link_reply(9, "bond0",
                            {text(IFLA_INFO_KIND, "bond"),
                             nest(IFLA_INFO_DATA, {number(IFLA_BOND_MODE, std::uint8_t{4})})}))
          .bond);
  EXPECT_EQ(reason_of(lacp.partner_mac), Reason::not_found);
  EXPECT_EQ(reason_of(lacp.transmit_hash), Reason::not_found);
  const auto xor_mode = value_of(
      decode_one(link_reply(9, "bond0",
                            {text(IFLA_INFO_KIND, "bond"),
                             nest(IFLA_INFO_DATA, {number(IFLA_BOND_MODE, std::uint8_t{2})})}))
          .bond);
  EXPECT_EQ(reason_of(xor_mode.partner_mac), Reason::unsupported);
}

std::string active_backup(std::initializer_list<Part> more) {
  return link_reply(
      9, "bond0",
      {text(IFLA_INFO_KIND, "bond"),
       {IFLA_INFO_DATA, attributes({number(IFLA_BOND_MODE, std::uint8_t{1})}) + attributes(more)}});
}

TEST(DecodeLinkInfo, NamesTheActiveSlave) {
  const auto links =
      decode_links({active_backup({number(IFLA_BOND_ACTIVE_SLAVE, std::uint32_t{5})}),
                    link_reply(5, "eth1", {})});
  ASSERT_TRUE(links);
  EXPECT_TRUE(value_of(links->front().netdev.bond).active_slave.is("eth1"));
  EXPECT_TRUE(value_of(decode_one(active_backup({})).bond).active_slave.is(""));
  EXPECT_EQ(
      reason_of(
          value_of(
              decode_one(active_backup({number(IFLA_BOND_ACTIVE_SLAVE, std::uint32_t{5})})).bond)
              .active_slave),
      Reason::not_found);
}

TEST(DecodeLinkInfo, ReadsASlave) {
  const auto netdev = decode_one(link_reply(
      5, "eth1",
      {text(IFLA_INFO_SLAVE_KIND, "bond"),
       nest(IFLA_INFO_SLAVE_DATA, {number(IFLA_BOND_SLAVE_STATE, std::uint8_t{0}),
                                   number(IFLA_BOND_SLAVE_MII_STATUS, std::uint8_t{2}),
                                   number(IFLA_BOND_SLAVE_LINK_FAILURE_COUNT, std::uint32_t{3}),
                                   number(IFLA_BOND_SLAVE_AD_AGGREGATOR_ID, std::uint16_t{2})})}));
  const auto slave = value_of(netdev.bond_slave);
  EXPECT_TRUE(slave.active.is(true));
  EXPECT_TRUE(slave.mii_up.is(false));
  EXPECT_TRUE(slave.link_failures.is(3));
  EXPECT_TRUE(slave.aggregator_id.is(2));
}

TEST(DecodeLinkInfo, ReadsTheTableOfAVrf) {
  const auto netdev =
      decode_one(link_reply(5, "red",
                            {text(IFLA_INFO_KIND, "vrf"),
                             nest(IFLA_INFO_DATA, {number(IFLA_VRF_TABLE, std::uint32_t{1001})})}));
  EXPECT_TRUE(netdev.vrf_table.is(1001));
}

TEST(DecodeLinkInfo, SaysOfAPlainNetdevThatItIsNoneOfThese) {
  ifinfomsg header{};
  header.ifi_index = 2;
  const auto netdev = decode_one(message(header, {text(IFLA_IFNAME, "eth0")}));
  EXPECT_EQ(reason_of(netdev.vlan), Reason::unsupported);
  EXPECT_EQ(reason_of(netdev.bond), Reason::unsupported);
  EXPECT_EQ(reason_of(netdev.vrf_table), Reason::unsupported);
  EXPECT_EQ(reason_of(netdev.bond_slave), Reason::unsupported);
  EXPECT_EQ(netdev.bond_slave.unknown()->detail, "it is in no bond");
}

TEST(DecodeLinkInfo, SaysWhatMakesNoSense) {
  const auto bond =
      decode_one(link_reply(9, "bond0",
                            {text(IFLA_INFO_KIND, "bond"),
                             nest(IFLA_INFO_DATA, {number(IFLA_BOND_MODE, std::uint8_t{77})})}));
  EXPECT_EQ(reason_of(value_of(bond.bond).mode), Reason::malformed);
  const auto vlan = decode_one(link_reply(
      9, "v",
      {text(IFLA_INFO_KIND, "vlan"),
       nest(IFLA_INFO_DATA,
            {number(IFLA_VLAN_ID, std::uint16_t{1}),
             nest(IFLA_VLAN_EGRESS_QOS, {number(IFLA_VLAN_QOS_MAPPING, std::uint32_t{1})})})}));
  EXPECT_EQ(reason_of(vlan.vlan), Reason::malformed);
  const auto no_data = decode_one(link_reply(9, "v", {text(IFLA_INFO_KIND, "vlan")}));
  EXPECT_EQ(reason_of(no_data.vlan), Reason::not_found);
}

}  // namespace
}  // namespace rocelint
