// SPDX-License-Identifier: Apache-2.0
#include "derive/siblings.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rocelint/facts.h"

#include "derive/absent.h"
#include "derive/ports.h"
#include "facts/doubt.h"
#include "facts/unknown.h"

namespace rocelint {
namespace {

template <class T>
const Unknown* doubt_of(const Fact<T>& fact) {
  const auto* why = fact.unknown();
  return why == nullptr || is_absent(*why) ? nullptr : why;
}

/// What one model of board is told from another by. bnxt_re and irdma have no board id: there the
/// device type and the fastest link mode have to do.
Fact<std::string> model_of(const RdmaDevice& device) {
  const auto words = [](const Fact<std::string>& fact) {
    return fact.known() == nullptr ? std::string() : *fact.known();
  };
  if (auto why = any_unknown({doubt_of(device.driver), doubt_of(device.board_id)})) {
    return *std::move(why);
  }
  const auto driver = words(device.driver) + ' ';
  if (device.board_id.known() != nullptr) {
    return driver + *device.board_id.known();
  }
  if (auto why = any_unknown({doubt_of(device.hca_type), doubt_of(device.max_speed_mbps)})) {
    return *std::move(why);
  }
  const auto* speed = device.max_speed_mbps.known();
  return driver + words(device.hca_type) + ' ' + (speed == nullptr ? "" : std::to_string(*speed));
}

/// Which ports an attribute is compared over.
enum class Among : std::uint8_t { all, active };

/// One port of a group, and why its values can't be counted on, if so.
struct Member {
  const RolePort* port = nullptr;
  std::optional<Unknown> doubt;
};

/// A value of a port that may not be one of the group is in doubt, whatever it is.
template <class T>
Fact<T> value_of(const Member& member, Fact<T> value) {
  if (!member.doubt) {
    return value;
  }
  Fact<T> open = *member.doubt;
  add_doubt(open, value.unknown());
  return open;
}

/// Nothing: the port is known to be down. What it counts as otherwise.
std::optional<Member> if_active(const Member& member) {
  const auto& state = member.port->view->port->state;
  if (const auto* why = state.unknown()) {
    auto open = member;
    add_doubt(open.doubt, why);
    return open;
  }
  return state.is(PortState::active) ? std::optional(member) : std::nullopt;
}

/// Ports of one role and model, and those that may be.
class Group {
 public:
  void add(const RolePort& port, std::optional<Unknown> doubt) {
    const auto& view = *port.view;
    const auto* why = view.port == nullptr ? &view.port_unknown : view.lowers.unknown();
    if (why == nullptr) {
      members_.push_back({.port = &port, .doubt = std::move(doubt)});
    } else {  // it is not known how many values it has
      add_doubt(unbounded_, why);
      add_doubt(unbounded_, doubt);
    }
  }

  [[nodiscard]] const std::optional<Unknown>& unbounded() const { return unbounded_; }

  template <class T>
  [[nodiscard]] std::vector<Fact<T>> values(Fact<T> (*of)(const Netdev&), Among among) const {
    std::vector<Fact<T>> out;
    for (const auto& member : those(among)) {
      for (const auto* netdev : *member.port->view->lowers.known()) {
        out.push_back(value_of(member, of(*netdev)));
      }
    }
    return out;
  }

  template <class T>
  [[nodiscard]] std::vector<Fact<T>> values(Fact<T> (*of)(const RolePort&), Among among) const {
    std::vector<Fact<T>> out;
    for (const auto& member : those(among)) {
      out.push_back(value_of(member, of(*member.port)));
    }
    return out;
  }

 private:
  [[nodiscard]] std::vector<Member> those(Among among) const {
    if (among == Among::all) {
      return members_;
    }
    std::vector<Member> active;
    for (const auto& member : members_) {
      if (auto one = if_active(member)) {
        active.push_back(*std::move(one));
      }
    }
    return active;
  }

