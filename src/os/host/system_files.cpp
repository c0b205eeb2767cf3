// SPDX-License-Identifier: Apache-2.0
#include "os/host/system_files.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sys/stat.h>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/reflect.h"
#include "rocelint/facts/system.h"

#include "base/whole_number.h"
#include "facts/unknown.h"
#include "os/lines.h"
#include "os/read.h"
#include "os/sysfs/files.h"

namespace rocelint {
namespace {

constexpr std::string_view kNodes = "/dev/infiniband";

// os-release(5): a value may be quoted; a backslash escapes only $, ", \ and `.
std::string unquoted(std::string_view value) {
  const bool quoted = value.size() >= 2 && value.front() == value.back() &&
                      (value.front() == '"' || value.front() == '\'');
  if (quoted) {
    value = value.substr(1, value.size() - 2);
  }
  std::string text;
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (value[i] == '\\' && i + 1 < value.size()) {
      ++i;
    }
    text.push_back(value[i]);
  }
  return text;
}

Fact<std::int64_t> parse_bound(std::string_view text) {
  constexpr std::int64_t kMost = 1 << 20;
  const auto value = whole_number<std::int64_t>(text);
  if (!value || *value < 0 || *value > kMost) {
    return malformed("\"" + std::string(text) + "\" is no number of a list");
  }
  return *value;
}

std::string known_container(std::string_view kind) {
  for (const std::string_view known : {"docker", "podman", "lxc"}) {
    if (kind.starts_with(known)) {  // lxc-libvirt
      return std::string(known);
    }
  }
  return "other";
}

std::string container_in_environment(std::string_view environment) {
  constexpr std::string_view kKey = "container=";
  for (const auto variable : parts_of(environment, {"\0", 1})) {
    if (variable.starts_with(kKey)) {
      return known_container(variable.substr(kKey.size()));
    }
  }
  return {};
}

// What container managers leave for those inside; https://systemd.io/CONTAINER_INTERFACE.
std::string container_by_its_files(const Files& files) {
  if (files.exists("/var/run/secrets/kubernetes.io")) {
    return "kubernetes";
  }
  if (files.exists("/run/.containerenv")) {
    return "podman";
  }
  if (files.exists("/.dockerenv")) {
    return "docker";
  }
  if (const auto kind = files.read("/run/systemd/container"); kind && !kind->empty()) {
    return known_container(*kind);
  }
  const auto environment = files.read("/proc/1/environ");
  return environment ? container_in_environment(*environment) : std::string();
}

bool is_cpu(std::string_view name) {
  return name.starts_with("cpu") && name.size() > 3 &&
         std::all_of(name.begin() + 3, name.end(), [](char c) { return c >= '0' && c <= '9'; });
}

DeviceNode read_node(const Files& files, const std::string& path, const FileStatus& status) {
  constexpr mode_t kPermissions = 07777;
  std::array<char, 8> mode{};
  (void)std::snprintf(mode.data(), mode.size(), "%04o", status.mode & kPermissions);
  return {.path = path,
          .mode = std::string(mode.data()),
          .owner = std::to_string(status.owner) + ':' + std::to_string(status.group),
          .usable = to_fact(files.may_read_and_write(path))};
}

}  // namespace

Fact<std::string> parse_os_name(std::string_view os_release) {
  constexpr std::string_view kKey = "PRETTY_NAME=";
  for (const auto line : lines_of(os_release)) {
    if (line.starts_with(kKey)) {
      return unquoted(trimmed(line.substr(kKey.size())));
    }
  }
  return not_found("os-release has no PRETTY_NAME");
}

Fact<std::string> read_os_name(const Files& files) {
  const auto own = files.read("/etc/os-release");
  const auto text = own ? own : files.read("/usr/lib/os-release");
  return text ? parse_os_name(*text) : Fact<std::string>(text.error());
}

Fact<Lockdown> parse_lockdown(std::string_view text) {
  const auto open = text.find('[');
  const auto close = text.find(']');
  if (open != std::string_view::npos && close != std::string_view::npos && open < close) {
    const auto name = text.substr(open + 1, close - open - 1);
    for (const auto& row : kEnumNames<Lockdown>) {
      if (row.name == name) {
        return static_cast<Lockdown>(row.value);
      }
    }
  }
  return malformed("lockdown is \"" + std::string(text) + '"');
}

Fact<Lockdown> read_lockdown(const Files& files) {
  const auto text = files.read("/sys/kernel/security/lockdown");
  if (text) {
    return parse_lockdown(*text);
  }
  // Where securityfs is mounted, a kernel with lockdown shows it.
  const auto shown = files.list("/sys/kernel/security");
  if (text.error().reason == Reason::not_found && shown && !shown->empty()) {
    return Lockdown::none;
  }
  return text.error();
}

