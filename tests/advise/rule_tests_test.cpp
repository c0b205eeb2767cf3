// SPDX-License-Identifier: Apache-2.0
#include "advise/rule_tests.h"

#include <algorithm>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/base/diagnostic.h"

#include "judge/engine.h"
#include "rules/shipped_documents.h"
#include "tests/judge/engine_support.h"

namespace rocelint {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing_support::rules_from;

TEST(ShippedRules, PassTheirInlineTests) {
  const auto rules = testing_support::shipped_rule_set();
  const auto result = run_rule_tests(rules);
  EXPECT_GE(result.run, 3 * rules.rules.size());
  for (const auto& failure : result.failures) {
    ADD_FAILURE() << to_string(failure);
  }
}

TEST(ShippedRules, AreTestedToPassFailAndBeUnknown) {
  for (const auto& rule : testing_support::shipped_rule_set().rules) {
    std::set<Outcome> outcomes;
    for (const auto& test : rule.tests) {
      outcomes.insert(test.expected);
    }
    EXPECT_TRUE(outcomes.contains(Outcome::pass) && outcomes.contains(Outcome::fail) &&
                outcomes.contains(Outcome::unknown))
        << rule.id;
  }
}

TEST(ShippedRules, SayHowToFixAndVerify) {
  for (const auto& rule : testing_support::shipped_rule_set().rules) {
    EXPECT_FALSE(rule.fixes.empty()) << rule.id;
    EXPECT_TRUE(rule.verify.has_value()) << rule.id;
    EXPECT_TRUE(rule.message.has_value()) << rule.id;
    EXPECT_FALSE(rule.refs.empty()) << rule.id;
  }
}

std::vector<std::string> failures_of(const std::string& scope, const std::string& assertion,
                                     const std::string& tests) {
  const auto rules = rules_from(
      "tests_policy: baseline\nrules:\n- id: a-rule\n  title: t\n  expects: e\n"
      "  scope: " +
      scope + "\n  severity: error\n  impact: w\n  assert: " + assertion + "\n  tests:\n" + tests);
  std::vector<std::string> out;
  for (const auto& failure : run_rule_tests(rules).failures) {
    out.push_back(to_string(failure));
  }
  return out;
}

constexpr auto kMtu = "netdev.mtu_bytes >= 9000";

TEST(RuleTests, PassWhereTheOutcomeIsTheExpectedOne) {
  EXPECT_THAT(failures_of("port", kMtu,
                          "    - pass: {netdev: {mtu_bytes: 9000}}\n"
                          "    - fail: {netdev: {mtu_bytes: 1500}}\n"
                          "    - unknown: {netdev: {mtu_bytes: {unknown: timeout}}}\n"
                          "    - unknown: {}\n"
                          "    - unknown:\n"),
              IsEmpty());
}

TEST(RuleTests, FailWithBothOutcomesAndTheLine) {
  EXPECT_THAT(failures_of("port", kMtu, "    - pass: {netdev: {mtu_bytes: 1500}}\n"),
              ElementsAre("test.yaml:11: a-rule: is fail, expected pass"));
}

TEST(RuleTests, ListFurtherPortsByWhatTheyDifferIn) {
  EXPECT_THAT(
      failures_of("port", R"(lowers.all(w, w.dcb.pfc.enabled == siblings.pfc_enabled))",
                  "    - pass: {netdev: {dcb: {pfc: {enabled: [3]}}}, others: [{}, {}]}\n"
                  "    - fail: {netdev: {dcb: {pfc: {enabled: [3]}}}, others: [{}, {netdev: "
                  "{dcb: {pfc: {enabled: []}}}}]}\n"
                  "    - unknown: {netdev: {dcb: {pfc: {enabled: [3]}}}, others: [{netdev: "
                  "{dcb: {pfc: {unknown: timeout}}}}]}\n"
                  "    - unknown: {netdev: {dcb: {pfc: {unknown: timeout}}}, others: [{netdev: "
                  "{dcb: {pfc: {enabled: [3]}}}}]}\n"
                  "    - unknown: {netdev: {dcb: {pfc: {enabled: [3]}}}}\n"),
      IsEmpty());
}

TEST(RuleTests, ApplyOnlyWhereThePolicyLeavesItOpen) {
  const auto errors = [](const std::string& test) {
    std::vector<std::string> out;
    const auto set = testing_support::rules_from(
        "rules:\n- {id: a, title: t, expects: e, scope: port, severity: info, impact: w, assert: "
        "netdev.carrier,\n"
        "   left_open: [pfc.mode, mtu.active_bytes], tests: [{" +
        test + ", policy: baseline}]}\n");
    for (const auto& failure : run_rule_tests(set).failures) {
      out.push_back(to_string(failure));
    }
    return out;
  };
  const std::string down = "{netdev: {carrier: false}}";
  EXPECT_THAT(errors("fail: " + down), IsEmpty());
  EXPECT_THAT(errors("fail: " + down + ", set: [pfc.mode=unmanaged]"), IsEmpty());
  EXPECT_THAT(errors("not_applicable: " + down + ", set: [pfc.mode=forbidden]"), IsEmpty());
  EXPECT_THAT(errors("not_applicable: " + down + ", set: [mtu.active_bytes=4096]"), IsEmpty());
}

TEST(RuleTests, RefuseSlipsOfTheFingers) {
  EXPECT_THAT(failures_of("port", kMtu, "    - pass: {netdev: {mtu: 9000}}\n"),
              ElementsAre(HasSubstr("mtu")));
  EXPECT_THAT(failures_of("port", kMtu, "    - pass: {netdevs: {mtu_bytes: 9000}}\n"),
              ElementsAre(HasSubstr("did you mean \"netdev\"")));
  EXPECT_THAT(failures_of("port", kMtu, "    - pass: {netdev: {mtu_bytes: many}}\n"),
              ElementsAre(HasSubstr("mtu_bytes")));
  EXPECT_THAT(failures_of("port", kMtu, "    - pass: {path: {}}\n"),
              ElementsAre(HasSubstr("unknown key \"path\"")))
      << "derived facts are computed, never given";
  EXPECT_THAT(
      failures_of("port", kMtu, "    - pass: []\n"),
      ElementsAre(HasSubstr("test.yaml:11:13: a-rule: a test's facts must be a mapping (host, dev, "
                            "port, netdev, lowers, uppers, others, job), not a list")));
}

TEST(RuleTests, SayWhatWasThereAMinuteBefore) {
  const auto failures_since = [](const std::string& outcome, const std::string& since) {
    return failures_of("port", "growth.transport.tx_packets > 5",
                       "    - " + outcome +
                           ": {port: {transport: {tx_packets: 9}}}\n      since: " + since + '\n');
  };
  EXPECT_THAT(failures_since("pass", "{port: {transport: {tx_packets: 1}}}"), IsEmpty());
  EXPECT_THAT(failures_since("fail", "{port: {transport: {tx_packets: 8}}}"), IsEmpty());
  EXPECT_THAT(
      failures_since("pass", "{ports: {}}"),
      ElementsAre("test.yaml:11: a-rule: since: unknown key \"ports\" in a test's facts, did "
                  "you mean \"port\"?"));
  EXPECT_THAT(failures_since("pass", "{port: {mtu: 9}}"),
              ElementsAre("test.yaml:11: a-rule: since: /host/devices/0/ports/0/mtu: unknown key"));
  EXPECT_THAT(
      failures_since("pass", "[]"),
      ElementsAre(HasSubstr("test.yaml:11: a-rule: since: a test's facts must be a mapping (host, "
                            "dev, port, netdev, lowers, uppers, others, job), not a list")));
}

TEST(RuleTests, NameAPolicyThatIsNotThere) {
  EXPECT_THAT(failures_of("port", kMtu, "    - unknown: {}\n      policy: no-such\n"),
              ElementsAre(HasSubstr("no such profile")));
}

TEST(RuleTests, FailWhereNothingIsJudged) {
  EXPECT_THAT(failures_of("port", kMtu, "    - not_applicable: {dev: {protocol: ib}}\n"),
              ElementsAre(HasSubstr("judges no port")));
}

TEST(RuleTests, ReachEveryScope) {
  EXPECT_THAT(failures_of("host", "host.kernel_release == \"6.8\"",
                          "    - pass: {host: {kernel_release: '6.8'}}\n"),
              IsEmpty());
  EXPECT_THAT(failures_of("host", "size(ports) == 3", "    - pass: {ports: [{}, {}, {}]}\n"),
              IsEmpty());
  EXPECT_THAT(failures_of("device", "dev.firmware_version != \"\"",
                          "    - pass: {dev: {firmware_version: '1.2'}}\n"
                          "    - unknown: {dev: {firmware_version: {unknown: io_error}}}\n"),
              IsEmpty());
  EXPECT_THAT(failures_of("gid", "gid.type == \"roce_v2\"",
                          "    - pass: {gid: {index: 1, gid: \"fe80::1\", type: roce_v2}}\n"
                          "    - unknown: {gid: {unknown: permission}}\n"),
              IsEmpty());
  EXPECT_THAT(failures_of("netdev", "netdev.carrier",
                          "    - fail: {netdev: {carrier: false}}\n"
                          "    - unknown: {netdev: {unknown: timeout}}\n"),
              IsEmpty());
  EXPECT_THAT(failures_of("port", "uppers.exists(u, u.link_kind == \"vlan\")",
                          "    - pass: {uppers: [{link_kind: vlan}]}\n    - fail: {}\n"),
              IsEmpty());
  EXPECT_THAT(failures_of("port", "lowers.all(w, w.carrier)",
                          "    - fail: {lowers: [{carrier: true}, {carrier: false}]}\n"
                          "    - pass: {netdev: {carrier: true}}\n"
                          "    - unknown: {lowers: {unknown: timeout}}\n"),
              IsEmpty());
}

}  // namespace
}  // namespace rocelint
