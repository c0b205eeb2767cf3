// SPDX-License-Identifier: Apache-2.0
#include "derive/counter_growth.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "rocelint/facts.h"
#include "rocelint/snapshot.h"

#include "derive/pcie/pcie_errors.h"
#include "derive/ports.h"
#include "facts/doubt.h"
#include "facts/unknown.h"

namespace rocelint {
namespace {

constexpr std::int64_t kUsPerSecond = 1'000'000;

Unknown at_start(const Unknown& why) {
  return {.reason = why.reason,
          .detail = "at the start of the window: " +
                    (why.detail.empty() ? std::string(to_string(why.reason)) : why.detail),
          .sys_errno = why.sys_errno};
}

/// Why there is no growth of what is not known at both ends; nothing if it is.
template <class T>
std::optional<Unknown> lost_between(const Fact<T>& before, const Fact<T>& now) {
  auto doubt = any_unknown({now.unknown()});
  if (const auto* why = before.unknown()) {
    add_doubt(doubt, std::optional(at_start(*why)));
  }
  return doubt;
}

Unknown not_there(std::string_view what) {
  return not_found(std::string(what) + " was not there at the start of the window");
}

/// Turns totals into what they grew by, along the field tables.
class Difference {
 public:
  [[nodiscard]] std::vector<std::string> take_resets() {
    std::ranges::sort(resets_);
    return std::move(resets_);
  }

  Fact<std::int64_t> of(std::string_view name, const Fact<std::int64_t>& before,
                        const Fact<std::int64_t>& now) {
    if (auto why = lost_between(before, now)) {
      return *std::move(why);
    }
    if (*now.known() >= *before.known()) {
      std::int64_t grown = 0;
      if (__builtin_sub_overflow(*now.known(), *before.known(), &grown)) {
        return malformed("grew too much");
      }
      return grown;
    }
    resets_.emplace_back(name);
    return malformed("fell from " + std::to_string(*before.known()) + " to " +
                     std::to_string(*now.known()) + " within the window");
  }

  template <class Counters>
  Counters of(std::string_view prefix, const Counters& before, const Counters& now) {
    Counters growth = now;
    for (const auto& field : kFields<Counters>) {
      const std::string name = std::string(prefix) + '.' + std::string(field.name);
      subtract(name, field, &before, &growth);
    }
    return growth;
  }

  Fact<PriorityCounterMap> of(const Fact<PriorityCounterMap>& before,
                              const Fact<PriorityCounterMap>& now) {
    if (auto why = lost_between(before, now)) {
      return *std::move(why);
    }
    PriorityCounterMap growth;
    for (const auto& [priority, counters] : *now.known()) {
      const auto earlier = before.known()->find(priority);
      // mlx5 counts the pauses of a priority only while PFC is on there.
      growth[priority] = earlier == before.known()->end()
                             ? PriorityCounters{}
                             : of("prio[\"" + priority + "\"]", earlier->second, counters);
    }
    return growth;
  }

 private:
  void subtract(const std::string& name, const Field& field, const void* before, void* growth) {
    if (field.type == &kType<Fact<std::int64_t>>) {
      auto& value = *static_cast<Fact<std::int64_t>*>(field.at(growth));
      value = of(name, *static_cast<const Fact<std::int64_t>*>(member(field, before)), value);
      return;
    }
    if (field.type == &kType<Fact<std::vector<std::int64_t>>>) {
      auto& lanes = *static_cast<Fact<std::vector<std::int64_t>>*>(field.at(growth));
      lanes = of_lanes(
          name, *static_cast<const Fact<std::vector<std::int64_t>>*>(member(field, before)), lanes);
    }
  }

  Fact<std::vector<std::int64_t>> of_lanes(const std::string& name,
                                           const Fact<std::vector<std::int64_t>>& before,
                                           const Fact<std::vector<std::int64_t>>& now) {
    if (auto why = lost_between(before, now)) {
      return *std::move(why);
    }
    const auto& earlier = *before.known();
    if (earlier.size() != now.known()->size()) {
      return not_there("as many lanes");
    }
    std::vector<std::int64_t> growth;
    for (std::size_t lane = 0; lane < earlier.size(); ++lane) {
      const auto one = of(name + '[' + std::to_string(lane) + ']', earlier[lane],
                          Fact<std::int64_t>((*now.known())[lane]));
      if (const auto* why = one.unknown()) {
        return *why;
      }
      growth.push_back(*one.known());
    }
    return growth;
  }

