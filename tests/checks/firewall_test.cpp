// SPDX-License-Identifier: Apache-2.0
#include <cerrno>

#include <gtest/gtest.h>

#include "os/netlink/netfilter_decode.h"
#include "tests/checks/run.h"

namespace rocelint {
namespace {

class FirewallModule : public testing::Test {
 protected:
  [[nodiscard]] Firewall probe(bool nf_tables) {
    Snapshot so_far;
    so_far.host.system.firewall.nf_tables = nf_tables;
    ProbeEnv env(host_.live());
    return run(checks::firewall, env, so_far).host.system.firewall;
  }
  FakeHost host_;
};

TEST_F(FirewallModule, ReadsBoth) {
  host_.netlink->answer(NetlinkFamily::netfilter, nft_chains_request(), NetlinkReplies{});
  host_.netlink->answer(NetlinkFamily::xfrm, xfrm_policies_request(), NetlinkReplies{});
  const auto firewall = probe(true);
  EXPECT_TRUE(value_of(firewall.input_chains).empty());
  EXPECT_TRUE(firewall.ipsec_policies.is(0));
}

TEST_F(FirewallModule, WhatIsNotLoadedIsNotAsked) {
  host_.netlink->answer(NetlinkFamily::netfilter, nft_chains_request(),
                        tl::unexpected(unknown_from_errno(EPERM, "")));
  EXPECT_TRUE(value_of(probe(false).input_chains).empty());
}

TEST_F(FirewallModule, WithoutItsModulesThereIsNoIpsec) {
  host_.tree.directory("/sys/module");
  host_.tree.file("/proc/sys/kernel/osrelease", "6.8.0\n");
  host_.tree.file("/lib/modules/6.8.0/modules.builtin", "kernel/fs/ext4/ext4.ko\n");
  EXPECT_TRUE(probe(false).ipsec_policies.is(0));
}

TEST_F(FirewallModule, NeedsPrivilege) {
  host_.netlink->answer(NetlinkFamily::netfilter, nft_chains_request(),
                        tl::unexpected(unknown_from_errno(EPERM, "")));
  host_.netlink->answer(NetlinkFamily::xfrm, xfrm_policies_request(),
                        tl::unexpected(unknown_from_errno(EPERM, "")));
  const auto firewall = probe(true);
  EXPECT_EQ(reason_of(firewall.input_chains), Reason::permission);
  EXPECT_EQ(reason_of(firewall.ipsec_policies), Reason::permission);
}

}  // namespace
}  // namespace rocelint
