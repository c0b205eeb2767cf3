// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "os/host/gpu_software.h"
#include "os/host/kernel_module_file.h"
#include "os/host/process_limits.h"
#include "os/host/rdma_cgroup.h"
#include "os/host/system_files.h"
#include "os/host/systemd_limits.h"
#include "os/sysfs/sysfs_pci.h"
#include "tests/fuzz/fuzz_input.h"

// NOLINTNEXTLINE(readability-identifier-naming): the name is libFuzzer's
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = rocelint::fuzz::text_of(data, size);
  rocelint::Snapshot snapshot;
  auto& system = snapshot.host.system;
  system.os_name = rocelint::parse_os_name(bytes);
  system.lockdown = rocelint::parse_lockdown(bytes);
  system.numa_nodes = rocelint::count_of_list(bytes);
  system.cma_total_bytes = rocelint::parse_cma_total_bytes(bytes);
  system.limits = rocelint::decode_process_limits(bytes);
  if (const auto limit = rocelint::parse_systemd_limit(bytes)) {
    system.systemd_limits.memlock_bytes = limit->soft;
  }
  if (const auto limits = rocelint::parse_rdma_max(bytes); limits && limits->size() == 1) {
    system.rdma_cgroup = *limits;
  }
  snapshot.host.gpu.nvidia_version = rocelint::parse_nvidia_version(bytes);
  auto& function = snapshot.host.pci_devices.emplace().emplace_back();
  function.address = "0000:03:00.0";
  function.largest_bar_bytes = rocelint::parse_largest_bar(bytes);
  function.link_speed_mtps = rocelint::parse_link_speed_mtps(bytes);
  const auto info = rocelint::read_module_info(
      [&](std::uint64_t offset, std::size_t part) -> rocelint::Read<std::string> {
        return std::string(bytes.substr(std::min<std::size_t>(offset, bytes.size()), part));
      });
  auto& module = snapshot.host.modules.emplace().emplace_back();
  module.name = "mlx5_core";
  if (info && info->contains("version")) {
    module.disk_version = info->at("version");
  }
  (void)rocelint::parse_modules_dep(bytes);
  rocelint::fuzz::require_readable(snapshot);
  return 0;
}
