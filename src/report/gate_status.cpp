// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "rocelint/base/diagnostic.h"
#include "rocelint/base/severity.h"
#include "rocelint/report.h"

#include "base/text.h"
#include "report/report_formats.h"
#include "report/text/finding_groups.h"

namespace rocelint {
namespace {

/// Slurm keeps a node's reason for accounting in a column of 255 bytes (event_table of its MySQL
/// plugin, tinytext), and `sinfo -R` shows little of a long one.
constexpr std::size_t kLongestName = 60;
constexpr std::size_t kLongestError = 200;

/// Nothing that a shell, a terminal, a log or `scontrol` could take for more than a letter.
std::string safe(std::string_view text, std::string_view also, std::size_t longest) {
  std::string out;
  for (const char c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    out += plain || also.find(c) != std::string_view::npos ? c : '_';
  }
  return shortened(out, longest);
}

std::string safe_name(std::string_view text) {
  return safe(text, "-_.,: ", kLongestName);
}

/// What made the gate stop, worst first: what failed, unless what is unknown is worse.
FindingList causes_of(const Report& report) {
  constexpr int kUndetermined = 3;  // of the exit codes
  const bool undetermined = report.exit_code == kUndetermined;
  FindingList failed;
  FindingList open;
  for (const auto& finding : report.findings) {
    if (!finding.stops) {
      continue;
    }
    if (is_root_cause(finding)) {
      failed.push_back(&finding);
    } else if (finding.outcome == Outcome::unknown &&
               (!undetermined || finding.severity == Severity::blocker)) {
      open.push_back(&finding);
    }
  }
  return undetermined || failed.empty() ? open : failed;
}

/// The node's name stands beside its reason, so the host itself needs none. A device is replaced or
/// reset as a whole: its port number is left out.
std::string subject_of(const Subject& subject) {
  if (subject.scope == Scope::host) {
    return "";
  }
  const bool netdev = subject.scope == Scope::netdev || subject.device.empty();
  return netdev ? subject.netdev : subject.device;
}

/// "mlx5_3,5": everything that the worst rule holds against.
std::string subjects_of(const FindingList& causes, std::string_view rule) {
  std::vector<std::string> names;
  for (const auto* finding : causes) {
    auto name = finding->rule == rule ? subject_of(finding->subject) : "";
    if (!name.empty()) {
      names.push_back(std::move(name));
    }
  }
  return fold_names(std::move(names));
}

std::string reason_of(const Report& report) {
  const auto causes = causes_of(report);
  if (causes.empty()) {  // no rule stopped it: what should be asked of the ports can't be told
    return report.policy.undecided ? "rocelint:policy-undecided unknown"
                                   : "rocelint:no-port unknown";
  }
  const auto& worst = *causes.front();
  auto reason = "rocelint:" + safe_name(worst.rule);
  if (const auto subjects = safe_name(subjects_of(causes, worst.rule)); !subjects.empty()) {
    reason += ' ' + subjects;
  }
  if (worst.outcome == Outcome::unknown) {
    reason += " unknown";
  }
  std::set<std::string_view> rules;
  for (const auto* finding : causes) {
    rules.insert(finding->rule);
  }
  return rules.size() == 1 ? reason : fmt::format("{} +{}", reason, rules.size() - 1);
}

}  // namespace

std::string write_gate(const Report& report) {
  const auto reason = report.gate == Gate::stop ? reason_of(report) : std::string();
  return fmt::format("{}\n{}\n{}\n", enum_name(report.gate), reason,
                     report.complete ? "complete" : "incomplete");
}

std::string write_gate_error(const Diagnostics& errors) {
  const auto what = errors.empty() ? std::string() : to_string(errors.front());
  return fmt::format("error\nrocelint: {}\nincomplete\n",
                     safe(what, "-_.,:;/()=+%@ ", kLongestError));
}

}  // namespace rocelint
