// SPDX-License-Identifier: Apache-2.0
#include "policy/show.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "rocelint/base/severity.h"
#include "rocelint/facts/fact.h"
#include "rocelint/facts/reflect.h"

#include "base/text.h"
#include "base/tree.h"
#include "facts/json.h"
#include "policy/parameters.h"
#include "policy/policy.h"

namespace rocelint {

namespace {

/// Walks the parameters of a role down to single values.
class Walk {
 public:
  Walk(const Provenance& provenance, std::vector<ShownParameter>& into)
      : provenance_(provenance), into_(into) {}

  void structure(const Type& type, const void* at, const std::string& prefix) {
    for (const auto& field : type.fields) {
      if (field.name != "role" || !prefix.empty()) {
        value(field, member(field, at), prefix + std::string(field.name));
      }
    }
  }

 private:
  void value(const Field& field, const void* at, const std::string& path) {
    const Type& type = *field.type;
    const void* known = type.fact ? type.known(at) : at;
    if (known == nullptr) {
      add(path, "", field.doc);
    } else if (type.kind == Kind::structure) {
      structure(type, known, path + '.');
    } else if (type.kind == Kind::list && type.element->kind == Kind::structure &&
               type.size(known) != 0) {
      for (std::size_t i = 0; i < type.size(known); ++i) {
        structure(*type.element, type.item(known, i), path + '[' + std::to_string(i) + "].");
      }
    } else {
      std::string json;
      write_json_value(json, type, at);
      add(path, std::move(json), field.doc);
    }
  }

  void add(const std::string& path, std::string json, std::string_view doc) {
    const auto from = provenance_.find(path);
    auto text = json;
    std::erase(text, '"');  // names of enumerators
    into_.push_back(ShownParameter{.parameter = path,
                                   .value = std::move(text),
                                   .json = std::move(json),
                                   .from = from == provenance_.end() ? "" : from->second,
                                   .doc = doc});
  }

  const Provenance& provenance_;
  std::vector<ShownParameter>& into_;
};

constexpr std::size_t kWidestColumn = 30;

/// Lines of columns, each as wide as its widest cell. A cell that is longer than most only pushes
/// the rest of its own line aside.
class Table {
 public:
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

  [[nodiscard]] std::string text() const {
    std::vector<std::size_t> widths;
    for (const auto& row : rows_) {
      widths.resize(std::max(widths.size(), row.size()));
      for (std::size_t i = 0; i < row.size(); ++i) {
        if (row[i].size() <= kWidestColumn) {
          widths[i] = std::max(widths[i], row[i].size());
        }
      }
    }
    std::string out;
    for (const auto& row : rows_) {
      std::string line = "  ";
      for (std::size_t i = 0; i < row.size(); ++i) {
        line += fmt::format("{:<{}}  ", escape_for_terminal(row[i]), widths[i]);
      }
      line.erase(line.find_last_not_of(' ') + 1);
      out += line + '\n';
    }
    return out;
  }

 private:
  std::vector<std::vector<std::string>> rows_;
};

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

void add_parameters(Table& table, const RoleParameters& parameters, const Provenance& provenance) {
  for (const auto& shown : list_parameters(parameters, provenance)) {
    table.add({shown.parameter, shown.value.empty() ? "-" : shown.value, shown.from});
  }
}

std::string show_role(const Role& role) {
  Table table;
  const auto ports_from = role.provenance.find("ports");
  table.add({"ports", role.ports ? role.ports->text() : "every RoCE port",
             ports_from == role.provenance.end() ? "" : ports_from->second});
  add_parameters(table, role.parameters, role.provenance);
  return "\nrole " + escape_for_terminal(role.name) + '\n' + table.text();
}

std::string show_groups(const Policy& policy) {
  Table table;
  for (const auto& group : policy.groups) {
    for (const auto& [role, parameters] : group.roles) {
      table.add({role, one_line(parameters), group.where ? "where " + group.where->text() : "",
                 group.from});
    }
  }
  return policy.groups.empty() ? "" : "\ngroups\n" + table.text();
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

std::string show_rule_settings(const Policy& policy) {
  Table table;
  for (const auto& setting : policy.rule_settings) {
    if (const auto text = describe(setting); !text.empty()) {
      table.add({setting.pattern, text, setting.from});
    }
  }
  return policy.rule_settings.empty() ? ""
                                      : "\nrules, the last that matches counts\n" + table.text();
}

std::string show_waivers(const Policy& policy) {
  Table table;
  for (const auto& waiver : policy.waivers) {
    table.add({waiver.rule, waiver.where ? "where " + waiver.where->text() : "everywhere",
               "until " + to_string(waiver.until), waiver.also_unknown ? "unknown too" : "",
               waiver.reason, waiver.from});
  }
  return policy.waivers.empty() ? "" : "\nwaivers\n" + table.text();
}

}  // namespace

std::vector<ShownParameter> list_parameters(const RoleParameters& parameters,
                                            const Provenance& provenance) {
  std::vector<ShownParameter> shown;
  Walk(provenance, shown).structure(kType<RoleParameters>, &parameters, "");
  return shown;
}

std::string show_parameters(const RoleParameters& parameters, const Provenance& provenance) {
  Table table;
  add_parameters(table, parameters, provenance);
  return table.text();
}

std::string show_heading(const Policy& policy) {
  auto out = policy.name + '@' + policy.digest + '\n';
  if (!policy.summary.empty()) {
    out += escape_for_terminal(policy.summary) + '\n';
  }
  out += policy.enforce ? "" : "enforce: false, failures are reported and stop nothing\n";
  if (!policy.rules_as_of.empty()) {
    out += "rules newer than " + policy.rules_as_of + " stay at info\n";
  }
  return out;
}

std::string show_policy(const Policy& policy) {
  auto out = show_heading(policy);
  for (const auto& role : policy.roles) {
    out += show_role(role);
  }
  return out + show_groups(policy) + show_rule_settings(policy) + show_waivers(policy);
}

}  // namespace rocelint
