// SPDX-License-Identifier: Apache-2.0
#include "judge/group_reach.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rocelint/base/diagnostic.h"

#include "base/text.h"
#include "judge/ask_rules.h"
#include "judge/host_view.h"
#include "policy/condition.h"
#include "policy/groups.h"
#include "policy/policy.h"
#include "rules/rule.h"
#include "rules/rule_treatment.h"

namespace rocelint {
namespace {

using RuleIds = std::set<std::string, std::less<>>;
/// By what the policy writes: "gdr.required".
using AskedOfHost = std::map<std::string, RuleIds, std::less<>>;

/// What `roce_priorities` says is written as `roce`.
std::string written(std::string_view parameter) {
  return std::string(parameter == "roce_priorities" ? "roce" : parameter);
}

AskedOfHost asked_of_host(const Policy& policy, const RuleSet& rules) {
  constexpr std::string_view kRoot = "policy.";
  AskedOfHost asked;
  for (const auto& rule : rules.rules) {
    if (rule.scope != Scope::host || !treatment_of(rule, policy).enabled) {
      continue;
    }
    for (const auto& path : rule.parameters) {
      asked[written(std::string_view(path).substr(kRoot.size()))].emplace(rule.id);
    }
    for (const auto& parameter : rule.left_open) {
      asked[written(parameter)].emplace(rule.id);
    }
  }
  return asked;
}

/// A parameter that a group sets by port and rules of the host ask.
struct SharedParameter {
  std::size_t group;
  std::string role;
  std::string parameter;
  Origin at;
  RuleIds rules;
};

std::vector<SharedParameter> shared_by(const Group& group, std::size_t index,
                                       const AskedOfHost& asked) {
  std::vector<SharedParameter> shared;
  for (const auto& [role, parameters] : group.roles) {
    for (const auto& [parameter, rules] : asked) {
      if (const auto* node = policy_loading::setting_of(parameters, parameter)) {
        shared.push_back({.group = index,
                          .role = role,
                          .parameter = parameter,
                          .at = {.file = group.at.file, .line = node->line, .column = node->column},
                          .rules = rules});
      }
    }
  }
  return shared;
}

std::vector<SharedParameter> shared_parameters(const Policy& policy, const RuleSet& rules) {
  std::vector<SharedParameter> shared;
  std::optional<AskedOfHost> asked;
  for (std::size_t i = 0; i < policy.groups.size(); ++i) {
    const auto& group = policy.groups[i];
    if (!group.where || !policy_loading::asks_about_port(*group.where)) {
      continue;
    }
    if (!asked) {
      asked = asked_of_host(policy, rules);
    }
    auto more = shared_by(group, i, *asked);
    std::ranges::move(more, std::back_inserter(shared));
  }
  return shared;
}

std::string in_words(const RuleIds& rules) {
  return join(std::vector(rules.begin(), rules.end()), ", ");
}

Diagnostic diagnostic(const SharedParameter& shared, std::string text) {
  return {.file = shared.at.file,
          .line = shared.at.line,
          .column = shared.at.column,
          .text = std::move(text)};
}

bool holds_in_part(std::size_t group, const JudgedRole& role, const HostView& host) {
  const auto holds = [&](const ResolvedRole& resolved) {
    return std::ranges::binary_search(resolved.groups, group);
  };
  return !holds(role.resolved) && std::ranges::any_of(role.ports, [&](std::size_t port) {
    return holds(*host.ports[port].resolved);
  });
}

/// Rules that were not run, for want of a job or a window, have no finding.
RuleIds with_a_finding(const RuleIds& rules, const std::string& role, const AskedRules& asked) {
  RuleIds found;
  const auto look_at = [&](const auto& finding) {
    if (finding.subject->subject.role == role && rules.contains(finding.rule->id)) {
      found.emplace(finding.rule->id);
    }
  };
  std::ranges::for_each(asked.findings, look_at);
  std::ranges::for_each(asked.settled, look_at);
  return found;
}

}  // namespace

Diagnostics groups_not_covering_host(const Policy& policy, const RuleSet& rules) {
  Diagnostics found;
  for (const auto& shared : shared_parameters(policy, rules)) {
    found.push_back(diagnostic(
        shared, shared.parameter + ", set by port, is asked by rules of the host too (" +
                    in_words(shared.rules) + "): on a host where this group does not hold for " +
                    "every port of role " + shared.role +
                    ", they judge by the policy's own value; ask by `host`, or make a role of " +
                    "these ports"));
  }
  return found;
}

Diagnostics groups_that_hold_in_part(const Policy& policy, const RuleSet& rules,
                                     const HostView& host, const AskedRules& all) {
  Diagnostics found;
  for (const auto& shared : shared_parameters(policy, rules)) {
    for (const auto& role : host.roles) {
      if (role.role->name != shared.role || !holds_in_part(shared.group, role, host)) {
        continue;
      }
      const auto asked = with_a_finding(shared.rules, shared.role, all);
      if (!asked.empty()) {
        found.push_back(
            diagnostic(shared, shared.parameter + ": this group holds for some ports of role " +
                                   shared.role + " here and not for all, so rules of the host (" +
                                   in_words(asked) + ") judge by the policy's own value"));
      }
    }
  }
  return found;
}

}  // namespace rocelint
