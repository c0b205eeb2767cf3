// SPDX-License-Identifier: Apache-2.0
#include "advise/learn.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <tl/expected.hpp>

#include "rocelint/base/diagnostic.h"
#include "rocelint/facts.h"

#include "advise/learn_ballot.h"
#include "advise/learn_congestion.h"
#include "advise/policy_fit.h"
#include "base/result.h"
#include "base/text.h"
#include "base/yaml_out.h"
#include "derive/job/job_view.h"
#include "derive/path/classification.h"
#include "derive/path/path_queue.h"
#include "derive/port_name.h"
#include "judge/host_view.h"
#include "policy/parameters.h"
#include "policy/policy.h"
#include "rocelint_version.h"
#include "rules/rule.h"
#include "rules/shipped_documents.h"

namespace rocelint {
namespace {

struct Port {
  const JudgedPort* judged = nullptr;
  const Snapshot* snapshot = nullptr;
  Voter voter;
};

/// Ports of one driver and one greatest speed (0: not known): what a selector can tell apart.
struct Kind {
  std::string driver;
  std::int64_t max_speed_mbps = 0;
  std::vector<Port> ports;

  [[nodiscard]] std::string name() const {  // a role can't have the name of a parameter
    return driver + (max_speed_mbps == 0 ? "-ports" : fmt::format("-{}g", max_speed_mbps / 1000));
  }
  [[nodiscard]] std::string selector() const {
    return fmt::format("dev.driver == \"{}\"", driver) +
           (max_speed_mbps == 0 ? "" : fmt::format(" && dev.max_speed_mbps == {}", max_speed_mbps));
  }
};

/// A driver that a selector would have to quote gets no role.
bool is_plain(std::string_view driver) {
  return !driver.empty() && driver.size() <= 48 && std::ranges::all_of(driver, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  });
}

struct LearnedHost {
  std::string name;
  HostView view;
};

/// The kind with the most ports first.
std::vector<Kind> kinds_of(const std::vector<LearnedHost>& hosts, Voters& without_driver) {
  std::map<std::pair<std::string, std::int64_t>, Kind> kinds;
  for (const auto& host : hosts) {
    for (const auto& port : host.view.ports) {
      const auto& device = *port.view.device;
      const Voter voter{.host = host.name, .port = port_name(port.view)};
      if (device.driver.known() == nullptr || !is_plain(*device.driver.known())) {
        without_driver.insert(voter);
        continue;
      }
      const auto& driver = *device.driver.known();
      const auto* known = device.max_speed_mbps.known();
      const auto speed = known == nullptr ? 0 : *known;
      auto& kind = kinds.try_emplace({driver, speed}, Kind{driver, speed, {}}).first->second;
      kind.ports.push_back({.judged = &port, .snapshot = host.view.snapshot, .voter = voter});
    }
  }
  std::vector<Kind> sorted;
  for (auto& [key, kind] : kinds) {
    sorted.push_back(std::move(kind));
  }
  std::ranges::stable_sort(sorted, std::greater<>(), [](const Kind& k) { return k.ports.size(); });
  return sorted;
}

bool is_allowed(std::string_view parameter, std::int64_t number) {
  const auto limit = std::ranges::find(kParameterLimits, parameter, &ParameterLimit::parameter);
  return limit == kParameterLimits.end() ||
         (limit->allowed.empty()
              ? number >= limit->least && number <= limit->most
              : std::ranges::find(limit->allowed, number) != limit->allowed.end());
}

/// A role while it is learned.
class RoleDraft {
 public:
  RoleDraft(std::string name, std::vector<std::string>& warnings)
      : name_(std::move(name)), warnings_(warnings) {}

  /// What most have, with the others named above it; where nobody has one, a remark.
  template <class T>
  void set(std::string_view parameter, const Ballot<T>& ballot, const char* unit = "port") {
    const auto note = ballot.note(unit);
    const auto* value = ballot.winner();
    if (value == nullptr) {
      return leave_out(parameter, note);
    }
    if constexpr (std::is_same_v<T, std::int64_t>) {
      if (!is_allowed(parameter, *value)) {
        return leave_out(parameter, note + (note.empty() ? "" : "; ") +
                                        "a policy does not accept " + in_words(*value));
      }
    }
    set(parameter, YamlOut{.scalar = in_words(*value)}, note);
  }

