// SPDX-License-Identifier: Apache-2.0
#include "os/ethtool/ethtool_request.h"

#include <cstdint>
#include <string>
#include <string_view>

#include <linux/ethtool_netlink.h>
#include <linux/netlink.h>

#include "os/netlink/attributes.h"
#include "os/netlink/netlink.h"

namespace rocelint {

NetlinkRequest ethtool_request(int command, std::string_view netdev, std::uint32_t flags,
                               int header) {
  std::string parts;
  append_attribute(parts, ETHTOOL_A_HEADER_DEV_NAME, text_bytes(netdev));
  if (flags != 0) {
    append_attribute(parts, ETHTOOL_A_HEADER_FLAGS, bytes_of(flags));
  }
  NetlinkRequest request;
  request.type = static_cast<std::uint16_t>(command);
  append_attribute(request.payload, header | NLA_F_NESTED, parts);
  return request;
}

}  // namespace rocelint
