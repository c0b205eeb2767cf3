// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rocelint/report.h"

#include "report/text/finding_groups.h"

namespace rocelint {

/// Why something could not be read, and what would make it readable from where we stand.
struct Advice {
  std::string why;
  std::string remedy;

  bool operator==(const Advice&) const = default;
};

/// What helps here, never just "root": a user namespace, a pod, an offline sysfs tree or a virtual
/// function need something else.
[[nodiscard]] Advice advise(const Evidence& evidence, const Subject& subject,
                            const RunContext& run_context);

/// Unknown findings that the same thing would decide.
struct UnknownGroup {
  Advice advice;
  FindingList findings;
  std::vector<std::string> unread;  ///< facts, shortened, each once
  std::string detail;               ///< the kernel's own words, the first of them
};

/// Those with the most severe rules first; without what the policy accepts.
[[nodiscard]] std::vector<UnknownGroup> unknown_groups(const Report& report);
/// What it accepts, likewise.
[[nodiscard]] std::vector<UnknownGroup> accepted_groups(const Report& report);

}  // namespace rocelint
