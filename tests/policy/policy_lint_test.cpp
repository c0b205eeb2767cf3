// SPDX-License-Identifier: Apache-2.0
#include "policy/policy_lint.h"

#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "policy/policy.h"
#include "tests/policy/loading.h"

namespace rocelint {

namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::chrono::sys_seconds noon(int year, unsigned month, unsigned day) {
  const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(month),
                                         std::chrono::day(day)};
  return std::chrono::sys_days(date) + std::chrono::hours(12);
}

struct Day {
  std::string name;
  std::chrono::sys_seconds now;
  WaiverState state;
  std::vector<std::string> said;
};
void PrintTo(const Day& row, std::ostream* out) {
  *out << row.name;
}

class WaiverOnADay : public ::testing::TestWithParam<Day> {};

TEST_P(WaiverOnADay, IsAnnounced) {
  const auto loading = test::load_text(test::with_section(
      "waivers: [{rule: link-flapping, fleet: true, reason: x, until: 2027-01-31}]"));
  ASSERT_TRUE(loading.policy.has_value());
  EXPECT_EQ(waiver_state(loading.policy->waivers.at(0), GetParam().now), GetParam().state);
  EXPECT_EQ(test::texts(lint_policy(*loading.policy, GetParam().now, {})), GetParam().said);
}

const std::string kAt = "acme:3:11: this waiver of link-flapping ";
const std::array kDays = {
    Day{"LongBefore", noon(2027, 1, 16), WaiverState::running, {}},
    Day{"TwoWeeksBefore", noon(2027, 1, 17), WaiverState::ending, {kAt + "ends in 14 days"}},
    Day{"DayBefore", noon(2027, 1, 30), WaiverState::ending, {kAt + "ends in 1 day"}},
    Day{"LastSecond",
        noon(2027, 1, 31) + std::chrono::seconds(12 * 3600 - 1),
        WaiverState::ending,
        {kAt + "ends today"}},
    Day{"Midnight",
        noon(2027, 1, 31) + std::chrono::hours(12),
        WaiverState::ended,
        {kAt + "expired on 2027-01-31"}},
};

INSTANTIATE_TEST_SUITE_P(Policy, WaiverOnADay, ::testing::ValuesIn(kDays),
                         [](const auto& row) { return row.param.name; });

TEST(Lint, SaysWhichWaiversMayHoldOnEveryHost) {
  struct Row {
    std::string extent;
    bool may;
  };
  for (const auto& row :
       {Row{R"(where: 'host.hostname == "gpu1"')", false},
        Row{R"(where: 'glob(host.hostname, "old*") && dev.name == "mlx5_0"')", false},
        Row{R"(where: 'host.custom["rack"].text == "r7"')", false},
        Row{R"(where: 'host.netdevs.exists(n, n.mac_address == "02:00:00:00:00:01")')", false},
        Row{R"(where: 'host.devices.exists(d, d.system_image_guid == "9c63:c003:0012:3400")')",
            false},
        Row{R"(where: 'host.netdevs.exists(n, n.addresses.exists(a, a.address == "10.1.4.17"))')",
            false},
        Row{R"(where: 'host.bound_addresses.exists(b, b.address == "10.1.4.17")')", false},
        Row{R"(where: 'host.devices.exists(d, d.ports.exists(p, p.gids.exists(g, g.gid == "")))')",
            false},
        Row{R"(where: 'host.netdevs.exists(n, n.module.serial == "SN0001")')", false},
        Row{R"(where: 'host.netdevs.exists(n, n.lldp.port_id == "Ethernet24")')", false},
        Row{R"(where: 'host.kernel_release != "" && dev.name == "mlx5_0"')", true},
        Row{"where: 'host.netdevs.exists(n, n.addresses.exists(a, a.prefix_length == 16))'", true},
        Row{"where: 'size(host.netdevs) > 0'", true},
        Row{"where: 'size(host.netdevs) > 0', fleet: true", false}, Row{"fleet: true", false}}) {
    const auto loading = test::load_text(test::with_section(
        "waivers: [{rule: pfc-off, until: 2027-01-31, reason: x, " + row.extent + "}]"));
    ASSERT_THAT(test::texts(loading.errors), IsEmpty());
    const auto said = test::texts(lint_policy(*loading.policy, noon(2026, 1, 1), {}));
    ASSERT_EQ(said.size(), row.may ? 1U : 0U) << row.extent;
    if (row.may) {
      EXPECT_THAT(said[0],
                  ::testing::StartsWith("acme:3:11: this waiver of pfc-off can match every host"))
          << row.extent;
    }
  }
}

