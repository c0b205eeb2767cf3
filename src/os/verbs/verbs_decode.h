// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "rocelint/facts/rdma.h"

namespace rocelint {

/// The GID as an IPv6 address.
[[nodiscard]] std::string gid_text(const std::uint8_t (&raw)[16]);

/// enum ibv_gid_type.
[[nodiscard]] Fact<GidType> gid_type(std::uint32_t number);

/// enum ibv_mtu in bytes.
[[nodiscard]] Fact<std::int64_t> verbs_mtu_bytes(std::uint32_t number);

/// ibv_port_attr active_width times active_speed, in the figures that NCCL uses.
[[nodiscard]] Fact<std::int64_t> verbs_speed_mbps(std::uint32_t width, std::uint32_t speed);

}  // namespace rocelint
