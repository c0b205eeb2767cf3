// SPDX-License-Identifier: Apache-2.0
#include "os/ethtool/ethtool_tunable.h"

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <linux/ethtool.h>
#include <tl/expected.hpp>

#include "rocelint/facts/fact.h"

#include "os/ethtool/ethtool_ioctl.h"
#include "os/netlink/attributes.h"
#include "os/read.h"

namespace rocelint {

namespace {

// The fixed part of the kernel's struct; the value that follows has no size of its own in C.
struct Tunable {
  std::uint32_t cmd;
  std::uint32_t id;
  std::uint32_t type_id;
  std::uint32_t len;
};
static_assert(sizeof(Tunable) == offsetof(ethtool_tunable, data));

}  // namespace

Read<std::int64_t> read_pfc_storm_prevention_ms(EthtoolIoctl& ioctl, std::string_view netdev) {
  std::string buffer = bytes_of(Tunable{.cmd = ETHTOOL_GTUNABLE,
                                        .id = ETHTOOL_PFC_PREVENTION_TOUT,
                                        .type_id = ETHTOOL_TUNABLE_U16,
                                        .len = sizeof(std::uint16_t)});
  buffer.append(sizeof(std::uint16_t), '\0');
  const auto answer = ioctl.call(netdev, buffer);
  // A kernel without this tunable, or a driver that has others (mlx4's en_ethtool.c).
  if (!answer && answer.error().sys_errno == EINVAL) {
    return tl::unexpected(Unknown{.reason = Reason::unsupported,
                                  .detail = "the kernel or the driver does not know the tunable",
                                  .sys_errno = EINVAL});
  }
  if (!answer) {
    return tl::unexpected(answer.error());
  }
  const auto value = value_at_start<std::uint16_t>(after<Tunable>(*answer));
  if (!value) {
    return tl::unexpected(malformed("the answer to ETHTOOL_GTUNABLE is too short"));
  }
  return std::int64_t{*value};
}

}  // namespace rocelint
