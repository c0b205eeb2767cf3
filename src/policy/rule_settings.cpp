// SPDX-License-Identifier: Apache-2.0
#include "policy/rule_settings.h"

#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "rocelint/base/severity.h"
#include "rocelint/facts/fact.h"
#include "rocelint/facts/reflect.h"

#include "base/tree.h"
#include "policy/diagnostic_sink.h"
#include "policy/policy.h"

namespace rocelint::policy_loading {

namespace {

constexpr std::array kSeverities = {Severity::blocker, Severity::error, Severity::warning,
                                    Severity::info};
constexpr std::array kTreatments = {OnUnknown::gate, OnUnknown::warn, OnUnknown::accept};
constexpr std::array kReasons = {Reason::needs_deep, Reason::not_collected,    Reason::unsupported,
                                 Reason::not_found,  Reason::permission,       Reason::timeout,
                                 Reason::crashed,    Reason::vanished,         Reason::io_error,
                                 Reason::malformed,  Reason::not_authoritative};

template <class T, std::size_t N>
std::vector<std::string_view> words_of(const std::array<T, N>& values) {
  std::vector<std::string_view> words;
  for (const auto value : values) {
    if constexpr (std::is_same_v<T, OnUnknown>) {
      words.push_back(enum_name(value));
    } else {
      words.emplace_back(to_string(value));
    }
  }
  return words;
}

std::optional<bool> read_enabled(const TreeNode& node, DiagnosticSink& diagnostics) {
  static constexpr std::array<std::string_view, 2> kWords = {"disabled", "enabled"};
  if (const auto value = as_boolean(node)) {
    return value;
  }
  const auto word = diagnostics.word(node, "a rule's setting", kWords);
  return word ? std::optional(*word == 1) : std::nullopt;
}

/// `treated` are those that have a treatment already: with two, which one counts would hang on
/// their order.
std::vector<Reason> read_reasons(const TreeNode& node, DiagnosticSink& diagnostics,
                                 std::set<Reason>& treated) {
  std::vector<Reason> reasons;
  if (node.kind != TreeNode::Kind::sequence || node.items.empty()) {
    diagnostics.at(node,
                   "unknown wants a list of reasons for each treatment, not " +
                       (node.kind == TreeNode::Kind::sequence ? "an empty one" : shown(node)));
    return reasons;
  }
  const auto words = words_of(kReasons);
  for (const auto& item : node.items) {
    const auto word = diagnostics.word(item, "a reason of unknown", words);
    if (!word) {
      continue;
    }
    if (treated.insert(kReasons.at(*word)).second) {
      reasons.push_back(kReasons.at(*word));
    } else {
      diagnostics.at(item, "duplicate reason " + shown(item) + " in unknown");
    }
  }
  return reasons;
}

/// `warn`, or `{warn: [permission, timeout], accept: [unsupported]}`: one setting for each.
void read_on_unknown(const TreeNode& node, DiagnosticSink& diagnostics, const RuleSetting& pattern,
                     std::vector<RuleSetting>& settings) {
  const auto words = words_of(kTreatments);
  if (node.kind != TreeNode::Kind::mapping) {
    if (const auto word = diagnostics.word(node, "unknown", words)) {
      auto& setting = settings.emplace_back(pattern);
      setting.on_unknown = kTreatments.at(*word);
    }
    return;
  }
  diagnostics.expect_mapping(node, "unknown", words);
  std::set<Reason> treated;
  for (const auto treatment : kTreatments) {
    if (const auto* reasons = node.find(enum_name(treatment))) {
      auto& setting = settings.emplace_back(pattern);
      setting.on_unknown = treatment;
      setting.on_unknown_reasons = read_reasons(*reasons, diagnostics, treated);
    }
  }
}

std::optional<std::string> read_runbook(const TreeNode& node, DiagnosticSink& diagnostics) {
  auto text = diagnostics.text(node, "runbook");
  if (text && text->find('\n') != std::string::npos) {
    diagnostics.at(node, "runbook must be one line");
  }
  return text;
}

void read_members(const TreeNode& node, DiagnosticSink& diagnostics, const RuleSetting& pattern,
                  std::vector<RuleSetting>& settings) {
  static constexpr std::array<std::string_view, 4> kKeys = {"enabled", "severity", "unknown",
                                                            "runbook"};
  diagnostics.expect_mapping(node, "a rule's settings", kKeys);
  RuleSetting setting = pattern;
  if (const auto* enabled = node.find("enabled")) {
    setting.enabled = read_enabled(*enabled, diagnostics);
  }
  if (const auto* severity = node.find("severity")) {
    const auto word = diagnostics.word(*severity, "severity", words_of(kSeverities));
    setting.severity = word ? std::optional(kSeverities.at(*word)) : std::nullopt;
  }
  if (const auto* runbook = node.find("runbook")) {
    setting.runbook = read_runbook(*runbook, diagnostics);
  }
  settings.push_back(std::move(setting));
  if (const auto* unknown = node.find("unknown")) {
    read_on_unknown(*unknown, diagnostics, pattern, settings);
  }
}

void take_back(const TreeNode& key, DiagnosticSink& diagnostics,
               std::vector<RuleSetting>& settings) {
  const auto removed =
      std::erase_if(settings, [&](const RuleSetting& old) { return old.pattern == key.scalar; });
  if (removed == 0) {
    diagnostics.at(key, "no inherited setting for " + shown(key));
  }
}

}  // namespace

bool is_rule_pattern(const TreeNode& node, DiagnosticSink& diagnostics) {
  static constexpr std::string_view kAllowed = "abcdefghijklmnopqrstuvwxyz0123456789-*?";
  const bool ok = node.kind == TreeNode::Kind::scalar && !node.scalar.empty() &&
                  node.scalar.find_first_not_of(kAllowed) == std::string::npos;
  if (!ok) {
    diagnostics.at(node, "invalid rule pattern " + shown(node) + " (a-z, 0-9, -, *, ?)");
  }
  return ok;
}

void read_rule_settings(const TreeNode& node, DiagnosticSink& diagnostics,
                        std::vector<RuleSetting>& settings) {
  if (node.kind == TreeNode::Kind::null) {
    settings.clear();
    return;
  }
  if (node.kind != TreeNode::Kind::mapping) {
    diagnostics.at(node, "rules must be a mapping of rule ids, not " + shown(node));
    return;
  }
  for (const auto& [key, value] : node.entries) {
    if (!is_rule_pattern(key, diagnostics)) {
      continue;
    }
    RuleSetting pattern;
    pattern.pattern = key.scalar;
    pattern.at = diagnostics.origin(key);
    pattern.from = to_string(pattern.at);
    if (value.kind == TreeNode::Kind::null) {
      take_back(key, diagnostics, settings);
    } else if (value.kind == TreeNode::Kind::mapping) {
      read_members(value, diagnostics, pattern, settings);
    } else if (const auto enabled = read_enabled(value, diagnostics)) {
      pattern.enabled = enabled;
      settings.push_back(std::move(pattern));
    }
  }
}

}  // namespace rocelint::policy_loading
