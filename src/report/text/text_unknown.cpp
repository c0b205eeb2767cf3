// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "rocelint/base/severity.h"
#include "rocelint/report.h"

#include "base/text.h"
#include "report/text/finding_groups.h"
#include "report/text/page.h"
#include "report/text/text_parts.h"
#include "report/text/unknown_advice.h"
#include "report/text/wording.h"

namespace rocelint {

namespace {

constexpr std::size_t kTextColumn = 13;
constexpr std::size_t kLabelIndent = 3;
constexpr std::size_t kMostNames = 6;

Margin labelled(std::string_view label) {
  return {.indent = kLabelIndent, .label = label, .hang = kTextColumn};
}

std::int64_t open_blockers(const Report& report) {
  const auto& blockers = report.coverage.blocker;
  return blockers.applicable - blockers.decided - blockers.accepted;
}

bool judges_a_port(const Report& report) {
  return std::ranges::any_of(report.ports, &PortReport::judged);
}

void write_no_port(Page& page, const Report& report) {
  page.prose({}, report.ports.empty()
                     ? "No RDMA device was found on this host: there is no port to judge."
                     : "No port of this host was judged: see below why.");
  if (report.policy.is_default) {
    page.prose({},
               "No policy says how many it should have (--policy FILE), so this is neither "
               "right nor wrong.");
  }
  page.prose({}, "To see the report of a sample host: rocelint demo");
}

// Says what an undetermined verdict means before it says what is missing.
void write_caution(Page& page, const Report& report) {
  const auto open = open_blockers(report);
  if (open == 0) {  // what the policy wants here could not be told: the header says why
    page.prose({},
               "What the policy asks of these ports could not be decided. This is not a clean "
               "bill of health.");
    return;
  }
  const auto count = fmt::format("{} {} could not be decided", open, plural("blocker", open));
  page.prose(
      {}, (report.counts.fail == 0 ? "Nothing failed in what could be read, but " + count : count) +
              ". This is not a clean bill of health.");
}

// "3 rules (2 BLOCKERS)".
std::string count_of(const UnknownGroup& group, std::size_t rules) {
  FindingList of_blockers;
  std::ranges::copy_if(group.findings, std::back_inserter(of_blockers), [](const Finding* finding) {
    return finding->severity == Severity::blocker;
  });
  const auto blockers = rules_of(of_blockers).size();
  const auto among_them =
      blockers > 0 ? fmt::format(" ({} {})", blockers, blockers == 1 ? "BLOCKER" : "BLOCKERS") : "";
  return counted(rules, "rule") + among_them;
}

// A, B, … Z, then numbers: letters, so that they can't be taken for the numbers of the faults.
std::string mark_of(std::size_t index) {
  constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  return index < kLetters.size() ? std::string(1, kLetters[index]) : std::to_string(index + 1);
}

void write_group(Page& page, const UnknownGroup& group, std::size_t index, std::size_t most_names) {
  const auto rules = rules_of(group.findings);
  const std::array<Chunk, 3> chunks{
      Chunk{.text = "UNKNOWN", .ink = Ink::caution},
      Chunk{.text = count_of(group, rules.size())},
      Chunk{.text = subjects_of(group.findings)},
  };
  page.blank();
  page.chunks({.label = mark_of(index), .hang = kLabelIndent}, chunks);
  page.prose(labelled("rules"), listed(rules, most_names));
  if (!group.unread.empty()) {
    page.prose(labelled("unread"), listed(group.unread, most_names));
  }
  page.prose(labelled("why"), group.advice.why);
  if (!group.detail.empty()) {
    page.prose(labelled(""), '"' + clipped(printable(group.detail), 3 * page.width() / 2) + '"');
  }
  page.prose(labelled("fix"), group.advice.remedy);
}

}  // namespace

void write_unknowns(Page& page, const Report& report, Verbosity verbosity) {
  if (!judges_a_port(report)) {
    page.blank();
    write_no_port(page, report);
  } else if (report.verdict == Verdict::undetermined) {
    page.blank();
    write_caution(page, report);
  }
  const auto most_names = verbosity == Verbosity::verbose ? SIZE_MAX : kMostNames;
  const auto groups = unknown_groups(report);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    write_group(page, groups[i], i, most_names);
  }
}

}  // namespace rocelint
