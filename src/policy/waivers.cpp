// SPDX-License-Identifier: Apache-2.0
#include "policy/waivers.h"

#include <array>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "base/tree.h"
#include "policy/condition.h"
#include "policy/diagnostic_sink.h"
#include "policy/policy.h"
#include "policy/rule_settings.h"

namespace rocelint {

namespace policy_loading {

namespace {

/// 2027-01-31 and nothing else of ISO 8601; the day must exist.
std::optional<std::chrono::sys_days> parse_day(std::string_view text) {
  const auto number = [&](std::size_t at, std::size_t size) {
    unsigned value = 0;
    const auto* end = text.data() + at + size;
    const auto [stop, error] = std::from_chars(text.data() + at, end, value);
    return error == std::errc() && stop == end ? std::optional(value) : std::nullopt;
  };
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') {
    return std::nullopt;
  }
  const auto year = number(0, 4);
  const auto month = number(5, 2);
  const auto day = number(8, 2);
  if (!year || !month || !day) {
    return std::nullopt;
  }
  const std::chrono::year_month_day date(std::chrono::year(static_cast<int>(*year)),
                                         std::chrono::month(*month), std::chrono::day(*day));
  return date.ok() ? std::optional(std::chrono::sys_days(date)) : std::nullopt;
}

/// A waiver must say for which hosts it holds: one that is meant for a single sick port must not
/// quietly cover the fleet.
void read_extent(const TreeNode& node, DiagnosticSink& diagnostics, Waiver& waiver) {
  const auto* where = node.find("where");
  if (where != nullptr) {
    waiver.where = read_condition(*where, "where", diagnostics);
  }
  if (const auto* fleet = node.find("fleet")) {
    waiver.fleet = diagnostics.boolean(*fleet, "fleet").value_or(false);
  }
  if (waiver.fleet || (waiver.where && reads_host(*waiver.where))) {
    return;
  }
  if (where == nullptr) {
    diagnostics.at(node, "a waiver needs where with a condition on the host, or fleet: true");
  } else if (waiver.where) {
    diagnostics.at(
        *where, "where does not test the host (add host.hostname == \"gpu0417\", or fleet: true)");
  }
}

void read_waiver(const TreeNode& node, DiagnosticSink& diagnostics, std::vector<Waiver>& waivers) {
  static constexpr std::array<std::string_view, 6> kKeys = {"rule",  "where",  "fleet",
                                                            "until", "reason", "also_unknown"};
  if (!diagnostics.expect_mapping(node, "a waiver", kKeys)) {
    return;
  }
  for (const std::string_view key : {"rule", "until", "reason"}) {
    if (node.find(key) == nullptr) {
      diagnostics.at(node, "missing key \"" + std::string(key) + "\" in a waiver");
    }
  }
  Waiver waiver;
  waiver.at = diagnostics.origin(node);
  waiver.from = to_string(waiver.at);
  const auto* rule = node.find("rule");
  if (rule != nullptr && is_rule_pattern(*rule, diagnostics)) {
    waiver.rule = rule->scalar;
  }
  if (const auto* until = node.find("until")) {
    const auto day = parse_day(until->scalar);
    if (!day) {
      diagnostics.at(*until, "until must be a date such as 2027-01-31, not " + shown(*until));
    }
    waiver.until = day.value_or(std::chrono::sys_days());
  }
  if (const auto* reason = node.find("reason")) {
    waiver.reason = diagnostics.text(*reason, "reason").value_or("");
  }
  if (const auto* also = node.find("also_unknown")) {
    waiver.also_unknown = diagnostics.boolean(*also, "also_unknown").value_or(false);
  }
  read_extent(node, diagnostics, waiver);
  waivers.push_back(std::move(waiver));
}

}  // namespace

void read_waivers(const TreeNode& node, DiagnosticSink& diagnostics, std::vector<Waiver>& waivers) {
  if (node.kind == TreeNode::Kind::null) {
    waivers.clear();
    return;
  }
  if (node.kind != TreeNode::Kind::sequence) {
    diagnostics.at(node, "waivers must be a list, not " + shown(node));
    return;
  }
  for (const auto& item : node.items) {
    read_waiver(item, diagnostics, waivers);
  }
}

}  // namespace policy_loading

std::string to_string(std::chrono::sys_days day) {
  const std::chrono::year_month_day date(day);
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

}  // namespace rocelint
