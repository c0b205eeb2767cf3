// SPDX-License-Identifier: Apache-2.0
#include "inputs/host_root.h"

#include <cerrno>
#include <optional>
#include <string>
#include <system_error>

#include <sys/stat.h>

#include "rocelint/base/diagnostic.h"
#include "rocelint/facts/fact.h"

namespace rocelint {

std::optional<Diagnostic> diagnostic_about_host_root(const std::string& directory,
                                                     const Fact<bool>& in_host_network) {
  const auto refuse = [&](const std::string& text) {
    return Diagnostic{.file = directory, .line = 0, .column = 0, .text = "--host-root: " + text};
  };
  struct stat first{};
  if (stat((directory + "/proc/1").c_str(), &first) != 0) {
    return refuse("proc/1: " + std::generic_category().message(errno) +
                  "; mount the host's / there with its /proc and /sys");
  }
  if (stat((directory + "/proc/1/ns/net").c_str(), &first) != 0) {
    const auto why = std::generic_category().message(errno);
    if (in_host_network.is(true)) {
      return std::nullopt;
    }
    return refuse("whether this is the host's network namespace can't be told: proc/1/ns/net: " +
                  why + " (CAP_SYS_PTRACE)");
  }
  struct stat own{};
  if (stat("/proc/self/ns/net", &own) != 0) {
    return refuse("/proc/self/ns/net: " + std::generic_category().message(errno));
  }
  if (own.st_dev != first.st_dev || own.st_ino != first.st_ino) {
    return refuse(
        "this is not the host's network namespace: the files would be of one host and "
        "netlink of another (run with the host's network)");
  }
  return std::nullopt;
}

}  // namespace rocelint
