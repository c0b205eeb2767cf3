// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rocelint/report.h"

namespace rocelint {

using FindingList = std::vector<const Finding*>;

/// Whether it failed for a reason of its own.
[[nodiscard]] bool is_root_cause(const Finding& finding);

/// The same fault on several subjects: one rule, equal values but for names, one kind of fix. All
/// of them are new, or none is, where they are held against an earlier report.
struct FaultEntry {
  FindingList findings;

  [[nodiscard]] const Finding& first() const { return *findings.front(); }
  [[nodiscard]] bool is_new() const { return first().baseline == Standing::fresh; }
};

/// What was found, for all subjects of the entry: where each message names its own netdev or
/// device, this one names the first two and counts the rest. Without a message: the rule's title.
[[nodiscard]] std::string message_of(const FaultEntry& entry);

/// Failures that are root causes, grouped, in the order of the report (worst first). What is new
/// against an earlier report comes before what is known, which somebody has decided to live with.
[[nodiscard]] std::vector<FaultEntry> fault_entries(const Report& report);

/// "mlx5_0-3,7", "host".
[[nodiscard]] std::string subjects_of(std::span<const Finding* const> findings);

/// The rules of these, each once, in their order.
[[nodiscard]] std::vector<std::string> rules_of(std::span<const Finding* const> findings);

/// How many subjects passed this rule.
[[nodiscard]] std::int64_t count_passed(const Report& report, std::string_view rule);

/// "a, b, c and 4 more": at most `most` names.
[[nodiscard]] std::string listed(std::span<const std::string> names, std::size_t most);

}  // namespace rocelint
