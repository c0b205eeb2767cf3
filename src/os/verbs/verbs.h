// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "os/read.h"

namespace rocelint {

/// struct ibv_port_attr, what rocelint needs of it, undecoded.
struct VerbsPort {
  std::uint32_t state = 0;
  std::uint32_t physical_state = 0;
  std::uint32_t active_mtu = 0;  ///< enum ibv_mtu
  std::uint32_t max_mtu = 0;     ///< enum ibv_mtu
  std::uint32_t active_width = 0;
  std::uint32_t active_speed = 0;
  std::int64_t gid_table_length = 0;
  std::uint8_t link_layer = 0;
};

struct VerbsGid {
  std::uint8_t raw[16] = {};
  std::uint32_t port = 0;
  std::uint32_t index = 0;
  std::uint32_t type = 0;            ///< enum ibv_gid_type: 0 IB, 1 RoCE v1, 2 RoCE v2
  std::uint32_t netdev_ifindex = 0;  ///< 0: none, or not in this namespace
};

struct VerbsDevice {
  std::vector<VerbsPort> ports;  ///< from port 1
  Read<std::vector<VerbsGid>> gids = tl::unexpected(Unknown{});
  Read<bool> dmabuf = tl::unexpected(Unknown{});  ///< memory of other devices can be registered
};

/// The seam to libibverbs, opened at run time so that the host's own library is used and rocelint
/// starts where there is none.
class Verbs {
 public:
  Verbs() = default;
  Verbs(const Verbs&) = delete;
  Verbs& operator=(const Verbs&) = delete;
  Verbs(Verbs&&) = delete;
  Verbs& operator=(Verbs&&) = delete;
  virtual ~Verbs() = default;

  /// Opens the device, reads all ports and the GID table, closes it: opening is not free of
  /// effects, so this is called at most once per device and run.
  [[nodiscard]] virtual Read<VerbsDevice> query(std::string_view device, std::uint32_t ports) = 0;
};

/// dlopen()s libibverbs.so.1.
[[nodiscard]] Read<std::unique_ptr<Verbs>> open_verbs();

}  // namespace rocelint
