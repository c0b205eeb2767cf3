// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <ostream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/base/severity.h"
#include "rocelint/facts/fact.h"

#include "policy/policy.h"
#include "tests/policy/loading.h"

namespace rocelint {

namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

using Bad = test::Refused;  // in flow style, from line 3 column 9 on

class RuleSettingsRefuse : public ::testing::TestWithParam<Bad> {};

TEST_P(RuleSettingsRefuse, WithTheirPlace) {
  const auto loading = test::load_text(test::with_section("rules: {" + GetParam().text + "}"));
  EXPECT_THAT(test::texts(loading.errors), ElementsAre("acme:3:" + GetParam().error));
}

const std::array kBad = {
    Bad{"Capitals", "PFC-001: disabled", "9: invalid rule pattern \"PFC-001\" (a-z, 0-9, -, *, ?)"},
    Bad{"SeverityAsSetting", "pfc-off: warning",
        "18: a rule's setting must be one of disabled, enabled, not \"warning\""},
    Bad{"SettingWithSlip", "pfc-off: disable",
        "18: a rule's setting must be one of disabled, enabled, not \"disable\", did you mean "
        "\"disabled\"?"},
    Bad{"UnknownKey", "pfc-off: {sevrity: info}",
        R"(19: unknown key "sevrity" in a rule's settings, did you mean "severity"?)"},
    Bad{"Severity", "pfc-off: {severity: critical}",
        "29: severity must be one of blocker, error, warning, info, not \"critical\""},
    Bad{"Treatment", "pfc-off: {unknown: ignore}",
        "28: unknown must be one of gate, warn, accept, not \"ignore\""},
    Bad{"Reason", "pfc-off: {unknown: {warn: [permision]}}",
        "36: a reason of unknown must be one of needs_deep, not_collected, unsupported, not_found, "
        "permission, "
        "timeout, crashed, vanished, io_error, malformed, not_authoritative, not \"permision\", "
        "did you mean \"permission\"?"},
    Bad{"NoReasons", "pfc-off: {unknown: {warn: []}}",
        "35: unknown wants a list of reasons for each treatment, not an empty one"},
    Bad{"ReasonOfTwoTreatments", "pfc-off: {unknown: {warn: [permission], accept: [permission]}}",
        R"(58: duplicate reason "permission" in unknown)"},
    Bad{"ReasonTwice", "pfc-off: {unknown: {warn: [timeout, timeout]}}",
        R"(45: duplicate reason "timeout" in unknown)"},
    Bad{"RunbookOfLines", R"(pfc-off: {runbook: "a\nb"})", "28: runbook must be one line"},
    Bad{"NothingToTakeBack", "pfc-off: null", "9: no inherited setting for \"pfc-off\""},
    Bad{"List", "pfc-off: [disabled]",
        "18: a rule's setting must be one of disabled, enabled, not a list"},
};

INSTANTIATE_TEST_SUITE_P(Policy, RuleSettingsRefuse, ::testing::ValuesIn(kBad),
                         [](const auto& row) { return row.param.name; });

struct Word {
  std::string name;
  std::string yaml;
  bool enabled;
};
void PrintTo(const Word& row, std::ostream* out) {
  *out << row.name;
}

class RuleSwitch : public ::testing::TestWithParam<Word> {};

TEST_P(RuleSwitch, TakesTheBooleansOfOldYaml) {
  const auto loading = test::load_text(test::with_section("rules:\n  gdr-*: " + GetParam().yaml));
  ASSERT_THAT(test::texts(loading.errors), IsEmpty());
  ASSERT_EQ(loading.policy->rule_settings.size(), 1U);
  EXPECT_EQ(loading.policy->rule_settings[0].enabled, GetParam().enabled);
}

const std::array kWords = {
    Word{"Disabled", "disabled", false},
    Word{"Quoted", "'disabled'", false},
    Word{"False", "false", false},
    Word{"Off", "off", false},
    Word{"OffCapital", "Off", false},
    Word{"No", "NO", false},
    Word{"Enabled", "enabled", true},
    Word{"True", "True", true},
    Word{"Yes", "yes", true},
    Word{"Long", "{enabled: off}", false},
};

INSTANTIATE_TEST_SUITE_P(Policy, RuleSwitch, ::testing::ValuesIn(kWords),
                         [](const auto& row) { return row.param.name; });

TEST(RuleSettings, KeepEveryMemberAndItsPlace) {
  const auto loading = test::load_text(test::with_section(
      "rules:\n  pfc-*: {severity: warning, runbook: https://wiki.example/x, unknown: {warn: "
      "[permission, timeout], accept: [unsupported]}}"));
  ASSERT_THAT(test::texts(loading.errors), IsEmpty());
  const auto& settings = loading.policy->rule_settings;
  ASSERT_EQ(settings.size(), 3U);
  EXPECT_EQ(settings[0].pattern, "pfc-*");
  EXPECT_EQ(settings[0].severity, Severity::warning);
  EXPECT_EQ(settings[0].runbook, "https://wiki.example/x");
  EXPECT_EQ(settings[0].from, "acme:4");
  EXPECT_FALSE(settings[0].on_unknown.has_value());
  EXPECT_EQ(settings[1].on_unknown, OnUnknown::warn);
  EXPECT_THAT(settings[1].on_unknown_reasons, ElementsAre(Reason::permission, Reason::timeout));
  EXPECT_EQ(settings[2].on_unknown, OnUnknown::accept);
  EXPECT_THAT(settings[2].on_unknown_reasons, ElementsAre(Reason::unsupported));
}

TEST(RuleSettings, StandBehindThoseOfTheAncestors) {
  const auto loading =
      test::load_text("policy: acme\nextends: soft-roce\nrules: {pcie-width: enabled}\n");
  ASSERT_THAT(test::texts(loading.errors), IsEmpty());
  const auto& settings = loading.policy->rule_settings;
  ASSERT_GT(settings.size(), 1U);
  EXPECT_EQ(settings.front().pattern, "pcie-*");
  EXPECT_EQ(settings.back().pattern, "pcie-width");
}

TEST(RuleSettings, OfAncestorsCanBeTakenBack) {
  const auto without = [](const std::string& rules) {
    auto loading = test::load_text("policy: acme\nextends: soft-roce\nrules: " + rules + "\n");
    EXPECT_THAT(test::texts(loading.errors), IsEmpty());
    return loading.policy->rule_settings;
  };
  const auto one_less = without("{pcie-*: null}");
  EXPECT_EQ(one_less.size() + 1, without("{}").size());
  EXPECT_THAT(one_less,
              testing::Each(testing::Field(&RuleSetting::pattern, testing::Ne("pcie-*"))));
  EXPECT_THAT(without("null"), IsEmpty());
}

}  // namespace

}  // namespace rocelint