  std::vector<Member> members_;
  std::optional<Unknown> unbounded_;
};

Unknown nothing_to_compare_with() {
  return not_found("no other port of this role and board has it");
}

/// The most frequent value, the first of them in a tie. What is unknown could be any value: it
/// counts against, so that learning it can't turn the answer.
template <class T>
Fact<T> most_frequent(const std::vector<Fact<T>>& values) {
  const T* best = nullptr;
  std::ptrdiff_t best_count = 0;
  std::optional<Unknown> unknown;
  for (const auto& value : values) {
    if (value.known() == nullptr) {
      add_doubt(unknown, value.unknown());
      continue;
    }
    const auto count = std::ranges::count(values, value);
    if (count > best_count) {
      best = value.known();
      best_count = count;
    }
  }
  if (unknown && 2 * best_count <= std::ssize(values)) {
    return *std::move(unknown);
  }
  return best == nullptr ? Fact<T>(nothing_to_compare_with()) : Fact<T>(*best);
}

template <class T>
bool is_comparable(const std::vector<Fact<T>>& values) {
  return values.size() > 1 && std::ranges::any_of(values, [](const Fact<T>& value) {
           return value.unknown() == nullptr || !is_absent(*value.unknown());
         });
}

/// Fills in what a group has in common, attribute by attribute.
class Comparison {
 public:
  explicit Comparison(const Group& group) : group_(group) {}

  template <auto Attribute, class T, class Owner>
  void compare(Fact<T> (*of)(const Owner&), Among among) {
    auto& common = out_.*Attribute;
    const auto values = group_.values(of, among);
    if (group_.unbounded()) {
      common = *group_.unbounded();
      for (const auto& value : values) {
        add_doubt(common, doubt_of(value));
      }
    } else if (is_comparable(values)) {
      common = most_frequent(values);
    } else {
      common = nothing_to_compare_with();
      return;
    }
    compared_.emplace_back(member_name<Attribute>());
  }

  [[nodiscard]] SiblingFacts take() {
    std::ranges::sort(compared_);
    out_.compared = std::move(compared_);
    return std::move(out_);
  }

