// SPDX-License-Identifier: Apache-2.0
#include "policy/condition.h"

#include <array>
#include <ostream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/policy/loading.h"

namespace rocelint {

namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string with_ports(const std::string& selector) {
  return "policy: acme\nroles:\n  compute:\n    ports: '" + selector + "'\n";
}

struct State {
  std::string name;
  std::string selector;
  std::string path;
  int column;
};
void PrintTo(const State& row, std::ostream* out) {
  *out << row.name;
}

class SelectorRefuses : public ::testing::TestWithParam<State> {};

TEST_P(SelectorRefuses, CurrentState) {
  const auto& row = GetParam();
  const auto loading = test::load_text(with_ports(row.selector));
  EXPECT_THAT(test::texts(loading.errors),
              ElementsAre("acme:4:" + std::to_string(row.column) + ": ports uses " + row.path +
                          ", which can change at run time: a port that is down or slow would leave "
                          "the role instead of failing (use identity: driver, pci_address, name, "
                          "board_id, max_speed_mbps)"));
}

const std::array kState = {
    State{"Carrier", "netdev.carrier", "netdev.carrier", 13},
    State{"BehindIdentity", "dev.driver == \"mlx5_core\" && netdev.carrier", "netdev.carrier", 42},
    State{"Speed", "netdev.link.speed_mbps >= 400000", "netdev.link.speed_mbps", 13},
    State{"PortState", "port.state == \"active\"", "port.state", 13},
    State{"Firmware", "dev.firmware_version == \"1\"", "dev.firmware_version", 13},
    State{"Lists", "size(netdev.addresses) > 0", "netdev.addresses", 18},
    State{"InHas", "has(netdev.mtu_bytes)", "netdev.mtu_bytes", 17},
};

INSTANTIATE_TEST_SUITE_P(Policy, SelectorRefuses, ::testing::ValuesIn(kState),
                         [](const auto& row) { return row.param.name; });

TEST(Selector, TakesIdentityAndCapability) {
  for (const std::string selector :
       {"dev.driver == \"mlx5_core\"", "dev.max_speed_mbps >= 400000",
        "netdev.link.max_speed_mbps >= 400000", "glob(netdev.name, \"stor*\")",
        "host.hostname.startsWith(\"gpu\") && port.number == 1", "true"}) {
    EXPECT_THAT(test::texts(test::load_text(with_ports(selector)).errors), IsEmpty()) << selector;
  }
}

TEST(Selector, ErrorsOfTheExpressionHaveTheirColumn) {
  const auto loading = test::load_text(with_ports("true && dev.drivr == \"x\""));
  ASSERT_EQ(loading.errors.size(), 1U);
  EXPECT_EQ(loading.errors[0].line, 4U);
  EXPECT_EQ(loading.errors[0].column, 25U);
  EXPECT_THAT(loading.errors[0].text, HasSubstr("ports: "));
  EXPECT_THAT(loading.errors[0].text, HasSubstr("driver"));
}

TEST(Selector, HasNoPolicyToRead) {
  EXPECT_EQ(test::load_text(with_ports("policy.pfc.mode == \"required\"")).errors.size(), 1U);
}

TEST(Selector, OfTwoRolesMustBothStand) {
  const auto loading = test::load_text(
      "policy: acme\nextends: lossless-dscp26\nroles:\n  storage: {ports: 'dev.name == \"x\"'}\n");
  EXPECT_THAT(
      test::texts(loading.errors),
      ElementsAre(
          AllOf(testing::StartsWith("lossless-dscp26:"),
                HasSubstr(":3: role compute has no ports, so it selects every RoCE port, including "
                          "those of other roles (set ports, or remove it with compute: null)"))));
}

TEST(Selector, CanBeTakenBack) {
  const auto loading =
      test::load_text("policy: acme\nextends: soft-roce\nroles: {compute: {ports: null}}\n");
  ASSERT_THAT(test::texts(loading.errors), IsEmpty());
  EXPECT_FALSE(loading.policy->roles.at(0).ports.has_value());
  EXPECT_EQ(loading.policy->roles.at(0).provenance.count("ports"), 0U);
}

}  // namespace

}  // namespace rocelint
