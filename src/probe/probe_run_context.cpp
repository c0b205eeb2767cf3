// SPDX-License-Identifier: Apache-2.0
#include "probe/probe_run_context.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <sys/stat.h>
#include <sys/types.h>
#include <tl/expected.hpp>
#include <unistd.h>

#include "rocelint/facts/fact.h"
#include "rocelint/snapshot.h"

#include "base/whole_number.h"
#include "facts/unknown.h"
#include "os/read.h"
#include "os/sysfs/files.h"

namespace rocelint {
namespace {

struct Capability {
  unsigned bit;
  std::string_view name;
};
// include/uapi/linux/capability.h, by name
constexpr std::array kCapabilities{
    Capability{2, "cap_dac_read_search"}, Capability{14, "cap_ipc_lock"},
    Capability{12, "cap_net_admin"},      Capability{13, "cap_net_raw"},
    Capability{21, "cap_sys_admin"},      Capability{17, "cap_sys_rawio"},
};

template <class T, class Decode>
Fact<T> read_and_decode(const Files& files, std::string_view path, Decode decode) {
  const auto text = files.read(path);
  return text ? decode(*text) : Fact<T>(text.error());
}

struct NamespaceId {
  dev_t device;
  ino_t inode;

  bool operator==(const NamespaceId&) const = default;
};

Read<NamespaceId> namespace_id(const char* path) {
  struct stat status{};
  if (stat(path, &status) != 0) {
    return tl::unexpected(unknown_from_errno(errno, path));
  }
  return NamespaceId{.device = status.st_dev, .inode = status.st_ino};
}

/// include/linux/proc_ns.h PROC_PID_INIT_INO: elsewhere process 1 is a container's.
bool process_1_is_the_hosts() {
  constexpr ino_t kInitialPidNamespace = 0xEFFFFFFCU;
  const auto own = namespace_id("/proc/self/ns/pid");
  return own && own->inode == kInitialPidNamespace;
}

/// Most of net.core is registered for the initial network namespace alone
/// (net/core/sysctl_net_core.c), which shows where /proc/1 can't be asked.
Fact<bool> has_initial_sysctls(const Files& files, const Unknown& why_asked) {
  if (!files.exists("/proc/sys/net/core/somaxconn")) {
    return why_asked;
  }
  return files.exists("/proc/sys/net/core/netdev_max_backlog");
}

Fact<bool> host_network_namespace(const Files& files) {
  if (!process_1_is_the_hosts()) {
    return has_initial_sysctls(files, not_found("process 1 here is not the host's"));
  }
  const auto own = namespace_id("/proc/self/ns/net");
  if (!own) {
    return own.error();
  }
  const auto first = namespace_id("/proc/1/ns/net");
  return first ? Fact<bool>(*own == *first) : has_initial_sysctls(files, first.error());
}

}  // namespace

Probe read_run_context(const Files& files) {
  Probe probe;
  probe.effective_uid = static_cast<std::int64_t>(geteuid());
  probe.capabilities =
      read_and_decode<std::vector<std::string>>(files, "/proc/self/status", decode_capabilities);
  probe.initial_user_namespace =
      read_and_decode<bool>(files, "/proc/self/uid_map", decode_initial_user_namespace);
  probe.host_network_namespace = host_network_namespace(files);
  return probe;
}

Fact<std::vector<std::string>> decode_capabilities(std::string_view status) {
  constexpr std::string_view kKey = "\nCapEff:";
  const auto key = status.find(kKey);
  if (key == std::string_view::npos) {
    return malformed("/proc/self/status has no CapEff");
  }
  std::string_view digits = status.substr(key + kKey.size());
  digits = digits.substr(0, digits.find('\n'));
  digits.remove_prefix(std::min(digits.find_first_not_of(" \t"), digits.size()));

  const auto bits = whole_number<std::uint64_t>(digits, 16);
  if (!bits) {
    return malformed("/proc/self/status CapEff");
  }
  std::vector<std::string> names;
  for (const auto& capability : kCapabilities) {
    if (((*bits >> capability.bit) & 1U) != 0) {
      names.emplace_back(capability.name);
    }
  }
  return names;
}

Fact<bool> decode_initial_user_namespace(std::string_view uid_map) {
  std::istringstream fields{std::string(uid_map)};
  std::uint64_t inside = 0;
  std::uint64_t outside = 0;
  std::uint64_t count = 0;
  if (!(fields >> inside >> outside >> count)) {
    // A namespace whose map has not been written yet.
    return uid_map.empty() ? Fact<bool>(false) : Fact<bool>(malformed("/proc/self/uid_map"));
  }
  constexpr std::uint64_t kAllIds = 0xFFFFFFFFU;
  std::string more;
  return inside == 0 && outside == 0 && count == kAllIds && !(fields >> more);
}

}  // namespace rocelint
