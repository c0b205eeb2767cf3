// SPDX-License-Identifier: Apache-2.0
#include "derive/job/job_devices.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "rocelint/facts.h"

#include "derive/name_list.h"
#include "facts/doubt.h"

namespace rocelint {
namespace {

using Texts = std::vector<std::string>;

bool is_named(const NameList& list, const std::string& device) {
  return std::ranges::find(list.entries, device, &NameList::Entry::name) != list.entries.end();
}

bool is_there(const std::vector<RdmaDevice>& devices, const std::string& name) {
  return std::ranges::find(devices, name, &RdmaDevice::name) != devices.end();
}

/// Whether the list takes a port of the device that is active.
Fact<bool> takes_an_active_port(const RdmaDevice& device, const NameList& list) {
  const auto* ports = device.ports.known();
  if (ports == nullptr) {
    return *device.ports.unknown();
  }
  Fact<bool> takes = false;
  for (const auto& port : *ports) {
    if (!list.takes(device.name, port.number)) {
      continue;
    }
    if (port.state.is(PortState::active)) {
      return true;
    }
    add_doubt(takes, port.state.unknown());
  }
  return takes;
}

}  // namespace

Fact<Texts> entries_without_device(const Host& host, const NameList& list) {
  const auto* devices = host.devices.known();
  if (devices == nullptr) {
    return *host.devices.unknown();
  }
  Texts missing;
  if (list.others) {
    return missing;
  }
  for (const auto& entry : list.entries) {
    const auto is_it = [&](const RdmaDevice& device) {
      return list.matches(entry, device.name, NameList::kEveryPort);
    };
    if (std::ranges::none_of(*devices, is_it)) {
      missing.push_back(entry.text);
    }
  }
  return missing;
}

Fact<Texts> devices_taken_besides(const Host& host, const NameList& list) {
  const auto* devices = host.devices.known();
  if (devices == nullptr) {
    return *host.devices.unknown();
  }
  Texts besides;
  if (list.exact || list.others) {
    return besides;
  }
  for (const auto& device : *devices) {
    const bool by_another = std::ranges::any_of(list.entries, [&](const NameList::Entry& entry) {
      return list.matches(entry, device.name, NameList::kEveryPort) &&
             is_there(*devices, entry.name);
    });
    const bool by_a_prefix = std::ranges::any_of(list.entries, [&](const NameList::Entry& entry) {
      return list.matches(entry, device.name, NameList::kEveryPort) &&
             !is_there(*devices, entry.name);
    });
    if (by_another && !by_a_prefix && !is_named(list, device.name)) {
      besides.push_back(device.name);
    }
  }
  return besides;
}

Fact<Texts> protocols_taken(const Host& host, const NameList& list) {
  const auto* devices = host.devices.known();
  if (devices == nullptr) {
    return *host.devices.unknown();
  }
  std::set<std::string> protocols;
  std::optional<Unknown> doubt;
  for (const auto& device : *devices) {
    const auto takes = takes_an_active_port(device, list);
    if (takes.is(false)) {
      continue;
    }
    if (const auto why = any_unknown({takes.unknown(), device.protocol.unknown()})) {
      add_doubt(doubt, why);
    } else {
      protocols.emplace(enum_name(*device.protocol.known()));
    }
  }
  return known_unless(std::move(doubt), Texts(protocols.begin(), protocols.end()));
}

}  // namespace rocelint
