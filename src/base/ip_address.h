// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rocelint {

/// An IP address. ::ffff:a.b.c.d (RFC 4291 section 2.5.5.2), which is how a GID shows an IPv4
/// address, is that IPv4 address.
struct IpAddress {
  std::array<std::uint8_t, 16> bytes{};  ///< IPv4 in its mapped form
  bool ipv4 = false;
};

struct Subnet {
  IpAddress address;
  std::size_t prefix_bits = 0;  ///< of the 16 bytes

  [[nodiscard]] bool holds(const IpAddress& other) const;
  /// Whether all of the other one is in it.
  [[nodiscard]] bool holds(const Subnet& other) const {
    return other.prefix_bits >= prefix_bits && holds(other.address);
  }
};

/// The network alone: "10.1.0.0/16" of "10.1.0.5/16".
[[nodiscard]] std::string network_text(const Subnet& subnet);

[[nodiscard]] std::optional<IpAddress> parse_address(std::string_view text);

/// "10.0.0.0/8", "fd00::/64", "::ffff:10.0.0.0/104"; bits behind the prefix do not count.
[[nodiscard]] std::optional<Subnet> parse_subnet(std::string_view text);

}  // namespace rocelint