Fact<std::int64_t> count_of_list(std::string_view text) {
  std::int64_t count = 0;
  for (const auto range : parts_of(trimmed(text), ",")) {
    const auto dash = range.find('-');
    const auto first = parse_bound(range.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : parse_bound(range.substr(dash + 1));
    if (first.known() == nullptr || last.known() == nullptr || *last.known() < *first.known()) {
      return malformed("\"" + std::string(text) + "\" is no list of numbers");
    }
    count += *last.known() - *first.known() + 1;
  }
  return count;
}

Fact<std::int64_t> read_numa_nodes(const Files& files) {
  const auto text = files.read("/sys/devices/system/node/online");
  if (text) {
    return count_of_list(*text);
  }
  return text.error().reason == Reason::not_found ? unsupported("this kernel knows no NUMA nodes")
                                                  : text.error();
}

Fact<std::int64_t> parse_cma_total_bytes(std::string_view meminfo) {
  constexpr std::int64_t kKibibyte = 1024;
  constexpr std::int64_t kMostKibibytes = std::numeric_limits<std::int64_t>::max() / kKibibyte;
  for (const auto line : lines_of(meminfo)) {
    const auto words = words_of(line);
    if (words.size() < 2 || words[0] != "CmaTotal:") {
      continue;
    }
    const auto kibibytes = whole_number<std::int64_t>(words[1]);
    if (!kibibytes || *kibibytes < 0 || *kibibytes > kMostKibibytes) {
      return malformed("CmaTotal is no number");
    }
    return *kibibytes * kKibibyte;
  }
  return unsupported("/proc/meminfo has no CmaTotal: the kernel has no CONFIG_CMA");
}

Fact<std::int64_t> read_cma_total_bytes(const Files& files) {
  const auto text = files.read("/proc/meminfo");
  return text ? parse_cma_total_bytes(*text) : Fact<std::int64_t>(text.error());
}

Fact<std::string> read_container(const Files& files) {
  if (auto kind = container_by_its_files(files); !kind.empty()) {
    return kind;
  }
  // See list_processes(): only on the host itself is kthreadd the second process.
  const auto second = files.read("/proc/2/comm");
  if (second && *second == "kthreadd") {
    return std::string();
  }
  if (second || (files.exists("/proc/1") && second.error().reason == Reason::not_found)) {
    return std::string("other");
  }
  return not_found(
      "no container manager left a sign, and /proc does not show the host's "
      "kernel threads");
}

Fact<std::vector<std::string>> read_cpu_governors(const Files& files) {
  const auto names = files.list("/sys/devices/system/cpu");
  if (!names) {
    return names.error();
  }
  std::set<std::string> governors;
  for (const auto& name : *names) {
    if (!is_cpu(name)) {
      continue;
    }
    const auto governor =
        files.read("/sys/devices/system/cpu/" + name + "/cpufreq/scaling_governor");
    if (governor) {
      governors.insert(*governor);
    } else if (governor.error().reason != Reason::not_found) {
      return governor.error();
    }
  }
  if (governors.empty()) {
    return unsupported("no cpufreq driver: the firmware or the hypervisor chooses");
  }
  return std::vector<std::string>(governors.begin(), governors.end());
}

Fact<std::vector<DeviceNode>> read_device_nodes(const Files& files) {
  const auto names = files.list(kNodes);
  if (!names) {
    return names.error().reason == Reason::not_found
               ? Fact<std::vector<DeviceNode>>(std::vector<DeviceNode>{})
               : Fact<std::vector<DeviceNode>>(names.error());
  }
  std::vector<DeviceNode> nodes;
  for (const auto& name : *names) {
    const std::string path = std::string(kNodes) + '/' + name;
    const auto status = files.status(path);
    if (!status) {
      DeviceNode& unread = nodes.emplace_back();
      unread.path = path;
      unread.mode = status.error();
      unread.owner = status.error();
      unread.usable = status.error();
    } else if (S_ISCHR(status->mode)) {
      nodes.push_back(read_node(files, path, *status));
    }
  }
  return nodes;
}

Fact<bool> read_module_presence(const Files& files, std::string_view module) {
  const auto directory = files.real_path("/sys/module/" + std::string(module));
  if (directory) {
    return true;
  }
  if (directory.error().reason != Reason::not_found) {
    return directory.error();
  }
  if (!files.exists("/sys/module")) {
    return not_found("no /sys/module");
  }
  const auto release = files.read("/proc/sys/kernel/osrelease");
  if (!release) {
    return release.error();
  }
  // One without parameters that is built in does not show in /sys/module.
  const auto built_in = files.read("/lib/modules/" + *release + "/modules.builtin");
  if (!built_in) {
    return Unknown{.reason = built_in.error().reason,
                   .detail = std::string(module) +
                             " is not loaded; whether it is built in: " + built_in.error().detail,
                   .sys_errno = built_in.error().sys_errno};
  }
  return built_in->find('/' + std::string(module) + ".ko") != std::string::npos;
}

}  // namespace rocelint
