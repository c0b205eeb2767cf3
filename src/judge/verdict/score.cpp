// SPDX-License-Identifier: Apache-2.0
#include "judge/verdict/score.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "rocelint/report.h"

#include "judge/host_view.h"
#include "judge/judged_finding.h"
#include "judge/verdict/verdict.h"

namespace rocelint {
namespace {

/// Whatever is unknown may have failed: the score is at most what it says.
bool is_bound(const JudgedFinding& judged) {
  const auto effect = effect_of(judged);
  return effect == Effect::unknown_blocker || effect == Effect::unknown_error;
}

double share_of_ready(std::span<const Verdict> ports) {
  const auto ready = std::ranges::count(ports, Verdict::ready);
  return ports.empty() ? 0 : static_cast<double>(ready) / static_cast<double>(ports.size());
}

}  // namespace

Score score_of(std::span<const JudgedFinding> findings, const Verdicts& verdicts,
               const HostView& host) {
  constexpr double kStep = 20;
  constexpr double kShare = 19;  // below a step: the verdict comes first
  const auto steps = static_cast<double>(verdicts.host);
  return {.value = verdicts.host == Verdict::ready
                       ? 100
                       : std::round((kStep * steps) + (kShare * share_of_ready(verdicts.ports))),
          .upper_bound = std::ranges::any_of(findings, is_bound) || has_nothing_to_judge(host) ||
                         is_policy_undecided(host)};
}

}  // namespace rocelint
