// SPDX-License-Identifier: Apache-2.0
#include "os/host/gpu_software.h"

#include <array>
#include <string>
#include <string_view>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/system.h"

#include "facts/unknown.h"
#include "os/lines.h"
#include "os/read.h"
#include "os/sysfs/files.h"

namespace rocelint {
namespace {

// What NCCL looks for (src/transport/net_ib/gdr.cc) and, from amdkfd on, RCCL.
constexpr std::array<std::string_view, 6> kPeerMemory{
    "/sys/kernel/mm/memory_peers/nv_mem/version", "/sys/kernel/mm/memory_peers/nv_mem_nc/version",
    "/sys/module/nvidia_peermem/version",         "/sys/kernel/mm/memory_peers/amdkfd/version",
    "/sys/kernel/memory_peers/amdkfd/version",    "/sys/memory_peers/amdkfd/version",
};
// OFED's ib_core makes this directory with the first client (drivers/infiniband/core/peer_mem.c):
// where it is, a module that is loaded is no client until it stands there. Not every ib_core lists
// them.
constexpr std::string_view kClients = "/sys/kernel/mm/memory_peers";
constexpr std::string_view kModule = "/sys/module/nvidia_peermem/version";

Fact<bool> read_peer_memory(const Files& files) {
  // In a tree without it, that none of the files is there says nothing.
  if (const auto modules = files.real_path("/sys/module"); !modules) {
    return modules.error();
  }
  const bool clients_are_listed = files.real_path(kClients).has_value();
  Fact<bool> registered = false;
  for (const auto path : kPeerMemory) {
    if (path == kModule && clients_are_listed) {
      continue;
    }
    const auto there = files.real_path(path);
    if (there) {
      return true;
    }
    if (there.error().reason != Reason::not_found) {
      registered = there.error();
    }
  }
  return registered;
}

std::string_view first_line(std::string_view text) {
  return text.substr(0, text.find('\n'));
}

bool is_version(std::string_view word) {
  constexpr std::string_view kDigitsAndPoints = "0123456789.";
  return word.find('.') != std::string_view::npos && word.front() != '.' &&
         word.find_first_not_of(kDigitsAndPoints) == std::string_view::npos;
}

}  // namespace

Fact<std::string> parse_nvidia_version(std::string_view text) {
  for (const auto word : words_of(first_line(text))) {
    if (is_version(word)) {
      return std::string(word);
    }
  }
  return malformed("/proc/driver/nvidia/version: no version in \"" + std::string(first_line(text)) +
                   '"');
}

GpuSoftware read_gpu_software(const Files& files) {
  GpuSoftware software;
  software.peer_memory = read_peer_memory(files);
  const auto text = files.read("/proc/driver/nvidia/version");
  if (text) {
    software.nvidia_version = parse_nvidia_version(*text);
    software.nvidia_open = first_line(*text).find("Open Kernel Module") != std::string_view::npos;
    return software;
  }
  const Unknown why = text.error().reason == Reason::not_found
                          ? not_found("NVIDIA's driver is not loaded")
                          : text.error();
  software.nvidia_version = why;
  software.nvidia_open = why;
  return software;
}

}  // namespace rocelint
