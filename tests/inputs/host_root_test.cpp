// SPDX-License-Identifier: Apache-2.0
#include "inputs/host_root.h"

#include <string>

#include <gtest/gtest.h>

#include "rocelint/facts/fact.h"

#include "tests/os/fakes.h"

namespace rocelint {
namespace {

const Fact<bool> kNotKnown = Unknown{Reason::permission, "", 0};

std::string diagnostic(const Tree& tree, const Fact<bool>& in_host_network) {
  const auto why = diagnostic_about_host_root(tree.root().string(), in_host_network);
  return why ? why->text : "";
}

TEST(HostRoot, OfOurNetworkNamespaceIsTaken) {
  const Tree tree;
  tree.directory("/proc/1/ns");
  tree.link("/proc/1/ns/net", "/proc/self/ns/net");
  EXPECT_EQ(diagnostic(tree, kNotKnown), "");
}

TEST(HostRoot, OfAnotherNetworkNamespaceIsRefused) {
  const Tree tree;
  tree.file("/proc/1/ns/net", "");
  EXPECT_EQ(diagnostic(tree, true),
            "--host-root: this is not the host's network namespace: the files would be of one host "
            "and netlink of another (run with the host's network)");
}

TEST(HostRoot, ThatCantBeAskedIsTakenOnlyWhereWeKnowOtherwise) {
  const Tree tree;
  tree.directory("/proc/1/ns");
  EXPECT_EQ(diagnostic(tree, true), "");
  for (const auto& fact : {kNotKnown, Fact<bool>(false)}) {
    EXPECT_EQ(diagnostic(tree, fact),
              "--host-root: whether this is the host's network namespace can't be told: "
              "proc/1/ns/net: No such file or directory (CAP_SYS_PTRACE)");
  }
}

TEST(HostRoot, WithoutAProcIsNoHost) {
  const Tree tree;
  EXPECT_EQ(diagnostic(tree, true),
            "--host-root: proc/1: No such file or directory; mount the host's / there with its "
            "/proc and /sys");
}

}  // namespace
}  // namespace rocelint
