// SPDX-License-Identifier: Apache-2.0
#pragma once

// Changes to the third port of healthy(): mlx5_2 on ens3np0 at 0000:38:00.0.

#include <string>
#include <vector>

namespace rocelint::testing_support {

inline constexpr auto kNetdev = "/host/netdevs/2";
inline constexpr auto kPort = "/host/devices/2/ports/0";

/// One operation of a JSON Patch (RFC 6902).
inline std::string replace(const std::string& path, const std::string& value) {
  return R"({"op":"replace","path":")" + path + R"(","value":)" + value + "}";
}
inline std::string on_netdev(const std::string& member, const std::string& value) {
  return replace(kNetdev + ("/" + member), value);
}
inline std::string on_port(const std::string& member, const std::string& value) {
  return replace(kPort + ("/" + member), value);
}
/// The patch of these operations.
inline std::string patch(const std::vector<std::string>& operations) {
  std::string out;
  for (const auto& operation : operations) {
    out += (out.empty() ? "[" : ",") + operation;
  }
  return out + "]";
}

}  // namespace rocelint::testing_support
