// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

namespace rocelint {

/// What a read may hold up: the rtnl mutex serialises dcbnl, ethtool and several drivers'
/// query_port, so that one sick firmware stalls them all.
enum class Lock : std::uint8_t { none, rtnl };

/// Where a worker is, in a page that it shares with its parent, so that the parent knows what hung.
/// The worker alone writes; the parent reads after the deadline or the worker's death.
struct Breadcrumb {
  static constexpr std::size_t kNameBytes = 64;
  static constexpr std::size_t kOperationBytes = 192;

  std::atomic<std::uint32_t> sequence{0};  ///< odd while a read is under way
  std::atomic<Lock> lock{Lock::none};
  char module[kNameBytes] = {};
  char device[kNameBytes] = {};
  char operation[kOperationBytes] = {};
};

}  // namespace rocelint
