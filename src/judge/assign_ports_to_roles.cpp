// SPDX-License-Identifier: Apache-2.0
#include "judge/assign_ports_to_roles.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "rocelint/facts.h"

#include "derive/ports.h"
#include "expr/expression.h"
#include "facts/doubt.h"
#include "judge/host_view.h"
#include "policy/policy.h"

namespace rocelint {
namespace {

/// Whether the role picks the port; what can't be decided selects.
struct Selection {
  bool selected = true;
  std::optional<Unknown> doubt;
};

Selection select(const Role& role, const SelectorView& view) {
  if (!role.ports) {
    return {};
  }
  auto decision = expr::evaluate(*role.ports, bind_selector(view));
  if (decision.outcome == expr::Outcome::unknown) {
    return {.selected = true, .doubt = std::move(decision.why)};
  }
  return {.selected = decision.outcome == expr::Outcome::yes, .doubt = {}};
}

bool picked_by_any(std::span<const Role> roles, const SelectorView& view) {
  return std::ranges::any_of(roles, [&](const Role& role) { return select(role, view).selected; });
}

/// Gives the port to the first role that picks it; false if none does.
bool deal(PortView& view, const Host& host, std::span<const Role> roles,
          std::vector<std::vector<Candidate>>& candidates) {
  const auto selector = selector_view(host, view);
  for (std::size_t i = 0; i < roles.size(); ++i) {
    auto selection = select(roles[i], selector);
    if (!selection.selected) {
      continue;
    }
    Candidate candidate;
    if (selection.doubt && picked_by_any(roles.subspan(i + 1), selector)) {
      candidate.role_doubt = selection.doubt;
    }
    candidate.doubt = view.roce_doubt;
    add_doubt(candidate.doubt, selection.doubt);
    candidate.view = std::move(view);
    candidates[i].push_back(std::move(candidate));
    return true;
  }
  return false;
}

}  // namespace

std::vector<std::vector<Candidate>> assign_ports_to_roles(const Host& host, const Policy& policy,
                                                          std::vector<UnjudgedPort>& rest) {
  std::vector<std::vector<Candidate>> candidates(policy.roles.size());
  for (auto& view : port_views(host)) {
    auto reason = view.not_roce;
    if (reason.empty() && deal(view, host, policy.roles, candidates)) {
      continue;
    }
    reason = reason.empty() ? "no role of the policy picks it" : reason;
    rest.push_back({.view = std::move(view), .role = "", .reason = std::move(reason)});
  }
  return candidates;
}

}  // namespace rocelint
