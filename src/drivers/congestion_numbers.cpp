// SPDX-License-Identifier: Apache-2.0
#include "drivers/congestion_numbers.h"

#include <cerrno>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "rocelint/facts.h"

#include "drivers/congestion_control.h"
#include "facts/unknown.h"
#include "os/probe_env.h"
#include "os/sysfs/files.h"
#include "os/sysfs/sysfs_device.h"

namespace rocelint::congestion {

Fact<std::int64_t> Numbers::read(const std::string& path) const {
  if (const auto refused = env_.begin(netdev_, path.substr(path.rfind('/') + 1))) {
    return *refused;
  }
  auto number = read_sysfs_number(env_.files(), path);
  env_.end();
  return number;
}

/// Why there is no such directory, or nothing where there is one or may be one.
std::optional<Unknown> Numbers::no_debugfs(const std::string& directory) const {
  if (!env_.is_deep()) {
    return needs_deep();
  }
  if (!env_.files().is_absent(directory)) {
    return std::nullopt;
  }
  const auto entries = env_.files().list(kDebugfs);
  if (!entries) {
    return entries.error();
  }
  if (entries->empty()) {
    return Unknown{.reason = Reason::io_error,
                   .detail = "debugfs is not mounted: " + std::string(kDebugfs) + " is empty",
                   .sys_errno = ENOENT};
  }
  return unsupported("the driver, or its firmware, shows none: no " + directory);
}

Fact<std::int64_t> parameter(const Parameters& parameters, std::string_view name) {
  return map(parameters, [&](const auto& known) -> Fact<std::int64_t> {
    const auto found = known.find(name);
    return found == known.end() ? unsupported("the driver shows no " + std::string(name))
                                : Fact<std::int64_t>(found->second);
  });
}

Fact<bool> is_on(const Fact<std::int64_t>& number) {
  return map(number, [](std::int64_t value) { return value != 0; });
}

CongestionControl all_unknown(const Unknown& why) {
  return {.enabled = why,
          .reaction_point = why,
          .notification_point = why,
          .sends_ecn_capable = why,
          .cnp = {.dscp = why, .priority = why, .priority_mode = why},
          .parameters = why};
}

CongestionControl without_priorities() {
  return all_unknown(unsupported("the driver has no switch for each priority"));
}

std::string pci_address_of(const Netdev& netdev) {
  return netdev.pci_address.known() == nullptr ? std::string() : *netdev.pci_address.known();
}

}  // namespace rocelint::congestion
