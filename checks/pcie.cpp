// SPDX-License-Identifier: Apache-2.0

// PCI Express of RDMA NICs and GPUs, with every bridge above them up to the root port. Files of
// sysfs only; without CAP_SYS_ADMIN the settings in the configuration space are unknown.

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "rocelint/check.h"
#include "rocelint/facts.h"
#include "rocelint/snapshot.h"

#include "facts/gpu.h"
#include "os/netdev_stack.h"
#include "os/probe_env.h"
#include "os/sysfs_pci.h"

namespace rocelint::checks {

namespace {

constexpr std::array<std::string_view, 2> kNeeds{"inventory", "link"};
constexpr std::array<std::string_view, 1> kProvides{"host.pci_devices"};

using PciDevices = std::map<std::string, PciDevice, std::less<>>;

/// It stays in the list: a function that must not be touched is not a function that is not there.
PciDevice unread(const std::string& address, const Unknown& why) {
  PciDevice device;
  for (const auto& field : kFields<PciDevice>) {
    if (field.type->fact) {
      field.type->set_unknown(field.at(&device), why);
    }
  }
  device.address = address;
  return device;
}

/// Reads one function and, as far as they are not read yet, the bridges above it.
void add_path(ProbeEnv& env, std::string address, PciDevices& devices) {
  while (!address.empty() && !devices.contains(address)) {
    if (const auto refused = env.begin(address, "sysfs PCI function")) {
      devices.emplace(address, unread(address, *refused));
      return;
    }
    auto device = read_sysfs_pci(env.files(), address);
    read_pci_config(env.files(), device);
    env.end();
    const auto* parent = device.parent.known();
    auto above = parent != nullptr ? *parent : std::string();
    devices.emplace(std::move(address), std::move(device));
    address = std::move(above);
  }
}

void add_nics(ProbeEnv& env, const Host& host, PciDevices& devices) {
  if (const auto* rdma = host.devices.known()) {
    for (const auto& device : *rdma) {
      if (const auto* address = device.pci_address.known()) {
        add_path(env, *address, devices);
      }
    }
  }
  for (const auto& name : rdma_wire(host)) {
    const Netdev* netdev = netdev_named(host, name);
    const auto* address = netdev == nullptr ? nullptr : netdev->pci_address.known();
    if (address != nullptr) {
      add_path(env, *address, devices);
    }
  }
}

std::optional<Unknown> collect_pcie(ProbeEnv& env, const Snapshot& so_far, Snapshot& out) {
  const auto functions = list_pci_functions(env.files());
  if (!functions) {
    out.host.pci_devices = functions.error();
    return std::nullopt;
  }
  PciDevices devices;
  add_nics(env, so_far.host, devices);
  for (const auto& address : *functions) {
    if (!devices.contains(address) && is_gpu(read_sysfs_pci_identity(env.files(), address))) {
      add_path(env, address, devices);
    }
  }
  auto& list = out.host.pci_devices.emplace();
  for (auto& [address, device] : devices) {
    list.push_back(std::move(device));
  }
  return std::nullopt;
}

}  // namespace

extern const Check pcie{.id = "pcie",
                        .summary = "PCI Express of RDMA NICs and GPUs",
                        .needs = kNeeds,
                        .provides = kProvides,
                        .collect = collect_pcie};

}  // namespace rocelint::checks
