// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a worker hung on or died of, and what later workers must leave alone because of it.

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rocelint/facts.h"

#include "os/breadcrumb.h"

namespace rocelint {

/// The last read that a module announced.
struct AnnouncedRead {
  std::string device;
  std::string operation;
  Lock lock{Lock::none};
  bool under_way = false;  ///< it has not come back

  bool operator==(const AnnouncedRead&) const = default;
};

/// Where `module` was, or nothing if it announced no read. The page was written by a process that
/// may have died half-way: any bytes are taken.
[[nodiscard]] std::optional<AnnouncedRead> place_in(const Breadcrumb& breadcrumb,
                                                    std::string_view module);

/// "1.5 s", "250 ms".
[[nodiscard]] std::string in_words(std::chrono::milliseconds time);

/// "dcbnl IEEE_GET of ens5 did not answer within 1.0 s", or that the module itself did not finish.
[[nodiscard]] Unknown timed_out(std::string_view module, const std::optional<AnnouncedRead>& place,
                                std::chrono::milliseconds waited);

/// "module pfc died of SIGSEGV at dcbnl IEEE_GET of ens5".
[[nodiscard]] Unknown crashed(std::string_view module, const std::optional<AnnouncedRead>& place,
                              std::string_view how);

using DeviceReasons = std::map<std::string, Unknown, std::less<>>;

struct LeaveAlone {
  DeviceReasons devices;
  std::optional<Unknown> rtnl;  ///< an rtnl-bound read hung: no further one on any device
};

/// `device` and the netdevs and RDMA devices that the same driver instance serves: they talk to one
/// firmware through one command queue.
[[nodiscard]] std::vector<std::string> same_hardware(const Host& host, std::string_view device);

/// Adds the device of a read that hung.
void leave_alone(LeaveAlone& list, const AnnouncedRead& place, const Unknown& why,
                 const Host& host);

}  // namespace rocelint
