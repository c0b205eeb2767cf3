// SPDX-License-Identifier: Apache-2.0
#include "report/grouping.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "rocelint/report.h"

#include "base/text.h"
#include "report/wording.h"

namespace rocelint {

namespace {

bool is_root_cause(const Finding& finding) {
  return finding.outcome == Outcome::fail && finding.folded_under.empty();
}

bool mends_alike(const FixStep& a, const FixStep& b) {
  return a.disrupts == b.disrupts && a.lasts == b.lasts && a.needs == b.needs;
}

bool is_same_fault(const Finding& a, const Finding& b) {
  return a.rule == b.rule && a.severity == b.severity && a.message == b.message &&
         a.subject.role == b.subject.role && a.subject.scope == b.subject.scope &&
         a.follows == b.follows && a.wanted == b.wanted &&
         std::ranges::equal(a.fix, b.fix, mends_alike);
}

}  // namespace

std::vector<FaultEntry> fault_entries(const Report& report) {
  std::vector<FaultEntry> entries;
  for (const auto& finding : report.findings) {
    if (!is_root_cause(finding)) {
      continue;
    }
    const auto same = std::ranges::find_if(entries, [&finding](const FaultEntry& entry) {
      return is_same_fault(entry.first(), finding);
    });
    if (same != entries.end()) {
      same->findings.push_back(&finding);
    } else {
      entries.push_back({.findings = {&finding}});
    }
  }
  return entries;
}

std::string subjects_of(std::span<const Finding* const> findings) {
  std::vector<std::string> names;
  names.reserve(findings.size());
  for (const auto* finding : findings) {
    names.push_back(subject_name(finding->subject));
  }
  return fold_names(std::move(names));
}

std::int64_t count_passed(const Report& report, std::string_view rule) {
  return std::ranges::count_if(report.findings, [rule](const Finding& finding) {
    return finding.rule == rule && finding.outcome == Outcome::pass;
  });
}

std::string listed(std::span<const std::string> names, std::size_t most) {
  if (names.size() <= most) {
    return join(names, ", ");
  }
  return fmt::format("{} and {} more", join(names.first(most), ", "), names.size() - most);
}

}  // namespace rocelint
