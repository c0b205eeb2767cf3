// SPDX-License-Identifier: Apache-2.0
#include "os/sysfs/sysfs_device.h"

#include <ostream>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "tests/os/fakes.h"

namespace rocelint {
namespace {

struct PciRow {
  std::string_view path;
  std::string_view address;
};
void PrintTo(const PciRow& row, std::ostream* out) {
  *out << row.path;
}
class PciAddress : public testing::TestWithParam<PciRow> {};
TEST_P(PciAddress, IsTheLastFunctionOnThePath) {
  EXPECT_EQ(pci_address_in(GetParam().path), GetParam().address);
}
INSTANTIATE_TEST_SUITE_P(
    Paths, PciAddress,
    testing::Values(PciRow{"/sys/devices/pci0000:00/0000:00:01.0/0000:03:00.0", "0000:03:00.0"},
                    PciRow{"/sys/devices/pci0000:00/0000:03:00.1/mlx5_core.sf.4", "0000:03:00.1"},
                    PciRow{"/sys/devices/pci0000:00/0000:00:03.0/virtio0", "0000:00:03.0"},
                    PciRow{"/sys/devices/pci10000:e0/10000:e1:00.0", "10000:e1:00.0"},
                    PciRow{"/sys/devices/virtual/net/bond0", ""},
                    PciRow{"/sys/devices/pci0000:00", ""}, PciRow{"/0000:03:00.0x", ""},
                    PciRow{"/0000:03:00,0", ""}, PciRow{"/g000:03:00.0", ""}, PciRow{"", ""},
                    PciRow{"/", ""}));

class SysfsDeviceTest : public testing::Test {
 protected:
  void device(const std::string& name, const std::string& directory) const {
    tree_.directory(directory);
    tree_.directory("/sys/class/net/" + name);
    tree_.link("/sys/class/net/" + name + "/device", directory);
  }
  [[nodiscard]] SysfsDevice read(const std::string& name) const {
    return read_sysfs_device(Files(tree_.root().string()), "/sys/class/net/" + name);
  }
  Tree tree_;
};

constexpr const char* kNic = "/sys/devices/pci0000:00/0000:00:01.0/0000:03:00.0";

TEST_F(SysfsDeviceTest, ReadsAPhysicalFunction) {
  device("eth0", kNic);
  tree_.directory("/sys/bus/pci/drivers/mlx5_core");
  tree_.link(std::string(kNic) + "/driver", "/sys/bus/pci/drivers/mlx5_core");
  const auto found = read("eth0");
  EXPECT_TRUE(found.has_hardware);
  EXPECT_TRUE(found.driver.is("mlx5_core"));
  EXPECT_TRUE(found.pci_address.is("0000:03:00.0"));
  EXPECT_TRUE(found.virtual_function.is(false));
}

TEST_F(SysfsDeviceTest, ReadsAVirtualFunction) {
  device("eth1", "/sys/devices/pci0000:00/0000:03:00.2");
  tree_.link("/sys/devices/pci0000:00/0000:03:00.2/physfn", "../0000:03:00.0");
  EXPECT_TRUE(read("eth1").virtual_function.is(true));
}

TEST_F(SysfsDeviceTest, ReadsASubfunctionAsItsParent) {
  const std::string subfunction = std::string(kNic) + "/mlx5_core.sf.4";
  device("eth2", subfunction);
  tree_.directory("/sys/bus/auxiliary/drivers/mlx5_core.sf");
  tree_.link(subfunction + "/driver", "/sys/bus/auxiliary/drivers/mlx5_core.sf");
  EXPECT_TRUE(read("eth2").driver.is("mlx5_core"));
  EXPECT_TRUE(read("eth2").pci_address.is("0000:03:00.0"));
}

TEST_F(SysfsDeviceTest, KnowsNoDeviceFromAHiddenOne) {
  tree_.directory("/sys/class/net/bond0");
  EXPECT_FALSE(read("bond0").has_hardware);
  EXPECT_EQ(reason_of(read("bond0").driver), Reason::not_found);
  EXPECT_TRUE(read("bond0").virtual_function.is(false));
  // In a container /sys/class may be mounted without /sys/devices.
  tree_.link("/sys/class/net/eth3/device", "/sys/devices/not/mounted");
  EXPECT_TRUE(read("eth3").has_hardware);
  EXPECT_EQ(reason_of(read("eth3").virtual_function), Reason::not_found) << "not \"no\"";
  EXPECT_EQ(reason_of(read("gone").virtual_function), Reason::not_found);
  EXPECT_EQ(reason_of(read("gone").driver), Reason::not_found);
}

TEST_F(SysfsDeviceTest, SaysThatADeviceIsNotOnPci) {
  device("usb0", "/sys/devices/platform/usb/1-1:1.0");
  EXPECT_EQ(reason_of(read("usb0").pci_address), Reason::not_found);
  EXPECT_EQ(reason_of(read("usb0").driver), Reason::not_found) << "no driver is bound";
}

TEST(ParseLeadingNumber, TakesWhatSysfsWrites) {
  EXPECT_EQ(parse_leading_number("4: ACTIVE"), 4);
  EXPECT_EQ(parse_leading_number("9000"), 9000);
  EXPECT_EQ(parse_leading_number("0x1003"), 0x1003);
  EXPECT_EQ(parse_leading_number("-1"), -1);
  for (const std::string_view odd :
       {"", "N/A (no PMA)", "4x", "0x", "0xzz", "99999999999999999999"}) {
    EXPECT_FALSE(parse_leading_number(odd)) << odd;
  }
}

}  // namespace
}  // namespace rocelint
