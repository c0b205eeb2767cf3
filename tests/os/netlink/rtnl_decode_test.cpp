// SPDX-License-Identifier: Apache-2.0
#include "os/netlink/rtnl_decode.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <linux/if.h>
#include <linux/if_addr.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <sys/socket.h>

#include "tests/os/fakes.h"

namespace rocelint {
namespace {

struct RawLink {
  int index = 1;
  std::string name = "eth0";
  std::uint32_t master = 0;
  std::uint32_t lower = 0;
  bool foreign = false;
  std::string kind = {};  // NOLINT(readability-redundant-member-init): -Wmissing-field-initializers
};

std::string link_reply(const RawLink& link) {
  ifinfomsg header{};
  header.ifi_index = link.index;
  header.ifi_flags = IFF_UP;
  std::string reply = message(header, {text(IFLA_IFNAME, link.name),
                                       number(IFLA_MTU, std::uint32_t{9000}),
                                       number(IFLA_MAX_MTU, std::uint32_t{9978}),
                                       number(IFLA_OPERSTATE, std::uint8_t{6}),
                                       number(IFLA_CARRIER, std::uint8_t{1}),
                                       number(IFLA_CARRIER_DOWN_COUNT, std::uint32_t{2}),
                                       {IFLA_ADDRESS, std::string("\x02\x00\xab\x00\x01\xff", 6)}});
  if (link.master != 0) {
    append_attribute(reply, IFLA_MASTER, bytes_of(link.master));
  }
  if (link.lower != 0) {
    append_attribute(reply, IFLA_LINK, bytes_of(link.lower));
  }
  if (link.foreign) {
    append_attribute(reply, IFLA_LINK_NETNSID, bytes_of(std::uint32_t{0}));
  }
  if (!link.kind.empty()) {
    append_attribute(reply, IFLA_LINKINFO, attributes({text(IFLA_INFO_KIND, link.kind)}));
  }
  return reply;
}

TEST(DecodeLinks, ReadsEverything) {
  const auto links = decode_links({link_reply({})});
  ASSERT_TRUE(links) << links.error().detail;
  const Netdev& netdev = links->front().netdev;
  EXPECT_EQ(netdev.name, "eth0");
  EXPECT_TRUE(netdev.ifindex.is(1));
  EXPECT_TRUE(netdev.link_kind.is(""));
  EXPECT_TRUE(netdev.mac_address.is("02:00:ab:00:01:ff"));
  EXPECT_TRUE(netdev.admin_up.is(true));
  EXPECT_TRUE(netdev.carrier.is(true));
  EXPECT_TRUE(netdev.oper_state.is(OperState::up));
  EXPECT_TRUE(netdev.carrier_down_count.is(2));
  EXPECT_TRUE(netdev.mtu_bytes.is(9000));
  EXPECT_TRUE(netdev.max_mtu_bytes.is(9978));
  EXPECT_EQ(reason_of(netdev.driver), Reason::not_collected);
}

TEST(DecodeLinks, ConnectsWhatStandsOnWhat) {
  const auto links = decode_links(
      {link_reply({.index = 2, .name = "eth0", .master = 9}),
       link_reply({.index = 3, .name = "eth1", .master = 9}),
       link_reply({.index = 9, .name = "bond0", .kind = "bond"}),
       link_reply({.index = 10, .name = "v", .lower = 9, .kind = "vlan"}),
       link_reply({.index = 11, .name = "veth", .lower = 2, .kind = "veth"}),
       link_reply({.index = 12, .name = "mv", .lower = 2, .foreign = true, .kind = "macvlan"}),
       link_reply({.index = 13, .name = "mv2", .lower = 77, .kind = "macvlan"})});
  ASSERT_TRUE(links);
  using Names = std::vector<std::string>;
  EXPECT_EQ((*links)[2].stacked.lowers, (Names{"eth0", "eth1"}));
  EXPECT_EQ((*links)[3].stacked.lowers, Names{"bond0"});
  EXPECT_EQ((*links)[4].stacked.lowers, Names{}) << "a veth's link is its peer";
  EXPECT_TRUE((*links)[5].stacked.lowers_unknown) << "the same ifindex in another namespace";
  EXPECT_TRUE((*links)[6].stacked.lowers_unknown);
  EXPECT_FALSE((*links)[0].stacked.lowers_unknown);
}

TEST(DecodeLinks, CostsOneFactForOneOddAttribute) {
  ifinfomsg header{};
  header.ifi_index = 5;
  const auto links = decode_links({message(header, {text(IFLA_IFNAME, "odd"),
                                                    number(IFLA_MTU, std::uint8_t{1}),
                                                    number(IFLA_OPERSTATE, std::uint8_t{99}),
                                                    number(IFLA_MAX_MTU, std::uint32_t{0}),
                                                    {IFLA_LINKINFO, "abc"}})});
  ASSERT_TRUE(links);
  const Netdev& netdev = links->front().netdev;
  EXPECT_EQ(reason_of(netdev.mtu_bytes), Reason::malformed);
  EXPECT_EQ(reason_of(netdev.oper_state), Reason::malformed);
  EXPECT_EQ(reason_of(netdev.link_kind), Reason::malformed);
  EXPECT_EQ(reason_of(netdev.max_mtu_bytes), Reason::unsupported);
  EXPECT_EQ(reason_of(netdev.carrier), Reason::not_found);
  EXPECT_EQ(reason_of(netdev.mac_address), Reason::not_found);
  EXPECT_TRUE(netdev.admin_up.is(false));
}

TEST(DecodeLinks, RefusesLinksWithoutAUsableName) {
  for (const char* name : {"", "..", "a/b"}) {
    EXPECT_FALSE(decode_links({link_reply({.name = name})})) << name;
  }
  EXPECT_FALSE(decode_links({bytes_of(ifinfomsg{})}));
}

TEST(DecodeLinks, SurvivesEveryTruncation) {
  const std::string reply = link_reply({.master = 3, .kind = "bond"});
  for (std::size_t size = 0; size < reply.size(); ++size) {
    const auto cut = decode_links({reply.substr(0, size)});
    EXPECT_TRUE(!cut || !cut->front().netdev.link_kind.is("bond")) << size;
  }
}

std::string address_reply(std::uint32_t index, std::uint8_t family, std::uint8_t prefix,
                          std::uint8_t scope, std::initializer_list<Part> parts) {
  ifaddrmsg header{};
  header.ifa_family = family;
  header.ifa_prefixlen = prefix;
  header.ifa_scope = scope;
  header.ifa_index = index;
  return message(header, parts);
}

const std::string kOurs("\x0a\x00\x00\x01", 4);
const std::string kPeer("\x0a\x00\x00\x02", 4);
const std::string kLinkLocal("\xfe\x80\0\0\0\0\0\0\0\0\0\xff\xfe\0\1\0", 16);

TEST(DecodeAddresses, ReadsBothFamiliesSorted) {
  const auto by_index = decode_addresses(
      {address_reply(2, AF_INET6, 64, RT_SCOPE_LINK, {{IFA_ADDRESS, kLinkLocal}}),
       address_reply(2, AF_INET, 31, RT_SCOPE_UNIVERSE, {{IFA_ADDRESS, kPeer}, {IFA_LOCAL, kOurs}}),
       address_reply(3, AF_INET, 24, RT_SCOPE_HOST, {{IFA_ADDRESS, kPeer}}),
       address_reply(2, AF_PACKET, 0, 0, {})});
  ASSERT_TRUE(by_index);
  const auto& both = value_of(by_index->at(2));
  ASSERT_EQ(both.size(), 2U);
  EXPECT_EQ(both[0].address, "10.0.0.1") << "our end, not the peer's";
  EXPECT_EQ(both[0].family, AddressFamily::ipv4);
  EXPECT_EQ(both[0].prefix_length, 31);
  EXPECT_EQ(both[0].scope, AddressScope::global);
  EXPECT_EQ(both[1].address, "fe80::ff:fe00:100");
  EXPECT_EQ(both[1].family, AddressFamily::ipv6);
  EXPECT_EQ(both[1].prefix_length, 64);
  EXPECT_EQ(both[1].scope, AddressScope::link);
  EXPECT_EQ(value_of(by_index->at(3)).front().scope, AddressScope::host);
}

TEST(DecodeAddresses, ReadsWhetherAnAddressMayBeUsed) {
  using enum AddressFlag;
  const auto flags_of = [](std::initializer_list<Part> more) {
    ifaddrmsg header{};
    header.ifa_family = AF_INET6;
    header.ifa_prefixlen = 64;
    header.ifa_index = 2;
    const auto table =
        decode_addresses({message(header, {{IFA_ADDRESS, kLinkLocal}}) + attributes(more)});
    return value_of(table->at(2)).front().flags;
  };
  EXPECT_TRUE(flags_of({number(IFA_FLAGS, std::uint32_t{IFA_F_PERMANENT})}).is({}));
  EXPECT_TRUE(flags_of({number(IFA_FLAGS, std::uint32_t{IFA_F_PERMANENT | IFA_F_TENTATIVE |
                                                        IFA_F_DADFAILED | IFA_F_STABLE_PRIVACY})})
                  .is({dadfailed, tentative}));
  EXPECT_TRUE(flags_of({number(IFA_FLAGS, std::uint32_t{IFA_F_OPTIMISTIC | IFA_F_TENTATIVE})})
                  .is({optimistic, tentative}));
  EXPECT_TRUE(flags_of({number(IFA_FLAGS, std::uint32_t{IFA_F_DEPRECATED | IFA_F_NODAD})})
                  .is({nodad, deprecated}));
  EXPECT_EQ(reason_of(flags_of({})), Reason::not_found);
  EXPECT_EQ(reason_of(flags_of({number(IFA_FLAGS, std::uint8_t{0})})), Reason::malformed);
}

TEST(DecodeAddresses, CostsOneNetdevsListForOneOddAddress) {
  const auto by_index = decode_addresses({address_reply(2, AF_INET, 24, 77, {{IFA_LOCAL, kOurs}}),
                                          address_reply(2, AF_INET, 24, 0, {{IFA_LOCAL, kPeer}}),
                                          address_reply(3, AF_INET, 33, 0, {{IFA_LOCAL, kOurs}}),
                                          address_reply(4, AF_INET, 24, 0, {{IFA_LOCAL, "abc"}}),
                                          address_reply(5, AF_INET6, 64, 0, {}),
                                          address_reply(6, AF_INET, 24, 0, {{IFA_LOCAL, kOurs}})});
  ASSERT_TRUE(by_index);
  for (const int index : {2, 3, 4, 5}) {
    EXPECT_EQ(reason_of(by_index->at(index)), Reason::malformed) << index;
  }
  EXPECT_EQ(value_of(by_index->at(6)).size(), 1U);
}

TEST(DecodeAddresses, SurvivesEveryTruncation) {
  const std::string reply = address_reply(2, AF_INET, 24, 0, {{IFA_LOCAL, kOurs}});
  for (std::size_t size = 0; size < reply.size(); ++size) {
    const auto cut = decode_addresses({reply.substr(0, size)});
    EXPECT_TRUE(!cut || reason_of(cut->at(2)) == Reason::malformed) << size;
  }
}

}  // namespace
}  // namespace rocelint
