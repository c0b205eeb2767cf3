// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "rocelint/facts/devlink.h"
#include "rocelint/facts/fact.h"
#include "rocelint/facts/netdev.h"
#include "rocelint/facts/pcie.h"
#include "rocelint/facts/rdma.h"
#include "rocelint/facts/reflect.h"
#include "rocelint/facts/routing.h"
#include "rocelint/facts/system.h"

namespace rocelint {

/// Whether RDMA devices are seen from every network namespace: RDMA_NLDEV_SYS_ATTR_NETNS_MODE.
enum class RdmaNamespaceMode : std::uint8_t { exclusive = 0, shared = 1 };
template <>
inline constexpr std::array kEnumNames<RdmaNamespaceMode> = {EnumName{0, "exclusive"},
                                                             EnumName{1, "shared"}};

struct Host {
  Fact<std::string> hostname;
  Fact<std::string> kernel_release;
  Fact<std::string> machine;
  Fact<std::string> boot_id;
  Fact<RdmaNamespaceMode> rdma_namespace_mode;
  Fact<bool> verbs_library;
  Fact<std::vector<RdmaDevice>> devices;
  Fact<std::vector<Netdev>> netdevs;
  Fact<std::vector<PciDevice>> pci_devices;
  Fact<std::vector<DevlinkDevice>> devlink;
  Fact<std::vector<KernelModule>> modules;
  Fact<std::vector<BoundAddress>> bound_addresses;
  Routing routing;
  GpuSoftware gpu;
  System system;
  Fact<std::map<std::string, CustomFact, std::less<>>> custom;

  bool operator==(const Host&) const = default;
};
template <>
struct Fields<Host> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::hostname>("host name", "/proc/sys/kernel/hostname", FieldRole::identity)
          .by("inventory"),
      field<&T::kernel_release>("running kernel", "/proc/sys/kernel/osrelease").by("inventory"),
      field<&T::machine>("processor architecture", "uname machine", FieldRole::identity)
          .by("inventory"),
      field<&T::boot_id>("changes at every boot", "/proc/sys/kernel/random/boot_id")
          .by("inventory"),
      field<&T::rdma_namespace_mode>("RDMA devices are shared between network namespaces",
                                     "RDMA_NLDEV_SYS_ATTR_NETNS_MODE")
          .by("inventory"),
      field<&T::verbs_library>("libibverbs could be opened", "dlopen libibverbs.so.1")
          .by("inventory"),
      field<&T::devices>("RDMA devices", "RDMA_NLDEV_CMD_GET").by("inventory"),
      field<&T::netdevs>("network interfaces of this namespace", "RTM_GETLINK").by("link"),
      field<&T::pci_devices>("RDMA NICs, GPUs and the bridges above them", "/sys/bus/pci/devices")
          .by("pcie"),
      field<&T::devlink>("devlink instances of this network namespace", "DEVLINK_CMD_GET")
          .by("devlink"),
      field<&T::modules>("kernel modules of RDMA and GPUs that are loaded", "/sys/module")
          .by("modules"),
      field<&T::bound_addresses>("what rdma_cm makes of each fabric address", kBindSource)
          .by("addressing"),
      field<&T::routing>("routes, rules, neighbours", "").by("addressing"),
      field<&T::gpu>("software of the GPUs", "").by("modules"),
      field<&T::system>("the operating system", "").by("system"),
      field<&T::custom>("facts that the site adds, by name", kSiteFile),
  };
};

}  // namespace rocelint
