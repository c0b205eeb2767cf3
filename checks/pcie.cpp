// SPDX-License-Identifier: Apache-2.0

// PCI Express of RDMA NICs and GPUs, with every bridge above them up to the root port. Files of
// sysfs only; without CAP_SYS_ADMIN the settings in the configuration space are unknown.

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rocelint/check.h"
#include "rocelint/facts.h"
#include "rocelint/snapshot.h"

#include "facts/gpu.h"
#include "facts/netdev_named.h"
#include "os/netlink/netdev_stack.h"
#include "os/probe_env.h"
#include "os/sysfs/sysfs_pci.h"

namespace rocelint::checks {

namespace {

constexpr std::array<std::string_view, 2> kNeeds{"inventory", "link"};

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

/// RDMA devices, and the physical netdevs under them: a bond has more of these than it has devices.
std::vector<std::string> nic_addresses(const Host& host) {
  std::vector<std::string> addresses;
  const auto add = [&](const Fact<std::string>& address) {
    if (address.known() != nullptr) {
      addresses.push_back(*address.known());
    }
  };
  if (const auto* devices = host.devices.known()) {
    std::ranges::for_each(*devices, add, &RdmaDevice::pci_address);
  }
  for (const auto& name : rdma_lowers(host)) {
    if (const Netdev* netdev = netdev_named(host, name)) {
      add(netdev->pci_address);
    }
  }
  return addresses;
}

std::optional<Unknown> collect_pcie(ProbeEnv& env, const Snapshot& so_far, Snapshot& out) {
  const auto functions = list_pci_functions(env.files());
  if (!functions) {
    out.host.pci_devices = functions.error();
    return std::nullopt;
  }
  PciDevices devices;
  for (auto& address : nic_addresses(so_far.host)) {
    add_path(env, std::move(address), devices);
  }
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
                        .collect = collect_pcie};

}  // namespace rocelint::checks
