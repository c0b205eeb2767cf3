// SPDX-License-Identifier: Apache-2.0
#include "judge/host_view.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rocelint/facts.h"

#include "derive/addressing/gid_pick.h"
#include "derive/addressing/gid_table.h"
#include "derive/addressing/port_addressing.h"
#include "derive/counter_growth.h"
#include "derive/job/job_view.h"
#include "derive/lag.h"
#include "derive/path/classification.h"
#include "derive/path/traffic_path.h"
#include "derive/pcie/gpu_paths.h"
#include "derive/pcie/pcie_path.h"
#include "derive/ports.h"
#include "derive/rdma_inventory.h"
#include "derive/siblings.h"
#include "facts/doubt.h"
#include "judge/assign_ports_to_roles.h"
#include "policy/parameters.h"
#include "policy/policy.h"

namespace rocelint {
namespace {

/// Counts the ports of a role against the number that the policy expects.
class PortCount {
 public:
  PortCount(const std::vector<Candidate>& candidates, std::optional<std::int64_t> expected)
      : expected_(expected) {
    takes_unused_ = expected && std::cmp_less_equal(candidates.size(), *expected);
    for (const auto& candidate : candidates) {
      add(candidate);
    }
  }

  /// Unused ports are judged only where the expected number takes all of them: otherwise it can't
  /// be told which of them should be up, and the rule on that number speaks.
  [[nodiscard]] bool judges(const Candidate& candidate) const {
    return takes_unused_ || !candidate.view.unused;
  }

  [[nodiscard]] std::optional<Unknown> doubt_of(const Candidate& candidate) const {
    auto doubt = candidate.doubt;
    if (!takes_unused_) {
      add_doubt(doubt, candidate.view.use_doubt);
    }
    return doubt;
  }

  [[nodiscard]] Fact<std::vector<const RdmaPort*>> countable() const {
    const auto expected = expected_.value_or(0);
    const bool enough = std::cmp_greater_equal(certain_, expected);
    const bool short_at_best = bounded_ && std::cmp_less(judged_.size(), expected);
    if (doubt_ && expected_ && !enough && !short_at_best) {
      return *doubt_;
    }
    return judged_;
  }

 private:
  void add(const Candidate& candidate) {
    if (!judges(candidate)) {
      return;
    }
    const auto doubt = doubt_of(candidate);
    if (candidate.view.port == nullptr) {
      bounded_ = false;  // a device whose ports are unknown may have any number of them
    } else {
      judged_.push_back(candidate.view.port);
      certain_ += doubt ? 0U : 1U;
    }
    add_doubt(doubt_, doubt);
  }

  std::optional<std::int64_t> expected_;
  bool takes_unused_ = false;
  bool bounded_ = true;
  std::size_t certain_ = 0;
  std::vector<const RdmaPort*> judged_;
  std::optional<Unknown> doubt_;
};

std::optional<std::int64_t> value_of(const Fact<std::int64_t>& parameter) {
  return parameter.known() == nullptr ? std::nullopt : std::optional(*parameter.known());
}

std::vector<PathClass> policy_classes(const RoleParameters& parameters) {
  std::vector<PathClass> classes;
  if (const auto* roce = parameters.roce.known()) {
    for (const auto& entry : *roce) {
      classes.push_back({.dscp = value_of(entry.dscp),
                         .pcp = value_of(entry.pcp),
                         .priority = entry.priority,
                         .share_min_percent = value_of(entry.share_min_percent)});
    }
  }
  return classes;
}

/// What the job says stands above the policy: its packets are one class, which has the priority and
/// share of the policy's class of the same DSCP, if there is one.
std::vector<PathClass> path_classes(const RoleParameters& parameters, const JobIntent& intent) {
  auto classes = policy_classes(parameters);
  if (!intent.traffic_class) {
    return classes;
  }
  PathClass sent{.dscp = *intent.traffic_class >> 2,
                 .pcp = classes.empty() ? std::nullopt : classes.front().pcp};
  for (const auto& known : classes) {
    if (known.dscp == sent.dscp) {
      sent = known;
    }
  }
  sent.pcp = intent.service_level ? intent.service_level : sent.pcp;
  return {sent};
}

std::optional<AddressFamily> family_of(const RoleParameters& parameters) {
  if (parameters.gid.family.is(GidFamily::ipv4)) {
    return AddressFamily::ipv4;
  }
  return parameters.gid.family.is(GidFamily::ipv6) ? std::optional(AddressFamily::ipv6)
                                                   : std::nullopt;
}

/// Ports of the role are those from `first` on.
ResolvedRole resolve_for_host(const Policy& policy, const Role& role, const HostView& host,
                              std::size_t first) {
  std::vector<const ResolvedRole*> ports;
  for (auto i = first; i < host.ports.size(); ++i) {
    ports.push_back(host.ports[i].resolved.get());
  }
  return resolve_role_of_host(policy, role, {.host = &host.snapshot->host}, ports);
}

/// Ports for which the same groups hold share one copy of the parameters: those are large.
class SharedParameters {
 public:
  SharedParameters(const Policy& policy, const Role& role) : policy_(policy), role_(role) {}

