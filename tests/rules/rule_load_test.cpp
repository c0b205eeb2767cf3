// SPDX-License-Identifier: Apache-2.0
#include <ostream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/report.h"

#include "rules/rule.h"
#include "tests/judge/engine_support.h"

namespace rocelint {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;
using testing_support::rule_errors;
using testing_support::rules_from;

/// A rule that is right, with more members after it.
std::string with(const std::string& members, const std::string& assertion = "port.number == 1") {
  return "rules:\n- id: a-rule\n  title: t\n  expects: e\n  scope: port\n  severity: error\n  "
         "assert: " +
         assertion + "\n  impact: w\n" + members;
}

constexpr auto kEveryMember = R"(tests_policy: lossless-dscp26
rules:
- id: b-rule
  title: A title
  expects: A title
  scope: netdev
  context: job
  severity: warning
  when: policy.pfc.mode == "required"
  assert: netdev.mtu_bytes > 0
  message: "{netdev.name} is bad"
  impact: >
    Because.
  fix:
    - {when: netdev.admin_up, tool: mlnx_qos, run: "x {netdev.name}", disrupts: reset,
       lasts: persistent}
  verify: y {netdev.name}
  refs: [one, two]
  consequence_of: [a-rule]
  left_open: [expect.speed_mbps, roce.dscp]
  since: "1.2"
  tests:
    - pass: {netdev: {mtu_bytes: 1}}
    - fail: {netdev: {mtu_bytes: 0}}
      policy: baseline
      set: [pfc.mode=required]
- {id: a-rule, title: t, expects: e, scope: host, severity: blocker, assert: size(ports) > 0, impact: w}
)";

TEST(LoadRules, ReadsEveryMember) {
  const auto set = rules_from(kEveryMember);
  ASSERT_EQ(set.rules.size(), 2U);
  EXPECT_EQ(set.rules[0].id, "a-rule") << "sorted";
  EXPECT_EQ(set.find("none"), nullptr);
  const auto* rule = set.find("b-rule");
  ASSERT_NE(rule, nullptr);
  EXPECT_EQ(rule->title, "A title");
  EXPECT_EQ(rule->scope, Scope::netdev);
  EXPECT_EQ(rule->context, RuleContext::job);
  EXPECT_EQ(rule->severity, Severity::warning);
  EXPECT_EQ(rule->when->text(), R"(policy.pfc.mode == "required")");
  EXPECT_EQ(rule->impact, "Because.");
  EXPECT_TRUE(rule->message && rule->verify && rule->per_role);
  ASSERT_EQ(rule->fixes.size(), 1U);
  EXPECT_EQ(rule->fixes[0].tool, "mlnx_qos");
  EXPECT_EQ(rule->fixes[0].disrupts, Disrupts::reset);
  EXPECT_EQ(rule->fixes[0].lasts, Lasts::persistent);
  EXPECT_THAT(rule->refs, ElementsAre("one", "two"));
  EXPECT_THAT(rule->consequence_of, ElementsAre("a-rule"));
  EXPECT_THAT(rule->left_open, ElementsAre("expect.speed_mbps", "roce.dscp"));
  EXPECT_EQ(rule->since, "1.2");
  ASSERT_EQ(rule->tests.size(), 2U);
  EXPECT_EQ(rule->tests[0].policy, "lossless-dscp26");
  EXPECT_EQ(rule->tests[1].policy, "baseline");
  EXPECT_EQ(rule->tests[1].expected, Outcome::fail);
  EXPECT_THAT(rule->tests[1].set, ElementsAre("pfc.mode=required"));
  EXPECT_EQ(rule->line, 3U);
}

TEST(LoadRules, KnowsWhichRulesAreJudgedOncePerRole) {
  const auto set = rules_from(R"(
rules:
- {id: a, title: t, expects: e, scope: host, severity: info, assert: 'host.kernel_release != ""', impact: w}
- {id: b, title: t, expects: e, scope: host, severity: info, assert: size(ports) > 0, impact: w}
- {id: c, title: t, expects: e, scope: host, severity: info, assert: 'host.machine != ""', impact: w,
   message: 'in {policy.role}'}
- {id: d, title: t, expects: e, scope: host, severity: info, assert: 'host.machine != ""', impact: w,
   left_open: [mtu.active_bytes]}
)");
  EXPECT_FALSE(set.rules[0].per_role);
  EXPECT_TRUE(set.rules[1].per_role);
  EXPECT_TRUE(set.rules[2].per_role);
  EXPECT_TRUE(set.rules[3].per_role);
}