 private:
  const Group& group_;
  SiblingFacts out_;
  std::vector<std::string> compared_;
};

/// The order in which the kernel lists the entries depends on their history.
Fact<std::vector<std::string>> dscp_map_of(const Netdev& netdev) {
  return map(netdev.dcb.app, [](const std::vector<AppEntry>& app) {
    std::vector<std::string> rows;
    for (const auto& entry : app) {
      if (entry.selector == AppSelector::dscp) {
        rows.push_back(std::to_string(entry.protocol) + ':' + std::to_string(entry.priority));
      }
    }
    std::ranges::sort(rows);
    return rows;
  });
}

void compare_links(Comparison& all) {
  all.compare<&SiblingFacts::speed_mbps>(
      +[](const Netdev& n) { return map(n.link, &LinkModes::speed_mbps); }, Among::active);
  all.compare<&SiblingFacts::fec_active>(
      +[](const Netdev& n) { return map(n.fec, &Fec::active); }, Among::active);
  all.compare<&SiblingFacts::mtu_bytes>(
      +[](const Netdev& n) { return n.mtu_bytes; }, Among::active);
  all.compare<&SiblingFacts::active_mtu_bytes>(
      +[](const RolePort& p) { return p.view->port->active_mtu_bytes; }, Among::active);
  all.compare<&SiblingFacts::gid_index>(
      +[](const RolePort& p) { return p.gid_pick->index; }, Among::active);
  all.compare<&SiblingFacts::pause_rx>(
      +[](const Netdev& n) { return map(n.pause, &Pause::rx); }, Among::all);
  all.compare<&SiblingFacts::pause_tx>(
      +[](const Netdev& n) { return map(n.pause, &Pause::tx); }, Among::all);
}

void compare_dcb(Comparison& all) {
  all.compare<&SiblingFacts::pfc_enabled>(
      +[](const Netdev& n) { return map(n.dcb.pfc, &Pfc::enabled); }, Among::all);
  all.compare<&SiblingFacts::dscp_map>(&dscp_map_of, Among::all);
  all.compare<&SiblingFacts::prio_tc>(
      +[](const Netdev& n) { return map(n.dcb.ets, &Ets::prio_tc); }, Among::all);
  all.compare<&SiblingFacts::tc_tsa>(
      +[](const Netdev& n) { return map(n.dcb.ets, &Ets::tc_tsa); }, Among::all);
  all.compare<&SiblingFacts::tc_bandwidth_percent>(
      +[](const Netdev& n) { return map(n.dcb.ets, &Ets::tc_bandwidth_percent); }, Among::all);
  all.compare<&SiblingFacts::tc_max_rate_kbps>(
      +[](const Netdev& n) { return n.dcb.tc_max_rate_kbps; }, Among::all);
  all.compare<&SiblingFacts::prio_buffer>(
      +[](const Netdev& n) { return map(n.dcb.buffer, &ReceiveBuffer::prio_buffer); }, Among::all);
  all.compare<&SiblingFacts::buffer_size_bytes>(
      +[](const Netdev& n) { return map(n.dcb.buffer, &ReceiveBuffer::buffer_size_bytes); },
      Among::all);
}

Fact<std::vector<std::string>> cc_parameter_names_of(const Netdev& netdev) {
  return map(netdev.cc.parameters, [](const auto& parameters) {
    std::vector<std::string> names;
    for (const auto& [name, value] : parameters) {
      names.push_back(name);
    }
    return names;
  });
}

void compare_congestion_control(Comparison& all) {
  all.compare<&SiblingFacts::cc_parameter_names>(&cc_parameter_names_of, Among::all);
  all.compare<&SiblingFacts::cc_parameters>(
      +[](const Netdev& n) { return n.cc.parameters; }, Among::all);
}

SiblingFacts compare_all(const Group& group) {
  Comparison comparison(group);
  compare_links(comparison);
  compare_dcb(comparison);
  compare_congestion_control(comparison);
  return comparison.take();
}

/// The port's own model is not known: so is who its siblings are.
SiblingFacts without_model(const Unknown& why) {
  Group group;
  PortView nobody;
  nobody.port_unknown = why;
  group.add({.view = &nobody, .gid_pick = nullptr, .role = 0, .doubt = {}}, std::nullopt);
  return compare_all(group);
}

}  // namespace

std::vector<SiblingFacts> derive_siblings(const std::vector<RolePort>& ports) {
  std::vector<Fact<std::string>> models;
  models.reserve(ports.size());
  for (const auto& port : ports) {
    models.push_back(model_of(*port.view->device));
  }
  const auto group_of = [&](std::size_t role, const std::string& model) {
    Group group;
    for (std::size_t i = 0; i < ports.size(); ++i) {
      const auto* unknown_model = models[i].unknown();
      if (ports[i].role != role || (unknown_model == nullptr && !models[i].is(model))) {
        continue;
      }
      auto doubt = any_unknown({unknown_model});
      add_doubt(doubt, ports[i].doubt);
      group.add(ports[i], std::move(doubt));
    }
    return group;
  };
  std::map<std::pair<std::size_t, std::string>, SiblingFacts> done;
  std::vector<SiblingFacts> out;
  for (std::size_t i = 0; i < ports.size(); ++i) {
    if (const auto* why = models[i].unknown()) {
      out.push_back(without_model(*why));
      continue;
    }
    const auto key = std::pair(ports[i].role, *models[i].known());
    auto found = done.find(key);
    if (found == done.end()) {
      found = done.emplace(key, compare_all(group_of(key.first, key.second))).first;
    }
    out.push_back(found->second);
  }
  return out;
}

}  // namespace rocelint
