// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "os/read.h"

namespace rocelint {

/// The kernel ends that facts come from. ethtool and devlink are generic netlink families whose
/// number is looked up by the transport.
enum class NetlinkFamily : std::uint8_t { route, rdma, ethtool, devlink, netfilter, xfrm };
inline constexpr std::size_t kNetlinkFamilies = 6;

struct NetlinkRequest {
  std::uint16_t type = 0;  ///< nlmsg_type: RTM_*, RDMA_NL_GET_TYPE(…); a generic family's command
  bool dump = false;
  std::string payload;  ///< after nlmsghdr (and after a generic family's genlmsghdr)
};

/// Payloads after nlmsghdr (and genlmsghdr), one per reply message.
using NetlinkReplies = std::vector<std::string>;

/// The seam to the kernel's netlink. Errors carry the extended ack's text in their detail.
class NetlinkTransport {
 public:
  NetlinkTransport() = default;
  NetlinkTransport(const NetlinkTransport&) = delete;
  NetlinkTransport& operator=(const NetlinkTransport&) = delete;
  NetlinkTransport(NetlinkTransport&&) = delete;
  NetlinkTransport& operator=(NetlinkTransport&&) = delete;
  virtual ~NetlinkTransport() = default;

  [[nodiscard]] virtual Read<NetlinkReplies> transact(NetlinkFamily family,
                                                      const NetlinkRequest& request) = 0;
};

/// Sockets are opened at first use, each once.
[[nodiscard]] std::unique_ptr<NetlinkTransport> make_kernel_netlink();

}  // namespace rocelint
