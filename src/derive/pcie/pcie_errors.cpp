// SPDX-License-Identifier: Apache-2.0
#include "derive/pcie/pcie_errors.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rocelint/facts.h"

#include "derive/pcie/pcie_path.h"
#include "facts/doubt.h"
#include "facts/unknown.h"

namespace rocelint {
namespace {

/// All kinds together. The kernel's own sums ("TOTAL_ERR_COR") say the same once more.
Fact<std::int64_t> sum_of(const Fact<CounterMap>& counters) {
  if (const auto* why = counters.unknown()) {
    return *why;
  }
  std::int64_t sum = 0;
  for (const auto& [name, count] : *counters.known()) {
    if (!std::string_view(name).starts_with("TOTAL_") && __builtin_add_overflow(sum, count, &sum)) {
      return malformed("too many errors");
    }
  }
  return sum;
}

bool counts_nothing(const PciDevice& device) {
  const auto is_unsupported = [](const Fact<CounterMap>& counters) {
    return counters.unknown() != nullptr && counters.unknown()->reason == Reason::unsupported;
  };
  return is_unsupported(device.aer_correctable) && is_unsupported(device.aer_nonfatal) &&
         is_unsupported(device.aer_fatal);
}

Fact<std::int64_t> growth_of(const Fact<CounterMap>& before, const Fact<CounterMap>& now) {
  const auto end = sum_of(now);
  const auto start = sum_of(before);
  if (auto why = any_unknown({end.unknown(), start.unknown()})) {
    return *std::move(why);
  }
  if (*end.known() < *start.known()) {
    return malformed("the errors were set back within the window");
  }
  return *end.known() - *start.known();
}

}  // namespace

Fact<std::vector<PcieErrorGrowth>> derive_pcie_errors(const Fact<std::string>& address,
                                                      const Host& now, const Host& since) {
  const auto chain = pcie_chain(address, now);
  if (const auto* why = chain.unknown()) {
    return *why;
  }
  std::vector<PcieErrorGrowth> all;
  for (const auto* device : *chain.known()) {
    if (device != chain.known()->front() && counts_nothing(*device)) {
      continue;
    }
    const PciDevice none;
    const auto* before = find_pci_device(since, device->address);
    const auto& earlier = before == nullptr ? none : *before;
    PcieErrorGrowth growth;
    growth.address = device->address;
    growth.correctable = growth_of(earlier.aer_correctable, device->aer_correctable);
    growth.nonfatal = growth_of(earlier.aer_nonfatal, device->aer_nonfatal);
    growth.fatal = growth_of(earlier.aer_fatal, device->aer_fatal);
    all.push_back(growth);
  }
  return all;
}

}  // namespace rocelint