struct ErrorRow {
  std::string name;
  std::string yaml;
  std::string place;  ///< the beginning of the diagnostic
  std::string text;
};
void PrintTo(const ErrorRow& row, std::ostream* out) {
  *out << row.name;
}

class LoadRulesError : public testing::TestWithParam<ErrorRow> {};

TEST_P(LoadRulesError, NamesThePlace) {
  const auto errors = rule_errors(GetParam().yaml);
  EXPECT_THAT(errors, Contains(AllOf(StartsWith("test.yaml:" + GetParam().place),
                                     HasSubstr(GetParam().text))));
}

INSTANTIATE_TEST_SUITE_P(
    Rows, LoadRulesError,
    testing::Values(
        ErrorRow{"not_a_mapping", "[]", "1:1", "a file of rules"},
        ErrorRow{"unknown_file_key", "rulez: []\nrules: []", "1:1", "did you mean \"rules\""},
        ErrorRow{"no_rules", "tests_policy: x", "1:1", "needs a list 'rules'"},
        ErrorRow{"rules_not_a_list", "rules: {}", "1:8", "needs a list 'rules'"},
        ErrorRow{"rule_not_a_mapping", "rules: [x]", "1:9", "a rule must be a mapping"},
        ErrorRow{"unknown_key", with("  fixes: []\n"), "9:3", "unknown key \"fixes\""},
        ErrorRow{"missing_id", "rules:\n- {title: t}", "2:3", "needs 'id'"},
        ErrorRow{"missing_severity",
                 "rules:\n- {id: a, title: t, expects: e, impact: w, scope: host, assert: true}",
                 "2:3", "needs 'severity'"},
        ErrorRow{"missing_assert",
                 "rules:\n- {id: a, title: t, expects: e, impact: w, scope: host, severity: info}",
                 "2:3", "needs 'assert'"},
        ErrorRow{
            "missing_impact",
            "rules:\n- {id: a, title: t, expects: e, scope: host, severity: info, assert: true}",
            "2:3", "needs 'impact'"},
        ErrorRow{
            "bad_id",
            "rules:\n- {id: PFC_off, title: t, expects: e, impact: w, scope: host, severity: info}",
            "2:8", "slug"},
        ErrorRow{"bad_scope",
                 "rules:\n- {id: a, title: t, expects: e, impact: w, scope: ports, severity: info}",
                 "2:51", "did you mean \"port\""},
        ErrorRow{"bad_severity",
                 "rules:\n- {id: a, title: t, expects: e, impact: w, scope: host, severity: eror}",
                 "2:67", "did you mean \"error\""},
        ErrorRow{"bad_since", with("  since: next\n"), "9:10", "version of rocelint"},
        ErrorRow{"bad_context", with("  context: jobs\n"), "9:12", "must be one of host, job"},
        ErrorRow{"unknown_fact", with("", "port.stat == \"active\""), "7:16", "state"},
        ErrorRow{"unknown_fact_in_quotes", with("", "'port.stat == \"active\"'"), "7:17", "state"},
        ErrorRow{"name_of_another_scope", with("", "gid.index == 1"), "7:11", "gid"},
        ErrorRow{"not_boolean", with("", "port.number"), "7:11", "bool"},
        ErrorRow{"bad_when", with("  when: port.number == \"x\"\n"), "9:", ""},
        ErrorRow{"when_is_a_list", with("  when: [true]\n"), "9:9", "an expression"},
        ErrorRow{"message_is_a_list", with("  message: [x]\n"), "9:12", "a text with {holes}"},
        ErrorRow{"bad_hole", with("  message: \"{port.x}\"\n"), "9:", "x"},
        ErrorRow{"fix_not_a_list", with("  fix: x\n"), "9:8", "list"},
        ErrorRow{"fix_of_a_word", with("  fix: [x]\n"), "9:9", "a fix must be a mapping"},
        ErrorRow{"fix_with_bad_when",
                 with("  fix: [{when: port.number, run: x, disrupts: none}]\n"), "9:16", "bool"},
        ErrorRow{"fix_without_run", with("  fix: [{disrupts: none}]\n"), "9:9", "needs 'run'"},
        ErrorRow{"fix_without_disrupts", with("  fix: [{run: x}]\n"), "9:9", "needs 'disrupts'"},
        ErrorRow{"fix_with_bad_disrupts", with("  fix: [{run: x, disrupts: links}]\n"), "9:28",
                 "did you mean \"link\""},
        ErrorRow{"fix_with_unknown_key", with("  fix: [{run: x, disrupts: none, need: x}]\n"),
                 "9:34", "unknown key"},
        ErrorRow{"fix_of_two_lines",
                 with("  fix:\n    - run: |\n        a\n        b\n"
                      "      disrupts: none\n"),
                 "10:", "one line"},
        ErrorRow{"hole_in_quotes", with("  fix: [{run: 'x \"{dev.name}\"', disrupts: none}]\n"),
                 "9:15", "inside quotes"},
        ErrorRow{"each_of_what", with("  fix: [{run: x, disrupts: none, each: uppers}]\n"), "9:40",
                 "must be one of lowers"},
        ErrorRow{"lower_without_each", with("  fix: [{run: 'x {lower.name}', disrupts: none}]\n"),
                 "9:", "lower"},
        ErrorRow{"each_in_another_scope",
                 "rules:\n- {id: a, title: t, expects: e, impact: w, scope: host, severity: info, "
                 "assert: true, "
                 "fix: [{each: lowers, run: x, disrupts: none}]}",
                 "2:", "only in fixes of scope port"},
        ErrorRow{"refs_not_a_list", with("  refs: x\n"), "9:9", "list of texts"},
        ErrorRow{"unknown_cause", with("  consequence_of: [b-rule]\n"), "2", "no rule is called"},
        ErrorRow{"no_such_parameter", with("  left_open: [mtu.bytes]\n"), "9",
                 "no policy parameter"},
        ErrorRow{"own_cause", with("  consequence_of: [a-rule]\n"), "2", "of itself"},
        ErrorRow{"twice",
                 "rules:\n"
                 "- {id: a, title: t, expects: e, impact: w, scope: host, severity: info, assert: "
                 "true}\n"
                 "- {id: a, title: t, expects: e, impact: w, scope: host, severity: info, assert: "
                 "true}\n",
                 "3", "stands already in test.yaml:2"},
        ErrorRow{"guarded_operand",
                 with("  when: has(netdev.dcb.pfc)\n", "3 in netdev.dcb.pfc.enabled"), "7:11",
                 "in silence"},
        ErrorRow{"guarded_in_the_assert",
                 with("", "netdev.mtu_bytes > 1 || !has(netdev.mtu_bytes)"), "7:", "in silence"},
        ErrorRow{"tests_not_a_list", with("  tests: x\n"), "9:10", "a list of cases"},
        ErrorRow{"test_of_a_word", with("  tests: [x]\n"), "9:11", "a test must be a mapping"},
        ErrorRow{"test_without_outcome", with("  tests: [{policy: x}]\n"), "9:11", "exactly one"},
        ErrorRow{"test_with_two_outcomes", with("  tests: [{pass: {}, fail: {}}]\n"), "9:11",
                 "exactly one"},
        ErrorRow{"test_with_unknown_key", with("  tests: [{pas: {}}]\n"), "9:12",
                 "did you mean \"pass\""}),
    [](const auto& row) { return row.param.name; });

