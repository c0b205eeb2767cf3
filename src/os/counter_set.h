// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "rocelint/facts/counters.h"
#include "rocelint/facts/fact.h"

#include "os/read.h"

namespace rocelint {

/// Counters as one interface shows them: those that have a value, and why the others have none.
struct CounterSet {
  CounterMap values;
  std::map<std::string, Unknown, std::less<>> unread;

  bool operator==(const CounterSet&) const = default;

  /// The name is a device's: what is no plain text in it is escaped, so that names stay different
  /// and a snapshot can hold them. Of two counters of one name the first counts, and one without
  /// a name is left out.
  void add(std::string_view name, std::uint64_t value);
  void add(std::string_view name, const Unknown& why);
};

/// The counters with a value; unknown when nothing was read, or no counter at all had one.
[[nodiscard]] Fact<CounterMap> counter_map(const Read<CounterSet>& counters);

}  // namespace rocelint