  void set(std::string_view parameter, YamlOut value, const std::string& note = "") {
    warn(parameter, note);
    value.comment = note;
    const auto dot = parameter.find('.');
    if (dot == std::string_view::npos) {
      values_.entries.emplace_back(parameter, std::move(value));
      return;
    }
    const auto group = parameter.substr(0, dot);
    if (values_.entries.empty() || values_.entries.back().first != group) {
      values_.entries.emplace_back(group, YamlOut{});
    }
    values_.entries.back().second.entries.emplace_back(parameter.substr(dot + 1), std::move(value));
  }

  void leave_out(std::string_view parameter, const std::string& why) {
    warn(parameter, why);
    left_out_.push_back("Not set: " + std::string(parameter) + ": " + why);
  }

  [[nodiscard]] YamlOut take(const Kind& kind) {
    YamlOut role{.comment = counted(kind.ports.size(), "port")};
    for (auto& remark : left_out_) {
      role.entries.emplace_back("", YamlOut{.comment = std::move(remark)});
    }
    role.entries.emplace_back("ports", YamlOut{.scalar = kind.selector()});
    std::ranges::move(values_.entries, std::back_inserter(role.entries));
    return role;
  }

 private:
  void warn(std::string_view parameter, const std::string& note) {
    if (!note.empty()) {
      warnings_.push_back("role " + name_ + ": " + std::string(parameter) + ": " + note);
    }
  }

