// SPDX-License-Identifier: Apache-2.0
#pragma once

// A physical netdev as the lanes of any job find it, whatever the policy wants.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "rocelint/facts.h"

#include "derive/path/classification.h"

namespace rocelint {

struct PathNetdev {
  std::string name;
  Fact<PathTrust> trust;
  Fact<std::int64_t> default_priority;
  Fact<std::vector<std::int64_t>> pfc_without_dscp;
  Fact<std::vector<std::int64_t>> pfc_with_default;
  Fact<std::int64_t> ets_unassigned_percent;

  bool operator==(const PathNetdev&) const = default;
};
template <>
struct Fields<PathNetdev> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::name>("physical netdev", "derived", FieldRole::key),
      field<&T::trust>("what the port classifies by", "derived from dcb.app and the driver"),
      field<&T::default_priority>("priority of packets without any mark", "derived from dcb.app"),
      field<&T::pfc_without_dscp>(
          "priorities with PFC on that no DSCP leads to, while the port trusts DSCP",
          "derived from dcb.app and dcb.pfc"),
      field<&T::pfc_with_default>(
          "priorities with PFC on in the traffic class of the default priority",
          "derived from dcb.app, dcb.pfc and dcb.ets"),
      field<&T::ets_unassigned_percent>(
          "what the shares of the ets classes leave of 100; 0 without such a class",
          "derived from dcb.ets"),
  };
};

[[nodiscard]] PathNetdev derive_path_netdev(const Netdev& netdev, const Fact<std::string>& driver);

}  // namespace rocelint
