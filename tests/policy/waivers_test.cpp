// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <chrono>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "policy/policy.h"
#include "tests/policy/loading.h"

namespace rocelint {

namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

using Bad = test::Refused;  // in flow style, from line 3 column 12 on

class WaiverRefused : public ::testing::TestWithParam<Bad> {};

TEST_P(WaiverRefused, WithItsPlace) {
  const auto loading = test::load_text(test::with_section("waivers: [{" + GetParam().text + "}]"));
  EXPECT_THAT(test::texts(loading.errors), ElementsAre("acme:3:" + GetParam().error));
}

std::string with_until(const std::string& day) {
  return "rule: x, reason: y, fleet: true, until: " + day;
}
std::string bad_day(const std::string& day) {
  return "52: until must be a date such as 2027-01-31, not \"" + day + '"';
}

const std::array kBad = {
    Bad{"NoRule", "until: 2027-01-31, reason: x, fleet: true",
        "11: missing key \"rule\" in a waiver"},
    Bad{"NoEnd", "rule: x, reason: y, fleet: true", "11: missing key \"until\" in a waiver"},
    Bad{"NoReason", "rule: x, until: 2027-01-31, fleet: true",
        "11: missing key \"reason\" in a waiver"},
    Bad{"EmptyReason", "rule: x, until: 2027-01-31, fleet: true, reason: ''",
        "61: reason must be a string, not \"\""},
    Bad{"NoExtent", "rule: x, until: 2027-01-31, reason: y",
        "11: a waiver needs where with a condition on the host, or fleet: true"},
    Bad{"FleetFalse", "rule: x, until: 2027-01-31, reason: y, fleet: no",
        "11: a waiver needs where with a condition on the host, or fleet: true"},
    Bad{"NoHost", "rule: x, until: 2027-01-31, reason: y, where: 'dev.name == \"mlx5_0\"'",
        "58: where does not test the host (add host.hostname == \"gpu0417\", or fleet: true)"},
    Bad{"BadWhere",
        "rule: x, until: 2027-01-31, reason: y, fleet: true, where: 'host.hostnam == "
        "\"a\"'",
        "77: where: Host has no field 'hostnam'; did you mean 'hostname'?"},
    Bad{"BadPattern", "rule: X, until: 2027-01-31, reason: y, fleet: true",
        "18: invalid rule pattern \"X\" (a-z, 0-9, -, *, ?)"},
    Bad{"UnknownKey", "rule: x, until: 2027-01-31, reason: y, fleet: true, expires: never",
        "64: unknown key \"expires\" in a waiver"},
    Bad{"NotADay", with_until("never"), bad_day("never")},
    Bad{"NoSuchDay", with_until("2027-02-30"), bad_day("2027-02-30")},
    Bad{"NoLeapDay", with_until("2027-02-29"), bad_day("2027-02-29")},
    Bad{"NoSuchMonth", with_until("2027-13-01"), bad_day("2027-13-01")},
    Bad{"ShortYear", with_until("27-01-31"), bad_day("27-01-31")},
    Bad{"Signs", with_until("2027-+1-31"), bad_day("2027-+1-31")},
    Bad{"WithTime", with_until("2027-01-31T00"), bad_day("2027-01-31T00")},
    Bad{"American", with_until("01/31/2027"), bad_day("01/31/2027")},
};

INSTANTIATE_TEST_SUITE_P(Policy, WaiverRefused, ::testing::ValuesIn(kBad),
                         [](const auto& row) { return row.param.name; });

TEST(Waivers, AreRead) {
  const auto loading =
      test::load_text(test::with_section("waivers:\n  - rule: link-*\n    where: host.hostname == "
                                         "\"gpu1\"\n    until: \"2028-02-29\"\n "
                                         "   reason: optic on order\n    also_unknown: true"));
  ASSERT_THAT(test::texts(loading.errors), IsEmpty());
  ASSERT_EQ(loading.policy->waivers.size(), 1U);
  const auto& waiver = loading.policy->waivers[0];
  EXPECT_EQ(waiver.rule, "link-*");
  EXPECT_EQ(waiver.where->text(), "host.hostname == \"gpu1\"");
  EXPECT_FALSE(waiver.fleet);
  EXPECT_TRUE(waiver.also_unknown);
  EXPECT_EQ(waiver.from, "acme:4");
  EXPECT_EQ(to_string(waiver.until), "2028-02-29");
}

TEST(Waivers, WantAList) {
  EXPECT_THAT(test::texts(test::load_text(test::with_section("waivers: {rule: x}")).errors),
              ElementsAre("acme:3:10: waivers must be a list, not a mapping"));
  EXPECT_THAT(test::texts(test::load_text(test::with_section("waivers: null")).errors), IsEmpty());
}

}  // namespace

}  // namespace rocelint
