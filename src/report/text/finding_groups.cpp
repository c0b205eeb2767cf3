// SPDX-License-Identifier: Apache-2.0
#include "report/text/finding_groups.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "rocelint/report.h"

#include "base/text.h"
#include "report/text/wording.h"

namespace rocelint {

namespace {

bool fixes_alike(const FixStep& a, const FixStep& b) {
  return a.disrupts == b.disrupts && a.lasts == b.lasts && a.needs == b.needs;
}

std::string names_in_words(const FaultEntry& entry, std::string Subject::* name) {
  constexpr std::size_t kMostNames = 2;
  std::vector<std::string> names;
  for (const auto* finding : entry.findings) {
    names.push_back(finding->subject.*name);
  }
  return listed(names, kMostNames);
}

bool says_the_same(const MessagePart& a, const MessagePart& b) {
  return a.names == b.names && (a.names != MessagePart::Names::other || a.value == b.value);
}

bool is_same_fault(const Finding& a, const Finding& b) {
  return a.rule == b.rule && a.severity == b.severity &&
         std::ranges::equal(a.message_parts, b.message_parts, says_the_same) &&
         a.subject.role == b.subject.role && a.subject.scope == b.subject.scope &&
         a.follows == b.follows && a.expected == b.expected && a.baseline == b.baseline &&
         std::ranges::equal(a.fix, b.fix, fixes_alike);
}

}  // namespace

bool is_root_cause(const Finding& finding) {
  return finding.outcome == Outcome::fail && finding.folded_under.empty();
}

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
  std::ranges::stable_sort(entries, std::ranges::greater{}, &FaultEntry::is_new);
  return entries;
}

std::string message_of(const FaultEntry& entry) {
  const auto& first = entry.first();
  if (entry.findings.size() == 1 || first.message_parts.empty()) {
    return first.message.empty() ? first.title : first.message;
  }
  std::string message;
  for (const auto& part : first.message_parts) {
    message += part.literal;
    switch (part.names) {
      case MessagePart::Names::netdev:
        message += names_in_words(entry, &Subject::netdev);
        break;
      case MessagePart::Names::device:
        message += names_in_words(entry, &Subject::device);
        break;
      case MessagePart::Names::other:
        message += part.value;
        break;
    }
  }
  return message;
}

std::string subjects_of(std::span<const Finding* const> findings) {
  std::vector<std::string> names;
  names.reserve(findings.size());
  for (const auto* finding : findings) {
    names.push_back(subject_name(finding->subject));
  }
  return fold_names(std::move(names));
}

std::vector<std::string> rules_of(std::span<const Finding* const> findings) {
  std::vector<std::string> rules;
  for (const auto* finding : findings) {
    if (std::ranges::find(rules, finding->rule) == rules.end()) {
      rules.push_back(finding->rule);
    }
  }
  return rules;
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
