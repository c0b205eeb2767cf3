// SPDX-License-Identifier: Apache-2.0
#include "os/counter_set.h"

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "rocelint/facts/counters.h"
#include "rocelint/facts/fact.h"

#include "base/text.h"
#include "os/read.h"

namespace rocelint {

void CounterSet::add(std::string_view name, std::uint64_t value) {
  if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
    add(name, malformed("it reads " + std::to_string(value) + ", more than a counter can have"));
    return;
  }
  std::string key = escape_for_terminal(name);
  if (!key.empty() && !unread.contains(key)) {
    values.try_emplace(std::move(key), static_cast<std::int64_t>(value));
  }
}

void CounterSet::add(std::string_view name, const Unknown& why) {
  std::string key = escape_for_terminal(name);
  if (!key.empty() && !values.contains(key)) {
    unread.try_emplace(std::move(key), why);
  }
}

Fact<CounterMap> counter_map(const Read<CounterSet>& counters) {
  if (!counters) {
    return counters.error();
  }
  if (counters->values.empty() && !counters->unread.empty()) {
    return counters->unread.begin()->second;
  }
  return counters->values;
}

}  // namespace rocelint