  std::string name_;
  std::vector<std::string>& warnings_;
  YamlOut values_;
  std::vector<std::string> left_out_;
};

/// Asks `read` for the fact of each physical netdev of each port.
template <class T, class Read>
Ballot<T> poll_lowers(const Kind& kind, Read read) {
  Ballot<T> ballot;
  for (const auto& port : kind.ports) {
    const auto& lowers = port.judged->view.lowers;
    if (const auto* why = lowers.unknown()) {
      ballot.abstain(*why, port.voter);
      continue;
    }
    for (const auto* netdev : *lowers.known()) {
      ballot.vote(read(port, *netdev), port.voter);
    }
  }
  return ballot;
}

/// A member of a fact that may not be known itself.
template <class T, class Owner, class Member>
Fact<T> member(const Fact<Owner>& owner, Member Owner::* which) {
  return owner.known() == nullptr ? Fact<T>(*owner.unknown()) : Fact<T>(owner.known()->*which);
}

Ballot<std::int64_t> poll_count(const Kind& kind, const std::vector<LearnedHost>& hosts) {
  Ballot<std::int64_t> ballot;
  for (const auto& host : hosts) {
    const Voter voter{.host = host.name, .port = ""};
    const auto count = std::ranges::count(kind.ports, host.view.snapshot, &Port::snapshot);
    if (const auto* why = host.view.snapshot->host.devices.unknown()) {
      ballot.abstain(*why, voter);
    } else if (count == 0) {  // hosts of another kind may well be the majority
      ballot.abstain("no such port", voter);
    } else {
      ballot.vote(count, voter);
    }
  }
  return ballot;
}

void learn_link(const Kind& kind, const std::vector<LearnedHost>& hosts, RoleDraft& role) {
  role.set("expect.ports", poll_count(kind, hosts), "host");
  role.set("expect.speed_mbps", poll_lowers<std::int64_t>(kind, [](const Port&, const Netdev& n) {
             return member<std::int64_t>(n.link, &LinkModes::speed_mbps);
           }));
  Ballot<std::int64_t> active;
  for (const auto& [judged, snapshot, voter] : kind.ports) {
    active.vote(judged->view.port == nullptr ? Fact<std::int64_t>(judged->view.port_unknown)
                                             : judged->view.port->active_mtu_bytes,
                voter);
  }
  role.set("mtu.active_bytes", active);
  role.set("mtu.netdev_bytes", poll_lowers<std::int64_t>(
                                   kind, [](const Port&, const Netdev& n) { return n.mtu_bytes; }));
}

Ballot<std::string> poll_trust(const Kind& kind) {
  Ballot<std::string> ballot;
  for (const auto& [judged, snapshot, voter] : kind.ports) {
    const auto& netdevs = judged->path.netdevs;
    if (const auto* why = netdevs.unknown()) {
      ballot.abstain(*why, voter);
      continue;
    }
    for (const auto& netdev : *netdevs.known()) {
      if (const auto* why = netdev.trust.unknown()) {
        ballot.abstain(*why, voter);
      } else {
        ballot.vote(std::string(enum_name(*netdev.trust.known())), voter);
      }
    }
  }
  return ballot;
}

using Numbers = std::vector<std::int64_t>;

/// The DSCPs that lead to a priority; of several the one that the driver or a job asks for.
Fact<Numbers> dscps_of(const Port& port, const Fact<std::vector<AppEntry>>& app,
                       std::int64_t priority) {
  if (app.known() == nullptr) {
    return *app.unknown();
  }
  std::set<std::int64_t> dscps;
  for (const auto& row : *app.known()) {
    if (row.selector == AppSelector::dscp && row.priority == priority) {
      dscps.insert(row.protocol);
    }
  }
  const auto* forced = port.judged->path.forced_dscps.known();
  const auto traffic_class = intent_of(port.snapshot->job).traffic_class;
  const auto asked = forced != nullptr && forced->size() == 1 ? std::optional(forced->front())
                     : traffic_class                          ? std::optional(*traffic_class >> 2)
                                                              : std::nullopt;
  return asked && dscps.contains(*asked) ? Numbers{*asked} : Numbers(dscps.begin(), dscps.end());
}

/// The first that a shipped profile has for this priority; else the least.
std::int64_t usual_dscp(const Numbers& dscps, std::int64_t priority) {
  for (const auto& shipped : shipped_profiles()) {
    const auto profile = load_policy({.name_or_file = std::string(shipped.name), .set = {}},
                                     shipped_profile_lookup());
    const auto* classes = profile.policy->roles.front().parameters.roce.known();
    for (const auto& one : classes == nullptr ? std::vector<RoceClass>{} : *classes) {
      const auto* dscp = one.priority == priority ? one.dscp.known() : nullptr;
      if (dscp != nullptr && std::ranges::find(dscps, *dscp) != dscps.end()) {
        return *dscp;
      }
    }
  }
  return dscps.front();
}

std::string folded(const Numbers& numbers) {
  std::vector<std::string> names;
  std::ranges::transform(numbers, std::back_inserter(names),
                         [](std::int64_t number) { return std::to_string(number); });
  return fold_names(std::move(names));
}

/// A class of `roce`; without a DSCP where none leads to it.
YamlOut learn_class(const Kind& kind, std::int64_t priority, bool by_pcp, std::string& note) {
  YamlOut out{.entries = {{"priority", {.scalar = in_words(priority)}}}};
  if (by_pcp) {
    out.entries.push_back({"pcp", {.scalar = in_words(priority)}});
    return out;
  }
  const auto ballot = poll_lowers<Numbers>(kind, [&](const Port& port, const Netdev& netdev) {
    return dscps_of(port, netdev.dcb.app, priority);
  });
  const auto add = [&](const std::string& text) { note += (note.empty() ? "" : "; ") + text; };
  if (const auto more = ballot.note("port"); !more.empty()) {
    add(fmt::format("DSCP of priority {}: {}", priority, more));
  }
  const auto* dscps = ballot.winner();
  if (dscps == nullptr || dscps->empty()) {
    add(fmt::format("no DSCP leads to priority {}", priority));
    return out;
  }
  const auto dscp = usual_dscp(*dscps, priority);
  if (dscps->size() > 1) {
    add(
        fmt::format("DSCP {} is assumed: {} lead to priority {}, and only a job tells which one it "
                    "uses (rocelint probe --job)",
                    dscp, folded(*dscps), priority));
  }
  out.entries.push_back({"dscp", {.scalar = in_words(dscp)}});
  return out;
}

/// No fact says on which priority CNPs are meant to be. One that alone has strict priority above
/// RoCE is taken for theirs: any other there would starve RoCE.
void learn_cnps(const Kind& kind, std::int64_t roce_priority, RoleDraft& role) {
  const auto ballot = poll_lowers<Numbers>(kind, [&](const Port& port, const Netdev& netdev) {
    const PathClass roce{.dscp = {}, .pcp = {}, .priority = roce_priority};
    return derive_path_queue(netdev, port.judged->view.device->driver, roce, {}).served_before;
  });
  if (const auto* before = ballot.winner(); before != nullptr && before->size() == 1) {
    const auto said = ballot.note("port");
    role.set(
        "cnp.priority", YamlOut{.scalar = in_words(before->front())},
        "assumed: it alone has strict priority above RoCE" + (said.empty() ? "" : "; " + said));
  }
}

void learn_priorities(const Kind& kind, RoleDraft& role) {
  const auto pfc = poll_lowers<Numbers>(
      kind, [](const Port&, const Netdev& n) { return member<Numbers>(n.dcb.pfc, &Pfc::enabled); });
  const auto trust = poll_trust(kind);
  const bool by_pcp = trust.winner() != nullptr && *trust.winner() == "pcp";
  const auto* priorities = pfc.winner();
  if (priorities == nullptr || priorities->empty()) {
    const auto said = pfc.note("port");
    role.leave_out("roce and pfc.mode",
                   priorities == nullptr
                       ? said
                       : "PFC is off, decide whether the fabric is lossless" +
                             (said.empty() ? said : "; priorities with PFC: " + said));
    return role.set("trust", trust);
  }
  std::string note;
  YamlOut classes;
  for (const auto priority : *priorities) {
    classes.items.push_back(learn_class(kind, priority, by_pcp, note));
  }
  const bool complete =
      std::ranges::all_of(classes.items, [](const YamlOut& one) { return one.entries.size() > 1; });
  role.set("roce", std::move(classes), note);
  learn_cnps(kind, priorities->front(), role);
  const auto said = pfc.note("port");
  role.set("pfc.mode", YamlOut{.scalar = "required"},
           said.empty() ? said : "priorities with PFC: " + said);
  if (complete) {
    role.set("trust", trust);
  } else {
    role.leave_out("trust", note);
  }
}

using ByRole = std::map<std::string, Ballot<std::string>>;

std::string write(const std::vector<Kind>& kinds, const std::vector<LearnedHost>& hosts,
                  const ByRole& congestion, std::vector<std::string>& warnings) {
  YamlOut roles;
  for (const auto& kind : kinds) {
    RoleDraft role(kind.name(), warnings);
    learn_link(kind, hosts, role);
    learn_priorities(kind, role);
    if (const auto found = congestion.find(kind.name()); found != congestion.end()) {
      role.set("cc.mode", found->second);
    }
    roles.entries.emplace_back(kind.name(), role.take(kind));
  }
  const auto heading = fmt::format(
      "Learned by rocelint {} from {}. Each value is what most ports have, with those "
      "that have another one named above it. Read it through.",
      kVersion, counted(hosts.size(), "host"));
  return write_yaml({.entries = {{"", {.comment = heading}},
                                 {"policy", {.scalar = "learned"}},
                                 {"roles", std::move(roles)}}});
}

}  // namespace

