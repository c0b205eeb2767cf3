// SPDX-License-Identifier: Apache-2.0
#include "os/sysfs/files.h"

#include <cerrno>
#include <future>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/os/fakes.h"

namespace rocelint {
namespace {

class RootedFiles : public testing::Test {
 protected:
  Tree outside_;
  Tree tree_;
  Files files_{tree_.root().string()};
};

TEST_F(RootedFiles, CutsOneTrailingNewline) {
  tree_.file("/a", "text\n\n");
  tree_.file("/b", "");
  tree_.file("/c", std::string("a\0b", 3));
  EXPECT_EQ(files_.read("/a"), "text\n");
  EXPECT_EQ(files_.read("/b"), "");
  EXPECT_EQ(files_.read("/c"), std::string("a\0b", 3));
}

TEST_F(RootedFiles, ReadsUpToFourMegabytes) {
  tree_.file("/full", std::string(4 << 20, 'x'));
  tree_.file("/over", std::string((4 << 20) + 1, 'x'));
  EXPECT_EQ(files_.read("/full")->size(), std::size_t{4} << 20);
  EXPECT_EQ(files_.read("/over").error().reason, Reason::malformed);
}

TEST_F(RootedFiles, ReadsAPart) {
  tree_.file("/a", "0123456789\n");
  EXPECT_EQ(files_.read_part("/a", 3, 4), "3456");
  EXPECT_EQ(files_.read_part("/a", 8, 100), "89\n");
  EXPECT_EQ(files_.read_part("/a", 100, 4), "");
  tree_.file("/large", std::string(5 << 20, 'x'));
  EXPECT_EQ(files_.read_part("/large", 0, 5 << 20)->size(), 5U << 20U) << "all that was asked for";
  EXPECT_EQ(files_.read_part("/b", 0, 4).error().reason, Reason::not_found);
}

TEST_F(RootedFiles, TellsOfAFileWithoutOpeningIt) {
  tree_.file("/a", "");
  ASSERT_EQ(::chmod(tree_.at("/a").c_str(), 0640), 0);
  const auto status = files_.status("/a");
  ASSERT_TRUE(status);
  EXPECT_EQ(status->mode & 0777U, 0640U);
  EXPECT_EQ(status->owner, ::geteuid());
  EXPECT_EQ(files_.may_read_and_write("/a"), true);
  EXPECT_GT(files_.filesystem_bytes("/a").value_or(0), 0U);
  // Opening it for reading would wait for a writer.
  ASSERT_EQ(::mkfifo(tree_.at("/fifo").c_str(), 0600), 0);
  EXPECT_TRUE(files_.status("/fifo"));
  EXPECT_EQ(files_.status("/b").error().reason, Reason::not_found);
  EXPECT_EQ(files_.may_read_and_write("/b").error().reason, Reason::not_found);
  EXPECT_EQ(files_.filesystem_bytes("/b").error().reason, Reason::not_found);
}

struct LinkRow {
  const char* name;
  const char* target;
  const char* real_path;  // null: not to be reached
};
void PrintTo(const LinkRow& row, std::ostream* out) {
  *out << row.name;
}

class LinkInTree : public RootedFiles, public testing::WithParamInterface<LinkRow> {};

TEST_P(LinkInTree, StaysBelowTheRoot) {
  tree_.file("/sys/devices/nic/mtu", "9000\n");
  tree_.link("/sys/class/net/eth0", GetParam().target);
  if (GetParam().real_path == nullptr) {
    EXPECT_FALSE(files_.read("/sys/class/net/eth0/mtu"));
    EXPECT_FALSE(files_.exists("/sys/class/net/eth0"));
    return;
  }
  EXPECT_EQ(files_.real_path("/sys/class/net/eth0"), GetParam().real_path);
  EXPECT_EQ(files_.read("/sys/class/net/eth0/mtu"), "9000");
  EXPECT_EQ(files_.list("/sys/class/net/eth0"), std::vector<std::string>{"mtu"});
}

INSTANTIATE_TEST_SUITE_P(
    Targets, LinkInTree,
    testing::Values(LinkRow{"relative", "../../devices/nic", "/sys/devices/nic"},
                    LinkRow{"absolute_from_the_root", "/sys/devices/nic", "/sys/devices/nic"},
                    LinkRow{"more_dots_than_directories", "../../../../../../../../sys/devices/nic",
                            "/sys/devices/nic"},
                    LinkRow{"dangling", "/sys/devices/other", nullptr},
                    LinkRow{"the_host_itself", "/proc/self", nullptr},
                    LinkRow{"to_itself", "eth0", nullptr},
                    LinkRow{"through_a_file", "/sys/devices/nic/mtu/x", nullptr}),
    [](const auto& row) { return row.param.name; });

TEST_F(RootedFiles, NeverReachesTheHostThroughALink) {
  outside_.file("/secret", "of the live host");
  const std::string secret = outside_.at("/secret").string();
  tree_.link("/absolute", secret);
  tree_.link("/directory", outside_.root().string());
  EXPECT_EQ(files_.read("/absolute").error().reason, Reason::not_found);
  EXPECT_EQ(files_.read("/directory/secret").error().reason, Reason::not_found);
  EXPECT_EQ(files_.read("/../../../../.." + secret).error().reason, Reason::not_found);
}

TEST_F(RootedFiles, WhatCanNotBeLookedIntoIsNeitherThereNorAbsent) {
  tree_.file("/there", "");
  tree_.link("/dangling", "nowhere");
  tree_.link("/circle", "circle");
  EXPECT_TRUE(files_.exists("/there"));
  EXPECT_FALSE(files_.is_absent("/there"));
  for (const char* absent : {"/nowhere", "/nowhere/x", "/dangling"}) {
    EXPECT_FALSE(files_.exists(absent)) << absent;
    EXPECT_TRUE(files_.is_absent(absent)) << absent;
  }
  for (const char* closed : {"/circle", "/circle/x", "/there/x"}) {
    EXPECT_FALSE(files_.exists(closed)) << closed;
    EXPECT_FALSE(files_.is_absent(closed)) << closed;
  }
}

TEST_F(RootedFiles, EndsCirclesOfLinks) {
  tree_.link("/a", "b");
  tree_.link("/b", "a");
  EXPECT_EQ(files_.read("/a").error().sys_errno, ELOOP);
  EXPECT_EQ(files_.real_path("/a/x").error().sys_errno, ELOOP);
}

TEST_F(RootedFiles, FollowsALinkInADirectoryOfLinks) {
  tree_.file("/sys/devices/pci0000:00/0000:00:01.0/net/eth0/mtu", "1500\n");
  tree_.link("/sys/devices/pci0000:00/0000:00:01.0/net/eth0/device", "../../../0000:00:01.0");
  tree_.link("/sys/class/net/eth0", "../../devices/pci0000:00/0000:00:01.0/net/eth0");
  EXPECT_EQ(files_.real_path("/sys/class/net/eth0/device"), "/sys/devices/pci0000:00/0000:00:01.0");
}

TEST_F(RootedFiles, TellsWhatIsMissing) {
  const auto missing = files_.read("/no/such").error();
  EXPECT_EQ(missing.reason, Reason::not_found);
  EXPECT_NE(missing.detail.find("/no/such"), std::string::npos);
  tree_.directory("/directory");
  EXPECT_EQ(files_.read("/directory").error().sys_errno, EISDIR);
  tree_.file("/file", "");
  EXPECT_EQ(files_.list("/file").error().sys_errno, ENOTDIR);
  EXPECT_EQ(files_.list("/directory"), std::vector<std::string>{});
  EXPECT_EQ(Files("/no/such/root").read("/x").error().reason, Reason::not_found);
}

TEST_F(RootedFiles, ListsSorted) {
  for (const char* name : {"/d/b", "/d/a", "/d/.hidden", "/d/10", "/d/2"}) {
    tree_.file(name, "");
  }
  EXPECT_EQ(files_.list("/d"), (std::vector<std::string>{".hidden", "10", "2", "a", "b"}));
  EXPECT_EQ(files_.list("/"), std::vector<std::string>{"d"});
}

TEST_F(RootedFiles, BlocksOnAFifoUntilSomebodyWrites) {
  ASSERT_EQ(::mkfifo(tree_.at("/fifo").c_str(), 0600), 0);
  auto text = std::async(std::launch::async, [this] { return files_.read("/fifo"); });
  EXPECT_EQ(text.wait_for(std::chrono::milliseconds(20)), std::future_status::timeout);
  std::ofstream(tree_.at("/fifo")) << "late\n";
  EXPECT_EQ(text.get(), "late");
}

TEST_F(RootedFiles, SaysPermission) {
  tree_.file("/closed", "x");
  tree_.file("/directory/in_it", "x");
  ASSERT_EQ(::chmod(tree_.at("/closed").c_str(), 0), 0);
  ASSERT_EQ(::chmod(tree_.at("/directory").c_str(), 0), 0);
  ASSERT_EQ(::chmod(tree_.root().c_str(), 0755), 0);
  const bool root = ::geteuid() == 0;
  if (root) {
    ASSERT_EQ(::seteuid(65534), 0);
  }
  const auto closed = files_.read("/closed");
  const bool exists = files_.exists("/directory/in_it");
  const bool absent = files_.is_absent("/directory/in_it");
  if (root) {
    ASSERT_EQ(::seteuid(0), 0);
  }
  ASSERT_EQ(::chmod(tree_.at("/directory").c_str(), 0755), 0);
  ASSERT_FALSE(closed);
  EXPECT_EQ(closed.error().reason, Reason::permission);
  EXPECT_FALSE(exists);
  EXPECT_FALSE(absent) << "it may well be there";
}

TEST(LiveFiles, ReadTheHost) {
  const Files files;
  EXPECT_FALSE(files.read("/proc/self/status")->empty());
  EXPECT_EQ(files.real_path("/proc/self"), "/proc/" + std::to_string(::getpid()));
  EXPECT_TRUE(files.exists("/proc"));
  EXPECT_FALSE(files.exists("/proc/no-such"));
  // Longer than a page: a seq_file takes more than one read.
  EXPECT_NE(files.read("/proc/self/maps")->find("[stack]"), std::string::npos);
}

}  // namespace
}  // namespace rocelint