  std::shared_ptr<const ResolvedRole> of(const SelectorView& view) {
    auto groups = groups_here(policy_, role_, view);
    if (!groups.undecided.empty()) {
      return std::make_shared<const ResolvedRole>(resolve_role(policy_, role_, std::move(groups)));
    }
    auto& shared = by_groups_[groups.holding];
    if (!shared) {
      shared =
          std::make_shared<const ResolvedRole>(resolve_role(policy_, role_, std::move(groups)));
    }
    return shared;
  }

 private:
  const Policy& policy_;
  const Role& role_;
  std::map<std::vector<std::size_t>, std::shared_ptr<const ResolvedRole>> by_groups_;
};

JudgedRole take_role(const Policy& policy, const Role& role, std::vector<Candidate>& candidates,
                     const JobIntent& intent, HostView& host) {
  JudgedRole judged;
  judged.role = &role;
  const auto first = host.ports.size();
  judged.resolved = resolve_for_host(policy, role, host, first);
  const auto index = host.roles.size();
  const PortCount port_count(candidates, value_of(judged.resolved.parameters.expect.ports));
  judged.countable = port_count.countable();
  if (const auto* why = host.snapshot->host.devices.unknown()) {
    judged.countable = *why;
  }
  SharedParameters shared(policy, role);
  for (auto& candidate : candidates) {
    if (!port_count.judges(candidate)) {
      host.rest.push_back({.view = std::move(candidate.view),
                           .role = role.name,
                           .reason = "unused: neither carrier nor address"});
      continue;
    }
    JudgedPort port;
    port.role = index;
    port.doubt = port_count.doubt_of(candidate);
    port.role_doubt = std::move(candidate.role_doubt);
    port.resolved = shared.of(selector_view(host.snapshot->host, candidate.view));
    const auto& parameters = port.resolved->parameters;
    port.path = derive_traffic_path(candidate.view, path_classes(parameters, intent),
                                    value_of(parameters.cnp.priority));
    port.view = std::move(candidate.view);
    host.ports.push_back(std::move(port));
  }
  if (!policy.groups.empty()) {
    // A group by a port may hold for all of them; it never sets how many there should be.
    judged.resolved = resolve_for_host(policy, role, host, first);
  }
  return judged;
}

bool comes_before(const PortView& a, const PortView& b) {
  const auto number = [](const PortView& view) {
    return view.port == nullptr ? 0 : view.port->number;
  };
  return a.device != b.device ? a.device->name < b.device->name : number(a) < number(b);
}

/// The PCI address outlives renames; a device that shares its function with another one (a
/// subfunction, a software device) goes by its name.
std::string device_id(const RdmaDevice& device,
                      const std::map<std::string_view, std::size_t>& functions) {
  const auto* address = device.pci_address.known();
  if (address == nullptr || address->empty() || functions.at(*address) > 1) {
    return device.name;
  }
  return *address;
}

std::vector<std::string> fabric_subnets(const RoleParameters& parameters) {
  const auto* subnets = parameters.addressing.subnets.known();
  return subnets == nullptr ? std::vector<std::string>{} : *subnets;
}

/// What a port shows beside the other ports of the host.
void compare_ports(HostView& host) {
  const GidOwners owners(host.snapshot->host);
  std::vector<RolePort> ports;
  std::vector<AddressedPort> addressed;
  for (auto& port : host.ports) {
    port.gid_pick = derive_gid_pick(port.view, family_of(port.resolved->parameters));
    port.gid_table = derive_gid_table(port.view, owners);
    port.pcie = derive_pcie_path(port.view, host.snapshot->host);
    port.job = derive_job_port(host.snapshot->job, port.view);
    port.lag = derive_lag(port.view, host.snapshot->host);
    addressed.push_back(
        {.view = &port.view, .fabric_subnets = fabric_subnets(port.resolved->parameters)});
    ports.push_back(
        {.view = &port.view, .gid_pick = &port.gid_pick, .role = port.role, .doubt = port.doubt});
  }
  auto siblings = derive_siblings(ports);
  auto addressing = derive_addressing(addressed, host.snapshot->host);
  for (std::size_t i = 0; i < host.ports.size(); ++i) {
    host.ports[i].addressing = std::move(addressing[i]);
    host.ports[i].siblings = std::move(siblings[i]);
  }
}

void look_at_gpus(HostView& host) {
  std::vector<const PortView*> views;
  views.reserve(host.ports.size());
  for (const auto& port : host.ports) {
    views.push_back(&port.view);
  }
  auto gpus = derive_port_gpus(views, host.snapshot->host);
  for (std::size_t i = 0; i < host.ports.size(); ++i) {
    host.ports[i].gpus = std::move(gpus[i]);
  }
}

void name_ports(HostView& host) {
  std::map<std::string_view, std::size_t> functions;
  if (const auto* devices = host.snapshot->host.devices.known()) {
    for (const auto& device : *devices) {
      if (const auto* address = device.pci_address.known()) {
        ++functions[*address];
      }
    }
  }
  for (auto& port : host.ports) {
    port.id = device_id(*port.view.device, functions);
    if (port.view.port != nullptr) {
      port.id += '/' + std::to_string(port.view.port->number);
    }
  }
}

}  // namespace

HostView build_host_view(const Snapshot& snapshot, const Policy& policy,
                         const HostViewOptions& options) {
  HostView host;
  host.snapshot = &snapshot;
  host.inventory = derive_inventory(snapshot.host);
  host.job = derive_job(snapshot);
  auto intent = intent_of(snapshot.job);
  if (options.traffic_class) {
    intent.traffic_class = options.traffic_class;
  }
  auto dealt = assign_ports_to_roles(snapshot.host, policy, host.rest);
  for (std::size_t i = 0; i < policy.roles.size(); ++i) {
    host.roles.push_back(take_role(policy, policy.roles[i], dealt[i], intent, host));
  }
  std::ranges::stable_sort(host.ports, [](const JudgedPort& a, const JudgedPort& b) {
    return comes_before(a.view, b.view);
  });
  std::ranges::stable_sort(host.rest, [](const UnjudgedPort& a, const UnjudgedPort& b) {
    return comes_before(a.view, b.view);
  });
  for (std::size_t i = 0; i < host.ports.size(); ++i) {
    host.roles[host.ports[i].role].ports.push_back(i);
  }
  compare_ports(host);
  look_at_gpus(host);
  if (options.since != nullptr) {
    for (auto& port : host.ports) {
      port.growth = derive_growth(port.view, snapshot.host, *options.since);
    }
  }
  name_ports(host);
  return host;
}

SelectorView selector_view(const Host& host, const PortView& port) {
  return {.host = &host,
          .device = port.device,
          .port = port.port,
          .port_unknown = &port.port_unknown,
          .netdev = port.netdev,
          .netdev_unknown = &port.netdev_unknown};
}

}  // namespace rocelint
