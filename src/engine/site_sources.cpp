// SPDX-License-Identifier: Apache-2.0
#include "engine/site_sources.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "rocelint/report.h"
#include "rocelint/snapshot.h"

#include "engine/judged_finding.h"

namespace rocelint {
namespace {

/// Whether `path` is the fact itself or something in it.
bool is_within(std::string_view path, std::string_view fact) {
  if (!path.starts_with(fact)) {
    return false;
  }
  const auto rest = path.substr(fact.size());
  return rest.empty() || rest.front() == '.' || rest.front() == '[';
}

}  // namespace

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
