// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
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
#include "report/text/wording.h"

namespace rocelint {

namespace {

constexpr std::size_t kLongestName = 32;
constexpr std::size_t kDigestDigits = 6;

Ink ink_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::not_ready:
    case Verdict::degraded:
      return Ink::bad;
    case Verdict::undetermined:
    case Verdict::ready_with_warnings:
      return Ink::caution;
    case Verdict::ready:
      return Ink::good;
  }
  return Ink::plain;
}

std::string short_name(std::string_view name) {
  return clipped(printable(name), kLongestName);
}

std::string hostname_of(const Report& report) {
  return report.run_context.hostname.empty() ? "(host name unknown)"
                                             : short_name(report.run_context.hostname);
}

// "7/8 ports": of those expected, where the policy says how many.
std::string ports_of(const Report& report) {
  std::int64_t ready = 0;
  std::int64_t expected = 0;
  for (const auto& role : report.roles) {
    ready += role.ports_ready;
    expected += role.ports_expected.value_or(role.ports_judged);
  }
  return expected == 0 && ready == 0 ? "no RoCE port" : fmt::format("{}/{} ports", ready, expected);
}

// "17/17", "15/17 (2 accepted)".
std::string decided_of(const Coverage& blockers) {
  const auto accepted =
      blockers.accepted > 0 ? fmt::format(" ({} accepted)", blockers.accepted) : "";
  return fmt::format("blockers {}/{}{}", blockers.decided, blockers.applicable, accepted);
}

// "2 blockers, 1 error" as they are numbered below; for a host without a failure what was decided:
// "blockers 17/17".
std::string tally_of(const Report& report) {
  std::map<Severity, std::int64_t> failed;
  for (const auto& entry : fault_entries(report)) {
    ++failed[entry.first().severity];
  }
  std::vector<std::string> parts;
  for (const auto severity : {Severity::blocker, Severity::error, Severity::warning}) {
    const auto count = failed[severity];
    if (count > 0) {
      parts.push_back(fmt::format("{} {}", count, plural(enum_name(severity), count)));
    }
  }
  const auto& blockers = report.coverage.blocker;
  const auto open = blockers.applicable - blockers.decided - blockers.accepted;
  if (open > 0 || report.policy.undecided) {
    parts.insert(parts.end(), parts.empty() ? 1 : 0, "0 failed");
  }
  if (open > 0) {
    parts.push_back(fmt::format("{} {} open", open, plural("blocker", open)));
  }
  if (report.policy.undecided) {
    parts.emplace_back("policy undecided");
  }
  return parts.empty() ? decided_of(blockers) : join(parts, ", ");
}

std::string score_of(const Score& score) {
  auto number = fmt::format("{:.1f}", score.value);
  if (number.ends_with(".0")) {
    number.resize(number.size() - 2);
  }
  return fmt::format("score {}{}", score.upper_bound ? "<= " : "", number);
}

std::string policy_of(const PolicyReport& policy) {
  const auto name = short_name(policy.name) + '@' + policy.digest.substr(0, kDigestDigits);
  return (policy.is_default ? "rules " : "policy ") + name;
}

// 2027-03-02T03:12:44Z reads better with a blank; anything else stays as it is.
std::string time_of(std::string_view taken_at) {
  constexpr std::size_t kDateDigits = 10;
  std::string time(taken_at);
  if (time.size() > kDateDigits && time[kDateDigits] == 'T') {
    time[kDateDigits] = ' ';
  }
  return clipped(printable(time), kLongestName);
}

std::string exit_of(const Report& report) {
  if (report.exit_code_if_enforced) {
    return fmt::format("exit {}, it would be {} if the policy enforced", report.exit_code,
                       *report.exit_code_if_enforced);
  }
  const bool is_clean =
      report.verdict == Verdict::ready || report.verdict == Verdict::ready_with_warnings;
  return is_clean && report.exit_code == 0 ? "" : fmt::format("exit {}", report.exit_code);
}

std::string kernel_of(const RunContext& run_context) {
  return run_context.kernel_release.empty() ? ""
                                            : "kernel " + short_name(run_context.kernel_release);
}

std::string probe_time_of(const RunContext& run_context) {
  return run_context.probe_us > 0
             ? fmt::format("{:.2f} s", static_cast<double>(run_context.probe_us) / 1'000'000)
             : "";
}

std::string window_of(const RunContext& run_context) {
  return run_context.window_us
             ? fmt::format("rates over {:.1f} s",
                           static_cast<double>(*run_context.window_us) / 1'000'000)
             : "";
}

void add_chunk(std::vector<Chunk>& chunks, std::string text) {
  if (!text.empty()) {
    chunks.push_back({.text = std::move(text), .ink = Ink::plain});
  }
}

std::vector<Chunk> verdict_line(const Report& report) {
  return {
      {.text = std::string(verdict_words(report.verdict, report.policy.is_default)),
       .ink = ink_of(report.verdict)},
      {.text = hostname_of(report)},
      {.text = ports_of(report)},
      {.text = tally_of(report)},
      {.text = score_of(report.score)},
  };
}

