// SPDX-License-Identifier: Apache-2.0
#pragma once

// Findings made by hand, to test what is made of them.

#include <algorithm>
#include <cstddef>
#include <deque>
#include <numeric>
#include <string>
#include <vector>

#include "rocelint/report.h"

#include "judge/judged_finding.h"
#include "judge/subjects.h"
#include "rules/rule.h"

namespace rocelint::testing_support {

/// A rule with nothing but its name, severity and causes.
struct RuleStub {
  std::string id;
  Severity severity{Severity::blocker};
  std::vector<std::string> consequence_of;
};

/// What ask_rules() makes of such findings: what passed or does not apply has no texts.
struct SplitFindings {
  std::vector<JudgedFinding> open;
  std::vector<SettledFinding> settled;
};
inline SplitFindings split(const std::vector<JudgedFinding>& findings) {
  SplitFindings out;
  for (const auto& judged : findings) {
    const auto outcome = judged.finding.outcome;
    if (outcome == Outcome::pass || outcome == Outcome::not_applicable) {
      out.settled.push_back({.rule = judged.rule,
                             .subject = judged.subject,
                             .severity = judged.severity,
                             .outcome = outcome});
    } else {
      out.open.push_back(judged);
    }
  }
  return out;
}

/// Rules and subjects that findings point to.
class FindingMaker {
 public:
  explicit FindingMaker(const std::vector<RuleStub>& stubs, std::size_t ports = 8) : ports_(ports) {
    for (const auto& stub : stubs) {
      Rule rule;
      rule.id = stub.id;
      rule.severity = stub.severity;
      rule.consequence_of = stub.consequence_of;
      rules_.rules.push_back(std::move(rule));
    }
    std::ranges::sort(rules_.rules, {}, &Rule::id);
  }

  [[nodiscard]] const RuleSet& rules() const { return rules_; }

  JudgedFinding on_port(const std::string& rule, std::size_t port, Outcome outcome) {
    auto& subject = subjects_.emplace_back();
    subject.scope = Scope::port;
    subject.subject.scope = Scope::port;
    subject.subject.device = "mlx5_" + std::to_string(port);
    subject.subject.port = 1;
    subject.id = subject.subject.device + "/1";
    subject.ports = {port};
    return make(rule, outcome);
  }

  JudgedFinding on_host(const std::string& rule, Outcome outcome) {
    auto& subject = subjects_.emplace_back();
    subject.scope = Scope::host;
    subject.subject.scope = Scope::host;
    subject.id = "host";
    subject.ports.resize(ports_);
    std::iota(subject.ports.begin(), subject.ports.end(), std::size_t{0});
    return make(rule, outcome);
  }

  JudgedFinding on_device(const std::string& rule, std::size_t port, Outcome outcome) {
    auto judged = on_port(rule, port, outcome);
    subjects_.back().scope = Scope::device;
    subjects_.back().subject.scope = Scope::device;
    subjects_.back().id = subjects_.back().subject.device;
    return make(rule, outcome);
  }

  JudgedFinding on_netdev(const std::string& rule, std::size_t port, Outcome outcome) {
    auto judged = on_port(rule, port, outcome);
    subjects_.back().scope = Scope::netdev;
    subjects_.back().subject.scope = Scope::netdev;
    subjects_.back().id += "/ens";
    return make(rule, outcome);
  }

 private:
  JudgedFinding make(const std::string& rule, Outcome outcome) {
    JudgedFinding judged;
    judged.rule = rules_.find(rule);
    judged.subject = &subjects_.back();
    judged.severity = judged.rule->severity;
    judged.finding.id = rule + '@' + judged.subject->id;
    judged.finding.rule = rule;
    judged.finding.severity = judged.severity;
    judged.finding.outcome = outcome;
    judged.finding.subject = judged.subject->subject;
    return judged;
  }

  std::size_t ports_;
  RuleSet rules_;
  std::deque<RuleSubject> subjects_;  // findings keep pointers
};

}  // namespace rocelint::testing_support
