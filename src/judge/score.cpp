// SPDX-License-Identifier: Apache-2.0
#include "judge/score.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "rocelint/base/severity.h"
#include "rocelint/report.h"

#include "judge/judged_finding.h"
#include "judge/subjects.h"
#include "rules/rule.h"

namespace rocelint {
namespace {

double cap_of(Effect effect) {
  switch (effect) {
    case Effect::blocker:
      return 29;
    case Effect::error:
      return 49;
    case Effect::unknown_blocker:
      return 59;
    case Effect::unknown_error:
      return 69;
    case Effect::warning:
      return 94;
    case Effect::none:
      break;
  }
  return 100;
}

/// Whatever is unknown may have failed: the score is at most what it says.
bool is_bound(Effect effect) {
  return effect == Effect::unknown_blocker || effect == Effect::unknown_error;
}

double weight_of(Severity severity) {
  switch (severity) {
    case Severity::blocker:
      return 0.5;
    case Severity::error:
      return 0.15;
    case Severity::warning:
      return 0.03;
    case Severity::info:
      break;
  }
  return 0;
}

/// Rules that can follow from one another, named by one of them. What counters show follows from
/// faults of every kind and would make one family of them all: such a rule has its own.
class Families {
 public:
  explicit Families(const RuleSet& rules) {
    for (const auto& rule : rules.rules) {
      parent_.emplace(rule.id, rule.id);
    }
    for (const auto& rule : rules.rules) {
      join_with_causes(rule, rules);
    }
  }

  [[nodiscard]] std::string_view of(std::string_view rule) const {
    auto found = parent_.find(rule);
    while (found != parent_.end() && found->second != found->first) {
      found = parent_.find(found->second);
    }
    return found == parent_.end() ? rule : found->first;
  }

 private:
  void join_with_causes(const Rule& rule, const RuleSet& rules) {
    for (const auto& cause : rule.consequence_of) {
      const auto* causing = rules.find(cause);
      if (!rule.needs_window && causing != nullptr && !causing->needs_window) {
        parent_[of(rule.id)] = of(cause);
      }
    }
  }

  std::map<std::string_view, std::string_view> parent_;
};

/// What the root causes of one family take, by the ports that they hit.
class FamilyPenalty {
 public:
  explicit FamilyPenalty(std::size_t judged_ports) : ports_(judged_ports) {}

  void add(const JudgedFinding& root) {
    // Consequences that stand alone on one port have one cause, whichever it is.
    const auto cause = root.rule->consequence_of.empty() ? std::string_view(root.rule->id) : "";
    auto& hits = by_cause_[cause];
    hits.resize(std::max<std::size_t>(ports_, 1));
    const auto weight = weight_of(root.finding.severity);
    for (const auto port : hit_by(root)) {
      hits[port] = std::max(hits[port], weight);
    }
  }

  /// What is left: 1 minus the penalty, and never nothing.
  [[nodiscard]] double rest() const {
    // A consequence that stands alone adds to a knob of its family on the same port only what it
    // weighs more: else the failure that explains it would raise the score.
    const std::size_t ports = std::max<std::size_t>(ports_, 1);
    double penalty = 0;
    for (std::size_t port = 0; port < ports; ++port) {
      double knobs = 0;
      double alone = 0;
      for (const auto& [cause, hits] : by_cause_) {
        (cause.empty() ? alone : knobs) += hits[port];
      }
      penalty += std::max(knobs, alone) / static_cast<double>(ports);
    }
    // The second branch goes on from the first with the same slope, and stays above 0. Either takes
    // at least as much for one more failure as that would take in a family of its own: a cause must
    // not raise the score by explaining what stood alone.
    return penalty <= 0.5 ? 1 - penalty : 0.5 * std::exp(1 - (2 * penalty));
  }

 private:
  /// A finding about a host or role without ports counts as one port, or as all there is.
  [[nodiscard]] static std::vector<std::size_t> hit_by(const JudgedFinding& root) {
    return root.subject->ports.empty() ? std::vector<std::size_t>{0} : root.subject->ports;
  }

  std::size_t ports_;
  std::map<std::string_view, std::vector<double>> by_cause_;
};

}  // namespace

Score score_of(std::span<const JudgedFinding> findings, std::size_t judged_ports,
               const RuleSet& rules) {
  std::optional<Families> families;  // most hosts have no root cause
  std::map<std::string_view, FamilyPenalty> penalties;
  Score score;
  auto worst = Effect::none;
  for (const auto& judged : findings) {
    const auto effect = effect_of(judged);
    worst = std::max(worst, effect);
    score.upper_bound = score.upper_bound || is_bound(effect);
    if (judged.is_root_cause()) {
      if (!families) {
        families.emplace(rules);
      }
      penalties.try_emplace(families->of(judged.rule->id), judged_ports).first->second.add(judged);
    }
  }
  score.value = cap_of(worst);
  for (const auto& [family, penalty] : penalties) {
    score.value *= penalty.rest();
  }
  score.value = std::round(score.value * 10) / 10;
  return score;
}

void limit_score(Score& score, Effect effect) {
  score.value = std::min(score.value, cap_of(effect));
  score.upper_bound = score.upper_bound || is_bound(effect);
}

}  // namespace rocelint
