// SPDX-License-Identifier: Apache-2.0
#include "os/sysfs/sysfs_counters.h"

#include <cerrno>
#include <cstdint>
#include <optional>
#include <ostream>
#include <string_view>

#include <gtest/gtest.h>

#include "tests/os/fakes.h"

namespace rocelint {
namespace {

struct TextRow {
  std::string_view text;
  std::optional<std::uint64_t> value;
  Reason reason = Reason::malformed;
};
void PrintTo(const TextRow& row, std::ostream* out) {
  *out << row.text;
}
class SysfsCounterText : public testing::TestWithParam<TextRow> {};
TEST_P(SysfsCounterText, IsANumberOrNone) {
  const auto value = parse_sysfs_counter(GetParam().text);
  ASSERT_EQ(value.has_value(), GetParam().value.has_value());
  if (value) {
    EXPECT_EQ(*value, *GetParam().value);
  } else {
    EXPECT_EQ(value.error().reason, GetParam().reason);
  }
}
INSTANTIATE_TEST_SUITE_P(Texts, SysfsCounterText,
                         testing::Values(TextRow{"0", 0}, TextRow{"131", 131},
                                         TextRow{"18446744073709551615", UINT64_MAX},
                                         TextRow{"N/A (no PMA)", {}, Reason::unsupported},
                                         TextRow{"", {}}, TextRow{"-1", {}}, TextRow{"1 2", {}},
                                         TextRow{"0x10", {}}, TextRow{"18446744073709551616", {}}));

TEST(SysfsCounters, LeaveOutTheSetting) {
  const Tree tree;
  tree.file("/c/lifespan", "10\n");
  tree.file("/c/out_of_sequence", "7\n");
  const auto counters = read_sysfs_hw_counters(Files(tree.root().string()), "/c");
  ASSERT_TRUE(counters);
  EXPECT_EQ(counters->values, (CounterMap{{"out_of_sequence", 7}}));
}

TEST(SysfsCounters, LoseOneOddFileOnly) {
  const Tree tree;
  tree.file("/c/a", "junk\n");
  tree.file("/c/b", "1\n");
  tree.directory("/c/c");
  for (const auto read : {read_sysfs_hw_counters, read_sysfs_port_counters}) {
    const auto counters = read(Files(tree.root().string()), "/c");
    ASSERT_TRUE(counters);
    EXPECT_EQ(counters->values, (CounterMap{{"b", 1}}));
    EXPECT_EQ(counters->unread.at("a").reason, Reason::malformed);
    EXPECT_EQ(counters->unread.at("c").sys_errno, EISDIR);
  }
}

TEST(SysfsCounters, AreNotAskedOnceTheFirstIsRefused) {
  const Tree tree;
  tree.directory("/c/a");
  tree.file("/c/b", "1\n");
  for (const auto read : {read_sysfs_hw_counters, read_sysfs_port_counters}) {
    const auto counters = read(Files(tree.root().string()), "/c");
    ASSERT_FALSE(counters);
    EXPECT_EQ(counters.error().sys_errno, EISDIR);
  }
}

// The loopback device refuses to tell its speed with the errno that an agent refuses an attribute.
TEST(SysfsCounters, OfTheAgentAreAskedOnceAnAttribute) {
  const Tree tree;
  tree.link("/c/VL15_dropped", "/sys/class/net/lo/speed");
  tree.file("/c/port_rcv_packets", "5\n");
  tree.file("/c/symbol_error", "3\n");
  const auto counters = read_sysfs_port_counters(Files(), tree.at("/c").string());
  ASSERT_TRUE(counters);
  EXPECT_EQ(counters->unread.at("VL15_dropped").sys_errno, EINVAL);
  EXPECT_EQ(counters->unread.at("symbol_error").sys_errno, EINVAL) << "it was not asked";
  EXPECT_EQ(counters->values, (CounterMap{{"port_rcv_packets", 5}}));
  const auto hardware = read_sysfs_hw_counters(Files(), tree.at("/c").string());
  ASSERT_FALSE(hardware);
  EXPECT_EQ(hardware.error().sys_errno, EINVAL);
}

TEST(SysfsCounters, SayThatThereAreNone) {
  const Tree tree;
  const auto counters = read_sysfs_hw_counters(Files(tree.root().string()), "/none");
  ASSERT_FALSE(counters);
  EXPECT_EQ(counters.error().reason, Reason::not_found);
}

}  // namespace
}  // namespace rocelint
