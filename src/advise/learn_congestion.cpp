// SPDX-License-Identifier: Apache-2.0
#include "advise/learn_congestion.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <tl/expected.hpp>

#include "rocelint/report.h"

#include "advise/learn_ballot.h"
#include "advise/policy_fit.h"
#include "base/result.h"
#include "base/tree.h"
#include "judge/engine.h"
#include "policy/policy.h"
#include "rules/rule.h"

namespace rocelint {
namespace {

constexpr std::string_view kName = "learned";

PolicyLoading load_with(const TreeNode& tree, std::string_view mode) {
  const auto text = write_tree(tree);
  return load_policy({.name_or_file = std::string(kName), .set = {"cc.mode=" + std::string(mode)}},
                     [&](std::string_view name) {
                       return name == kName
                                  ? std::optional(ShippedDocument{.name = kName, .tree = text})
                                  : std::nullopt;
                     });
}

/// What the rules on congestion control found on one port.
using Outcomes = std::set<Outcome>;

bool asks_about_congestion(const RuleSet& rules, const Finding& finding) {
  const auto* rule = rules.find(finding.rule);
  return rule != nullptr && !rule->needs_window &&
         std::ranges::find(rule->parameters, "policy.cc.mode") != rule->parameters.end();
}

}  // namespace

Result<std::map<std::string, Ballot<std::string>>> poll_congestion(const std::string& yaml,
                                                                   std::span<const NamedHost> hosts,
                                                                   const RuleSet& rules) {
  const auto tree = read_yaml(yaml, kName);
  if (!tree) {
    return tl::unexpected(tree.error());
  }
  std::map<std::pair<std::string, Voter>, std::map<std::string_view, Outcomes>> ports;  // by mode
  for (const std::string_view mode : {"dcqcn", "disabled"}) {
    const auto loading = load_with(*tree, mode);
    if (!loading.policy) {
      return tl::unexpected(loading.errors.front());
    }
    for (const auto& host : hosts) {
      if (host.snapshot.probe.interrupted.is(true)) {
        continue;
      }
      const auto judgement = judge(host.snapshot, *loading.policy, rules, {});
      for (const auto& found : judgement.report->findings) {
        if (asks_about_congestion(rules, found)) {
          const Voter voter{.host = host.name, .port = found.subject.device};
          auto& outcomes = ports[{found.subject.role, voter}][mode];
          if (found.outcome != Outcome::not_applicable) {
            outcomes.insert(found.outcome);
          }
        }
      }
    }
  }
  std::map<std::string, Ballot<std::string>> ballots;
  for (auto& [port, modes] : ports) {
    const Outcomes fits{Outcome::pass};
    if (modes["dcqcn"] == fits || modes["disabled"] == fits) {
      ballots[port.first].vote(modes["dcqcn"] == fits ? "dcqcn" : "disabled", port.second);
    } else {
      const auto& found = modes["dcqcn"];
      ballots[port.first].abstain(found.contains(Outcome::fail) ? "neither enabled nor disabled"
                                  : found.empty()               ? "not shown by the driver"
                                                                : "not read",
                                  port.second);
    }
  }
  return ballots;
}

}  // namespace rocelint
