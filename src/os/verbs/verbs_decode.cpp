// SPDX-License-Identifier: Apache-2.0
#include "os/verbs/verbs_decode.h"

#include <array>
#include <cstdint>
#include <string>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/rdma.h"

#include "os/read.h"

namespace rocelint {

namespace {

// IBTA PortInfo LinkWidthActive.
std::int64_t lanes_of(std::uint32_t width) {
  switch (width) {
    case 1:
      return 1;
    case 2:
      return 4;
    case 4:
      return 8;
    case 8:
      return 12;
    case 16:
      return 2;
    default:
      return 0;
  }
}

// enum ib_port_speed, include/rdma/ib_verbs.h: SDR, DDR, QDR, FDR10, FDR, EDR, HDR, NDR, XDR.
std::int64_t lane_mbps_of(std::uint32_t speed) {
  switch (speed) {
    case 1:
      return 2'500;
    case 2:
      return 5'000;
    case 4:
    case 8:
      return 10'000;
    case 16:
      return 14'000;
    case 32:
      return 25'000;
    case 64:
      return 50'000;
    case 128:
      return 100'000;
    case 256:
      return 200'000;
    default:
      return 0;
  }
}

}  // namespace

std::string gid_text(const std::uint8_t (&raw)[16]) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  return ::inet_ntop(AF_INET6, static_cast<const void*>(raw), text.data(), text.size()) != nullptr
             ? std::string(text.data())
             : std::string();
}

Fact<GidType> gid_type(std::uint32_t number) {
  if (number > static_cast<std::uint32_t>(GidType::roce_v2)) {
    return malformed("the GID's type is " + std::to_string(number));
  }
  return static_cast<GidType>(number);
}

Fact<std::int64_t> verbs_mtu_bytes(std::uint32_t number) {
  constexpr std::uint32_t kMax4096 = 5;
  if (number == 0 || number > kMax4096) {
    return malformed("the MTU is enum ibv_mtu " + std::to_string(number));
  }
  return std::int64_t{128} << number;
}

Fact<std::int64_t> verbs_speed_mbps(std::uint32_t width, std::uint32_t speed) {
  const std::int64_t mbps = lanes_of(width) * lane_mbps_of(speed);
  if (mbps == 0) {
    return malformed("active_width is " + std::to_string(width) + " and active_speed " +
                     std::to_string(speed));
  }
  return mbps;
}

}  // namespace rocelint
