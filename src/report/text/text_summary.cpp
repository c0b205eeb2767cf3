// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "rocelint/report.h"

#include "base/text.h"
#include "report/text/finding_groups.h"
#include "report/text/page.h"
#include "report/text/text_parts.h"
#include "report/text/unknown_advice.h"
#include "report/text/wording.h"

namespace rocelint {

namespace {

// How many of a kind are shown before the rest is only counted.
std::size_t most_of(Detail detail) {
  switch (detail) {
    case Detail::all:
      return SIZE_MAX;
    case Detail::full:
      return 6;
    case Detail::brief:
      return 3;
    case Detail::least:
      return 1;
  }
  return 1;
}

constexpr Margin kIndented{.indent = 2, .label = {}, .hang = 2};

std::string port_name(const PortReport& port) {
  return port.port > 1 ? fmt::format("{}/{}", port.device, port.port) : port.device;
}

template <class Expected>
std::string ports_where(const Report& report, Expected expected) {
  std::vector<std::string> names;
  for (const auto& port : report.ports) {
    if (expected(port)) {
      names.push_back(port_name(port));
    }
  }
  return names.empty() ? "" : fold_names(std::move(names));
}

bool is_ready(std::optional<Verdict> verdict) {
  return verdict == Verdict::ready || verdict == Verdict::ready_with_warnings;
}

// "not ready mlx5_3, degraded mlx5_4-5": empty when all ports of the role are ready.
std::vector<Chunk> troubled_ports(const Report& report, const RoleReport& role) {
  struct Trouble {
    Verdict verdict;
    std::string_view words;
  };
  constexpr std::array kTroubles{
      Trouble{.verdict = Verdict::not_ready, .words = "not ready"},
      Trouble{.verdict = Verdict::degraded, .words = "degraded"},
      Trouble{.verdict = Verdict::undetermined, .words = "undetermined"},
  };
  std::vector<Chunk> chunks;
  for (const auto& trouble : kTroubles) {
    const auto names = ports_where(report, [&role, &trouble](const PortReport& port) {
      return port.judged && port.role == role.role && port.verdict == trouble.verdict;
    });
    if (!names.empty()) {
      chunks.push_back({.text = fmt::format("{} {}", trouble.words, names)});
    }
  }
  return chunks;
}

// "compute  8/8 mlx5_0-7  ConnectX-7 …"; with trouble: "compute  7/8 ready mlx5_0-6  not ready …".
void write_role(Page& page, const Report& report, const RoleReport& role) {
  const auto ready = ports_where(report, [&role](const PortReport& port) {
    return port.judged && port.role == role.role && is_ready(port.verdict);
  });
  const auto troubled = troubled_ports(report, role);
  const auto expected = role.ports_expected.value_or(role.ports_judged);
  std::vector<Chunk> chunks{{.text = role.role},
                            {.text = fmt::format("{}/{} {}{}", role.ports_ready, expected,
                                                 troubled.empty() ? "" : "ready ", ready)}};
  chunks.insert(chunks.end(), troubled.begin(), troubled.end());
  const auto hardware = chunks_of(role.hardware);
  chunks.insert(chunks.end(), hardware.begin(), hardware.end());
  page.chunks(kIndented, chunks);
}

// A role that has no port here and none is expected: the header says so already.
bool wants_no_line(const RoleReport& role) {
  return role.ports_judged == 0 && role.ports_expected.value_or(0) == 0;
}

void write_role_lines(Page& page, const RoleReport& role) {
  constexpr std::size_t kIndent = 4;
  constexpr std::size_t kLongestLabel = 10;
  std::size_t longest = 0;
  for (const auto& line : role.lines) {
    longest = std::max(longest, printable(line.label).size());
  }
  const auto hang = std::min(longest, kLongestLabel) + kIndent + 2;
  for (const auto& line : role.lines) {
    page.chunks({.indent = kIndent, .label = line.label, .hang = hang}, chunks_of(line.text));
  }
}

void write_not_judged(Page& page, const Report& report, std::size_t most) {
  std::vector<std::string> reasons;
  for (const auto& port : report.ports) {
    if (!port.judged && std::ranges::find(reasons, port.reason) == reasons.end()) {
      reasons.push_back(port.reason);
    }
  }
  for (std::size_t i = 0; i < reasons.size(); ++i) {
    const Margin margin{.indent = 2, .label = i == 0 ? "not judged" : "", .hang = 14};
    if (i == most) {
      page.prose(margin, fmt::format("and for {} more reasons: --verbose", reasons.size() - i));
      return;
    }
    const auto names = ports_where(report, [&reasons, i](const PortReport& port) {
      return !port.judged && port.reason == reasons[i];
    });
    page.prose(margin, names + (reasons[i].empty() ? "" : ": " + reasons[i]));
  }
}

// A rule that failed on one port and is unknown on another counts as both, so the numbers may add
// up to more than the rules there are.
std::int64_t count_rules(const Report& report) {
  std::set<std::string_view> rules;
  for (const auto& finding : report.findings) {
    rules.insert(finding.rule);
  }
  auto count = std::ssize(rules);
  for (const auto& not_run : report.not_run) {
    count += not_run.rules;
  }
  return count;
}

std::string counts_of(const Report& report) {
  const auto& counts = report.counts;
  const auto follows = counts.follows > 0 ? fmt::format(" (+{} {})", counts.follows,
                                                        counts.follows == 1 ? "follows" : "follow")
                                          : "";
  const auto accepted = counts.accepted > 0 ? fmt::format(" ({} accepted)", counts.accepted) : "";
  return fmt::format("{} rules: {} pass, {} fail{}, {} unknown{}, {} waived, {} n/a",
                     count_rules(report), counts.pass, counts.fail, follows, counts.unknown,
                     accepted, counts.waived, counts.not_applicable);
}

std::string waiver_in_words(const Finding& finding) {
  auto text = finding.rule + ' ' + subject_name(finding.subject);
  if (finding.waiver) {
    text += ", until " + finding.waiver->until;
    text += finding.waiver->reason.empty() ? "" : " (" + finding.waiver->reason + ')';
  }
  return text;
}

std::vector<std::string> waivers_of(const Report& report) {
  std::vector<std::string> waivers;
  for (const auto& finding : report.findings) {
    if (finding.outcome == Outcome::waived) {
      waivers.push_back(waiver_in_words(finding));
    }
  }
  return waivers;
}

// "pfc-off and 3 more mlx5_0,1 (the driver or the kernel does not offer it)": what is unknown and
// accepted by the policy, one line a reason.
std::vector<std::string> accepted_of(const Report& report, std::size_t most_names) {
  std::vector<std::string> lines;
  for (const auto& group : accepted_groups(report)) {
    lines.push_back(fmt::format("{} {} ({})", listed(rules_of(group.findings), most_names),
                                subjects_of(group.findings), group.advice.why));
  }
  return lines;
}

// "mon.json: 1 new, 2 known, 1 fixed", then what is new and what is fixed.
std::vector<std::string> baseline_of(const Report& report) {
  if (!report.baseline) {
    return {};
  }
  const auto& baseline = *report.baseline;
  std::vector<std::string> lines{fmt::format("{}: {} new, {} known, {} fixed", baseline.file,
                                             baseline.fresh, baseline.known,
                                             baseline.fixed.size())};
  for (const auto& finding : report.findings) {
    if (finding.baseline == Standing::fresh) {
      lines.push_back("new: " + finding.rule + ' ' + subject_name(finding.subject));
    }
  }
  for (const auto& id : baseline.fixed) {
    lines.push_back("fixed: " + id);
  }
  return lines;
}

// "23 need --job".
std::string lack_of(const NotRun& not_run) {
  const auto* need = not_run.rules == 1 ? "needs" : "need";
  switch (not_run.reason) {
    case NotRunReason::needs_job:
      return fmt::format("{} {} --job", not_run.rules, need);
    case NotRunReason::needs_window:
      return fmt::format("{} {} --interval", not_run.rules, need);
    case NotRunReason::needs_deep:
      return fmt::format("{} {} --deep", not_run.rules, need);
    case NotRunReason::needs_port:
      return fmt::format("{} {} a judged RoCE port", not_run.rules, need);
    case NotRunReason::disabled:
      break;
  }
  return fmt::format("{} disabled by the policy", not_run.rules);
}

std::vector<std::string> not_run_of(const Report& report, bool with_remedies) {
  std::vector<std::string> lines;
  for (const auto& not_run : report.not_run) {
    const bool has_remedy = with_remedies && !not_run.would_run.empty();
    lines.push_back(lack_of(not_run) + (has_remedy ? " (" + not_run.would_run + ')' : ""));
  }
  return lines;
}

void write_labelled(Page& page, std::string_view label, const std::vector<std::string>& lines,
                    std::size_t most) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Margin margin{.indent = 2, .label = label, .hang = 11};
    if (i == most) {
      page.prose(margin, fmt::format("and {} more: --verbose", lines.size() - i));
      return;
    }
    page.prose(margin, lines[i]);
  }
}

}  // namespace

