// SPDX-License-Identifier: Apache-2.0
#pragma once

// The operating system as its files tell of it.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/system.h"

#include "os/sysfs/files.h"

namespace rocelint {

/// PRETTY_NAME of os-release(5).
[[nodiscard]] Fact<std::string> read_os_name(const Files& files);
[[nodiscard]] Fact<std::string> parse_os_name(std::string_view os_release);

/// "none [integrity] confidentiality": the state in brackets.
[[nodiscard]] Fact<Lockdown> parse_lockdown(std::string_view text);
[[nodiscard]] Fact<Lockdown> read_lockdown(const Files& files);

/// How many numbers a list of the kernel holds: "0-3,8" → 5.
[[nodiscard]] Fact<std::int64_t> count_of_list(std::string_view text);
[[nodiscard]] Fact<std::int64_t> read_numa_nodes(const Files& files);

/// CmaTotal of proc_meminfo(5), which kernels without CONFIG_CMA leave out.
[[nodiscard]] Fact<std::int64_t> read_cma_total_bytes(const Files& files);
[[nodiscard]] Fact<std::int64_t> parse_cma_total_bytes(std::string_view meminfo);

/// The kind of container that the files of the root directory tell of; empty: the host itself.
[[nodiscard]] Fact<std::string> read_container(const Files& files);

[[nodiscard]] Fact<std::vector<std::string>> read_cpu_governors(const Files& files);

/// Device files below /dev/infiniband; those in directories of links are left out.
[[nodiscard]] Fact<std::vector<DeviceNode>> read_device_nodes(const Files& files);

/// Whether a module is there, loaded or built in.
[[nodiscard]] Fact<bool> read_module_presence(const Files& files, std::string_view module);

}  // namespace rocelint