void write_incomplete(Page& page, const Report& report) {
  constexpr std::size_t kMostModules = 3;
  constexpr Margin kMargin{.indent = 0, .label = "PARTIAL", .hang = 9};
  const auto& modules = report.incomplete;
  for (std::size_t i = 0; i < std::min(modules.size(), kMostModules); ++i) {
    page.prose(kMargin, modules[i]);
  }
  if (modules.size() > kMostModules) {
    page.prose(kMargin, fmt::format("and {} more: --format json", modules.size() - kMostModules));
  }
  if (!report.complete && modules.empty()) {
    page.prose(kMargin, "the probe did not run to its end");
  }
}

// "port-down mlx5_3": the finding is there still, with another outcome; of a subject that is not,
// the id has to do.
std::string name_of(const std::string& id, const Report& report) {
  const auto found = std::ranges::find(report.findings, id, &Finding::id);
  return found == report.findings.end() ? id : found->rule + ' ' + subject_name(found->subject);
}

void write_unconfirmed(Page& page, const Report& report) {
  constexpr std::size_t kMostNames = 3;
  if (!report.unconfirmed || report.unconfirmed->empty()) {
    return;
  }
  std::vector<std::string> names;
  for (const auto& id : *report.unconfirmed) {
    names.push_back(name_of(id, report));
  }
  page.prose({.indent = 0, .label = "UNCONFIRMED", .hang = 13},
             listed(names, kMostNames) + ": failed at first, not when read again");
}

/// What failed, for one line.
struct Faults {
  std::string_view label;
  std::vector<std::string> names;  ///< "pfc-off mlx5_0-3"
  std::string rest;                ///< "3 known"
};

bool stops_though_known(const FaultEntry& entry) {
  return entry.first().stops && !entry.is_new();
}

std::string standing_of(const Finding& finding) {
  return finding.baseline ? std::string(enum_name(*finding.baseline)) : std::string();
}

std::string name_of(const FaultEntry& entry) {
  return entry.first().rule + ' ' + subjects_of(entry.findings);
}

// Where failures are held against an earlier report and some are new, these alone are named, unless
// known ones make the host stop too: then the worst come first, whichever they are.
Faults faults_of(const Report& report) {
  auto entries = fault_entries(report);
  std::erase_if(entries,
                [](const FaultEntry& entry) { return entry.first().severity == Severity::info; });
  const bool any_new = !entries.empty() && entries.front().is_new();  // they come first
  if (report.verdict == Verdict::undetermined && !any_new) {
    return {};  // warnings, which are not why
  }
  const bool mixed = any_new && std::ranges::any_of(entries, stops_though_known);
  Faults faults;
  if (mixed) {
    std::ranges::stable_sort(entries, std::ranges::greater{}, [](const FaultEntry& entry) {
      return std::pair(entry.first().stops, entry.first().severity);
    });
    for (const auto& entry : entries) {
      faults.names.push_back(name_of(entry) + " (" + standing_of(entry.first()) + ')');
    }
    return faults;
  }
  if (any_new) {
    std::erase_if(entries, [](const FaultEntry& entry) { return !entry.is_new(); });
  }
  std::ranges::transform(entries, std::back_inserter(faults.names),
                         [](const FaultEntry& entry) { return name_of(entry); });
  if (report.baseline) {
    faults.label = any_new ? "new: " : "known: ";
    faults.rest = any_new && report.baseline->known > 0
                      ? fmt::format("{} known", report.baseline->known)
                      : "";
  }
  return faults;
}

}  // namespace

void write_header(Page& page, const Report& report) {
  const auto& run_context = report.run_context;
  auto first = verdict_line(report);
  std::vector<Chunk> second;
  add_chunk(second, exit_of(report));
  first.push_back({.text = policy_of(report.policy), .ink = Ink::plain});
  if (!page.fits(first)) {
    second.push_back(first.back());
    first.pop_back();
  }
  add_chunk(second, short_name(run_context.user));
  add_chunk(second, short_name(run_context.environment));
  add_chunk(second, probe_time_of(run_context));
  add_chunk(second, window_of(run_context));
  add_chunk(second, time_of(run_context.taken_at));
  add_chunk(second, report.unconfirmed ? "read again" : "");
  auto with_kernel = second;
  add_chunk(with_kernel, kernel_of(run_context));
  if (page.fits(with_kernel)) {
    second = std::move(with_kernel);
  }
  page.chunks({}, first);
  page.chunks({}, second);
  write_incomplete(page, report);
  write_unconfirmed(page, report);
}

void write_quiet(Page& page, const Report& report) {
  const auto [label, faults, rest] = faults_of(report);
  const auto whole = verdict_line(report);
  std::vector<Chunk> line;
  for (auto most = faults.size(); most > 0; --most) {
    line.assign(whole.begin(), whole.begin() + 3);
    line.push_back({.text = std::string(label) + listed(faults, most), .ink = Ink::plain});
    if (page.fits(line)) {
      break;
    }
  }
  if (!page.fits(line) || faults.empty()) {
    line = whole;
  }
  add_chunk(line, rest);
  if (report.unconfirmed && !report.unconfirmed->empty()) {
    line.push_back(
        {.text = fmt::format("{} unconfirmed", report.unconfirmed->size()), .ink = Ink::caution});
  }
  line.push_back({.text = policy_of(report.policy), .ink = Ink::plain});
  page.single_line(line);
}

}  // namespace rocelint