  std::vector<std::string> resets_;
};

/// Why counters of the two ends do not belong together, or nothing: a device that was made anew
/// began to count anew.
std::optional<Unknown> made_anew(std::string_view what, const Fact<std::int64_t>& before,
                                 const Fact<std::int64_t>& now) {
  if (before.known() == nullptr || now.known() == nullptr || *before.known() == *now.known()) {
    return std::nullopt;
  }
  return vanished(std::string(what) + " was made anew within the window");
}

Fact<std::int64_t> window_of(const Fact<std::int64_t>& before, const Fact<std::int64_t>& now) {
  Difference difference;
  auto window = difference.of("counters_at_us", before, now);
  if (window.is(0)) {
    return malformed("the window is empty");
  }
  return window;
}

/// What has no earlier self: every fact of its growth says why.
template <class Growth>
Growth all_unknown(const Unknown& why) {
  Growth growth;
  for (const auto& field : kFields<Growth>) {
    if (field.type->fact) {
      field.type->set_unknown(field.at(&growth), why);
    }
    for (const auto& inner : field.type->fact ? std::span<const Field>() : field.type->fields) {
      inner.type->set_unknown(inner.at(field.at(&growth)), why);
    }
  }
  return growth;
}

template <class Element>
bool same_function(const Element& a, const Element& b) {
  const auto* function = a.pci_address.known();
  return function != nullptr && !function->empty() && b.pci_address.is(*function);
}

/// The one element on the same PCI function; null where there is none, or more than one.
template <class Element>
const Element* only_one_on_function(const std::vector<Element>& list, const Element& now) {
  const auto is_there = [&](const Element& element) { return same_function(element, now); };
  const auto found = std::ranges::find_if(list, is_there);
  return std::ranges::count_if(list, is_there) == 1 ? &*found : nullptr;
}

/// The same thing earlier: names may change (udev), and several devices may share a PCI function.
template <class Element>
const Element* earlier_self(const Fact<std::vector<Element>>& list, const Element& now) {
  if (list.known() == nullptr) {
    return nullptr;
  }
  if (const auto* element = only_one_on_function(*list.known(), now)) {
    return element;
  }
  const auto by_name = std::ranges::find(*list.known(), now.name, &Element::name);
  return by_name == list.known()->end() ? nullptr : &*by_name;
}

const RdmaPort* port_of(const RdmaDevice& device, std::int64_t number) {
  if (const auto* ports = device.ports.known()) {
    const auto found = std::ranges::find(*ports, number, &RdmaPort::number);
    return found == ports->end() ? nullptr : &*found;
  }
  return nullptr;
}

Fact<std::vector<std::int64_t>> paused_priorities(const Fact<PriorityCounterMap>& prio) {
  if (const auto* why = prio.unknown()) {
    return *why;
  }
  std::vector<std::int64_t> paused;
  for (const auto& [name, counters] : *prio.known()) {
    const auto grew = [](const Fact<std::int64_t>& frames) {
      return frames.known() != nullptr && *frames.known() > 0;
    };
    std::int64_t priority = 0;
    const auto [stop, error] = std::from_chars(name.data(), name.data() + name.size(), priority);
    if (error == std::errc() && (grew(counters.pause_rx) || grew(counters.pause_tx))) {
      paused.push_back(priority);
    }
  }
  return paused;
}

/// Mb/s times microseconds are bits.
Fact<std::int64_t> line_bits(const Fact<LinkModes>& link, const Fact<std::int64_t>& window_us) {
  const auto speed_mbps = map(link, &LinkModes::speed_mbps);
  if (auto why = any_unknown({window_us.unknown(), speed_mbps.unknown()})) {
    return *std::move(why);
  }
  std::int64_t bits = 0;
  if (__builtin_mul_overflow(*speed_mbps.known(), *window_us.known(), &bits)) {
    return malformed("too many bits");
  }
  return bits;
}

/// Counters that are read together with something else, which may be unknown as a whole.
template <class Whole, class Counters>
Counters growth_of_part(std::string_view name, const Fact<Whole>& before, const Fact<Whole>& now,
                        Counters Whole::* counters, Difference& difference) {
  if (const auto why = lost_between(before, now)) {
    return all_unknown<Counters>(*why);
  }
  return difference.of(name, before.known()->*counters, now.known()->*counters);
}

NetdevGrowth growth_of(const Netdev& now, const Snapshot& since) {
  const Netdev* before = earlier_self(since.host.netdevs, now);
  const auto broken = before == nullptr ? std::optional(not_there(now.name))
                                        : made_anew(now.name, before->ifindex, now.ifindex);
  NetdevGrowth growth;
  if (broken) {
    growth = all_unknown<NetdevGrowth>(*broken);
    growth.name = now.name;
    return growth;
  }
  Difference difference;
  growth.name = now.name;
  growth.window_us = window_of(before->counters_at_us, now.counters_at_us);
  growth.line_bits = line_bits(now.link, growth.window_us);
  growth.phy = difference.of("phy", before->phy, now.phy);
  growth.prio = difference.of(before->prio, now.prio);
  growth.paused_priorities = paused_priorities(growth.prio);
  growth.carrier_downs =
      difference.of("carrier_down_count", before->carrier_down_count, now.carrier_down_count);
  growth.link_downs =
      difference.of("link_down_count", before->link_down_count, now.link_down_count);
  growth.fec = growth_of_part("fec", before->fec, now.fec, &Fec::statistics, difference);
  growth.pause = growth_of_part("pause", before->pause, now.pause, &Pause::statistics, difference);
  growth.resets = difference.take_resets();
  return growth;
}

/// A reset that was seen counts, whatever else could not be seen.
void add_resets(const NetdevGrowth& netdev, Fact<std::vector<std::string>>& all) {
  const auto* resets = netdev.resets.known();
  if (resets == nullptr) {
    if (all.known() == nullptr || all.known()->empty()) {
      add_doubt(all, netdev.resets.unknown());
    }
    return;
  }
  if (resets->empty()) {
    return;
  }
  auto& names = all.known() == nullptr ? all.emplace() : *all.known();
  for (const auto& counter : *resets) {
    names.push_back(netdev.name + ' ' + counter);
  }
}

}  // namespace

PortGrowth derive_growth(const PortView& now, const Host& host, const Snapshot& since) {
  if (now.port == nullptr) {
    return all_unknown<PortGrowth>(now.port_unknown);
  }
  PortGrowth growth;
  const RdmaDevice* device = earlier_self(since.host.devices, *now.device);
  const RdmaPort* before = device == nullptr ? nullptr : port_of(*device, now.port->number);
  const auto broken = before == nullptr
                          ? std::optional(not_there(now.device->name))
                          : made_anew(now.device->name, device->index, now.device->index);
  if (broken) {
    growth = all_unknown<PortGrowth>(*broken);
  } else {
    Difference difference;
    growth.window_us = window_of(before->counters_at_us, now.port->counters_at_us);
    growth.transport = difference.of("transport", before->transport, now.port->transport);
    growth.resets = difference.take_resets();
  }
  growth.pcie = derive_pcie_errors(now.device->pci_address, host, since.host);
  growth.seconds = growth.window_us;
  if (const auto* us = growth.window_us.known()) {
    growth.seconds = *us / kUsPerSecond + (*us % kUsPerSecond >= kUsPerSecond / 2 ? 1 : 0);
  }
  if (const auto* why = now.lowers.unknown()) {
    growth.lowers = *why;
    return growth;
  }
  auto& lowers = growth.lowers.emplace();
  for (const auto* netdev : *now.lowers.known()) {
    lowers.push_back(growth_of(*netdev, since));
    add_resets(lowers.back(), growth.resets);
  }
  return growth;
}

}  // namespace rocelint
