// SPDX-License-Identifier: Apache-2.0
#include "drivers/counter_names.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rocelint/facts/counters.h"
#include "rocelint/facts/fact.h"
#include "rocelint/facts/reflect.h"

#include "base/text.h"
#include "drivers/counter_tables.h"
#include "facts/unknown.h"
#include "os/counter_set.h"
#include "os/read.h"

namespace rocelint {

namespace {

using Rows = std::vector<CounterRow>;

/// The rows that hold for a driver, and what to say of a meaning that has none.
struct Table {
  Rows rows;
  Unknown without;
};

void append(Rows& rows, std::span<const CounterRow> more) {
  rows.insert(rows.end(), more.begin(), more.end());
}

Table table_of(const Fact<std::string>& driver,
               std::span<const CounterRow> DriverCounters::* part) {
  const auto* name = driver.known();
  if (name == nullptr) {
    Unknown why = *driver.unknown();
    why.detail = "the driver is not known, so neither are its names" +
                 (why.detail.empty() ? "" : ": " + why.detail);
    return {.rows = {}, .without = std::move(why)};
  }
  for (const auto& table : counter_tables()) {
    if (table.driver == *name) {
      Table found{.rows = {}, .without = unsupported(*name + " does not count it")};
      append(found.rows, table.*part);
      return found;
    }
  }
  return {.rows = {}, .without = unsupported("the names of " + *name + " are not known")};
}

// One counter of a sum: its value, why it has none, or nothing where it is not shown.
std::optional<Fact<std::int64_t>> find_counter(const CounterSet& counters, std::string_view name) {
  if (const auto found = counters.values.find(name); found != counters.values.end()) {
    return found->second;
  }
  if (const auto odd = counters.unread.find(name); odd != counters.unread.end()) {
    Unknown why = odd->second;
    why.detail = std::string(name) + ": " + why.detail;
    return why;
  }
  return std::nullopt;
}

std::optional<Fact<std::int64_t>> find_sum(const CounterSet& counters, std::string_view names) {
  std::int64_t sum = 0;
  while (!names.empty()) {
    const auto plus = std::min(names.find('+'), names.size());
    auto part = find_counter(counters, names.substr(0, plus));
    if (!part || part->known() == nullptr) {
      return part;
    }
    if (*part->known() > std::numeric_limits<std::int64_t>::max() - sum) {
      return malformed(std::string(names) + ": too large");
    }
    sum += *part->known();
    names.remove_prefix(std::min(plus + 1, names.size()));
  }
  return sum;
}

bool says_more(const Unknown& why, const std::optional<Unknown>& than) {
  return !than || (than->reason == Reason::not_found && why.reason != Reason::not_found);
}

std::string with_priority(std::string_view name, std::string_view priority) {
  std::string text(name);
  for (auto at = text.find('%'); at != std::string::npos; at = text.find('%', at)) {
    text.replace(at, 1, priority);
  }
  return text;
}

/// Looks for each meaning of one table.
class Search {
 public:
  Search(const Table& table, const CounterSources& sources, std::string_view priority)
      : table_(table), sources_(sources), priority_(priority) {}

  Fact<std::int64_t> value(std::string_view meaning) {
    std::optional<Unknown> why;
    std::array<bool, kCounterPlaces> decided{};
    std::vector<std::string> looked_for;
    for (const auto& row : table_.rows) {
      const auto* counters = row.meaning == meaning ? sources_.get(row.place) : nullptr;
      if (counters == nullptr || decided.at(static_cast<std::size_t>(row.place))) {
        continue;
      }
      std::string name = with_priority(row.name, priority_);
      const auto found = counters->has_value()
                             ? find_sum(**counters, name)
                             : std::optional(Fact<std::int64_t>(counters->error()));
      if (!found) {
        looked_for.push_back(std::move(name));
        continue;
      }
      any_ = any_ || counters->has_value();
      if (found->known() != nullptr) {
        return *found;
      }
      // Another name of this place may count less: it may be a part of the sum.
      decided.at(static_cast<std::size_t>(row.place)) = true;
      if (says_more(*found->unknown(), why)) {
        why = *found->unknown();
      }
    }
    if (why && (looked_for.empty() || why->reason != Reason::not_found)) {
      return *std::move(why);
    }
    return looked_for.empty() ? table_.without : not_shown(looked_for);
  }

  /// Fills every member of a struct of counters.
  template <class Counters>
  Counters all() {
    Counters counters;
    for (const auto& field : kFields<Counters>) {
      *static_cast<Fact<std::int64_t>*>(field.at(&counters)) = value(field.name);
    }
    return counters;
  }

  /// Whether one of the counters that were looked for is there.
  [[nodiscard]] bool any() const { return any_; }

 private:
  static Unknown not_shown(const std::vector<std::string>& names) {
    // More of them are those of all drivers.
    constexpr std::size_t kOfOneDriver = 4;
    return not_found(names.size() <= kOfOneDriver
                         ? "the driver does not show " + join(names, " or ")
                         : "none of the names that drivers give it is shown");
  }

  const Table& table_;
  const CounterSources& sources_;
  std::string_view priority_;
  bool any_ = false;
};

}  // namespace

TransportCounters transport_counters(const Fact<std::string>& driver,
                                     const CounterSources& sources) {
  Table table = table_of(driver, &DriverCounters::transport);
  if (driver.known() == nullptr) {
    for (const auto& any : counter_tables()) {
      append(table.rows, any.transport);
    }
  }
  return Search(table, sources, "").all<TransportCounters>();
}

PhyCounters phy_counters(const Fact<std::string>& driver, const CounterSources& sources) {
  Table table = table_of(driver, &DriverCounters::phy);
  append(table.rows, standard_phy_rows());
  return Search(table, sources, "").all<PhyCounters>();
}

Fact<PriorityCounterMap> priority_counters(const Fact<std::string>& driver,
                                           const CounterSources& sources) {
  const Table table = table_of(driver, &DriverCounters::prio);
  if (table.rows.empty()) {
    return table.without;
  }
  if (const auto* counters = sources.get(CounterPlace::netdev);
      counters != nullptr && !counters->has_value()) {
    return counters->error();
  }
  PriorityCounterMap priorities;
  for (const auto* priority : {"0", "1", "2", "3", "4", "5", "6", "7"}) {
    Search search(table, sources, priority);
    auto counters = search.all<PriorityCounters>();
    if (search.any()) {
      priorities.emplace(priority, std::move(counters));
    }
  }
  return priorities;
}

}  // namespace rocelint
