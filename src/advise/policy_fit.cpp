// SPDX-License-Identifier: Apache-2.0
#include "advise/policy_fit.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rocelint/base/diagnostic.h"
#include "rocelint/facts.h"

#include "derive/port_name.h"
#include "derive/ports.h"
#include "expr/expression.h"
#include "judge/host_view.h"
#include "policy/contradictions.h"
#include "policy/parameters.h"
#include "policy/policy.h"

namespace rocelint {
namespace {

constexpr std::size_t kMostNames = 3;

/// One diagnostic, however many ports show it.
struct SharedDiagnostic {
  Diagnostic diagnostic;
  std::vector<std::string> shown_by;  ///< "gpu0417/mlx5_0"
};

class DiagnosticSink {
 public:
  void add(const Origin& at, std::string text, std::string shown_by = "") {
    const Diagnostic diagnostic{
        .file = at.file, .line = at.line, .column = at.column, .text = std::move(text)};
    auto found = std::ranges::find(list_, diagnostic, &SharedDiagnostic::diagnostic);
    if (found == list_.end()) {
      list_.push_back({.diagnostic = diagnostic, .shown_by = {}});
      found = std::prev(list_.end());
    }
    if (!shown_by.empty()) {
      found->shown_by.push_back(std::move(shown_by));
    }
  }

  [[nodiscard]] Diagnostics take() const {
    Diagnostics diagnostics;
    for (const auto& shared : list_) {
      auto diagnostic = shared.diagnostic;
      for (std::size_t i = 0; i < std::min(shared.shown_by.size(), kMostNames); ++i) {
        diagnostic.text += (i == 0 ? ": " : ", ") + shared.shown_by[i];
      }
      if (shared.shown_by.size() > kMostNames) {
        diagnostic.text += " and " + std::to_string(shared.shown_by.size() - kMostNames) + " more";
      }
      diagnostics.push_back(std::move(diagnostic));
    }
    return diagnostics;
  }

 private:
  std::vector<SharedDiagnostic> list_;
};

/// Where a value was written; the role itself when nowhere.
Origin origin_of(const Origins& origins, std::string_view path) {
  auto found = origins.find(path);
  if (found == origins.end()) {
    found = origins.find("role");
  }
  return found == origins.end() ? Origin{} : found->second;
}

/// Whether a condition of the policy holds anywhere; a missing one holds everywhere.
class Reach {
 public:
  explicit Reach(const std::optional<expr::Expression>& where)
      : where_(where ? &*where : nullptr), holds_(!where) {}

  void try_on(expr::Environment environment, bool may_doubt) {
    if (holds_) {
      return;
    }
    auto decision = expr::evaluate(*where_, environment);
    holds_ = decision.outcome == expr::Outcome::yes;
    if (decision.outcome == expr::Outcome::unknown && may_doubt && !doubt_) {
      doubt_ = std::move(decision.why);
    }
  }

  [[nodiscard]] bool holds() const { return holds_; }
  /// The first reason why it could not be told somewhere.
  [[nodiscard]] const std::optional<Unknown>& doubt() const { return doubt_; }

 private:
  const expr::Expression* where_;
  bool holds_;
  std::optional<Unknown> doubt_;
};

std::string hosts_in_words(std::size_t count) {
  return count == 1 ? "this host" : "these " + std::to_string(count) + " hosts";
}

/// Holds a policy against one host after the other.
class Fit {
 public:
  explicit Fit(const Policy& policy) : policy_(policy), picks_(policy.roles.size()) {
    for (const auto& group : policy.groups) {
      groups_.emplace_back(group.where);
    }
    for (const auto& waiver : policy.waivers) {
      waivers_.emplace_back(waiver.where);
    }
  }

  void see(const NamedHost& host) {
    ++hosts_;
    const auto judged = build_host_view(host.snapshot, policy_);
    reach(selector_bindings(host.snapshot.host, nullptr), /*may_doubt=*/false);
    for (const auto& view : port_views(host.snapshot.host)) {
      if (view.not_roce.empty()) {
        const auto bindings = selector_bindings(host.snapshot.host, &view);
        reach(bindings, /*may_doubt=*/true);
        pick(host.name + '/' + port_name(view), bindings);
      }
    }
    for (const auto& role : judged.roles) {
      count_ports(host.name, role);
    }
    for (const auto& port : judged.ports) {
      fit_port(host.name + '/' + port_name(port.view), port);
    }
  }

  [[nodiscard]] Diagnostics finish();

 private:
  void reach(const std::vector<expr::Binding>& bindings, bool may_doubt) {
    for (auto& group : groups_) {
      group.try_on(bindings, may_doubt);
    }
    for (auto& waiver : waivers_) {
      waiver.try_on(bindings, may_doubt);
    }
  }

