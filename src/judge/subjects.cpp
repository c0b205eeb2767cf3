// SPDX-License-Identifier: Apache-2.0
#include "judge/subjects.h"

#include <cstddef>
#include <memory>
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
#include "judge/host_view.h"
#include "policy/policy.h"
#include "rules/rule.h"

namespace rocelint {
namespace {

template <class T>
std::string or_empty(const Fact<T>& fact) {
  return fact.known() == nullptr ? T{} : *fact.known();
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

/// One subject for each GID of the port, or one for all where they are not known.
void add_gids(const RuleSubject& port_subject, std::vector<RuleSubject>& subjects) {
  const auto* port = port_subject.view.port->view.port;
  auto subject = port_subject;
  subject.scope = Scope::gid;
  subject.subject.scope = Scope::gid;
  const auto* gids = port == nullptr ? nullptr : port->gids.known();
  if (gids == nullptr) {
    subject.id += "/gids";
    subject.view.gid_unknown =
        port == nullptr ? &port_subject.view.port->view.port_unknown : port->gids.unknown();
    subjects.push_back(std::move(subject));
    return;
  }
  for (const auto& gid : *gids) {
    const auto index = std::to_string(gid.index);
    auto one = subject;
    one.subject.gid = "index " + index;
    one.id += "/gid" + index;
    one.view.gid = &gid;
    subjects.push_back(std::move(one));
  }
}

/// One subject for each physical netdev of the port, or one for all where they are not known.
void add_netdevs(const RuleSubject& port_subject, std::vector<RuleSubject>& subjects) {
  auto subject = port_subject;
  subject.scope = Scope::netdev;
  subject.subject.scope = Scope::netdev;
  subject.lowers = nullptr;
  subject.path = nullptr;
  const auto add = [&](const std::string& name, const Netdev* netdev, const Unknown* why) {
    auto one = subject;
    one.id += '/' + name;
    one.view.netdev = one.selector.netdev = netdev;
    // A waiver names it, not the one that the port stands on: a bond has several.
    one.view.netdev_unknown = one.selector.netdev_unknown = why;
    subjects.push_back(std::move(one));
  };
  const auto& lowers = port_subject.view.port->view.lowers;
  if (lowers.known() == nullptr) {
    add("netdev", nullptr, lowers.unknown());
    return;
  }
  for (const auto* netdev : *lowers.known()) {
    subject.subject.netdev = netdev->name;
    add(netdev->name, netdev, nullptr);
  }
}

using AddSubjects = void (*)(const RuleSubject& port, std::vector<RuleSubject>& subjects);
auto subjects_below(const std::vector<RuleSubject>& ports, AddSubjects add) {
  auto subjects = std::make_unique<std::vector<RuleSubject>>();
  for (const auto& port : ports) {
    add(port, *subjects);
  }
  return subjects;
}

}  // namespace

Subjects::Subjects(const HostView& host) {
  add_host(host);
  add_devices(host);
  ports_.reserve(host.ports.size());
  for (std::size_t i = 0; i < host.ports.size(); ++i) {
    add_port(host, i);
  }
}

void Subjects::add_host(const HostView& host) {
  RuleSubject whole;
  whole.scope = Scope::host;
  whole.subject.scope = Scope::host;
  whole.id = "host";
  whole.ports.resize(host.ports.size());
  std::iota(whole.ports.begin(), whole.ports.end(), std::size_t{0});
  whole.selector.host = &host.snapshot->host;
  whole.view.host = &host.snapshot->host;
  whole.view.probe = &host.snapshot->probe;
  whole.view.inventory = &host.inventory;
  whole.view.job = &host.job;
  for (const auto& role : host.roles) {
    auto subject = whole;
    subject.subject.role = role.role->name;
    subject.id = role.role->name;
    subject.ports = role.ports;
    subject.resolved = &role.resolved;
    for (const auto index : role.ports) {
      subject.counted.push_back(device_and_port(host.ports[index].view));
    }
    subject.view.ports = &role.countable;
    subject.view.policy = &role.resolved.parameters;
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
        subject.selector = {.host = &host.snapshot->host, .device = &device};
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
    subject.resolved = port.resolved.get();
    subject.selector = selector_view(host.snapshot->host, port.view);
    subject.view.host = &host.snapshot->host;
    subject.view.device = &device;
    subject.view.policy = &port.resolved->parameters;
    const auto judged_alike = [&](const RuleSubject& other) {
      return other.subject.role == role &&
             (other.resolved == port.resolved.get() ||
              other.resolved->parameters == port.resolved->parameters);
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
  subject.resolved = port.resolved.get();
  subject.lowers = view.lowers.known();
  subject.path = &port.path;
  subject.selector = selector_view(host.snapshot->host, view);
  subject.view = {.host = &host.snapshot->host,
                  .job = &host.job,
                  .policy = &port.resolved->parameters,
                  .device = view.device,
                  .port = &port,
                  .netdev = view.netdev,
                  .netdev_unknown = &view.netdev_unknown};
  ports_.push_back(std::move(subject));
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
      return gids_.get([this] { return subjects_below(ports_, add_gids); });
    case Scope::netdev:
      break;
  }
  return netdevs_.get([this] { return subjects_below(ports_, add_netdevs); });
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
