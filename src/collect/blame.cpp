// SPDX-License-Identifier: Apache-2.0
#include "collect/blame.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include <fmt/format.h>

namespace rocelint {
namespace {

template <std::size_t N>
std::string text_of(const char (&bytes)[N]) {
  return {static_cast<const char*>(bytes), strnlen(static_cast<const char*>(bytes), N)};
}

std::string in_words(const Place& place) {
  return place.device.empty() ? place.operation
                              : fmt::format("{} of {}", place.operation, place.device);
}

std::string last_read(const std::optional<Place>& place) {
  return place ? fmt::format(" (last read: {})", in_words(*place)) : "";
}

/// The PCI functions that bear `name`, as far as they are known.
std::vector<std::string> pci_addresses(const Host& host, std::string_view name) {
  std::vector<std::string> found;
  const auto look = [&](const auto& list) {
    for (const auto& one : list) {
      if (one.name == name && one.pci_address.known() != nullptr) {
        found.push_back(*one.pci_address.known());
      }
    }
  };
  if (const auto* netdevs = host.netdevs.known()) {
    look(*netdevs);
  }
  if (const auto* devices = host.devices.known()) {
    look(*devices);
  }
  return found;
}

}  // namespace

std::string in_words(std::chrono::milliseconds time) {
  if (time >= std::chrono::seconds(1)) {
    return fmt::format("{:.1f} s", std::chrono::duration<double>(time).count());
  }
  return fmt::format("{} ms", time.count());
}

std::optional<Place> place_in(const Breadcrumb& breadcrumb, std::string_view module) {
  if (text_of(breadcrumb.module) != module) {
    return std::nullopt;
  }
  constexpr std::uint32_t kUnderWay = 1;
  Place place{.device = text_of(breadcrumb.device),
              .operation = text_of(breadcrumb.operation),
              .lock = breadcrumb.lock.load() == Lock::rtnl ? Lock::rtnl : Lock::none,
              .under_way = (breadcrumb.sequence.load() & kUnderWay) != 0};
  if (place.device.empty() && place.operation.empty()) {
    return std::nullopt;
  }
  return place;
}

Unknown timed_out(std::string_view module, const std::optional<Place>& place,
                  std::chrono::milliseconds waited) {
  const std::string limit = in_words(waited);
  const std::string detail =
      place && place->under_way
          ? fmt::format("{} did not answer within {}", in_words(*place), limit)
          : fmt::format("module {} did not finish within {}{}", module, limit, last_read(place));
  return {.reason = Reason::timeout, .detail = detail, .sys_errno = 0};
}

Unknown crashed(std::string_view module, const std::optional<Place>& place, std::string_view how) {
  const std::string detail = place && place->under_way
                                 ? fmt::format("module {} {} at {}", module, how, in_words(*place))
                                 : fmt::format("module {} {}{}", module, how, last_read(place));
  return {.reason = Reason::crashed, .detail = detail, .sys_errno = 0};
}

std::vector<std::string> same_hardware(const Host& host, std::string_view device) {
  std::vector<std::string> names{std::string(device)};
  const auto functions = pci_addresses(host, device);
  const auto add_from = [&](const auto& list) {
    for (const auto& one : list) {
      const auto* function = one.pci_address.known();
      if (function != nullptr &&
          std::find(functions.begin(), functions.end(), *function) != functions.end()) {
        names.push_back(one.name);
      }
    }
  };
  if (const auto* netdevs = host.netdevs.known()) {
    add_from(*netdevs);
  }
  if (const auto* devices = host.devices.known()) {
    add_from(*devices);
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

void leave_alone(LeaveAlone& list, const Place& place, const Unknown& why, const Host& host) {
  if (!place.under_way) {
    return;  // it answered: the module is at fault
  }
  if (!place.device.empty()) {
    for (const auto& name : same_hardware(host, place.device)) {
      list.devices.try_emplace(name, why);
    }
  }
  if (place.lock == Lock::rtnl && !list.rtnl) {
    list.rtnl =
        Unknown{.reason = Reason::timeout,
                .detail = fmt::format("rtnl held; first stuck on {}",
                                      place.device.empty() ? place.operation : place.device),
                .sys_errno = 0};
  }
}

}  // namespace rocelint
