// SPDX-License-Identifier: Apache-2.0
#include "advise/learn_yaml.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "advise/learn_ballot.h"
#include "base/json_text.h"
#include "base/text.h"

namespace rocelint {
namespace {

constexpr std::size_t kColumns = 80;
constexpr std::size_t kStep = 2;
constexpr std::size_t kRoleIndent = 4;

std::string line(std::size_t indent, std::string_view text) {
  return std::string(indent, ' ') + std::string(text) + '\n';
}

/// "mtu" of "mtu.netdev_bytes"; empty for a parameter that stands by itself.
std::string_view group_of(std::string_view parameter) {
  const auto dot = parameter.find('.');
  return dot == std::string_view::npos ? std::string_view() : parameter.substr(0, dot);
}

std::string_view member_of(std::string_view parameter) {
  const auto dot = parameter.find('.');
  return dot == std::string_view::npos ? parameter : parameter.substr(dot + 1);
}

void write_value(const LearnedValue& value, std::string_view key, std::size_t indent,
                 std::string& out) {
  if (!value.note.empty()) {
    out += comment(value.note, indent);
  }
  // The value is one line of YAML, in which nothing has a line break.
  out += line(indent, (value.agreed ? "" : "# ") + std::string(key) + ": " + value.value);
}

/// The members of one group. Where none of them is set the group is a comment as well: open, it
/// would have an empty value.
void write_group(std::span<const LearnedValue> values, std::size_t indent, std::string& out) {
  const bool any = std::ranges::any_of(values, &LearnedValue::agreed);
  out += line(indent, (any ? "" : "# ") + std::string(group_of(values.front().parameter)) + ':');
  for (const auto& value : values) {
    if (any) {
      write_value(value, member_of(value.parameter), indent + kStep, out);
      continue;
    }
    out += value.note.empty() ? "" : comment(value.note, indent);
    out += line(indent, "#   " + std::string(member_of(value.parameter)) + ": " + value.value);
  }
}

void write_values(std::span<const LearnedValue> values, std::size_t indent, std::string& out) {
  while (!values.empty()) {
    const auto group = group_of(values.front().parameter);
    if (group.empty()) {
      write_value(values.front(), values.front().parameter, indent, out);
      values = values.subspan(1);
      continue;
    }
    std::size_t count = 1;
    while (count < values.size() && group_of(values[count].parameter) == group) {
      ++count;
    }
    write_group(values.first(count), indent, out);
    values = values.subspan(count);
  }
}

void write_role(const LearnedRole& role, std::string& out) {
  for (const auto& remark : role.remarks) {
    out += comment(remark, kStep);
  }
  out += line(kStep, role.name + ':');
  out += line(kRoleIndent, "ports: '" + role.ports + '\'');
  write_values(role.values, kRoleIndent, out);
  for (const auto& unread : role.unread) {
    out += comment(unread, kRoleIndent);
  }
}

void write_board(const LearnedGroup& group, std::string& out) {
  std::string condition;  // as CEL has strings, and then YAML
  std::string board;
  write_json_text(board, group.board);
  write_json_text(condition, "dev.board_id == " + board);
  out += line(kStep, "- where: " + condition);
  out += line(kRoleIndent, "roles:");
  out += line(kRoleIndent + kStep, group.role + ':');
  write_values(group.values, kRoleIndent + 2 * kStep, out);
}

}  // namespace

std::string comment(std::string_view text, std::size_t indent) {
  const auto start = std::string(indent, ' ') + '#';
  std::istringstream words(escape_for_terminal(text));
  std::string out;
  std::string current = start;
  for (std::string word; words >> word;) {
    if (current.size() + 1 + word.size() > kColumns && current != start) {
      out += current + '\n';
      current = start;
    }
    current += ' ' + word;
  }
  return out + current + '\n';
}

std::string write_learned(const LearnedPolicy& policy) {
  std::string out;
  for (const auto& remark : policy.remarks) {
    out += comment(remark, 0);
  }
  out += "policy: learned\n\nroles:\n";
  for (const auto& role : policy.roles) {
    write_role(role, out);
  }
  if (!policy.groups.empty()) {
    out += "\ngroups:\n";
  }
  for (const auto& group : policy.groups) {
    write_board(group, out);
  }
  return out;
}

}  // namespace rocelint
