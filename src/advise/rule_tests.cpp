// SPDX-License-Identifier: Apache-2.0
#include "advise/rule_tests.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rocelint/base/diagnostic.h"
#include "rocelint/report.h"
#include "rocelint/snapshot.h"

#include "advise/rule_test_case.h"
#include "base/result.h"
#include "judge/engine.h"
#include "judge/evaluate.h"
#include "judge/host_view.h"
#include "judge/subjects.h"
#include "policy/policy.h"
#include "rules/rule.h"
#include "rules/rule_treatment.h"
#include "rules/shipped_documents.h"

namespace rocelint {
namespace {

/// What a rule says of a whole host: the worst that it says of a subject.
int rank(Outcome outcome) {
  constexpr std::array kWorstFirst = {Outcome::fail, Outcome::unknown, Outcome::waived,
                                      Outcome::pass, Outcome::not_applicable};
  return static_cast<int>(std::ranges::find(kWorstFirst, outcome) - kWorstFirst.begin());
}

class Runner {
 public:
  RuleTestResult run(const RuleSet& rules) {
    for (const auto& rule : rules.rules) {
      for (const auto& test : rule.tests) {
        ++result_.run;
        run_test(rule, test);
      }
    }
    return std::move(result_);
  }

 private:
  void run_test(const Rule& rule, const RuleTest& test) {
    const auto* policy = policy_of(rule, test);
    if (policy == nullptr) {
      return;
    }
    const auto snapshot = test_host(rule, test);
    if (!snapshot) {
      auto error = snapshot.error();
      error.text = rule.id + ": " + error.text;
      result_.failures.push_back(std::move(error));
      return;
    }
    const auto earlier = rule.needs_window ? test_host_earlier(rule, test) : Result<Snapshot>{};
    if (!earlier) {
      return fail(rule, test, "since: " + earlier.error().text);
    }
    const auto outcome =
        outcome_of(rule, *policy, *snapshot, rule.needs_window ? &*earlier : nullptr);
    if (!outcome) {
      fail(rule, test, "the policy judges no port of this case");
    } else if (*outcome != test.expected) {
      fail(rule, test,
           "is " + std::string(enum_name(*outcome)) + ", expected " +
               std::string(enum_name(test.expected)));
    }
  }

  static std::optional<Outcome> outcome_of(const Rule& rule, const Policy& policy,
                                           const Snapshot& snapshot, const Snapshot* earlier) {
    const auto host = build_host_view(snapshot, policy, {.since = earlier});
    const Subjects subjects(host);
    RuleTreatment treatment;
    treatment.severity = rule.severity;
    std::optional<Outcome> worst;
    for (const auto& subject : subjects.of(rule)) {
      const auto outcome = evaluate_rule(rule, subject, policy, treatment).finding.outcome;
      if (!worst || rank(outcome) < rank(*worst)) {
        worst = outcome;
      }
    }
    return worst;
  }

  /// The policy of the case; most cases share one.
  const Policy* policy_of(const Rule& rule, const RuleTest& test) {
    const auto key = std::pair(test.policy, test.set);
    auto found = policies_.find(key);
    if (found == policies_.end()) {
      auto loading =
          load_policy({.name_or_file = test.policy, .set = test.set}, shipped_profile_lookup());
      if (!loading.policy) {
        fail(rule, test,
             "its policy: " +
                 (loading.errors.empty() ? "can't be loaded" : to_string(loading.errors.front())));
        return nullptr;
      }
      found = policies_.emplace(key, *std::move(loading.policy)).first;
    }
    return &found->second;
  }

  void fail(const Rule& rule, const RuleTest& test, const std::string& text) {
    result_.failures.push_back(
        {.file = rule.file, .line = test.line, .column = 0, .text = rule.id + ": " + text});
  }

  RuleTestResult result_;
  std::map<std::pair<std::string, std::vector<std::string>>, Policy> policies_;
};

}  // namespace

RuleTestResult run_rule_tests(const RuleSet& rules) {
  return Runner().run(rules);
}

}  // namespace rocelint
