// SPDX-License-Identifier: Apache-2.0
#include "derive/path/classification.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "rocelint/facts.h"

#include "facts/doubt.h"
#include "facts/unknown.h"

namespace rocelint {

// mlx5 has DSCP rows if and only if it trusts DSCP (en_dcbnl.c), ice is in VLAN mode without them
// (ice_dcb_nl.c).
Fact<PathTrust> trust_of(const Netdev& netdev, const Fact<std::string>& driver) {
  const auto* app = netdev.dcb.app.known();
  const bool has_dscp_rows = app != nullptr && std::ranges::any_of(*app, [](const AppEntry& entry) {
                               return entry.selector == AppSelector::dscp;
                             });
  if (has_dscp_rows) {
    return PathTrust::dscp;
  }
  if (auto why = any_unknown({netdev.dcb.app.unknown(), driver.unknown()})) {
    return *std::move(why);
  }
  if (driver.is("mlx5_core") || driver.is("ice")) {
    return PathTrust::pcp;
  }
  return not_authoritative("what driver " + *driver.known() +
                           " classifies by can't be told while it has no DSCP entries");
}

std::vector<AppEntry> app_rows(const std::vector<AppEntry>& app, AppSelector selector,
                               std::int64_t protocol) {
  std::vector<AppEntry> found;
  std::ranges::copy_if(app, std::back_inserter(found), [&](const AppEntry& entry) {
    return entry.selector == selector && entry.protocol == protocol;
  });
  std::ranges::sort(found, {}, &AppEntry::priority);
  return found;
}

Fact<std::int64_t> only_priority(const std::vector<AppEntry>& rows, const std::string& what) {
  if (rows.front().priority != rows.back().priority) {
    return not_authoritative(what + " is mapped to priorities " +
                             std::to_string(rows.front().priority) + " and " +
                             std::to_string(rows.back().priority));
  }
  return rows.front().priority;
}

Fact<std::int64_t> untagged_priority(const std::vector<AppEntry>& app) {
  const auto rows = app_rows(app, AppSelector::ethertype, 0);
  return rows.empty() ? Fact<std::int64_t>(0) : only_priority(rows, "the default priority");
}

Fact<std::int64_t> unmarked_priority(const Fact<std::vector<AppEntry>>& app) {
  if (const auto* why = app.unknown()) {
    return *why;
  }
  const auto rows = app_rows(*app.known(), AppSelector::dscp, 0);
  return rows.empty() ? untagged_priority(*app.known()) : only_priority(rows, "DSCP 0");
}

}  // namespace rocelint
