// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "rocelint/report.h"

#include "base/text.h"
#include "report/report_formats.h"
#include "report/text/finding_groups.h"
#include "report/text/page.h"
#include "report/text/unknown_advice.h"
#include "report/text/wording.h"
#include "report/text/wrap.h"

namespace rocelint {

namespace {

constexpr std::size_t kColumns = 80;
constexpr std::size_t kIndent = 2;
constexpr std::size_t kMostNames = 6;
constexpr std::size_t kLongestComment = 1000;  // a hostile name must not bury the steps

bool is_by_hand(const FixStep& step) {
  return step.run.starts_with('#');
}

/// A line that a terminal shows as the shell reads it.
bool is_honest(std::string_view line) {
  return printable(line) == line;
}

class Script {
 public:
  void blank() { out_ += '\n'; }

  void comment(std::string_view text, std::size_t indent = 0) {
    const auto shown = clipped(printable(text), kLongestComment);
    for (const auto& line : wrap_words(shown, kColumns - 2 - indent)) {
      out_ += "# " + std::string(indent, ' ') + line + '\n';
    }
  }

  void line(std::string_view text) {
    out_ += text;
    out_ += '\n';
  }

  void finding(const Finding& finding);
  void unknown(const UnknownGroup& group);

  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  void step(const FixStep& step);
  void command(const FixStep& step);

  std::string out_;
  std::size_t number_ = 0;
  std::map<std::string, std::size_t, std::less<>> printed_;  // command → number of its finding
};

void Script::command(const FixStep& step) {
  const auto [place, is_new] = printed_.emplace(step.run, number_);
  if (!is_new) {
    comment("done by the same command above, in " + std::to_string(place->second), kIndent);
    return;
  }
  const auto interruption = disruption(step.disrupts);
  comment(interruption.empty() ? "interrupts nothing" : interruption, kIndent);
  comment(duration(step.lasts), kIndent);
  if (!step.needs.empty()) {
    comment("needs " + step.needs, kIndent);
  }
  if (is_honest(step.run)) {
    line(step.run);
  } else {
    comment("by hand, it has characters that don't show as they are: " + step.run, kIndent);
  }
}

void Script::step(const FixStep& step) {
  if (is_by_hand(step)) {
    const auto text = step.run.find_first_not_of("# ");
    comment("by hand: " + (text == std::string::npos ? "" : step.run.substr(text)), kIndent);
  } else {
    command(step);
  }
  if (!step.verify.empty()) {
    comment("verify: " + step.verify, kIndent);
  }
}

void Script::finding(const Finding& finding) {
  ++number_;
  const auto& subject = finding.subject;
  auto head = fmt::format("{}. {}  {}  {}", number_, severity_word(finding.severity), finding.rule,
                          subject_name(subject));
  for (const auto& name : {subject.netdev, subject.pci_address}) {
    head += name.empty() || name == subject_name(subject) ? "" : ", " + name;
  }
  blank();
  comment(head);
  comment(finding.message.empty() ? finding.title : finding.message, kIndent);
  if (!finding.follows.empty()) {
    comment("also fixes what follows from it: " + join(finding.follows, ", "), kIndent);
  }
  if (!finding.runbook.empty()) {
    comment("runbook: " + finding.runbook, kIndent);
  }
  if (finding.fix.empty()) {
    comment("by hand: no step is known; see \"rocelint explain " + finding.rule + '"', kIndent);
    if (!finding.verify.empty()) {
      comment("verify: " + finding.verify, kIndent);
    }
  }
  for (const auto& one : finding.fix) {
    step(one);
  }
}

void Script::unknown(const UnknownGroup& group) {
  blank();
  comment("UNKNOWN  " + subjects_of(group.findings) + ": " +
          listed(rules_of(group.findings), kMostNames));
  comment(group.advice.why, kIndent);
  comment("to read it: " + group.advice.remedy, kIndent);
}

}  // namespace

std::string write_script(const Report& report) {
  Script script;
  script.line("#!/usr/bin/env bash");
  script.comment(fmt::format("What fixes {}, as read at {} and judged by {}@{}.",
                             report.run_context.hostname, report.run_context.taken_at,
                             report.policy.name, report.policy.digest));
  script.comment(
      "Written by rocelint, which runs none of it. Read each step; those in capitals interrupt "
      "traffic.");
  script.line("set -eu");
  bool failed = false;
  for (const auto& finding : report.findings) {
    if (is_root_cause(finding)) {
      script.finding(finding);
      failed = true;
    }
  }
  if (!failed) {
    script.blank();
    script.comment(report.verdict == Verdict::undetermined
                       ? "Nothing that was asked about failed, but the host is undetermined: "
                         "\"rocelint check\" says why."
                       : "Nothing that was asked about failed: there is nothing to fix.");
  }
  for (const auto& group : unknown_groups(report)) {
    script.unknown(group);
  }
  return script.take();
}

}  // namespace rocelint
