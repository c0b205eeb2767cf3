// SPDX-License-Identifier: Apache-2.0
#include "os/sysfs_counters.h"

#include <cerrno>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <tl/expected.hpp>

#include "rocelint/facts/fact.h"

#include "base/whole_number.h"
#include "os/attributes.h"
#include "os/counter_set.h"
#include "os/files.h"
#include "os/read.h"

namespace rocelint {

namespace {

// How long the kernel keeps the answer, in ms; a setting among the counters.
constexpr std::string_view kNoCounter = "lifespan";

// `costs_one` is the errno that speaks of one counter only, 0 for none.
Read<CounterSet> read_folder(const Files& files, const std::string& folder, int costs_one) {
  const auto names = files.list(folder);
  if (!names) {
    return tl::unexpected(names.error());
  }
  CounterSet counters;
  for (const auto& name : *names) {
    if (name == kNoCounter) {
      continue;
    }
    const auto text = files.read(folder + '/' + name);
    if (!text) {
      const auto sys_errno = text.error().sys_errno;
      if (counters.values.empty() && sys_errno != 0 && sys_errno != costs_one) {
        return tl::unexpected(text.error());
      }
      counters.add(name, text.error());
      continue;
    }
    auto value = parse_sysfs_counter(*text);
    if (value) {
      counters.add(name, *value);
    } else {
      counters.add(name, std::move(value).error());
    }
  }
  return counters;
}

}  // namespace

Read<std::uint64_t> parse_sysfs_counter(std::string_view text) {
  // Drivers without a performance management agent, before Linux 4.5.
  if (text.starts_with("N/A")) {
    return tl::unexpected(Unknown{.reason = Reason::unsupported, .detail = std::string(text)});
  }
  const auto value = whole_number<std::uint64_t>(text);
  if (!value) {
    return tl::unexpected(malformed("\"" + std::string(text) + "\" is no counter"));
  }
  return *value;
}

Read<CounterSet> read_sysfs_hw_counters(const Files& files, const std::string& folder) {
  return read_folder(files, folder, 0);
}

Read<CounterSet> read_sysfs_port_counters(const Files& files, const std::string& folder) {
  return read_folder(files, folder, EINVAL);
}

}  // namespace rocelint
