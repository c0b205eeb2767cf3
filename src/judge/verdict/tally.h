// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <span>

#include "rocelint/report.h"

#include "judge/judged_finding.h"

namespace rocelint {

/// How the rules fared, each counted by its worst finding; one that failed on a subject and is
/// unknown on another counts as both.
struct Tally {
  Counts counts;
  SeverityCoverage coverage;
};

/// `not_run` rules were asked about nothing and count as not applicable.
[[nodiscard]] Tally tally_of(std::span<const JudgedFinding> findings,
                             std::span<const SettledFinding> settled, std::size_t not_run);

}  // namespace rocelint
