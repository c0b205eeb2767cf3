// SPDX-License-Identifier: Apache-2.0
#include "probe/blame.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/host.h"

#include "os/breadcrumb.h"

namespace rocelint {
namespace {

std::string text_of(std::span<const char> bytes) {
  return {bytes.begin(), std::ranges::find(bytes, '\0')};
}

std::string in_words(const AnnouncedRead& place) {
  return place.device.empty() ? place.operation
                              : fmt::format("{} of {}", place.operation, place.device);
}

std::string last_read(const std::optional<AnnouncedRead>& place) {
  return place ? fmt::format(" (last read: {})", in_words(*place)) : "";
}

struct OnPci {
  std::string_view name;
  std::string_view function;
};

template <class Elements>
void add_on_pci(std::vector<OnPci>& into, const Fact<Elements>& list) {
  if (list.known() == nullptr) {
    return;
  }
  for (const auto& element : *list.known()) {
    if (const auto* function = element.pci_address.known()) {
      into.push_back({.name = element.name, .function = *function});
    }
  }
}

}  // namespace

std::string in_words(std::chrono::milliseconds time) {
  if (time >= std::chrono::seconds(1)) {
    return fmt::format("{:.1f} s", std::chrono::duration<double>(time).count());
  }
  return fmt::format("{} ms", time.count());
}

std::optional<AnnouncedRead> place_in(const Breadcrumb& breadcrumb, std::string_view module) {
  if (text_of(breadcrumb.module) != module) {
    return std::nullopt;
  }
  constexpr std::uint32_t kUnderWay = 1;
  AnnouncedRead place{.device = text_of(breadcrumb.device),
                      .operation = text_of(breadcrumb.operation),
                      .lock = breadcrumb.lock.load() == Lock::rtnl ? Lock::rtnl : Lock::none,
                      .under_way = (breadcrumb.sequence.load() & kUnderWay) != 0};
  if (place.device.empty() && place.operation.empty()) {
    return std::nullopt;
  }
  return place;
}

Unknown timed_out(std::string_view module, const std::optional<AnnouncedRead>& place,
                  std::chrono::milliseconds waited) {
  const std::string limit = in_words(waited);
  const std::string detail =
      place && place->under_way
          ? fmt::format("{} did not answer within {}", in_words(*place), limit)
          : fmt::format("module {} did not finish within {}{}", module, limit, last_read(place));
  return {.reason = Reason::timeout, .detail = detail, .sys_errno = 0};
}

Unknown crashed(std::string_view module, const std::optional<AnnouncedRead>& place,
                std::string_view how) {
  const std::string detail = place && place->under_way
                                 ? fmt::format("module {} {} at {}", module, how, in_words(*place))
                                 : fmt::format("module {} {}{}", module, how, last_read(place));
  return {.reason = Reason::crashed, .detail = detail, .sys_errno = 0};
}

std::vector<std::string> same_hardware(const Host& host, std::string_view device) {
  std::vector<OnPci> all;
  add_on_pci(all, host.netdevs);
  add_on_pci(all, host.devices);

  std::vector<std::string> names{std::string(device)};
  for (const auto& one : all) {
    const bool shares = std::ranges::any_of(all, [&](const OnPci& other) {
      return other.name == device && other.function == one.function;
    });
    if (shares && one.name != device) {
      names.emplace_back(one.name);
    }
  }
  std::ranges::sort(names);
  return names;
}

void leave_alone(LeaveAlone& list, const AnnouncedRead& place, const Unknown& why,
                 const Host& host) {
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
