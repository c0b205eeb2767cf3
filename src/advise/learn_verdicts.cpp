// SPDX-License-Identifier: Apache-2.0
#include "advise/learn_verdicts.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "rocelint/base/severity.h"
#include "rocelint/report.h"

#include "advise/learn_yaml.h"
#include "advise/policy_fit.h"
#include "base/result.h"
#include "base/text.h"
#include "base/tree.h"
#include "judge/engine.h"
#include "policy/parameters.h"
#include "policy/policy.h"
#include "rules/rule.h"
#include "rules/shipped_documents.h"

namespace rocelint {
namespace {

constexpr std::size_t kMostHosts = 20;
constexpr std::string_view kName = "learned";

PolicyLoading load_text(const std::string& yaml) {
  const auto tree = read_yaml(yaml, kName);
  if (!tree) {
    return {.policy = {}, .errors = {tree.error()}};
  }
  const auto text = write_tree(*tree);
  return load_policy({.name_or_file = std::string(kName), .set = {}}, [&](std::string_view name) {
    return name == kName ? std::optional(ShippedDocument{.name = kName, .tree = text})
                         : std::nullopt;
  });
}

bool is_ready(const Report& report) {
  return report.verdict >= Verdict::ready_with_warnings;
}

/// The rules that make the verdict, each once.
std::string causes_of(const Report& report) {
  std::vector<std::string> rules;
  for (const auto& finding : report.findings) {
    const bool counts = (finding.outcome == Outcome::fail && finding.folded_under.empty()) ||
                        (finding.outcome == Outcome::unknown && finding.gates);
    if (counts && finding.severity >= Severity::error &&
        std::ranges::find(rules, finding.rule) == rules.end()) {
      rules.push_back(finding.rule);
    }
  }
  return join(rules, ", ");
}

std::string unready_hosts(const Policy& policy, std::span<const NamedHost> hosts,
                          const RuleSet& rules) {
  std::map<std::string, std::string> unready;  // by the name of the host
  for (const auto& host : hosts) {
    const auto report =
        *judge(host.snapshot, policy, rules, {.findings = ReportedFindings::open}).report;
    if (!is_ready(report)) {
      unready.emplace(host.name, causes_of(report));
    }
  }
  if (unready.empty()) {
    return "";
  }
  std::string lines;
  std::size_t shown = 0;
  for (const auto& [name, causes] : unready) {
    if (shown++ == kMostHosts) {
      lines += comment("and " + std::to_string(unready.size() - kMostHosts) + " more", 0);
      break;
    }
    lines += comment(name + ": " + causes, 0);
  }
  const auto head = "Not ready by this policy, " + std::to_string(unready.size()) + " of " +
                    std::to_string(hosts.size()) + (hosts.size() == 1 ? " host:" : " hosts:");
  return '\n' + comment(head, 0) + lines;
}

/// Whether a profile asks for PFC on the priorities that were learned, for one role at least.
std::set<std::vector<std::int64_t>> lossless_priorities(const Policy& policy) {
  std::set<std::vector<std::int64_t>> all;
  for (const auto& role : policy.roles) {
    const auto* priorities = role.parameters.roce_priorities.known();
    if (role.parameters.pfc.mode.is(PfcMode::required) && priorities != nullptr) {
      all.insert(*priorities);
    }
  }
  return all;
}

bool fits(const Policy& profile, const Policy& learned, std::span<const NamedHost> hosts,
          const RuleSet& rules) {
  const auto expected = lossless_priorities(profile);
  return !expected.empty() && expected == lossless_priorities(learned) &&
         std::ranges::all_of(hosts, [&](const NamedHost& host) {
           const auto report =
               *judge(host.snapshot, profile, rules, {.findings = ReportedFindings::open}).report;
           return report.verdict == Verdict::ready;
         });
}

std::string fitting_profile(const Policy& learned, std::span<const NamedHost> hosts,
                            const RuleSet& rules) {
  std::vector<std::string> fitting;
  for (const auto& shipped : shipped_profiles()) {
    const auto profile = load_policy({.name_or_file = std::string(shipped.name), .set = {}},
                                     shipped_profile_lookup());
    if (profile.policy && fits(*profile.policy, learned, hosts, rules)) {
      fitting.emplace_back(shipped.name);
    }
  }
  if (fitting.size() != 1) {
    return "";
  }
  return '\n' + comment("All of them are ready by the shipped profile " + fitting.front() +
                            " as well, and by no other: `extends: " + fitting.front() +
                            "` would bring what it says beside this.",
                        0);
}

}  // namespace

Result<std::string> verdicts_by(const std::string& yaml, std::span<const NamedHost> hosts,
                                const RuleSet& rules) {
  const auto learned = load_text(yaml);
  if (!learned.policy) {
    return tl::unexpected(learned.errors.front());
  }
  return unready_hosts(*learned.policy, hosts, rules) +
         fitting_profile(*learned.policy, hosts, rules);
}

}  // namespace rocelint
