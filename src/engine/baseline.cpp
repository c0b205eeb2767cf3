// SPDX-License-Identifier: Apache-2.0
#include "engine/baseline.h"

#include <string>
#include <vector>

#include "rocelint/judge.h"
#include "rocelint/report.h"

#include "engine/judged_finding.h"

namespace rocelint {

BaselineReport hold_against(const Baseline& baseline, std::vector<JudgedFinding>& findings) {
  BaselineReport report;
  report.file = baseline.file;
  auto gone = baseline.failed;
  for (auto& judged : findings) {
    auto& finding = judged.finding;
    // What can't be told any more is not mended.
    if (finding.outcome != Outcome::pass && finding.outcome != Outcome::not_applicable) {
      gone.erase(finding.id);
    }
    if (!judged.is_root_cause()) {
      continue;
    }
    const bool known = baseline.failed.contains(finding.id);
    finding.baseline = known ? "known" : "new";
    (known ? report.known : report.fresh) += 1;
  }
  report.fixed.assign(gone.begin(), gone.end());
  return report;
}

}  // namespace rocelint
