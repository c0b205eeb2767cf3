// SPDX-License-Identifier: Apache-2.0
#include "os/netlink/netfilter_decode.h"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <linux/netfilter.h>
#include <linux/netfilter/nf_tables.h>
#include <linux/netfilter/nfnetlink.h>
#include <linux/xfrm.h>

#include "tests/os/fakes.h"

namespace rocelint {
namespace {

Part big_endian(int type, std::uint32_t value) {
  return number(type, htonl(value));
}

std::string chain(std::uint8_t family, std::initializer_list<Part> parts) {
  return message(nfgenmsg{.nfgen_family = family, .version = 0, .res_id = 0}, parts);
}
std::string base_chain(std::uint8_t family, std::string_view name, std::uint32_t hook,
                       std::string_view type, std::uint32_t policy, std::uint32_t rules) {
  return chain(family, {text(NFTA_CHAIN_TABLE, "filter"), text(NFTA_CHAIN_NAME, name),
                        nest(NFTA_CHAIN_HOOK, {big_endian(NFTA_HOOK_HOOKNUM, hook),
                                               big_endian(NFTA_HOOK_PRIORITY, 0)}),
                        big_endian(NFTA_CHAIN_POLICY, policy), text(NFTA_CHAIN_TYPE, type),
                        big_endian(NFTA_CHAIN_USE, rules)});
}

TEST(InputChains, AreFiltersOfWhatComesIn) {
  const auto chains = decode_input_chains(
      {base_chain(NFPROTO_IPV4, "INPUT", NF_INET_LOCAL_IN, "filter", NF_DROP, 4),
       base_chain(NFPROTO_INET, "input", NF_INET_LOCAL_IN, "filter", NF_ACCEPT, 0),
       base_chain(NFPROTO_IPV6, "INPUT", NF_INET_LOCAL_IN, "filter", NF_ACCEPT, 2),
       base_chain(NFPROTO_IPV4, "OUTPUT", NF_INET_LOCAL_OUT, "filter", NF_DROP, 1),
       base_chain(NFPROTO_IPV4, "nat", NF_INET_LOCAL_IN, "nat", NF_ACCEPT, 1),
       base_chain(NFPROTO_BRIDGE, "bridge", NF_INET_LOCAL_IN, "filter", NF_DROP, 1),
       chain(NFPROTO_IPV4, {text(NFTA_CHAIN_TABLE, "filter"), text(NFTA_CHAIN_NAME, "ours")})});
  ASSERT_TRUE(chains) << chains.error().detail;
  ASSERT_EQ(chains->size(), 3U);
  EXPECT_EQ((*chains)[0], (InputChain{.name = "inet filter input", .drops = false, .rules = 0}));
  EXPECT_EQ((*chains)[1], (InputChain{.name = "ip filter INPUT", .drops = true, .rules = 4}));
  EXPECT_EQ((*chains)[2], (InputChain{.name = "ip6 filter INPUT", .drops = false, .rules = 2}));
}

TEST(InputChains, CutShortAreMalformed) {
  const auto whole = base_chain(NFPROTO_IPV4, "INPUT", NF_INET_LOCAL_IN, "filter", NF_DROP, 4);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto chains = decode_input_chains({whole.substr(0, size)});
    EXPECT_TRUE(!chains || chains->empty()) << size;
  }
}

std::string policy(std::uint8_t direction) {
  xfrm_userpolicy_info info{};
  info.dir = direction;
  return bytes_of(info);
}

TEST(XfrmPolicies, OfSocketsDoNotCount) {
  EXPECT_EQ(count_xfrm_policies({policy(XFRM_POLICY_IN), policy(XFRM_POLICY_OUT),
                                 policy(XFRM_POLICY_MAX), policy(XFRM_POLICY_MAX + 1)}),
            2);
  EXPECT_EQ(count_xfrm_policies({}), 0);
  EXPECT_FALSE(count_xfrm_policies({"short"}));
}

}  // namespace
}  // namespace rocelint
