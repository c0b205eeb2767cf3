// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the fuzz targets of the decoders share: whatever bytes come from a kernel, the facts made of
// them can be written as a snapshot that reads again.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "rocelint/snapshot.h"

#include "os/netlink/netlink.h"

namespace rocelint::fuzz {

inline void require(bool holds) {
  if (!holds) {
    std::abort();
  }
}

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes are characters
  return {reinterpret_cast<const char*>(data), size};
}

/// Messages with a length byte before each.
inline NetlinkReplies replies_of(std::string_view bytes) {
  NetlinkReplies replies;
  while (!bytes.empty()) {
    const std::size_t size = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    replies.emplace_back(bytes.substr(0, size));
    bytes.remove_prefix(size < bytes.size() ? size : bytes.size());
  }
  return replies;
}

inline void require_readable(const Snapshot& snapshot) {
  require(read_snapshot(write_snapshot(snapshot), "fuzz").snapshot.has_value());
}

}  // namespace rocelint::fuzz
