// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rocelint/facts.h"
#include "rocelint/snapshot.h"

#include "derive/port_facts.h"
#include "derive/port_name.h"
#include "derive/ports.h"
#include "derive/rdma_inventory.h"
#include "expr/environment.h"
#include "policy/parameters.h"
#include "rules/rule.h"
#include "rules/rule_view.h"

namespace rocelint {
namespace {

using expr::BoundTo;
using expr::Root;
using expr::scope_root;
using ScopeRoot = expr::ScopeRoot<RuleView>;

template <class T>
BoundTo<T> bind_fact(const Fact<T>& fact) {
  return {.at = fact.known(), .why = fact.unknown()};
}

BoundTo<Host> bind_host(const RuleView& view) {
  return {.at = view.host};
}
BoundTo<std::vector<const RdmaPort*>> bind_ports(const RuleView& view) {
  return view.ports == nullptr ? BoundTo<std::vector<const RdmaPort*>>{} : bind_fact(*view.ports);
}
BoundTo<RdmaDevice> bind_device(const RuleView& view) {
  return {.at = view.device};
}
BoundTo<RdmaPort> bind_port(const RuleView& view) {
  return {.at = view.port->view.port, .why = &view.port->view.port_unknown};
}
BoundTo<Netdev> bind_netdev(const RuleView& view) {
  return {.at = view.netdev, .why = view.netdev_unknown};
}
BoundTo<NetdevList> bind_lowers(const RuleView& view) {
  return bind_fact(view.port->view.lowers);
}
BoundTo<NetdevList> bind_uppers(const RuleView& view) {
  return bind_fact(view.port->view.uppers);
}
BoundTo<RoleParameters> bind_policy(const RuleView& view) {
  return {.at = view.policy};
}
BoundTo<Probe> bind_probe(const RuleView& view) {
  return {.at = view.probe};
}
BoundTo<Inventory> bind_inventory(const RuleView& view) {
  return {.at = view.inventory};
}
BoundTo<JobView> bind_job(const RuleView& view) {
  return {.at = view.job};
}
BoundTo<Gid> bind_gid(const RuleView& view) {
  return {.at = view.gid, .why = view.gid_unknown};
}
BoundTo<Netdev> bind_lower(const RuleView& view) {
  static const Unknown kWhy{.reason = Reason::not_found,
                            .detail = "the physical netdev is not known"};
  return {.at = view.lower, .why = &kWhy};
}
/// What was derived for the port.
template <auto Member>
auto bind_derived(const RuleView& view) {
  return BoundTo{.at = &(view.port->*Member)};
}

std::string name_device(const RuleView& view) {
  return device_path(*view.device);
}
std::string name_port(const RuleView& view) {
  return port_path(view.port->view);
}
std::string name_netdev(const RuleView& view) {
  return view.netdev == nullptr ? "netdev" : netdev_path(*view.netdev);
}
/// Evidence spells the netdevs of a list as what they are.
std::string name_netdevs(const RuleView& /*view*/) {
  return "host.netdevs";
}
std::string name_gid(const RuleView& view) {
  const auto gids = name_port(view) + ".gids";
  return view.gid == nullptr ? gids : gids + '[' + std::to_string(view.gid->index) + ']';
}
std::string name_lower(const RuleView& view) {
  return view.lower == nullptr ? "lower" : netdev_path(*view.lower);
}

constexpr auto kHost = scope_root<bind_host>("host");
constexpr auto kDevice = scope_root<bind_device>("dev", name_device);
constexpr auto kNetdev = scope_root<bind_netdev>("netdev", name_netdev);
constexpr auto kPolicy = scope_root<bind_policy>("policy");
constexpr auto kJob = scope_root<bind_job>("job");

constexpr std::array kHostScope{kHost,
                                scope_root<bind_ports>("ports"),
                                kPolicy,
                                scope_root<bind_probe>("probe"),
                                scope_root<bind_inventory>("inventory"),
                                kJob};
constexpr std::array kDeviceScope{kHost, kDevice, kPolicy};
constexpr std::array kPortScope{kHost,
                                kDevice,
                                scope_root<bind_port>("port", name_port),
                                kNetdev,
                                scope_root<bind_lowers>("lowers", name_netdevs),
                                scope_root<bind_uppers>("uppers", name_netdevs),
                                kPolicy,
                                scope_root<bind_derived<&PortFacts::path>>("path"),
                                scope_root<bind_derived<&PortFacts::siblings>>("siblings"),
                                scope_root<bind_derived<&PortFacts::gid_pick>>("gid_pick"),
                                scope_root<bind_derived<&PortFacts::gid_table>>("gid_table"),
                                scope_root<bind_derived<&PortFacts::growth>>("growth"),
                                scope_root<bind_derived<&PortFacts::pcie>>("pcie"),
                                scope_root<bind_derived<&PortFacts::gpus>>("gpus"),
                                kJob,
                                scope_root<bind_derived<&PortFacts::job>>("job_port"),
                                scope_root<bind_derived<&PortFacts::addressing>>("addressing"),
                                scope_root<bind_derived<&PortFacts::lag>>("lag")};
constexpr std::array kNetdevScope{kHost, kNetdev, kPolicy};

/// A port's names and one more.
constexpr auto port_scope_and(const ScopeRoot& more) {
  std::array<ScopeRoot, kPortScope.size() + 1> scope{};
  std::ranges::copy(kPortScope, scope.begin());
  scope.back() = more;
  return scope;
}
constexpr auto kGidScope = port_scope_and(scope_root<bind_gid>("gid", name_gid));
constexpr auto kLowerFixScope = port_scope_and(scope_root<bind_lower>("lower", name_lower));

constexpr auto kHostRoots = expr::roots_of(kHostScope);
constexpr auto kDeviceRoots = expr::roots_of(kDeviceScope);
constexpr auto kPortRoots = expr::roots_of(kPortScope);
constexpr auto kGidRoots = expr::roots_of(kGidScope);
constexpr auto kNetdevRoots = expr::roots_of(kNetdevScope);
constexpr auto kLowerFixRoots = expr::roots_of(kLowerFixScope);

/// Lists among the roots hold what one fact gave, or what is judged: only a bare list within a
/// struct could not be told from one that was not read.
constexpr bool keeps_lists_inside_facts(std::span<const Root> roots) {
  return std::ranges::all_of(roots, [](const Root& root) {
    return root.type->kind == Kind::list || lists_are_inside_facts(*root.type);
  });
}
static_assert(keeps_lists_inside_facts(kHostRoots) && keeps_lists_inside_facts(kGidRoots));

}  // namespace

std::span<const Root> scope_roots(Scope scope) {
  switch (scope) {
    case Scope::host:
      return kHostRoots;
    case Scope::device:
      return kDeviceRoots;
    case Scope::port:
      return kPortRoots;
    case Scope::gid:
      return kGidRoots;
    case Scope::netdev:
      return kNetdevRoots;
  }
  return {};
}

std::span<const Root> lower_fix_roots() {
  return kLowerFixRoots;
}

RuleEnvironment bind_scope(Scope scope, const RuleView& view) {
  switch (scope) {
    case Scope::host:
      return {kHostScope, view};
    case Scope::device:
      return {kDeviceScope, view};
    case Scope::port:
      return {kPortScope, view};
    case Scope::gid:
      return {kGidScope, view};
    case Scope::netdev:
      break;
  }
  return {kNetdevScope, view};
}

RuleEnvironment bind_lower_fix(const RuleView& view) {
  return {kLowerFixScope, view};
}

}  // namespace rocelint
