// SPDX-License-Identifier: Apache-2.0
#pragma once

// How a port sorts packets into priorities, as its APP table shows it.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rocelint/facts.h"

namespace rocelint {

/// What a port classifies arriving packets by.
enum class PathTrust : std::uint8_t { dscp, pcp };
template <>
inline constexpr std::array kEnumNames<PathTrust> = {EnumName{0, "dscp"}, EnumName{1, "pcp"}};

/// A class of traffic, as far as the policy tells: how it is marked and what it should get.
struct PathClass {
  std::optional<std::int64_t> dscp;
  std::optional<std::int64_t> pcp;
  std::optional<std::int64_t> priority = std::nullopt;
  std::optional<std::int64_t> share_min_percent = std::nullopt;
};

/// No RNIC driver reports its trust state; it shows in the APP table.
[[nodiscard]] Fact<PathTrust> trust_of(const Netdev& netdev, const Fact<std::string>& driver);

/// The rows of the APP table for one value of one selector, by priority.
[[nodiscard]] std::vector<AppEntry> app_rows(const std::vector<AppEntry>& app, AppSelector selector,
                                             std::int64_t protocol);

/// The one priority that such rows give; unknown where they give two. `what` names them in the
/// reason. There must be a row.
[[nodiscard]] Fact<std::int64_t> only_priority(const std::vector<AppEntry>& rows,
                                               const std::string& what);

/// 802.1Q: a frame without a tag gets the default priority of the port.
[[nodiscard]] Fact<std::int64_t> untagged_priority(const std::vector<AppEntry>& app);

/// Where packets without any mark go, the best effort: DSCP 0 where DSCP rows decide, else as
/// untagged frames. A DSCP 0 that no row names has priority 0 either way: drivers delete to 0, and
/// the firmware's map begins with it.
[[nodiscard]] Fact<std::int64_t> unmarked_priority(const Fact<std::vector<AppEntry>>& app);

}  // namespace rocelint