TEST(LoadRules, FindsACycleOverSeveralRules) {
  const auto errors = rule_errors(R"(
rules:
- {id: a, title: t, expects: e, impact: w, scope: host, severity: info, assert: true, consequence_of: [b]}
- {id: b, title: t, expects: e, impact: w, scope: host, severity: info, assert: true, consequence_of: [c]}
- {id: c, title: t, expects: e, impact: w, scope: host, severity: info, assert: true, consequence_of: [a]}
)");
  EXPECT_THAT(errors, ElementsAre(HasSubstr("a < b < c < a")));
}

TEST(LoadRules, AllowsHasWhereItHidesNothing) {
  EXPECT_THAT(rule_errors(with("", "has(netdev.mtu_bytes)")), IsEmpty());
  EXPECT_THAT(rule_errors(with("  when: has(netdev.mtu_bytes)\n", "port.number == 1")), IsEmpty());
}

TEST(LoadRules, ComplainsOfEveryRuleAtOnce) {
  EXPECT_THAT(rule_errors("rules:\n- {id: a}\n- {id: b}\n").size(), testing::Ge(2U));
}

TEST(RulesDigest, IsAboutWhatTheRulesSay) {
  const auto digest = [](const std::string& yaml) { return rules_from(yaml).digest; };
  const auto base = digest(with(""));
  EXPECT_EQ(base.size(), 16U);
  EXPECT_EQ(digest("# a comment\n" + with("")), base);
  EXPECT_NE(digest(with("", "port.number == 2")), base);
}

}  // namespace
}  // namespace rocelint
