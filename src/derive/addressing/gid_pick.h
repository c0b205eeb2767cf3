// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which entry of a port's GID table NCCL 2.21 and later takes by itself. It walks the whole table,
// entries of other network namespaces included. Pure functions of the facts.

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "rocelint/facts.h"

#include "derive/ports.h"

namespace rocelint {

/// The root `gid_pick` of rules of scope port and gid. With NCCL_IB_GID_INDEX, NCCL_IB_ADDR_RANGE
/// or NCCL_IB_ROCE_VERSION_NUM set, a job takes another one.
struct GidPick {
  Fact<AddressFamily> family;
  Fact<std::int64_t> index;
  Fact<std::string> gid;
  Fact<GidType> type;
  Fact<std::string> netdev;

  bool operator==(const GidPick&) const = default;
};
template <>
struct Fields<GidPick> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::family>("address family that it is asked for", "NCCL_IB_ADDR_FAMILY"),
      field<&T::index>("index of the picked entry",
                       "derived from port.gids as ncclIbGetGidIndex() does"),
      field<&T::gid>("the picked GID; not_found when an empty slot is picked",
                     "UVERBS_METHOD_QUERY_GID_TABLE gid"),
      field<&T::type>("its type", "UVERBS_METHOD_QUERY_GID_TABLE gid_type"),
      field<&T::netdev>("its netdev; not_found when that is in another network namespace",
                        "UVERBS_METHOD_QUERY_GID_TABLE netdev_ifindex"),
  };
};

/// `family` is what the job is told by NCCL_IB_ADDR_FAMILY. Without it a job is taken to ask for
/// IPv6 only where the port has a routable IPv6 GID of RoCE v2 and no IPv4 one.
[[nodiscard]] GidPick derive_gid_pick(const PortView& view, std::optional<AddressFamily> family);

}  // namespace rocelint
