// SPDX-License-Identifier: Apache-2.0
#include "advise/learn_classes.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rocelint/facts.h"

#include "advise/learn_ballot.h"
#include "advise/learn_cnp.h"
#include "advise/learn_hosts.h"
#include "advise/learn_lowers.h"
#include "base/text.h"
#include "derive/job/job_view.h"
#include "derive/path/classification.h"
#include "derive/path/path_queue.h"

namespace rocelint {
namespace {

using Priorities = std::vector<std::int64_t>;

std::string list_of(const Priorities& numbers) {
  std::string list;
  for (const auto number : numbers) {
    list += (list.empty() ? "" : ", ") + std::to_string(number);
  }
  return '[' + list + ']';
}

/// The priorities with PFC on, and those that most ports have in common.
struct PfcPoll {
  Ballot ballot;
  std::map<std::string, Priorities, std::less<>> spelled;  // by how they are voted for

  [[nodiscard]] Priorities leading() const {
    const auto found = spelled.find(ballot.leader());
    return found == spelled.end() ? Priorities{} : found->second;
  }
};

PfcPoll poll_pfc(const Ports& ports) {
  PfcPoll poll;
  poll.ballot =
      poll_lowers(ports, [&](const LearnedPort& port, const Netdev& netdev, Ballot& ballot) {
        ballot.cast(netdev.dcb.pfc, port.voter, [&](const Pfc& pfc) {
          auto text = list_of(pfc.enabled);
          poll.spelled.emplace(text, pfc.enabled);
          return text;
        });
      });
  return poll;
}

/// What says by itself which DSCP the packets of jobs carry: the driver, or a job that was given.
std::optional<std::int64_t> told_dscp(const LearnedPort& port) {
  const auto* forced = port.port->path.forced_dscps.known();
  if (forced != nullptr && forced->size() == 1) {
    return forced->front();
  }
  const auto traffic_class = intent_of(port.snapshot->job).traffic_class;
  return traffic_class ? std::optional(*traffic_class >> 2) : std::nullopt;
}

void poll_dscp(const LearnedPort& port, const Netdev& netdev, std::int64_t priority,
               Ballot& ballot) {
  const auto* app = netdev.dcb.app.known();
  if (app == nullptr) {
    ballot.abstain(*netdev.dcb.app.unknown(), port.voter);
    return;
  }
  std::set<std::int64_t> leading;
  for (const auto& row : *app) {
    if (row.selector == AppSelector::dscp && row.priority == priority) {
      leading.insert(row.protocol);
    }
  }
  const auto told = told_dscp(port);
  if (told && leading.contains(*told)) {
    ballot.vote(std::to_string(*told), port.voter);
  } else if (leading.size() == 1) {
    ballot.vote(std::to_string(*leading.begin()), port.voter);
  } else if (leading.empty()) {
    ballot.abstain("no DSCP leads to it", port.voter);
  } else {
    std::vector<std::string> names;
    names.reserve(leading.size());
    for (const auto dscp : leading) {
      names.push_back(std::to_string(dscp));
    }
    ballot.abstain("DSCP " + fold_names(std::move(names)) +
                       " lead to it, and no fact says which one jobs use: probe with --job",
                   port.voter);
  }
}

Ballot poll_tsa(const Ports& ports, std::int64_t priority) {
  return poll_lowers(ports, [&](const LearnedPort& port, const Netdev& netdev, Ballot& ballot) {
    ballot.cast(queue_of(port, netdev, priority).tsa, port.voter, [](Tsa tsa) {
      return tsa == Tsa::ets ? "ets" : tsa == Tsa::strict ? "strict" : "other";
    });
  });
}

Ballot poll_share(const Ports& ports, std::int64_t priority) {
  return poll_lowers(ports, [&](const LearnedPort& port, const Netdev& netdev, Ballot& ballot) {
    ballot.cast(queue_of(port, netdev, priority).bandwidth_percent, port.voter,
                [](std::int64_t percent) { return std::to_string(percent); });
  });
}

/// One class while it is learned.
struct LearnedClass {
  std::int64_t priority = 0;
  std::string dscp;  ///< empty: not learned
  std::string tsa;
  std::string share;
  std::vector<std::string> notes;
};

LearnedClass learn_class(const Ports& ports, std::int64_t priority) {
  LearnedClass learned{.priority = priority, .dscp = "", .tsa = "", .share = "", .notes = {}};
  const auto take = [&](std::string_view member, const Ballot& ballot) {
    if (!ballot.agrees()) {
      learned.notes.push_back(std::string(member) + " of priority " + std::to_string(priority) +
                              ": " + (ballot.has_votes() ? ballot.counts() : ballot.unread()));
    }
    return ballot.agrees() ? std::string(ballot.leader()) : "";
  };
  learned.dscp =
      take("dscp", poll_lowers(ports, [&](const auto& port, const auto& netdev, Ballot& ballot) {
             poll_dscp(port, netdev, priority, ballot);
           }));
  learned.tsa = take("tsa", poll_tsa(ports, priority));
  if (learned.tsa == "ets") {
    learned.share = take("share_min_percent", poll_share(ports, priority));
  }
  learned.tsa = learned.tsa == "other" ? "" : learned.tsa;
  return learned;
}

/// Priorities in one traffic class have its share together, so that theirs may add up to more than
/// there is.
void drop_shares_beyond_all(std::vector<LearnedClass>& classes) {
  std::int64_t sum = 0;
  for (const auto& one : classes) {
    sum += one.share.empty() ? 0 : std::stoll(one.share);
  }
  for (auto& one : classes) {
    if (sum > 100 || one.share == "0") {
      one.share.clear();
    }
  }
}

LearnedValue value_of(const std::vector<LearnedClass>& classes) {
  LearnedValue value{.parameter = "roce", .value = ""};
  for (const auto& one : classes) {
    value.value += (value.value.empty() ? "[" : ", ") + std::string("{priority: ") +
                   std::to_string(one.priority) + (one.dscp.empty() ? "" : ", dscp: " + one.dscp) +
                   (one.tsa.empty() ? "" : ", tsa: " + one.tsa) +
                   (one.share.empty() ? "" : ", share_min_percent: " + one.share) + '}';
    for (const auto& note : one.notes) {
      value.note += (value.note.empty() ? "" : "; ") + note;
    }
  }
  value.value += ']';
  return value;
}

/// On at both ends for all of these priorities, or for any where there are none.
std::string cc_of_mlx5(const CongestionControl& cc, const Priorities& lossless) {
  const auto& reacts = *cc.reaction_point.known();
  const auto& notifies = *cc.notification_point.known();
  if (reacts.empty()) {
    return "disabled";
  }
  const bool all = std::ranges::all_of(lossless, [&](std::int64_t priority) {
    return std::ranges::find(reacts, priority) != reacts.end() &&
           std::ranges::find(notifies, priority) != notifies.end();
  });
  return all && !notifies.empty() ? "dcqcn" : "";
}

Ballot poll_cc(const Ports& ports, const Priorities& lossless) {
  return poll_lowers(ports, [&](const LearnedPort& port, const Netdev& netdev, Ballot& ballot) {
    const auto& cc = netdev.cc;
    if (cc.enabled.known() != nullptr) {
      ballot.vote(cc.enabled.is(true) ? "dcqcn" : "disabled", port.voter);
      return;
    }
    for (const auto* why : {cc.reaction_point.unknown(), cc.notification_point.unknown()}) {
      if (why != nullptr) {
        ballot.abstain(*why, port.voter);
        return;
      }
    }
    const auto mode = cc_of_mlx5(cc, lossless);
    if (mode.empty()) {
      ballot.abstain("DCQCN is on for some priorities only", port.voter);
    } else {
      ballot.vote(mode, port.voter);
    }
  });
}

Ballot poll_trust(const Ports& ports) {
  Ballot ballot;
  for (const auto* port : ports) {
    const auto& netdevs = port->port->path.netdevs;
    if (const auto* why = netdevs.unknown()) {
      ballot.abstain(*why, port->voter);
      continue;
    }
    for (const auto& netdev : *netdevs.known()) {
      ballot.cast(netdev.trust, port->voter,
                  [](PathTrust trust) { return trust == PathTrust::dscp ? "dscp" : "pcp"; });
    }
  }
  return ballot;
}

void object(LearnedValue& value, std::string note) {
  value.agreed = false;
  value.note = std::move(note) + (value.note.empty() ? "" : "; " + value.note);
}

/// `roce` and `pfc.mode` from the priorities with PFC on.
struct Lossless {
  Priorities priorities;  ///< that all ports agree on
  std::vector<LearnedClass> classes;
  LearnedValue roce;
  LearnedValue pfc;
};

Lossless learn_lossless(const Ports& ports) {
  const auto poll = poll_pfc(ports);
  const auto& ballot = poll.ballot;
  Lossless learned;
  if (!ballot.has_votes()) {
    learned.pfc = {.parameter = "pfc.mode", .value = "", .agreed = false, .note = ballot.unread()};
    learned.roce = {.parameter = "roce", .value = "", .agreed = false, .note = ballot.unread()};
    return learned;
  }
  const auto leading = poll.leading();
  learned.pfc = {.parameter = "pfc.mode", .value = leading.empty() ? "forbidden" : "required"};
  if (!ballot.agrees()) {
    object(learned.pfc, "priorities with PFC on: " + ballot.counts());
  } else if (leading.empty()) {
    object(learned.pfc,
           "PFC is on for no priority. Whether the fabric is meant to be lossy, or which priority "
           "should be lossless, no fact says");
  }
  if (leading.empty()) {
    return learned;
  }
  for (const auto priority : leading) {
    learned.classes.push_back(learn_class(ports, priority));
  }
  drop_shares_beyond_all(learned.classes);
  learned.roce = value_of(learned.classes);
  if (ballot.agrees()) {
    learned.priorities = leading;
  } else {
    object(learned.roce, "see pfc.mode");
  }
  return learned;
}

LearnedValue learn_trust(const Ports& ports, const Lossless& lossless) {
  auto trust = poll_trust(ports).result("trust");
  const bool lacks_dscp = std::ranges::any_of(
      lossless.classes, [](const LearnedClass& one) { return one.dscp.empty(); });
  if (trust.agreed && trust.value == "dscp" && lacks_dscp) {
    object(trust, "it wants a dscp in each class of roce");
  }
  return trust;
}

/// CNPs must not wait behind what they should slow down.
void keep_cnp_apart(const Lossless& lossless, LearnedValue& dscp, LearnedValue& priority) {
  for (const auto& one : lossless.classes) {
    if (priority.agreed && priority.value == std::to_string(one.priority)) {
      object(priority, "it is a priority of RoCE with PFC, where CNPs would be paused");
    }
    if (dscp.agreed && dscp.value == one.dscp) {
      object(dscp, "it is the DSCP of a class of RoCE too");
    }
  }
}

}  // namespace

std::vector<LearnedValue> learn_classes(const Ports& ports) {
  auto lossless = learn_lossless(ports);
  auto cnp_priority = learn_cnp_priority(ports, lossless.priorities);
  auto cnp_dscp = learn_cnp_dscp(ports);
  keep_cnp_apart(lossless, cnp_dscp, cnp_priority);
  auto cc = poll_cc(ports, lossless.priorities).result("cc.mode");
  auto trust = learn_trust(ports, lossless);
  return {std::move(lossless.roce), std::move(cnp_priority), std::move(cnp_dscp),
          std::move(lossless.pfc),  std::move(cc),           std::move(trust)};
}

}  // namespace rocelint
