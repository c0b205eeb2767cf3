// SPDX-License-Identifier: Apache-2.0
#include "base/ip_address.h"

#include <ostream>
#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

namespace rocelint {
namespace {

using namespace std::string_view_literals;  // for NUL bytes

struct Membership {
  std::string_view name;
  std::string_view address;
  std::string_view subnet;
  std::string_view expected;
};
void PrintTo(const Membership& row, std::ostream* out) {
  *out << row.address << " in " << row.subnet;
}

std::string membership(const Membership& row) {
  const auto address = parse_address(row.address);
  const auto subnet = parse_subnet(row.subnet);
  if (!address) {
    return "bad address";
  }
  if (!subnet) {
    return "bad subnet";
  }
  return subnet->holds(*address) ? "yes" : "no";
}

class AddressesTest : public testing::TestWithParam<Membership> {};

TEST_P(AddressesTest, TellsWhetherTheSubnetHoldsIt) {
  EXPECT_EQ(membership(GetParam()), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    All, AddressesTest,
    testing::Values(Membership{"v4_in", "10.1.2.3", "10.0.0.0/8", "yes"},
                    Membership{"v4_out", "11.1.2.3", "10.0.0.0/8", "no"},
                    Membership{"v4_last", "10.255.255.255", "10.0.0.0/8", "yes"},
                    Membership{"v4_odd_prefix", "10.0.15.1", "10.0.8.0/21", "yes"},
                    Membership{"v4_odd_prefix_out", "10.0.16.1", "10.0.8.0/21", "no"},
                    Membership{"v4_all", "203.0.113.1", "0.0.0.0/0", "yes"},
                    Membership{"v4_one", "10.0.0.1", "10.0.0.1/32", "yes"},
                    Membership{"v4_other", "10.0.0.2", "10.0.0.1/32", "no"},
                    Membership{"host_bits_do_not_count", "10.9.9.9", "10.1.2.3/8", "yes"},
                    Membership{"v6_in", "fd00:1::5", "fd00:1::/64", "yes"},
                    Membership{"v6_out", "fd00:2::5", "fd00:1::/64", "no"},
                    Membership{"v6_all", "fe80::1", "::/0", "yes"},
                    Membership{"v6_one", "fe80::1", "fe80::1/128", "yes"},
                    Membership{"v6_odd_prefix", "fd7f::", "fd40::/10", "yes"},
                    Membership{"v6_case", "FD00::ABCD", "fd00::abcd/128", "yes"},
                    Membership{"mapped_address", "::ffff:10.1.2.3", "10.0.0.0/8", "yes"},
                    Membership{"mapped_subnet", "10.1.2.3", "::ffff:10.0.0.0/104", "yes"},
                    Membership{"mapped_both", "::ffff:a01:203", "::ffff:10.0.0.0/104", "yes"},
                    Membership{"mapped_out", "::ffff:11.1.2.3", "10.0.0.0/8", "no"},
                    Membership{"mapped_block", "1.2.3.4", "::ffff:0:0/96", "yes"},
                    Membership{"v4_in_v6", "10.1.2.3", "::/0", "no"},
                    Membership{"v6_in_v4", "fd00::1", "0.0.0.0/0", "no"},
                    Membership{"mapped_in_v6", "::ffff:10.1.2.3", "::/0", "no"},
                    Membership{"v6_in_wide_mapped", "::fffe:1:2", "::ffff:0:0/90", "yes"},
                    Membership{"empty", "", "10.0.0.0/8", "bad address"},
                    Membership{"name", "gpu0417", "10.0.0.0/8", "bad address"},
                    Membership{"short_v4", "10.1", "10.0.0.0/8", "bad address"},
                    Membership{"octal_v4", "010.1.2.3", "10.0.0.0/8", "bad address"},
                    Membership{"zone", "fe80::1%eth0", "fe80::/10", "bad address"},
                    Membership{"with_prefix", "10.1.2.3/8", "10.0.0.0/8", "bad address"},
                    Membership{"nul", "10.1.2.3\0"sv, "10.0.0.0/8", "bad address"},
                    Membership{"blank", " 10.1.2.3", "10.0.0.0/8", "bad address"},
                    Membership{"long", "1111:1111:1111:1111:1111:1111:1111:1111:1111:1111:1111",
                               "::/0", "bad address"},
                    Membership{"no_prefix", "10.1.2.3", "10.0.0.0", "bad subnet"},
                    Membership{"empty_prefix", "10.1.2.3", "10.0.0.0/", "bad subnet"},
                    Membership{"prefix_33", "10.1.2.3", "10.0.0.0/33", "bad subnet"},
                    Membership{"prefix_129", "::1", "::/129", "bad subnet"},
                    Membership{"prefix_negative", "10.1.2.3", "10.0.0.0/-1", "bad subnet"},
                    Membership{"prefix_tail", "10.1.2.3", "10.0.0.0/8x", "bad subnet"},
                    Membership{"prefix_mask", "10.1.2.3", "10.0.0.0/255.0.0.0", "bad subnet"},
                    Membership{"prefix_huge", "10.1.2.3", "10.0.0.0/99999999999999999999",
                               "bad subnet"},
                    Membership{"bad_net", "10.1.2.3", "10.0.0/8", "bad subnet"},
                    Membership{"empty_subnet", "10.1.2.3", "", "bad subnet"}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(Addresses, OneSubnetHoldsAnother) {
  const auto holds = [](const char* outer, const char* inner) {
    return parse_subnet(outer)->holds(*parse_subnet(inner));
  };
  EXPECT_TRUE(holds("10.0.0.0/8", "10.1.0.0/16"));
  EXPECT_TRUE(holds("10.1.0.0/16", "10.1.0.0/16"));
  EXPECT_FALSE(holds("10.1.0.0/16", "10.0.0.0/8"));
  EXPECT_FALSE(holds("0.0.0.0/0", "fd00::/64"));
}

TEST(Addresses, ANetworkIsWrittenWithoutItsHostBits) {
  for (const auto& [text, network] : {std::pair{"10.1.2.3/16", "10.1.0.0/16"},
                                      {"10.1.2.255/31", "10.1.2.254/31"},
                                      {"10.1.2.3/32", "10.1.2.3/32"},
                                      {"10.1.2.3/0", "0.0.0.0/0"},
                                      {"fd00:1::5/64", "fd00:1::/64"},
                                      {"::ffff:10.1.2.3/104", "10.0.0.0/8"}}) {
    EXPECT_EQ(network_text(*parse_subnet(text)), network);
  }
}

}  // namespace
}  // namespace rocelint
