// SPDX-License-Identifier: Apache-2.0
#include "judge/subjects.h"

#include <cstddef>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rocelint/facts.h"
#include "rocelint/report.h"

#include "base/text.h"
#include "derive/port_name.h"
#include "derive/ports.h"
#include "expr/expression.h"
#include "judge/host_view.h"
#include "policy/policy.h"
#include "rules/rule.h"

namespace rocelint {
namespace {

using expr::Binding;

template <class T>
std::string or_empty(const Fact<T>& fact) {
  return fact.known() == nullptr ? T{} : *fact.known();
}

template <class T>
Binding bind_fact(const Fact<T>& fact, const std::string& name) {
  return {.at = fact.known(),
          .why = fact.unknown() == nullptr ? Unknown{} : *fact.unknown(),
          .name = name};
}

Binding bind_host(const HostView& host) {
  return {.at = &host.snapshot->host, .why = {}, .name = "host"};
}

Binding bind_policy(const ResolvedRole* resolved) {
  return {.at = resolved == nullptr ? nullptr : &resolved->parameters, .why = {}, .name = "policy"};
}

Subject describe_device(const RdmaDevice& device, std::string_view role) {
  Subject subject;
  subject.scope = Scope::device;
  subject.role = role;
  subject.device = device.name;
  subject.pci_address = or_empty(device.pci_address);
  subject.driver = or_empty(device.driver);
  subject.board_id = or_empty(device.board_id);
  subject.virtual_function = device.virtual_function.is(true);
  return subject;
}

/// The switch ports that the lowers leads to: the two of a bond may be on different switches.
std::string peer_of(const PortView& view) {
  std::vector<std::string> peers;
  if (const auto* lowers = view.lowers.known()) {
    for (const auto* netdev : *lowers) {
      if (const auto* neighbor = netdev->lldp.known()) {
        peers.push_back(neighbor->system_name + ' ' + neighbor->port_id);
      }
    }
  }
  return join(peers, ", ");
}

Subject describe_port(const PortView& view, std::string_view role) {
  auto subject = describe_device(*view.device, role);
  subject.scope = Scope::port;
  if (view.port != nullptr) {
    subject.port = view.port->number;
    subject.netdev = view.netdev == nullptr ? or_empty(view.port->netdev) : view.netdev->name;
    subject.peer = peer_of(view);
  }
  return subject;
}

/// "0000:9a:00.0" of "0000:9a:00.0/1".
std::string device_part(const JudgedPort& port) {
  return port.view.port == nullptr ? port.id : port.id.substr(0, port.id.rfind('/'));
}

/// "0000:9a:00.0"; ":storage" is added where another role has a port of the device, and "/2" where
/// another port of the same role does.
std::string device_subject_id(const JudgedPort& port, const std::string& role,
                              const std::vector<RuleSubject>& others) {
  bool has_others = false;
  bool has_same_role = false;
  for (const auto& other : others) {
    if (other.subject.device == port.view.device->name) {
      has_others = true;
      has_same_role = has_same_role || other.subject.role == role;
    }
  }
  const auto device = device_part(port);
  return device + (has_others ? ':' + role : "") +
         (has_same_role ? port.id.substr(device.size()) : "");
}

}  // namespace

Subjects::Subjects(const HostView& host) {
  add_host(host);
  add_devices(host);
  for (std::size_t i = 0; i < host.ports.size(); ++i) {
    add_port(host, i);
    const auto port_subject = ports_.back();
    add_gids(host, port_subject);
    add_netdevs(host, port_subject);
  }
}

void Subjects::add_host(const HostView& host) {
  RuleSubject whole;
  whole.scope = Scope::host;
  whole.subject.scope = Scope::host;
  whole.id = "host";
  whole.ports.resize(host.ports.size());
  std::iota(whole.ports.begin(), whole.ports.end(), std::size_t{0});
  whole.selector = selector_bindings(host.snapshot->host, nullptr);
  const Binding probe{&host.snapshot->probe, {}, "probe"};
  const Binding inventory{&host.inventory, {}, "inventory"};
  const Binding job{&host.job, {}, "job"};
  whole.environment = {
      bind_host(host), Binding{nullptr, {}, "ports"}, bind_policy(nullptr), probe, inventory, job};
  for (const auto& role : host.roles) {
    auto subject = whole;
    subject.subject.role = role.role->name;
    subject.id = role.role->name;
    subject.ports = role.ports;
    subject.resolved = &role.resolved;
    for (const auto index : role.ports) {
      subject.counted.push_back(device_and_port(host.ports[index].view));
    }
    subject.environment = {bind_host(host),
                           bind_fact(role.countable, "ports"),
                           bind_policy(&role.resolved),
                           probe,
                           inventory,
                           job};
    host_by_role_.push_back(std::move(subject));
  }
  host_.push_back(std::move(whole));
}

// A rule that reads the policy is asked about a device once for each role that its ports have, and
// once more where a group of the policy wants something else of one of them.
void Subjects::add_devices(const HostView& host) {
  const auto join = [&](std::vector<RuleSubject>& subjects, std::size_t port, auto fits) {
    const auto& device = *host.ports[port].view.device;
    for (auto& subject : subjects) {
      if (subject.subject.device == device.name && fits(subject)) {
        subject.ports.push_back(port);
        // A waiver of one port must not cover what is about several.
        subject.selector = selector_bindings(host.snapshot->host, device);
        return true;
      }
    }
    return false;
  };
  for (std::size_t i = 0; i < host.ports.size(); ++i) {
    const auto& port = host.ports[i];
    const auto& device = *port.view.device;
    const auto& role = host.roles[port.role].role->name;
    RuleSubject subject;
    subject.scope = Scope::device;
    subject.subject = describe_device(device, role);
    subject.id = device_part(port);
    subject.ports = {i};
    subject.resolved = &port.resolved;
    subject.selector = selector_bindings(host.snapshot->host, &port.view);
    subject.environment = {bind_host(host), Binding{&device, {}, device_path(device)},
                           bind_policy(&port.resolved)};
    const auto judged_alike = [&](const RuleSubject& other) {
      return other.subject.role == role && other.resolved->parameters == port.resolved.parameters;
    };
    if (!join(devices_by_role_, i, judged_alike)) {
      auto by_role = subject;
      by_role.id = device_subject_id(port, role, devices_by_role_);
      devices_by_role_.push_back(std::move(by_role));
    }
    if (!join(devices_, i, [](const RuleSubject& /*other*/) { return true; })) {
      devices_.push_back(std::move(subject));
    }
  }
}

void Subjects::add_port(const HostView& host, std::size_t index) {
  const auto& port = host.ports[index];
  const auto& view = port.view;
  RuleSubject subject;
  subject.scope = Scope::port;
  subject.subject = describe_port(view, host.roles[port.role].role->name);
  subject.id = port.id;
  subject.ports = {index};
  subject.resolved = &port.resolved;
  subject.lowers = view.lowers.known();
  subject.path = &port.path;
  subject.selector = selector_bindings(host.snapshot->host, &view);
  // A rule sees all that a selector does, and then more.
  subject.environment = subject.selector;
  // Evidence spells the netdevs of a list as what they are.
  const std::vector<Binding> more{bind_fact(view.lowers, "host.netdevs"),
                                  bind_fact(view.uppers, "host.netdevs"),
                                  bind_policy(&port.resolved),
                                  Binding{&port.path, {}, "path"},
                                  Binding{&port.siblings, {}, "siblings"},
                                  Binding{&port.gid_pick, {}, "gid_pick"},
                                  Binding{&port.gid_table, {}, "gid_table"},
                                  Binding{&port.growth, {}, "growth"},
                                  Binding{&port.pcie, {}, "pcie"},
                                  Binding{&port.gpus, {}, "gpus"},
                                  Binding{&host.job, {}, "job"},
                                  Binding{&port.job, {}, "job_port"},
                                  Binding{&port.addressing, {}, "addressing"},
                                  Binding{&port.lag, {}, "lag"}};
  subject.environment.insert(subject.environment.end(), more.begin(), more.end());
  ports_.push_back(std::move(subject));
}

void Subjects::add_gids(const HostView& host, const RuleSubject& port_subject) {
  const auto& view = host.ports[port_subject.ports.front()].view;
  auto subject = port_subject;
  subject.scope = Scope::gid;
  subject.subject.scope = Scope::gid;
  const auto* gids = view.port == nullptr ? nullptr : view.port->gids.known();
  if (gids == nullptr) {
    const auto why = view.port == nullptr ? view.port_unknown : *view.port->gids.unknown();
    subject.id += "/gids";
    subject.environment.push_back({nullptr, why, port_path(view) + ".gids"});
    gids_.push_back(std::move(subject));
    return;
  }
  for (const auto& gid : *gids) {
    const auto index = std::to_string(gid.index);
    auto one = subject;
    one.subject.gid = "index " + index;
    one.id += "/gid" + index;
    one.environment.push_back({&gid, {}, port_path(view) + ".gids[" + index + "]"});
    gids_.push_back(std::move(one));
  }
}

void Subjects::add_netdevs(const HostView& host, const RuleSubject& port_subject) {
  const auto& port = host.ports[port_subject.ports.front()];
  auto subject = port_subject;
  subject.scope = Scope::netdev;
  subject.subject.scope = Scope::netdev;
  subject.lowers = nullptr;
  subject.path = nullptr;
  const auto* lowers = port.view.lowers.known();
  const auto add = [&](const std::string& name, const Binding& netdev) {
    auto one = subject;
    one.id += '/' + name;
    one.environment = {bind_host(host), netdev, bind_policy(&port.resolved)};
    // A waiver names it, not the one that the port stands on: a bond has several.
    one.selector.back() = netdev;
    netdevs_.push_back(std::move(one));
  };
  if (lowers == nullptr) {
    add("netdev", Binding{nullptr, *port.view.lowers.unknown(), "netdev"});
    return;
  }
  for (const auto* netdev : *lowers) {
    subject.subject.netdev = netdev->name;
    add(netdev->name, Binding{netdev, {}, netdev_path(*netdev)});
  }
}

const std::vector<RuleSubject>& Subjects::of(const Rule& rule) const {
  switch (rule.scope) {
    case Scope::host:
      return rule.per_role ? host_by_role_ : host_;
    case Scope::device:
      return rule.per_role ? devices_by_role_ : devices_;
    case Scope::port:
      return ports_;
    case Scope::gid:
      return gids_;
    case Scope::netdev:
      break;
  }
  return netdevs_;
}

bool same_or_encloses(const RuleSubject& outer, const RuleSubject& inner) {
  const auto& a = outer.subject;
  const auto& b = inner.subject;
  switch (outer.scope) {
    case Scope::host:
      return a.role.empty() || b.role.empty() || a.role == b.role;
    case Scope::device:
      return inner.scope != Scope::host && a.device == b.device;
    case Scope::port:
      return inner.scope != Scope::host && inner.scope != Scope::device && a.device == b.device &&
             a.port == b.port;
    case Scope::gid:
    case Scope::netdev:
      break;
  }
  return outer.scope == inner.scope && outer.id == inner.id;
}

}  // namespace rocelint
