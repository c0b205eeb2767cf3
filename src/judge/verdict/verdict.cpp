// SPDX-License-Identifier: Apache-2.0
#include "judge/verdict/verdict.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <span>
#include <vector>

#include "rocelint/judge.h"
#include "rocelint/report.h"

#include "judge/host_view.h"
#include "judge/judged_finding.h"
#include "judge/subjects.h"
#include "policy/policy.h"
#include "rules/rule.h"

namespace rocelint {
namespace {

void worsen(Effect& effect, Effect other) {
  effect = std::max(effect, other);
}

bool is_about_role(const RuleSubject& subject, const JudgedRole& role) {
  if (subject.scope == Scope::host) {
    return subject.subject.role.empty() || subject.subject.role == role.role->name;
  }
  return std::ranges::any_of(subject.ports, [&](std::size_t port) {
    return std::ranges::binary_search(role.ports, port);
  });
}

bool expects_no_port(const JudgedRole& role) {
  return role.resolved.parameters.expect.ports.is(0);
}

Verdict verdict_named(FailOn fail_on) {
  switch (fail_on) {
    case FailOn::not_ready:
      return Verdict::not_ready;
    case FailOn::degraded:
      return Verdict::degraded;
    case FailOn::undetermined:
      return Verdict::undetermined;
    case FailOn::warning:
    case FailOn::new_failure:
      break;
  }
  return Verdict::ready_with_warnings;
}

bool is_policy_undecided(const JudgedPort& port) {
  return port.role_doubt || !port.resolved->undecided.empty();
}

bool is_policy_undecided(const JudgedRole& role) {
  return std::ranges::any_of(role.resolved.undecided,
                             [](const UndecidedGroup& group) { return !group.asks_about_port; });
}

std::vector<Verdict> to_verdicts(const std::vector<Effect>& effects) {
  std::vector<Verdict> verdicts(effects.size());
  std::ranges::transform(effects, verdicts.begin(), verdict_of);
  return verdicts;
}

/// Before any rule is asked.
void apply_undecided_policy(const HostView& host, std::vector<Effect>& ports,
                            std::vector<Effect>& roles, Effect& whole) {
  for (std::size_t i = 0; i < ports.size(); ++i) {
    if (is_policy_undecided(host.ports[i])) {
      worsen(ports[i], Effect::unknown_blocker);
      worsen(roles[host.ports[i].role], Effect::unknown_blocker);
    }
  }
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (is_policy_undecided(host.roles[i])) {
      worsen(roles[i], Effect::unknown_blocker);
    }
  }
  if (is_policy_undecided(host)) {
    worsen(whole, Effect::unknown_blocker);
  }
}

}  // namespace

Verdicts verdicts_of(std::span<const JudgedFinding> findings, const HostView& host) {
  std::vector<Effect> ports(host.ports.size(), Effect::none);
  std::vector<Effect> roles(host.roles.size(), Effect::none);
  auto whole = has_nothing_to_judge(host) ? Effect::unknown_blocker : Effect::none;
  std::ranges::transform(host.roles, roles.begin(), [&](const JudgedRole& role) {
    return expects_no_port(role) ? Effect::none : whole;
  });
  apply_undecided_policy(host, ports, roles, whole);
  for (const auto& judged : findings) {
    const auto effect = effect_of(judged);
    const auto& subject = *judged.subject;
    worsen(whole, effect);
    if (subject.scope != Scope::host) {
      for (const auto port : subject.ports) {
        worsen(ports[port], effect);
      }
    }
    for (std::size_t i = 0; i < roles.size(); ++i) {
      if (is_about_role(subject, host.roles[i])) {
        worsen(roles[i], effect);
      }
    }
  }
  return {.ports = to_verdicts(ports), .roles = to_verdicts(roles), .host = verdict_of(whole)};
}

bool has_nothing_to_judge(const HostView& host) {
  return host.ports.empty() && !std::ranges::all_of(host.roles, expects_no_port);
}

bool is_policy_undecided(const HostView& host) {
  return std::ranges::any_of(host.ports,
                             [](const JudgedPort& port) { return is_policy_undecided(port); }) ||
         std::ranges::any_of(host.roles,
                             [](const JudgedRole& role) { return is_policy_undecided(role); });
}

Decision decide(Verdict verdict, const std::set<FailOn>& fail_on) {
  const bool stops = std::ranges::any_of(fail_on, [&](FailOn named) {
    return named != FailOn::new_failure && verdict <= verdict_named(named);
  });
  if (!stops) {
    return {};
  }
  return {.gate = Gate::stop, .exit_code = verdict == Verdict::undetermined ? 3 : 1};
}

void mark_what_stops(std::span<JudgedFinding> findings, const std::set<FailOn>& fail_on) {
  for (auto& judged : findings) {
    const bool by_verdict = decide(verdict_of(effect_of(judged)), fail_on).gate == Gate::stop;
    const bool is_new = judged.finding.baseline == Standing::fresh;
    judged.finding.stops = by_verdict || (is_new && fail_on.contains(FailOn::new_failure));
  }
}

}  // namespace rocelint
