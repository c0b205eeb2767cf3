// SPDX-License-Identifier: Apache-2.0
#include "os/probe_env.h"

#include <string>

#include <gtest/gtest.h>

#include "os/netlink/rtnl_decode.h"
#include "tests/os/fakes.h"

namespace rocelint {
namespace {

Question about(std::string_view device, Lock lock = Lock::rtnl) {
  return {.device = device,
          .operation = "RTM_GETLINK",
          .lock = lock,
          .family = NetlinkFamily::route,
          .request = links_request()};
}

TEST(ProbeEnvTest, LeavesABreadcrumbWhileItReads) {
  FakeHost host;
  Breadcrumb crumb;
  std::string seen;
  host.netlink->answer_with(NetlinkFamily::route, links_request(), [&] {
    EXPECT_EQ(crumb.sequence % 2, 1U);
    EXPECT_EQ(crumb.lock.load(), Lock::rtnl);
    seen = std::string(crumb.module) + '|' + crumb.device + '|' + crumb.operation;
    return NetlinkReplies{"x"};
  });
  auto parts = host.live();
  parts.breadcrumb = &crumb;
  parts.module = "link";
  ProbeEnv env(std::move(parts));
  EXPECT_EQ(env.ask_one(about("eth0")), "x");
  EXPECT_EQ(seen, "link|eth0|RTM_GETLINK");
  EXPECT_EQ(crumb.sequence % 2, 0U);
}

TEST(ProbeEnvTest, CutsLongNamesAndForgetsOldOnes) {
  Breadcrumb crumb;
  ProbeEnv::Parts parts;
  parts.breadcrumb = &crumb;
  ProbeEnv env(std::move(parts));
  EXPECT_FALSE(env.begin(std::string(500, 'd'), std::string(500, 'o')));
  EXPECT_EQ(std::string(crumb.device), std::string(Breadcrumb::kNameBytes - 1, 'd'));
  EXPECT_EQ(std::string(crumb.operation), std::string(Breadcrumb::kOperationBytes - 1, 'o'));
  const auto before = crumb.sequence.load();
  EXPECT_FALSE(env.begin("e", "p"));
  EXPECT_EQ(std::string(crumb.device), "e");
  EXPECT_EQ(crumb.sequence % 2, 1U);
  EXPECT_GT(crumb.sequence.load(), before);
  env.set_module("pfc");
  EXPECT_EQ(std::string(crumb.module), "pfc");
  EXPECT_EQ(std::string(crumb.device), "");
  EXPECT_EQ(crumb.sequence % 2, 0U);
}

TEST(ProbeEnvTest, LeavesSickDevicesAndAHeldLockAlone) {
  FakeHost host;
  host.netlink->answer(NetlinkFamily::route, links_request(), NetlinkReplies{"x"});
  auto* netlink = host.netlink;
  const Unknown sick{.reason = Reason::crashed, .detail = "eth1 crashed"};
  const Unknown held{.reason = Reason::timeout, .detail = "rtnl held; first stuck on eth2"};
  auto parts = host.live();
  parts.sick_devices["eth1"] = sick;
  parts.rtnl_held = held;
  ProbeEnv env(std::move(parts));
  EXPECT_EQ(env.ask(about("eth1", Lock::none)).error(), sick);
  EXPECT_EQ(env.ask(about("eth0")).error(), held);
  EXPECT_EQ(netlink->asked(), 0);
  EXPECT_TRUE(env.ask(about("eth0", Lock::none)));
  EXPECT_EQ(env.verbs_device("mlx5_0", 1).error(), held);
}

TEST(ProbeEnvTest, SaysWhatWasAskedWhenItFails) {
  FakeHost host;
  ProbeEnv env(host.live());
  EXPECT_EQ(env.ask(about("eth0")).error().detail, "RTM_GETLINK: Operation not supported");
}

TEST(ProbeEnvTest, WantsExactlyOneReply) {
  for (const NetlinkReplies& replies : {NetlinkReplies{}, NetlinkReplies{"a", "b"}}) {
    FakeHost host;
    host.netlink->answer(NetlinkFamily::route, links_request(), replies);
    ProbeEnv env(host.live());
    EXPECT_EQ(env.ask_one(about("eth0")).error().reason, Reason::malformed);
  }
}

TEST(ProbeEnvTest, OpensADeviceOnce) {
  FakeHost host;
  host.verbs->devices["mlx5_0"] = VerbsDevice{};
  auto* verbs = host.verbs;
  ProbeEnv env(host.live());
  EXPECT_TRUE(env.verbs_device("mlx5_0", 1));
  EXPECT_TRUE(env.verbs_device("mlx5_0", 1));
  EXPECT_FALSE(env.verbs_device("mlx5_1", 1));
  EXPECT_FALSE(env.verbs_device("mlx5_1", 1));
  EXPECT_EQ(verbs->asked["mlx5_0"], 1);
  EXPECT_EQ(verbs->asked["mlx5_1"], 1);
}

TEST(ProbeEnvTest, SaysThatADeadTreeHasNoNetlinkAndNoVerbs) {
  ProbeEnv env(live_parts("/some/tree", true));
  EXPECT_FALSE(env.is_live());
  EXPECT_EQ(env.ask(about("")).error().reason, Reason::unsupported);
  EXPECT_EQ(env.verbs_device("mlx5_0", 1).error().reason, Reason::unsupported);
}

TEST(ProbeEnvTest, KeepsVerbsOffWhenTold) {
  const ProbeEnv env(live_parts("", false));
  EXPECT_TRUE(env.is_live());
  EXPECT_EQ(env.verbs(), nullptr);
  EXPECT_EQ(env.verbs_unknown().reason, Reason::not_collected);
}

}  // namespace
}  // namespace rocelint