void write_roles(Page& page, const Report& report, Detail detail) {
  page.blank();
  const bool shows_lines = detail == Detail::all ||
                           (detail != Detail::least &&
                            (is_ready(report.verdict) || report.verdict == Verdict::undetermined));
  for (std::size_t i = 0; i < report.roles.size(); ++i) {
    if (i == most_of(detail)) {
      page.prose(kIndented, fmt::format("and {} more {}: --verbose", report.roles.size() - i,
                                        plural("role", std::ssize(report.roles))));
      break;
    }
    if (wants_no_line(report.roles[i])) {
      continue;
    }
    write_role(page, report, report.roles[i]);
    if (shows_lines) {
      write_role_lines(page, report.roles[i]);
    }
  }
  write_not_judged(page, report, most_of(detail));
}

void write_summary(Page& page, const Report& report, Detail detail) {
  page.prose({}, counts_of(report));
  write_labelled(page, "against", baseline_of(report), most_of(detail));
  write_labelled(page, "waived", waivers_of(report), most_of(detail));
  write_labelled(page, "accepted", accepted_of(report, most_of(detail)), most_of(detail));
  if (detail == Detail::all) {
    write_labelled(page, "not run", not_run_of(report, true), most_of(detail));
  } else if (!report.not_run.empty()) {
    write_labelled(page, "not run", {join(not_run_of(report, false), ", ")}, 1);
  }
}

}  // namespace rocelint
