// SPDX-License-Identifier: Apache-2.0
#include "advise/learn_cnp.h"

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "rocelint/facts.h"

#include "advise/learn_ballot.h"
#include "advise/learn_hosts.h"
#include "advise/learn_lowers.h"
#include "derive/absent.h"
#include "derive/path/classification.h"

namespace rocelint {
namespace {

/// CS6: what the firmware of ConnectX NICs and Broadcom's script mark CNPs with, see the profiles.
constexpr std::int64_t kUsualDscp = 48;

Ballot poll_dscp(const Ports& ports) {
  return poll_lowers(ports, [](const LearnedPort& port, const Netdev& netdev, Ballot& ballot) {
    ballot.cast(netdev.cc.cnp.dscp, port.voter,
                [](std::int64_t dscp) { return std::to_string(dscp); });
  });
}

/// Where CNPs arrive, as the DSCP map sorts them; without a row in it, where this end sends them.
Fact<std::int64_t> priority_of_cnps(const Netdev& netdev) {
  const auto& cnp = netdev.cc.cnp;
  if (cnp.dscp.known() == nullptr) {
    return *cnp.dscp.unknown();
  }
  if (const auto* app = netdev.dcb.app.known()) {
    const auto rows = app_rows(*app, AppSelector::dscp, *cnp.dscp.known());
    if (!rows.empty()) {
      return only_priority(rows, "CNPs");
    }
  } else if (!is_absent(*netdev.dcb.app.unknown())) {
    return *netdev.dcb.app.unknown();
  }
  if (cnp.priority_mode.is(CnpPriorityMode::from_packet)) {
    return Unknown{
        .reason = Reason::unsupported, .detail = "they take that of the packet", .sys_errno = 0};
  }
  return cnp.priority;
}

Ballot poll_priority(const Ports& ports) {
  return poll_lowers(ports, [](const LearnedPort& port, const Netdev& netdev, Ballot& ballot) {
    ballot.cast(priority_of_cnps(netdev), port.voter,
                [](std::int64_t priority) { return std::to_string(priority); });
  });
}

/// Who is served before RoCE where that is of the ets classes.
std::set<std::int64_t> served_before(const LearnedPort& port, const Netdev& netdev,
                                     std::span<const std::int64_t> lossless) {
  std::set<std::int64_t> before;
  for (const auto priority : lossless) {
    const auto queue = queue_of(port, netdev, priority);
    if (const auto* served = queue.served_before.known();
        served != nullptr && queue.tsa.is(Tsa::ets)) {
      before.insert(served->begin(), served->end());
    }
  }
  for (const auto priority : lossless) {
    before.erase(priority);
  }
  return before;
}

Ballot poll_served_before(const Ports& ports, std::span<const std::int64_t> lossless) {
  return poll_lowers(ports, [&](const LearnedPort& port, const Netdev& netdev, Ballot& ballot) {
    const auto before = served_before(port, netdev, lossless);
    const auto* app = netdev.dcb.app.known();
    const auto rows =
        app == nullptr ? std::vector<AppEntry>{} : app_rows(*app, AppSelector::dscp, kUsualDscp);
    if (before.size() == 1 && !rows.empty() && only_priority(rows, "CNPs").is(*before.begin())) {
      ballot.vote(std::to_string(*before.begin()), port.voter);
    } else {
      ballot.abstain("not one such priority", port.voter);
    }
  });
}

}  // namespace

LearnedValue learn_cnp_dscp(const Ports& ports) {
  return poll_dscp(ports).result("cnp.dscp");
}

LearnedValue learn_cnp_priority(const Ports& ports, std::span<const std::int64_t> lossless) {
  const auto told = poll_priority(ports);
  const auto served = poll_served_before(ports, lossless);
  auto priority = told.result("cnp.priority");
  const bool has_other_mark = poll_dscp(ports).has_votes();
  if (!told.has_votes() && !has_other_mark && served.agrees()) {
    priority.value = served.leader();
    priority.agreed = true;
    priority.note = "Not told (" + told.unread() + "), but DSCP " + std::to_string(kUsualDscp) +
                    " leads to it and it alone is served before RoCE: taken for that of CNPs";
  }
  return priority;
}

}  // namespace rocelint
