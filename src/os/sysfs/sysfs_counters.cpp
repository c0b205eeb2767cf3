// SPDX-License-Identifier: Apache-2.0
#include "os/sysfs/sysfs_counters.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "rocelint/facts/fact.h"

#include "base/whole_number.h"
#include "facts/unknown.h"
#include "os/counter_set.h"
#include "os/read.h"
#include "os/sysfs/files.h"

namespace rocelint {

namespace {

// How long the kernel keeps the answer, in ms; a setting among the counters.
constexpr std::string_view kNoCounter = "lifespan";

// drivers/infiniband/core/sysfs.c PORT_PMA_ATTR_EXT: those of the attribute PortCountersExtended of
// the performance management agent; all others are of PortCounters.
constexpr std::array<std::string_view, 8> kExtended{
    "port_xmit_data",        "port_rcv_data",          "port_xmit_packets",
    "port_rcv_packets",      "unicast_rcv_packets",    "unicast_xmit_packets",
    "multicast_rcv_packets", "multicast_xmit_packets",
};

bool is_extended(std::string_view name) {
  return std::ranges::find(kExtended, name) != kExtended.end();
}

Read<std::uint64_t> read_counter(const Files& files, const std::string& path) {
  const auto text = files.read(path);
  return text ? parse_sysfs_counter(*text) : Read<std::uint64_t>(tl::unexpected(text.error()));
}

// `costs_attribute` is the errno that speaks of one attribute only, 0 for none.
Read<CounterSet> read_directory(const Files& files, const std::string& directory,
                                int costs_attribute) {
  const auto names = files.list(directory);
  if (!names) {
    return tl::unexpected(names.error());
  }
  CounterSet counters;
  std::map<bool, Unknown> refused;  // by whether it is the extended attribute
  for (const auto& name : *names) {
    if (name == kNoCounter) {
      continue;
    }
    if (const auto why = refused.find(is_extended(name)); why != refused.end()) {
      counters.add(name, why->second);
      continue;
    }
    const auto value = read_counter(files, directory + '/' + name);
    if (value) {
      counters.add(name, *value);
      continue;
    }
    const auto sys_errno = value.error().sys_errno;
    if (sys_errno != 0 && sys_errno == costs_attribute) {
      refused.emplace(is_extended(name), value.error());
    } else if (sys_errno != 0 && counters.values.empty()) {
      return tl::unexpected(value.error());
    }
    counters.add(name, value.error());
  }
  return counters;
}

}  // namespace

Read<std::uint64_t> parse_sysfs_counter(std::string_view text) {
  // Drivers without a performance management agent, before Linux 4.5.
  if (text.starts_with("N/A")) {
    return tl::unexpected(unsupported(std::string(text)));
  }
  const auto value = whole_number<std::uint64_t>(text);
  if (!value) {
    return tl::unexpected(malformed("\"" + std::string(text) + "\" is no counter"));
  }
  return *value;
}

Read<CounterSet> read_sysfs_hw_counters(const Files& files, const std::string& directory) {
  return read_directory(files, directory, 0);
}

Read<CounterSet> read_sysfs_port_counters(const Files& files, const std::string& directory) {
  return read_directory(files, directory, EINVAL);
}

}  // namespace rocelint
