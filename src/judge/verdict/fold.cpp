// SPDX-License-Identifier: Apache-2.0
#include "judge/verdict/fold.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rocelint/report.h"

#include "judge/judged_finding.h"
#include "judge/subjects.h"
#include "rules/rule.h"

namespace rocelint {
namespace {

using Indices = std::vector<std::size_t>;

class ConsequenceFolder {
 public:
  ConsequenceFolder(std::vector<JudgedFinding>& findings, const RuleSet& rules)
      : findings_(findings), rules_(rules) {
    for (std::size_t i = 0; i < findings.size(); ++i) {
      by_rule_[findings[i].rule->id].push_back(i);
    }
  }

  void run() {
    for (const auto& rule : rules_.rules) {
      fold_rule(rule);
    }
  }

 private:
  /// Causes come first, so that a consequence finds the root of a chain.
  void fold_rule(const Rule& rule) {
    if (!done_.insert(rule.id).second) {
      return;
    }
    for (const auto& cause : rule.consequence_of) {
      if (const auto* found = rules_.find(cause)) {
        fold_rule(*found);
      }
    }
    if (rule.consequence_of.empty()) {
      return;
    }
    const auto own = by_rule_.find(rule.id);
    if (own == by_rule_.end()) {
      return;
    }
    for (const auto index : own->second) {
      if (findings_[index].failed()) {
        fold_finding(index);
      }
    }
  }

  /// The finding to fold under, and whether a waiver covers what caused this one.
  struct Causes {
    std::optional<std::size_t> failed;
    std::optional<std::size_t> waived;
  };

  [[nodiscard]] Causes causes_of(const JudgedFinding& consequence) const {
    Causes causes;
    for (const auto& id : consequence.rule->consequence_of) {
      const auto found = by_rule_.find(id);
      for (const auto index : found == by_rule_.end() ? Indices{} : found->second) {
        const auto& cause = findings_[index];
        if (!same_or_encloses(*cause.subject, *consequence.subject)) {
          continue;
        }
        if (cause.failed() && is_better(index, causes.failed)) {
          causes.failed = index;
        } else if (cause.waived_failure && !causes.waived) {
          causes.waived = index;
        }
      }
    }
    return causes;
  }

  /// Several causes: the worst one carries the consequence, of equals the first by rule and
  /// subject.
  [[nodiscard]] bool is_better(std::size_t index, const std::optional<std::size_t>& than) const {
    return !than || findings_[index].severity > findings_[*than].severity;
  }

  void fold_finding(std::size_t index) {
    auto& consequence = findings_[index];
    const auto causes = causes_of(consequence);
    if (causes.failed) {
      auto& root = findings_[root_of(*causes.failed)];
      consequence.finding.folded_under = root.finding.id;
      root_[index] = root_of(*causes.failed);
      root.finding.severity = std::max(root.finding.severity, consequence.finding.severity);
      auto& follows = root.finding.follows;
      if (std::ranges::find(follows, consequence.rule->id) == follows.end()) {
        follows.push_back(consequence.rule->id);
      }
    } else if (causes.waived) {
      consequence.waived_failure = true;
      consequence.finding.outcome = Outcome::waived;
      consequence.finding.waiver = findings_[*causes.waived].finding.waiver;
    }
  }

  [[nodiscard]] std::size_t root_of(std::size_t index) const {
    const auto found = root_.find(index);
    return found == root_.end() ? index : found->second;
  }

  std::vector<JudgedFinding>& findings_;
  const RuleSet& rules_;
  std::map<std::string_view, Indices> by_rule_;
  std::set<std::string_view> done_;
  std::map<std::size_t, std::size_t> root_;  // a folded finding and what it is folded under
};

}  // namespace

void fold_consequences(std::vector<JudgedFinding>& findings, const RuleSet& rules) {
  if (!std::ranges::any_of(findings, &JudgedFinding::failed)) {
    return;
  }
  ConsequenceFolder(findings, rules).run();
}

SiblingCounts count_siblings(std::span<const JudgedFinding> findings,
                             std::span<const SettledFinding> settled) {
  SiblingCounts by_rule;
  for (const auto& judged : findings) {
    const bool failed = judged.failed() || judged.waived_failure;
    auto& siblings = by_rule[judged.rule];
    siblings.judged += failed ? 1 : 0;
    siblings.failed += failed ? 1 : 0;
  }
  for (const auto& finding : settled) {
    if (finding.outcome == Outcome::pass) {
      ++by_rule[finding.rule].judged;
    }
  }
  return by_rule;
}

}  // namespace rocelint
