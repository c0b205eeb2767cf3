// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <span>
#include <vector>

#include "rocelint/judge.h"
#include "rocelint/report.h"

#include "judge/host_view.h"
#include "judge/judged_finding.h"

namespace rocelint {

/// The verdict on each thing that is judged.
struct Verdicts {
  std::vector<Verdict> ports;  ///< as HostView::ports
  std::vector<Verdict> roles;  ///< as HostView::roles
  Verdict host{Verdict::ready};
};

[[nodiscard]] Verdicts verdicts_of(std::span<const JudgedFinding> findings, const HostView& host);

/// Whether no port is there although some role does not expect that: nothing was judged then.
[[nodiscard]] bool has_nothing_to_judge(const HostView& host);

/// Whether it can't be told by which parameters some port, or a role, is to be judged: a blocker
/// may not have been asked about.
[[nodiscard]] bool is_policy_undecided(const HostView& host);

/// What the caller should do. Exit 1: at or below what is named; 3: the same, as undetermined.
struct Decision {
  Gate gate{Gate::pass};
  int exit_code = 0;
};
[[nodiscard]] Decision decide(Verdict verdict, const std::set<FailOn>& fail_on);

/// Marks each finding that alone would make the caller stop, so that reports can name what did.
void mark_what_stops(std::span<JudgedFinding> findings, const std::set<FailOn>& fail_on);

}  // namespace rocelint
