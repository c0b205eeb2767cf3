// SPDX-License-Identifier: Apache-2.0

// Kernel modules of RDMA NICs and GPUs: what is loaded, and what the file on disk would load next.
// With them the software that lets NICs reach GPU memory.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "rocelint/check.h"
#include "rocelint/facts.h"
#include "rocelint/snapshot.h"

#include "facts/unknown.h"
#include "os/host/gpu_software.h"
#include "os/host/kernel_module_file.h"
#include "os/probe_env.h"
#include "os/read.h"
#include "os/sysfs/files.h"
#include "os/sysfs/sysfs_device.h"

namespace rocelint::checks {

namespace {

constexpr std::array<std::string_view, 49> kModules{
    // RDMA itself
    "ib_core",
    "ib_cm",
    "ib_umad",
    "ib_uverbs",
    "iw_cm",
    "rdma_cm",
    "rdma_ucm",
    "ib_ipoib",
    "nvme_rdma",
    "nvmet_rdma",
    "rpcrdma",
    "ib_iser",
    "ib_isert",
    // NICs
    "mlx5_core",
    "mlx5_ib",
    "mlx_compat",
    "mlxfw",
    "mlxdevm",
    "bnxt_en",
    "bnxt_re",
    "ice",
    "irdma",
    "i40e",
    "ionic",
    "ionic_rdma",
    "hns3",
    "hclge",
    "hns_roce_hw_v2",
    "mana",
    "mana_ib",
    "efa",
    "erdma",
    "qede",
    "qedr",
    "cxgb4",
    "iw_cxgb4",
    "rdma_rxe",
    "siw",
    // GPUs, and their ways to a NIC
    "nvidia",
    "nvidia_uvm",
    "nvidia_peermem",
    "nv_peer_mem",
    "nvidia_fs",
    "gdrdrv",
    "amdgpu",
    "i915",
    "xe",
    "habanalabs",
    "ib_peer_mem",
};

using Paths = std::map<std::string, std::string, std::less<>>;

// One that is built in has no state of loading (kernel/module/sysfs.c); the kernel's own it is.
Fact<bool> read_out_of_tree(const Files& files, const std::string& directory) {
  const auto taint = files.read(directory + "/taint");
  if (taint) {
    return taint->find('O') != std::string::npos;
  }
  if (files.is_absent(directory + "/initstate")) {
    return false;
  }
  return taint.error();
}

Fact<std::string> value_of(const ModuleInfo& info, std::string_view key) {
  const auto found = info.find(key);
  return found == info.end()
             ? Fact<std::string>(not_found("the file states no " + std::string(key)))
             : Fact<std::string>(found->second);
}

void read_file_on_disk(const Files& files, const std::string& path, KernelModule& module) {
  const auto set = [&](const Unknown& why) {
    module.disk_version = why;
    module.disk_source_version = why;
  };
  if (!path.ends_with(".ko")) {
    set(unsupported(path + " is compressed"));
    return;
  }
  const auto info = read_module_info(
      [&](std::uint64_t offset, std::size_t size) { return files.read_part(path, offset, size); });
  if (!info) {
    set({.reason = info.error().reason,
         .detail = path + ": " + info.error().detail,
         .sys_errno = info.error().sys_errno});
    return;
  }
  module.disk_version = value_of(*info, "version");
  module.disk_source_version = value_of(*info, "srcversion");
}

KernelModule read_module(const Files& files, const std::string& name, const std::string& library,
                         const Read<Paths>& paths) {
  const std::string directory = "/sys/module/" + name;
  KernelModule module;
  module.name = name;
  module.version = read_sysfs_text(files, directory + "/version");
  module.source_version = read_sysfs_text(files, directory + "/srcversion");
  module.out_of_tree = read_out_of_tree(files, directory);
  if (!paths) {
    module.disk_version = paths.error();
    module.disk_source_version = paths.error();
    return module;
  }
  const auto path = paths->find(name);
  if (path == paths->end()) {
    const auto why = not_found(library + "/modules.dep does not name it");
    module.disk_version = why;
    module.disk_source_version = why;
    return module;
  }
  // A path of modules.dep may be absolute (depmod -e with other directories).
  const bool absolute = path->second.starts_with('/');
  read_file_on_disk(files, absolute ? path->second : library + '/' + path->second, module);
  return module;
}

Read<Paths> read_paths(const Files& files, const std::string& library) {
  const auto text = files.read(library + "/modules.dep");
  return text ? Read<Paths>(parse_modules_dep(*text)) : tl::unexpected(text.error());
}

Fact<std::vector<KernelModule>> read_modules(const Files& files) {
  const auto loaded = files.list("/sys/module");
  if (!loaded) {
    return loaded.error();
  }
  const auto release = files.read("/proc/sys/kernel/osrelease");
  const std::string library = "/lib/modules/" + release.value_or("");
  const auto paths =
      release ? read_paths(files, library) : Read<Paths>(tl::unexpected(release.error()));
  std::vector<KernelModule> modules;
  for (const auto& name : *loaded) {
    if (std::ranges::count(kModules, name) > 0) {
      modules.push_back(read_module(files, name, library, paths));
    }
  }
  return modules;
}

std::optional<Unknown> collect_modules(ProbeEnv& env, const Snapshot& /*so_far*/, Snapshot& out) {
  out.host.gpu = read_gpu_software(env.files());
  env.keep(out);
  out.host.modules = read_modules(env.files());
  return std::nullopt;
}

}  // namespace

extern const Check modules{.id = "modules",
                           .summary = "kernel modules of NICs and GPUs",
                           .needs = {},
                           .collect = collect_modules};

}  // namespace rocelint::checks
