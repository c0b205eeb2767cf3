// SPDX-License-Identifier: Apache-2.0
#pragma once

// Shared by congestion_*.cpp: most drivers show the numbers of congestion control as files, one a
// number.

#include <cerrno>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "rocelint/facts.h"

#include "os/probe_env.h"

namespace rocelint::congestion {

inline constexpr std::string_view kDebugfs = "/sys/kernel/debug";

/// By the names of their files.
using Parameters = Fact<std::map<std::string, std::int64_t, std::less<>>>;

/// Reads the numbers of one netdev. Most of the files are a firmware command each, so each is
/// announced by itself.
class Numbers {
 public:
  Numbers(ProbeEnv& env, const std::string& netdev) : env_(env), netdev_(netdev) {}

  [[nodiscard]] Fact<std::int64_t> read(const std::string& path) const;

  /// Those files that there are. One that can't be read makes all unknown: with a hole the map
  /// would read as unlike that of a sibling.
  template <class Names>
  [[nodiscard]] Parameters read_all(const std::string& directory, const Names& names) const {
    Parameters parameters;
    auto& map = parameters.emplace();
    for (const auto& name : names) {
      const auto number = read(directory + '/' + std::string(name));
      if (number.known() != nullptr) {
        map.emplace(name, *number.known());
      } else if (number.unknown()->sys_errno != ENOENT) {
        return *number.unknown();
      }
    }
    return parameters;
  }

  /// The same of debugfs, which is for root and for a deep probe.
  template <class Names>
  [[nodiscard]] Parameters read_debugfs(const std::string& directory, const Names& names) const {
    const auto why = no_debugfs(directory);
    return why ? Parameters(*why) : read_all(directory, names);
  }

 private:
  [[nodiscard]] std::optional<Unknown> no_debugfs(const std::string& directory) const;

  ProbeEnv& env_;
  const std::string& netdev_;
};

[[nodiscard]] Fact<std::int64_t> parameter(const Parameters& parameters, std::string_view name);
[[nodiscard]] Fact<bool> is_on(const Fact<std::int64_t>& number);
/// Of a driver with one switch for the device, if any.
[[nodiscard]] CongestionControl without_priorities();
[[nodiscard]] std::string pci_address_of(const Netdev& netdev);

}  // namespace rocelint::congestion
