// SPDX-License-Identifier: Apache-2.0
#include "derive/addressing/gid_address.h"

#include <ostream>
#include <string>

#include <gtest/gtest.h>

namespace rocelint {
namespace {

struct Row {
  std::string gid;
  AddressFamily family;
  bool link_local;
  bool in_link_local_prefix;
  bool routable;
};
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.gid;
}

class GidAddressOf : public testing::TestWithParam<Row> {};

TEST_P(GidAddressOf, Text) {
  const auto& row = GetParam();
  const auto address = GidAddress::parse(row.gid);
  ASSERT_TRUE(address);
  EXPECT_EQ(address->family(), row.family);
  EXPECT_EQ(address->is_link_local(), row.link_local);
  EXPECT_EQ(address->is_in_link_local_prefix(), row.in_link_local_prefix);
  EXPECT_EQ(address->is_routable(), row.routable);
}

constexpr auto kIpv4 = AddressFamily::ipv4;
constexpr auto kIpv6 = AddressFamily::ipv6;

INSTANTIATE_TEST_SUITE_P(Rows, GidAddressOf,
                         testing::Values(Row{"::ffff:192.0.2.6", kIpv4, false, false, true},
                                         Row{"::ffff:c000:206", kIpv4, false, false, true},
                                         Row{"::192.0.2.6", kIpv6, false, false, true},
                                         Row{"fe80::a288:c2ff:fe03:0", kIpv6, true, true, false},
                                         Row{"fe80:0:0:1::1", kIpv6, true, false, false},
                                         Row{"febf::1", kIpv6, true, false, false},
                                         Row{"fec0::1", kIpv6, false, false, true},
                                         Row{"fd93::1", kIpv6, false, false, true},
                                         Row{"::", kIpv6, false, false, false}));

TEST(GidAddress, IsNoOtherText) {
  for (const auto* text : {"", "192.0.2.6", "fe80::1%ens0", "fe80::12345", "fe80:0000"}) {
    EXPECT_FALSE(GidAddress::parse(text)) << text;
  }
  const auto address = address_of({.index = 4, .gid = "fe80:0000", .type = {}, .netdev = {}});
  ASSERT_NE(address.unknown(), nullptr);
  EXPECT_EQ(address.unknown()->reason, Reason::malformed);
  EXPECT_EQ(address.unknown()->detail, "GID 4 is no address");
}

}  // namespace
}  // namespace rocelint
