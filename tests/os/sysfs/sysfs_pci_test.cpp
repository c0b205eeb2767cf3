// SPDX-License-Identifier: Apache-2.0
#include "os/sysfs/sysfs_pci.h"

#include <ostream>
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/facts.h"

#include "tests/os/fakes.h"

namespace rocelint {
namespace {

using testing::ElementsAre;
using testing::Pair;

struct SpeedRow {
  std::string_view text;
  Fact<std::int64_t> speed;
};
void PrintTo(const SpeedRow& row, std::ostream* out) {
  *out << row.text;
}
class LinkSpeed : public testing::TestWithParam<SpeedRow> {};
TEST_P(LinkSpeed, IsInMegatransfers) {
  const auto speed = parse_link_speed_mtps(GetParam().text);
  if (const auto* why = GetParam().speed.unknown()) {
    ASSERT_NE(speed.unknown(), nullptr);
    EXPECT_EQ(speed.unknown()->reason, why->reason);
  } else {
    EXPECT_EQ(speed, GetParam().speed);
  }
}
const Unknown kMalformed{.reason = Reason::malformed, .detail = "", .sys_errno = 0};
const Unknown kNotFound{.reason = Reason::not_found, .detail = "", .sys_errno = 0};
INSTANTIATE_TEST_SUITE_P(
    Texts, LinkSpeed,
    testing::Values(SpeedRow{"2.5 GT/s PCIe", 2'500}, SpeedRow{"32.0 GT/s PCIe", 32'000},
                    SpeedRow{"8.0 GT/s", 8'000}, SpeedRow{"8 GT/s", 8'000},
                    SpeedRow{"16 GT/s PCIe", 16'000}, SpeedRow{"Unknown", kNotFound},
                    SpeedRow{"1000.0 GT/s", kMalformed}, SpeedRow{"Unknown speed", kNotFound},
                    SpeedRow{"", kMalformed}, SpeedRow{"32", kMalformed},
                    SpeedRow{"32. GT/s", kMalformed}, SpeedRow{"-8.0 GT/s PCIe", kMalformed},
                    SpeedRow{"8.0 MT/s", kMalformed},
                    SpeedRow{"99999999999999999999.0 GT/s", kMalformed}));

struct BarRow {
  const char* name;
  std::string text;
  Fact<std::int64_t> bytes;
};
void PrintTo(const BarRow& row, std::ostream* out) {
  *out << row.name;
}
class LargestBar : public testing::TestWithParam<BarRow> {};
TEST_P(LargestBar, IsPrefetchableAndTheFunctionsOwn) {
  const auto bytes = parse_largest_bar(GetParam().text);
  if (const auto* why = GetParam().bytes.unknown()) {
    ASSERT_NE(bytes.unknown(), nullptr);
    EXPECT_EQ(bytes.unknown()->reason, why->reason);
  } else {
    EXPECT_EQ(bytes, GetParam().bytes);
  }
}
const std::string kNoRegion = "0x0000000000000000 0x0000000000000000 0x0000000000000000\n";
INSTANTIATE_TEST_SUITE_P(
    Regions, LargestBar,
    testing::Values(BarRow{"a_gpu",
                           "0x00000000c2000000 0x00000000c2ffffff 0x0000000000040200\n"
                           "0x0000206000000000 0x0000207fffffffff 0x000000000014220c\n" +
                               kNoRegion +
                               "0x0000208000000000 0x0000208001ffffff 0x000000000014220c\n",
                           std::int64_t{128} << 30},
                    BarRow{"ports_and_windows_do_not_count",
                           "0x000000000000e000 0x000000000000e07f 0x0000000000040101\n" +
                               kNoRegion + kNoRegion + kNoRegion + kNoRegion + kNoRegion +
                               "0x0000206000000000 0x0000207fffffffff 0x000000000014220c\n",
                           kNotFound},
                    BarRow{"none", "", kNotFound}, BarRow{"words", "0x1 0x2\n", kMalformed},
                    BarRow{"backwards", "0x2 0x1 0x2200\n", kMalformed},
                    BarRow{"huge", "0x0 0x7fffffffffffffff 0x2200\n", kMalformed},
                    BarRow{"no_number", "a b c\n", kMalformed}),
    [](const auto& row) { return row.param.name; });

TEST(AerCounters, AreByName) {
  const auto counters = parse_aer_counters("RxErr 0\nBadTLP 3\nTOTAL_ERR_COR 3");
  ASSERT_TRUE(counters);
  EXPECT_THAT(*counters,
              ElementsAre(Pair("BadTLP", 3), Pair("RxErr", 0), Pair("TOTAL_ERR_COR", 3)));
  EXPECT_TRUE(parse_aer_counters("")->empty());
}

TEST(AerCounters, WhoseNamesAreNoTextStayApart) {
  const auto counters = parse_aer_counters("S\xfa 5\nS\xfb 6\nS\xfb 7");
  ASSERT_TRUE(counters);
  EXPECT_THAT(*counters, ElementsAre(Pair("S\\xfa", 5), Pair("S\\xfb", 6)));
}

TEST(AerCounters, OfAnOddLineThereAreNone) {
  for (const auto* text : {"RxErr", "RxErr x", " 3", "RxErr -1", "RxErr 99999999999999999999"}) {
    EXPECT_FALSE(parse_aer_counters(text)) << text;
  }
}

class SysfsPci : public testing::Test {
 protected:
  static constexpr auto kDirectory = "/sys/devices/pci0000:00/0000:00:01.0/0000:03:00.0";

  SysfsPci() {
    tree_.link("/sys/bus/pci/devices/0000:03:00.0", kDirectory);
    tree_.link("/sys/bus/pci/devices/0000:00:01.0", "/sys/devices/pci0000:00/0000:00:01.0");
    put("class", "0x020000");
    put("vendor", "0x15b3");
    put("device", "0x1021");
  }
  void put(const std::string& name, const std::string& text) const {
    tree_.file(std::string(kDirectory) + '/' + name, text + '\n');
  }
  [[nodiscard]] PciDevice read(const std::string& address = "0000:03:00.0") const {
    return read_sysfs_pci(Files(tree_.root().string()), address);
  }
  Tree tree_;
};

TEST_F(SysfsPci, ReadsAFunction) {
  put("numa_node", "1");
  put("current_link_speed", "16.0 GT/s PCIe");
  put("max_link_speed", "32.0 GT/s PCIe");
  put("current_link_width", "8");
  put("max_link_width", "16");
  put("aer_dev_fatal", "DLP 1\nTOTAL_ERR_FATAL 1");
  tree_.file("/sys/kernel/iommu_groups/7/type", "DMA-FQ\n");
  tree_.link(std::string(kDirectory) + "/iommu_group", "/sys/kernel/iommu_groups/7");
  const auto device = read();
  EXPECT_TRUE(device.parent.is("0000:00:01.0"));
  EXPECT_TRUE(device.host_bridge.is("pci0000:00"));
  EXPECT_TRUE(device.class_code.is("0x020000"));
  EXPECT_TRUE(device.vendor_id.is("0x15b3"));
  EXPECT_TRUE(device.device_id.is("0x1021"));
  EXPECT_TRUE(device.numa_node.is(1));
  EXPECT_TRUE(device.link_speed_mtps.is(16'000));
  EXPECT_TRUE(device.max_link_speed_mtps.is(32'000));
  EXPECT_TRUE(device.link_width.is(8));
  EXPECT_TRUE(device.max_link_width.is(16));
  EXPECT_TRUE(device.iommu_group_type.is("DMA-FQ"));
  EXPECT_EQ(device.aer_fatal.known()->at("DLP"), 1);
  EXPECT_TRUE(read("0000:00:01.0").parent.is(""));
}

TEST_F(SysfsPci, WhatThePlatformDoesNotSayIsUnknown) {
  put("numa_node", "-1");
  put("current_link_speed", "Unknown");
  put("current_link_width", "0");
  put("max_link_width", "255");
  const auto device = read();
  for (const auto* why : {device.numa_node.unknown(), device.link_speed_mtps.unknown(),
                          device.link_width.unknown(), device.max_link_width.unknown()}) {
    ASSERT_NE(why, nullptr);
    EXPECT_EQ(why->reason, Reason::not_found);
  }
}

TEST_F(SysfsPci, AVirtualFunctionHasNoLinkOfItsOwn) {
  const auto device = read();
  EXPECT_EQ(device.max_link_speed_mtps.unknown()->reason, Reason::unsupported);
  EXPECT_EQ(device.link_width.unknown()->reason, Reason::unsupported);
  EXPECT_EQ(device.iommu_group_type.unknown()->reason, Reason::unsupported);
  EXPECT_EQ(device.aer_correctable.unknown()->reason, Reason::unsupported);
}

TEST_F(SysfsPci, AFunctionThatIsGoneIsUnknown) {
  const auto device = read("0000:99:00.0");
  EXPECT_EQ(device.parent.unknown()->reason, Reason::not_found);
  EXPECT_EQ(device.class_code.unknown()->reason, Reason::not_found);
}

}  // namespace
}  // namespace rocelint