  /// The first role that picks a port has it; what can't be decided is nobody's fault here.
  void pick(const std::string& name, const std::vector<expr::Binding>& bindings) {
    const Role* owner = nullptr;
    for (std::size_t i = 0; i < policy_.roles.size(); ++i) {
      const auto& role = policy_.roles[i];
      const auto outcome =
          role.ports ? expr::evaluate(*role.ports, bindings).outcome : expr::Outcome::yes;
      picks_[i] = picks_[i] || outcome != expr::Outcome::no;
      if (outcome != expr::Outcome::yes) {
        continue;
      }
      if (owner == nullptr) {
        owner = &role;
      } else {
        diagnostics_.add(
            origin_of(role.origins, "ports"),
            "role " + role.name + " selects ports that role " + owner->name + " already has", name);
      }
    }
  }

  void count_ports(const std::string& host, const JudgedRole& role) {
    const auto* expected = role.resolved.parameters.expect.ports.known();
    const auto* ports = role.countable.known();
    if (expected != nullptr && ports != nullptr && std::cmp_not_equal(ports->size(), *expected)) {
      diagnostics_.add(origin_of(role.resolved.origins, "expect.ports"),
                       "role " + role.role->name + " expects " + std::to_string(*expected) +
                           " ports, but its selector picks another number",
                       host + " has " + std::to_string(ports->size()));
    }
  }

  void fit_port(const std::string& name, const JudgedPort& port);
  void limit(const JudgedPort& port, std::string_view parameter, const Fact<std::int64_t>& expected,
             const Fact<std::int64_t>& most, const std::string& name);

  const Policy& policy_;
  std::size_t hosts_ = 0;
  std::vector<Reach> groups_;
  std::vector<Reach> waivers_;
  std::vector<bool> picks_;  // by role: whether it picks, or may pick, a port
  DiagnosticSink diagnostics_;
  Diagnostics contradictions_;
};

void Fit::limit(const JudgedPort& port, std::string_view parameter,
                const Fact<std::int64_t>& expected, const Fact<std::int64_t>& most,
                const std::string& name) {
  if (expected.known() != nullptr && most.known() != nullptr && *expected.known() > *most.known()) {
    diagnostics_.add(origin_of(port.resolved.origins, parameter),
                     std::string(parameter) + ' ' + std::to_string(*expected.known()) +
                         " exceeds the NIC's maximum, " + std::to_string(*most.known()),
                     name);
  }
}

void Fit::fit_port(const std::string& name, const JudgedPort& port) {
  const auto& parameters = port.resolved.parameters;
  if (port.view.port != nullptr) {
    limit(port, "mtu.active_bytes", parameters.mtu.active_bytes, port.view.port->max_mtu_bytes,
          name);
  }
  const auto* lowers = port.view.lowers.known();
  const auto* priorities = parameters.roce_priorities.known();
  for (const auto* netdev : lowers == nullptr ? NetdevList{} : *lowers) {
    limit(port, "mtu.netdev_bytes", parameters.mtu.netdev_bytes, netdev->max_mtu_bytes, name);
    const auto* pfc = netdev->dcb.pfc.known();
    if (parameters.pfc.mode.is(PfcMode::required) && priorities != nullptr && pfc != nullptr &&
        std::cmp_greater(priorities->size(), pfc->max_classes)) {
      diagnostics_.add(origin_of(port.resolved.origins, "roce"),
                       "roce has " + std::to_string(priorities->size()) +
                           " lossless priorities, but the NIC supports PFC on " +
                           std::to_string(pfc->max_classes) + " traffic classes",
                       name);
    }
  }
  // Groups were checked one by one when the policy was loaded; here they meet.
  policy_loading::find_contradictions(parameters, port.resolved.origins, contradictions_);
}

Diagnostics Fit::finish() {
  const auto nowhere = [&](const Reach& reach, const Origin& at, const std::string& what,
                           const std::string& so) {
    if (reach.holds()) {
      return;
    }
    if (!reach.doubt()) {
      diagnostics_.add(at, what + " matches nothing on " + hosts_in_words(hosts_) + ": " + so);
      return;
    }
    diagnostics_.add(at, what + " could not be decided on " + hosts_in_words(hosts_) + " (" +
                             to_string(reach.doubt()->reason) + "): " + so);
  };
  for (std::size_t i = 0; i < policy_.roles.size(); ++i) {
    if (!picks_[i]) {
      diagnostics_.add(
          origin_of(policy_.roles[i].origins, "ports"),
          "role " + policy_.roles[i].name + " selects no port on " + hosts_in_words(hosts_));
    }
  }
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    nowhere(groups_[i], policy_.groups[i].at, "the condition of this group", "it changes nothing");
  }
  for (std::size_t i = 0; i < waivers_.size(); ++i) {
    nowhere(waivers_[i], policy_.waivers[i].at,
            "the condition of this waiver of " + policy_.waivers[i].rule, "it covers nothing");
  }
  auto found = diagnostics_.take();
  found.insert(found.end(), contradictions_.begin(), contradictions_.end());
  return found;
}

}  // namespace

Diagnostics lint_against(const Policy& policy, std::span<const NamedHost> hosts) {
  Fit fit(policy);
  for (const auto& host : hosts) {
    fit.see(host);
  }
  return fit.finish();
}

}  // namespace rocelint
