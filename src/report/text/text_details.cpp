// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "rocelint/report.h"

#include "report/text/finding_groups.h"
#include "report/text/page.h"
#include "report/text/text_parts.h"

namespace rocelint {

namespace {

struct RuleLine {
  std::string rule;
  std::string state;
  FindingList findings;
};

// Findings of one rule stand together in the report's order, but not always side by side.
std::vector<RuleLine> lines_of(const Report& report, Outcome outcome) {
  std::vector<RuleLine> lines;
  for (const auto& finding : report.findings) {
    if (finding.outcome != outcome) {
      continue;
    }
    const auto found = std::ranges::find(lines, finding.rule, &RuleLine::rule);
    if (found != lines.end()) {
      found->findings.push_back(&finding);
    } else {
      lines.push_back({.rule = finding.rule,
                       .state = finding.expects.empty() ? finding.title : finding.expects,
                       .findings = {&finding}});
    }
  }
  return lines;
}

void write_outcome(Page& page, const Report& report, Outcome outcome, std::string_view label) {
  constexpr std::size_t kTextColumn = 10;
  const auto lines = lines_of(report, outcome);
  if (!lines.empty()) {
    page.blank();
  }
  for (const auto& line : lines) {
    page.prose({.indent = 2, .label = label, .hang = kTextColumn},
               line.rule + " (" + subjects_of(line.findings) + "): " + line.state);
  }
}

void write_followers(Page& page, const Report& report) {
  for (const auto& finding : report.findings) {
    if (finding.outcome == Outcome::fail && !finding.folded_under.empty()) {
      page.prose({.indent = 2, .label = "follows", .hang = 10},
                 finding.id + " from " + finding.folded_under + ": " + finding.message);
    }
  }
}

}  // namespace

void write_details(Page& page, const Report& report) {
  page.blank();
  if (!report.run_context.kernel_release.empty()) {
    page.prose({.indent = 2, .label = "kernel", .hang = 10}, report.run_context.kernel_release);
  }
  page.prose({.indent = 2, .label = "rules", .hang = 10},
             "digest " + report.rules_digest + ", rocelint " + report.tool_version);
  write_followers(page, report);
  write_outcome(page, report, Outcome::pass, "pass");
  write_outcome(page, report, Outcome::not_applicable, "n/a");
}

}  // namespace rocelint
