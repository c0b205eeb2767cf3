// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/policy_text.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "rocelint/base/severity.h"

#include "base/tree.h"
#include "policy/parameter_list.h"
#include "policy/policy.h"
#include "report/text/page.h"
#include "report/text/wrap.h"

namespace rocelint::cli {

namespace {

constexpr std::size_t kIndent = 2;
constexpr std::size_t kGap = 2;
constexpr std::size_t kWidestColumn = 30;

struct Row {
  std::string name;
  std::string value;
  std::string from;
};

/// As wide as the widest cell; one that is wider than most only pushes its own line aside.
std::size_t width_of(const std::vector<Row>& rows, std::string Row::* cell, std::size_t widest) {
  std::size_t width = 0;
  for (const auto& row : rows) {
    const auto size = printable(row.*cell).size();
    width = size <= widest ? std::max(width, size) : width;
  }
  return width;
}

// Page cuts what a host says short. A policy is the reader's own, and shown whole: a name that is
// too long for its column and each line of a value are given to it by themselves.
void write_row(Page& page, Row row, std::size_t name_width, std::size_t value_width) {
  const auto hang = kIndent + name_width + kGap;
  if (printable(row.name).size() > name_width) {
    page.prose({.indent = kIndent, .label = {}, .hang = kIndent}, std::exchange(row.name, ""));
  }
  auto lines = wrap_words(printable(row.value), page.width() - hang);
  const auto last = lines.empty() ? "" : std::move(lines.back());
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    page.prose({.indent = kIndent, .label = std::exchange(row.name, ""), .hang = hang}, lines[i]);
  }
  page.columns({.indent = kIndent, .label = row.name, .hang = hang}, last, value_width, row.from);
}

void write_rows(Page& page, const std::vector<Row>& rows) {
  const auto name_width = width_of(rows, &Row::name, kWidestColumn);
  const auto left = page.width() - kIndent - name_width - kGap;
  const auto taken = kGap + width_of(rows, &Row::from, kWidestColumn);
  const auto value_width = width_of(rows, &Row::value, left - std::min(left, taken));
  for (const auto& row : rows) {
    write_row(page, row, name_width, value_width);
  }
}

void write_section(Page& page, const std::string& title, const std::vector<Row>& rows) {
  if (!rows.empty()) {
    page.blank();
    page.prose({}, title);
    write_rows(page, rows);
  }
}

/// A parameter tree as it could be written in one line.
std::string one_line(const TreeNode& node) {
  std::string out;
  switch (node.kind) {
    case TreeNode::Kind::null:
      return "null";
    case TreeNode::Kind::scalar:
      return node.scalar;
    case TreeNode::Kind::sequence:
      for (const auto& item : node.items) {
        out += (out.empty() ? "" : ", ") + one_line(item);
      }
      return '[' + out + ']';
    case TreeNode::Kind::mapping:
      break;
  }
  for (const auto& [key, value] : node.entries) {
    out += (out.empty() ? "" : ", ") + key.scalar + ": " + one_line(value);
  }
  return '{' + out + '}';
}

std::vector<Row> rows_of(const RoleParameters& parameters, const Provenance& provenance) {
  std::vector<Row> rows;
  for (auto& shown : list_parameters(parameters, provenance)) {
    rows.push_back({.name = std::move(shown.parameter),
                    .value = shown.value.empty() ? "-" : std::move(shown.value),
                    .from = std::move(shown.from)});
  }
  return rows;
}

std::vector<Row> rows_of(const Role& role) {
  auto rows = rows_of(role.parameters, role.provenance);
  const auto from = role.provenance.find("ports");
  rows.insert(rows.begin(),
              {.name = "ports",
               .value = role.ports ? std::string(role.ports->text()) : "every RoCE port",
               .from = from == role.provenance.end() ? "" : from->second});
  return rows;
}

std::vector<Row> rows_of(const std::vector<Group>& groups) {
  std::vector<Row> rows;
  for (const auto& group : groups) {
    for (const auto& [role, parameters] : group.roles) {
      rows.push_back({.name = role,
                      .value = one_line(parameters) +
                               (group.where ? " where " + std::string(group.where->text()) : ""),
                      .from = group.from});
    }
  }
  return rows;
}

std::string describe(const RuleSetting& setting) {
  std::string out;
  const auto add = [&](const std::string& part) { out += (out.empty() ? "" : ", ") + part; };
  if (setting.enabled) {
    add(*setting.enabled ? "enabled" : "disabled");
  }
  if (setting.severity) {
    add("severity " + std::string(to_string(*setting.severity)));
  }
  if (setting.on_unknown) {
    std::string reasons;
    for (const auto reason : setting.on_unknown_reasons) {
      reasons += (reasons.empty() ? " (" : ", ") + std::string(to_string(reason));
    }
    add("unknown " + std::string(enum_name(*setting.on_unknown)) + reasons +
        (reasons.empty() ? "" : ")"));
  }
  if (setting.runbook) {
    add("runbook " + *setting.runbook);
  }
  return out;
}

std::vector<Row> rows_of(const std::vector<RuleSetting>& settings) {
  std::vector<Row> rows;
  for (const auto& setting : settings) {
    if (auto text = describe(setting); !text.empty()) {
      rows.push_back({.name = setting.pattern, .value = std::move(text), .from = setting.from});
    }
  }
  return rows;
}

std::vector<Row> rows_of(const std::vector<Waiver>& waivers) {
  std::vector<Row> rows;
  for (const auto& waiver : waivers) {
    rows.push_back(
        {.name = waiver.rule,
         .value = (waiver.where ? "where " + std::string(waiver.where->text()) : "everywhere") +
                  " until " + to_string(waiver.until) +
                  (waiver.also_unknown ? ", also unknown (" : " (") + waiver.reason + ')',
         .from = waiver.from});
  }
  return rows;
}

}  // namespace

void write_heading(Page& page, const Policy& policy) {
  page.prose({}, policy.name + '@' + policy.digest);
  if (!policy.summary.empty()) {
    page.prose({}, policy.summary);
  }
  if (!policy.enforce) {
    page.prose({}, "enforce: false, failures are reported and stop nothing");
  }
  if (!policy.rules_as_of.empty()) {
    page.prose({}, "rules newer than " + policy.rules_as_of + " stay at info");
  }
}

void write_parameters(Page& page, const RoleParameters& parameters, const Provenance& provenance) {
  write_rows(page, rows_of(parameters, provenance));
}

void write_policy(Page& page, const Policy& policy) {
  write_heading(page, policy);
  for (const auto& role : policy.roles) {
    write_section(page, "role " + role.name, rows_of(role));
  }
  write_section(page, "groups", rows_of(policy.groups));
  write_section(page, "rules (the last match wins)", rows_of(policy.rule_settings));
  write_section(page, "waivers", rows_of(policy.waivers));
}

}  // namespace rocelint::cli
