// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "os/netlink/netlink.h"
#include "os/read.h"

namespace rocelint {

/// Puts the datagrams that answer one request together. Pure: the socket is elsewhere.
class ReplyReader {
 public:
  enum class Progress : std::uint8_t {
    more,         ///< the answer goes on in another datagram
    complete,     ///< replies() holds all of it
    interrupted,  ///< the dumped table changed meanwhile: ask again
  };

  /// `sequence` is the request's; `family_header` is cut off each reply (struct genlmsghdr).
  ReplyReader(std::uint32_t sequence, std::size_t family_header)
      : sequence_(sequence), family_header_(family_header) {}

  /// The kernel's refusal is returned as an Unknown with the text of its extended ack.
  [[nodiscard]] Read<Progress> add(std::string_view datagram);
  [[nodiscard]] NetlinkReplies take() { return std::move(replies_); }

 private:
  std::uint32_t sequence_;
  std::size_t family_header_;
  bool interrupted_ = false;
  NetlinkReplies replies_;
};

}  // namespace rocelint
