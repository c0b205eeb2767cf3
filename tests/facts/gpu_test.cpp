// SPDX-License-Identifier: Apache-2.0
#include "facts/gpu.h"

#include <ostream>
#include <string>

#include <gtest/gtest.h>

namespace rocelint {
namespace {

struct Row {
  const char* what;
  const char* vendor;
  const char* class_code;
  bool gpu;
};
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.what;
}
class IsGpu : public testing::TestWithParam<Row> {};
TEST_P(IsGpu, ByVendorAndClass) {
  PciDevice device;
  device.vendor_id = std::string(GetParam().vendor);
  device.class_code = std::string(GetParam().class_code);
  EXPECT_EQ(is_gpu(device), GetParam().gpu);
}
INSTANTIATE_TEST_SUITE_P(Devices, IsGpu,
                         testing::Values(Row{"NVIDIA 3D controller", "0x10de", "0x030200", true},
                                         Row{"NVIDIA VGA controller", "0x10de", "0x030000", true},
                                         Row{"NVIDIA audio", "0x10de", "0x040300", false},
                                         Row{"AMD Instinct", "0x1002", "0x120000", true},
                                         Row{"AMD Instinct, older", "0x1002", "0x038000", true},
                                         Row{"AMD desktop", "0x1002", "0x030000", false},
                                         Row{"Intel data centre GPU", "0x8086", "0x038000", true},
                                         Row{"Gaudi", "0x1da3", "0x120000", true},
                                         Row{"ASPEED management controller", "0x1a03", "0x030000",
                                             false},
                                         Row{"NIC", "0x15b3", "0x020000", false}));

TEST(IsGpu, WhatCantBeToldIsNone) {
  EXPECT_FALSE(is_gpu(PciDevice{}));
}

}  // namespace
}  // namespace rocelint
