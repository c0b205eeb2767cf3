// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "rocelint/facts.h"

namespace rocelint {

/// The 16 bytes of a GID.
class GidAddress {
 public:
  /// Nothing when the text is no IPv6 address.
  [[nodiscard]] static std::optional<GidAddress> parse(const std::string& gid);

  /// An IPv4 address reads ::ffff:a.b.c.d.
  [[nodiscard]] AddressFamily family() const;
  [[nodiscard]] bool is_zero() const;
  /// fe80::/10
  [[nodiscard]] bool is_link_local() const;
  /// fe80::/64, the only link-local prefix in use.
  [[nodiscard]] bool is_in_link_local_prefix() const;
  [[nodiscard]] bool is_routable() const { return !is_zero() && !is_link_local(); }

 private:
  std::array<std::uint8_t, 16> bytes_{};
};

/// The bytes of an entry, or that its text is none.
[[nodiscard]] Fact<GidAddress> address_of(const Gid& gid);

/// The kernel names no netdev for it: that is in another network namespace.
[[nodiscard]] bool is_foreign(const Gid& gid);

/// Whether a job of this namespace can send from it to another subnet by RoCE v2.
[[nodiscard]] Fact<bool> is_routable_v2(const Gid& gid, const GidAddress& address);

/// The address families of such entries.
[[nodiscard]] Fact<std::set<AddressFamily>> routable_families(const std::vector<Gid>& gids);

}  // namespace rocelint
