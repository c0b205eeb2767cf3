// SPDX-License-Identifier: Apache-2.0
#include "report/text/finding_groups.h"

#include <algorithm>
#include <cctype>
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

// Stand for the names of the subject in a message; nothing that is shown holds a control byte.
constexpr std::string_view kNetdevMark = "\x01";
constexpr std::string_view kDeviceMark = "\x02";

bool is_name_character(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) != 0 || c == '_' || c == '-' || byte >= 0x80;
}

// Whether the name that is found at `at` stands there as a whole word.
bool is_whole_word(std::string_view text, std::size_t at, std::size_t length) {
  const bool begins = at == 0 || !is_name_character(text[at - 1]);
  const auto end = at + length;
  return begins && (end >= text.size() || !is_name_character(text[end]));
}

void replace_words(std::string& text, std::string_view word, std::string_view by) {
  if (word.empty()) {
    return;
  }
  for (auto at = text.find(word); at != std::string::npos;) {
    const bool whole = is_whole_word(text, at, word.size());
    text.replace(at, whole ? word.size() : 0, whole ? by : std::string_view{});
    at = text.find(word, at + (whole ? by.size() : word.size()));
  }
}

std::string message_pattern(const Finding& finding) {
  auto pattern = finding.message;
  replace_words(pattern, finding.subject.netdev, kNetdevMark);
  replace_words(pattern, finding.subject.device, kDeviceMark);
  return pattern;
}

std::string names_in_words(const FaultEntry& entry, std::string Subject::* name) {
  constexpr std::size_t kMostNames = 2;
  std::vector<std::string> names;
  for (const auto* finding : entry.findings) {
    names.push_back(finding->subject.*name);
  }
  return listed(names, kMostNames);
}

bool is_same_fault(const Finding& a, const Finding& b) {
  return a.rule == b.rule && a.severity == b.severity && message_pattern(a) == message_pattern(b) &&
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
  if (entry.findings.size() == 1 || first.message.empty()) {
    return first.message.empty() ? first.title : first.message;
  }
  auto message = message_pattern(first);
  replace_words(message, kNetdevMark, names_in_words(entry, &Subject::netdev));
  replace_words(message, kDeviceMark, names_in_words(entry, &Subject::device));
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
