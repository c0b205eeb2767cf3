// SPDX-License-Identifier: Apache-2.0
#include "judge/site_sources.h"

#include <algorithm>
#include <string>
#include <vector>

#include "rocelint/report.h"
#include "rocelint/snapshot.h"

#include "facts/fact_path.h"
#include "judge/judged_finding.h"

namespace rocelint {

void name_site_sources(const Snapshot& snapshot, std::vector<JudgedFinding>& findings) {
  const auto* supplied = snapshot.probe.site_facts.known();
  if (supplied == nullptr) {
    return;
  }
  for (auto& judged : findings) {
    for (auto& evidence : judged.finding.evidence) {
      const auto from = std::ranges::find_if(
          *supplied, [&](const SiteFact& site) { return is_within(evidence.fact, site.fact); });
      if (from != supplied->end()) {
        evidence.source = from->source + " at " + from->taken_at + ", by " + from->file;
      }
    }
  }
}

}  // namespace rocelint
