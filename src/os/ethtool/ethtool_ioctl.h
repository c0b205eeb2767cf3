// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "os/counter_set.h"
#include "os/read.h"

namespace rocelint {

/// The seam to SIOCETHTOOL, for what ethtool's netlink does not tell: the statistics by string set.
class EthtoolIoctl {
 public:
  EthtoolIoctl() = default;
  EthtoolIoctl(const EthtoolIoctl&) = delete;
  EthtoolIoctl& operator=(const EthtoolIoctl&) = delete;
  EthtoolIoctl(EthtoolIoctl&&) = delete;
  EthtoolIoctl& operator=(EthtoolIoctl&&) = delete;
  virtual ~EthtoolIoctl() = default;

  /// Asks one command. `buffer` is the command's struct with room for its answer, which is
  /// returned in its place, with the same size.
  [[nodiscard]] virtual Read<std::string> call(std::string_view netdev, std::string buffer) = 0;
};

[[nodiscard]] std::unique_ptr<EthtoolIoctl> make_kernel_ethtool();

/// The statistics of string set ETH_SS_STATS. Their number may change between the three commands
/// that this takes: then they are asked once more.
[[nodiscard]] Read<CounterSet> read_ethtool_statistics(EthtoolIoctl& ioctl,
                                                       std::string_view netdev);

/// Whether a statistic is that of one ring or channel. A NIC has thousands of these, they tell
/// nothing of the port, and they would make up nearly all of a snapshot.
[[nodiscard]] bool is_of_one_ring(std::string_view name);

/// Names out of an answer to ETHTOOL_GSTRINGS, values out of one to ETHTOOL_GSTATS; those of single
/// rings are left out.
[[nodiscard]] Read<CounterSet> decode_ethtool_statistics(std::string_view strings,
                                                         std::string_view values);

}  // namespace rocelint
