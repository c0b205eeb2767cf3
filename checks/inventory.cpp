// SPDX-License-Identifier: Apache-2.0

// Who this host is and which RDMA devices it has. nldev first: it answers where sysfs is hidden (a
// pod), while sysfs is the only one that tells driver, PCI function and board.

#include <optional>
#include <string>
#include <vector>

#include <sys/utsname.h>
#include <tl/expected.hpp>

#include "rocelint/check.h"
#include "rocelint/facts.h"
#include "rocelint/snapshot.h"

#include "facts/unknown.h"
#include "os/netlink/nldev_decode.h"
#include "os/probe_env.h"
#include "os/read.h"
#include "os/sysfs/sysfs_device.h"
#include "os/sysfs/sysfs_rdma.h"

namespace rocelint::checks {

namespace {

Fact<std::string> read_machine(ProbeEnv& env) {
  if (!env.is_live()) {
    return read_sysfs_text(env.files(), "/proc/sys/kernel/arch");  // since Linux 6.1
  }
  utsname name{};
  if (::uname(&name) != 0) {
    return io_error("uname");
  }
  return std::string(static_cast<const char*>(name.machine));
}

Fact<bool> verbs_library(ProbeEnv& env) {
  if (env.verbs() != nullptr) {
    return true;
  }
  // open_verbs() says not_found when the library is not there; else it was not tried, or is odd.
  const Unknown& why = env.verbs_unknown();
  return why.reason == Reason::not_found ? Fact<bool>(false) : Fact<bool>(why);
}

Fact<RdmaNamespaceMode> read_namespace_mode(ProbeEnv& env) {
  const auto reply = env.ask_one({.device = "",
                                  .operation = "nldev SYS_GET",
                                  .family = NetlinkFamily::rdma,
                                  .request = rdma_system_request()});
  auto mode = reply ? decode_rdma_system(*reply) : Fact<RdmaNamespaceMode>(reply.error());
  if (mode.known() != nullptr) {
    return mode;
  }
  const auto parameter = env.files().read("/sys/module/ib_core/parameters/netns_mode");
  if (!parameter) {
    return mode;
  }
  if (*parameter != "Y" && *parameter != "N") {
    return malformed("ib_core netns_mode is \"" + *parameter + '"');
  }
  return *parameter == "Y" ? RdmaNamespaceMode::shared : RdmaNamespaceMode::exclusive;
}

Read<std::vector<RdmaDevice>> read_devices(ProbeEnv& env) {
  const auto replies = env.ask({.device = "",
                                .operation = "nldev GET",
                                .family = NetlinkFamily::rdma,
                                .request = rdma_devices_request()});
  if (!replies) {
    auto from_sysfs = read_sysfs_rdma_devices(env.files());
    // Where neither answers, the kernel's refusal says more than the missing directory.
    return from_sysfs || !env.is_live() ? from_sysfs : tl::unexpected(replies.error());
  }
  return decode_rdma_devices(*replies);
}

void read_hardware(ProbeEnv& env, RdmaDevice& device) {
  if (const auto refused = env.begin(device.name, "sysfs")) {
    device.driver = *refused;
    device.pci_address = *refused;
    device.virtual_function = *refused;
    device.physical_function = *refused;
    device.hca_type = *refused;
    device.board_id = *refused;
    return;
  }
  read_rdma_hardware(env.files(), device);
  env.end();
}

std::optional<Unknown> collect_inventory(ProbeEnv& env, const Snapshot& /*so_far*/, Snapshot& out) {
  Host& host = out.host;
  host.hostname = read_sysfs_text(env.files(), "/proc/sys/kernel/hostname");
  host.kernel_release = read_sysfs_text(env.files(), "/proc/sys/kernel/osrelease");
  host.machine = read_machine(env);
  host.boot_id = read_sysfs_text(env.files(), "/proc/sys/kernel/random/boot_id");
  host.verbs_library = verbs_library(env);
  host.rdma_namespace_mode = read_namespace_mode(env);
  host.devices = to_fact(read_devices(env));
  env.keep(out);
  if (auto* devices = host.devices.known()) {
    for (auto& device : *devices) {
      read_hardware(env, device);
      env.keep(out);
    }
  }
  return std::nullopt;
}

}  // namespace

extern const Check inventory{.id = "inventory",
                             .summary = "the host and its RDMA devices",
                             .needs = {},
                             .collect = collect_inventory};

}  // namespace rocelint::checks
