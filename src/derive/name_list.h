// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// NCCL's lists of names (NCCL_IB_HCA, NCCL_SOCKET_IFNAME): "mlx5" takes what begins so, "=mlx5_1"
/// that name only, "^" in front everything else; ":1" behind a name means one port of it.
struct NameList {
  struct Entry {
    std::string text;  ///< as written
    std::string name;
    std::int64_t port = kEveryPort;
  };
  static constexpr std::int64_t kEveryPort = -1;

  bool exact = false;
  bool others = false;
  std::vector<Entry> entries;

  [[nodiscard]] static NameList parse(std::string_view text);
  [[nodiscard]] bool matches(const Entry& entry, std::string_view name, std::int64_t port) const;
  /// Whether the list as a whole takes it; an empty list takes everything.
  [[nodiscard]] bool takes(std::string_view name, std::int64_t port) const;
};

}  // namespace rocelint