TEST(Lint, SaysWhichPatternsMatchNoRule) {
  const auto file = std::filesystem::path(::testing::TempDir()) / "rocelint-lint.yaml";
  std::ofstream(file) << "policy: acme\nextends: soft-roce\nrules:\n  pfc-of: {severity: info, "
                         "unknown: warn}\n  pfc-*: enabled\nwaivers:\n  - {rule: nonsense, fleet: "
                         "true, reason: x, until: 2027-01-31}\n";
  const auto loading =
      load_policy(PolicyRequest{.name_or_file = file.string(), .set = {}}, test::find_profile);
  ASSERT_THAT(test::texts(loading.errors), IsEmpty());
  const std::array<std::string_view, 2> rules = {"pfc-off", "link-flapping"};
  EXPECT_THAT(
      test::texts(lint_policy(*loading.policy, noon(2026, 1, 1), rules)),
      ElementsAre(file.string() + ":4:3: no rule matches \"pfc-of\", did you mean \"pfc-off\"?",
                  file.string() + ":7:5: no rule matches \"nonsense\""));
  EXPECT_THAT(lint_policy(*loading.policy, noon(2026, 1, 1), {}), IsEmpty());
  std::filesystem::remove(file);
}

TEST(Lint, SaysThatARoleGetsNoPort) {
  const auto loading = test::load_text(
      "policy: acme\nroles:\n  a: {ports: 'port.number == 1'}\n  b: {ports: 'port.number == 2'}\n"
      "  c: {ports: 'port.number == 1'}\n");
  ASSERT_TRUE(loading.policy.has_value());
  EXPECT_THAT(
      test::texts(lint_policy(*loading.policy, noon(2026, 1, 1), {})),
      ElementsAre("acme:5:14: role c has the same ports as role a, which takes all of them"));
}

TEST(Lint, SaysWhatARoleLeavesUnset) {
  struct Row {
    std::string role;
    std::string unset;
  };
  for (const auto& row :
       {Row{"{}", "pfc.mode, roce, trust unset: they are"},
        Row{"{pfc: {mode: forbidden}, trust: any}", "roce unset: it is"},
        Row{"{pfc: {mode: unmanaged}}", ""},
        Row{"{pfc: {mode: required}, trust: dscp, roce: [{priority: 3, dscp: 26}]}", ""}}) {
    const auto file = std::filesystem::path(::testing::TempDir()) / "rocelint-unset.yaml";
    std::ofstream(file) << "policy: acme\nroles: {all: " << row.role << "}\n";
    const auto loading =
        load_policy({.name_or_file = file.string(), .set = {}}, test::find_profile);
    std::filesystem::remove(file);
    ASSERT_TRUE(loading.policy.has_value());
    const auto found = test::texts(lint_policy(*loading.policy, noon(2027, 1, 1), {}));
    if (row.unset.empty()) {
      EXPECT_THAT(found, IsEmpty()) << row.role;
    } else {
      EXPECT_THAT(found, ElementsAre(HasSubstr("role all leaves " + row.unset)));
    }
  }
}

TEST(Lint, SaysThatNothingKeepsPacketsFromBeingDropped) {
  const auto loading =
      test::load_text(test::with_role("pfc: {mode: forbidden}, cc: {mode: disabled}"));
  ASSERT_TRUE(loading.policy.has_value());
  EXPECT_THAT(test::texts(lint_policy(*loading.policy, noon(2026, 1, 1), {})),
              ElementsAre("acme:3:48: role compute has neither PFC nor congestion control "
                          "(pfc.mode: forbidden, cc.mode: disabled)"));
}

TEST(Lint, SaysThatNothingCanFail) {
  const auto loading = test::load_text(
      test::with_section("waivers: [{rule: '*', fleet: true, reason: x, until: 2027-01-31}]"));
  ASSERT_TRUE(loading.policy.has_value());
  EXPECT_THAT(
      test::texts(lint_policy(*loading.policy, noon(2026, 1, 1), {})),
      ElementsAre("acme:3:11: this waiver covers every rule on every host, so nothing can fail"));
}

}  // namespace

}  // namespace rocelint