Result<LearnedPolicy> learn_policy(std::span<const NamedHost> hosts, const RuleSet& rules) {
  const auto baseline = load_policy({}, shipped_profile_lookup());
  LearnedPolicy learned;
  std::vector<LearnedHost> whole;
  for (const auto& host : hosts) {
    if (host.snapshot.probe.interrupted.is(true)) {
      learned.warnings.push_back("left out: the probe of " + host.name + " was interrupted");
    } else {
      whole.push_back({host.name, build_host_view(host.snapshot, *baseline.policy)});
    }
  }
  Voters without_driver;
  const auto kinds = kinds_of(whole, without_driver);
  if (!without_driver.empty()) {
    learned.warnings.push_back("in no role, the driver is not known: " + in_words(without_driver));
  }
  if (kinds.empty()) {
    return tl::unexpected(
        Diagnostic{.file = "",
                   .line = 0,
                   .column = 0,
                   .text = "no RoCE port with a known driver on " +
                           counted(whole.size(), "host whose probe was not interrupted")});
  }
  std::vector<std::string> unused;
  const auto congestion = poll_congestion(write(kinds, whole, {}, unused), hosts, rules);
  if (!congestion) {
    return tl::unexpected(congestion.error());
  }
  learned.yaml = write(kinds, whole, *congestion, learned.warnings);
  return learned;
}

}  // namespace rocelint
