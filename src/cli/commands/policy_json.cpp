// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/policy_json.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "rocelint/base/severity.h"
#include "rocelint/facts/fact.h"
#include "rocelint/facts/reflect.h"

#include "policy/parameter_list.h"
#include "policy/policy.h"
#include "report/json/json_writer.h"

namespace rocelint::cli {

namespace {

/// What a group sets of a role: what is not as the role itself has it, or is written elsewhere.
std::vector<ShownParameter> set_by(const Group& group, const Role& role) {
  const auto changed = apply_group(group, role);
  const auto before = list_parameters(role.parameters, role.provenance);
  std::vector<ShownParameter> set;
  for (auto& shown : list_parameters(changed.parameters, changed.provenance)) {
    const bool same = std::ranges::any_of(before, [&](const ShownParameter& one) {
      return one.parameter == shown.parameter && one.json == shown.json && one.from == shown.from;
    });
    if (!same) {
      set.push_back(std::move(shown));
    }
  }
  return set;
}

void write_group(JsonWriter& out, const Group& group, const Policy& policy) {
  out.open_object();
  out.key("where");
  group.where ? out.text(group.where->text()) : out.null();
  out.key("roles").open_list();
  for (const auto& role : policy.roles) {
    if (group.roles.contains(role.name)) {
      out.open_object();
      out.key("role").text(role.name);
      write_parameters(out, set_by(group, role));
      out.close_object();
    }
  }
  out.close_list();
  out.key("from").text(group.from);
  out.close_object();
}

/// A key of the file that says several things may have become several settings, one of them empty.
bool is_empty(const RuleSetting& setting) {
  return !setting.enabled && !setting.severity && !setting.on_unknown && !setting.runbook;
}

void write_setting(JsonWriter& out, const RuleSetting& setting) {
  if (is_empty(setting)) {
    return;
  }
  out.open_object();
  out.key("rule").text(setting.pattern);
  out.key("enabled");
  setting.enabled ? out.boolean(*setting.enabled) : out.null();
  out.key("severity");
  setting.severity ? out.text(to_string(*setting.severity)) : out.null();
  out.key("unknown");
  setting.on_unknown ? out.text(enum_name(*setting.on_unknown)) : out.null();
  out.key("reasons").open_list();
  for (const auto reason : setting.on_unknown_reasons) {
    out.text(to_string(reason));
  }
  out.close_list();
  out.key("runbook");
  setting.runbook ? out.text(*setting.runbook) : out.null();
  out.key("from").text(setting.from);
  out.close_object();
}

void write_waiver(JsonWriter& out, const Waiver& waiver) {
  out.open_object();
  out.key("rule").text(waiver.rule);
  out.key("where");
  waiver.where ? out.text(waiver.where->text()) : out.null();
  out.key("fleet").boolean(waiver.fleet);
  out.key("until").text(to_string(waiver.until));
  out.key("reason").text(waiver.reason);
  out.key("also_unknown").boolean(waiver.also_unknown);
  out.key("from").text(waiver.from);
  out.close_object();
}

template <class Item, class Write>
void write_list(JsonWriter& out, std::string_view name, const std::vector<Item>& items,
                Write write) {
  out.key(name).open_list();
  for (const auto& item : items) {
    write(item);
  }
  out.close_list();
}

}  // namespace

void write_heading(JsonWriter& out, const Policy& policy) {
  out.key("policy").open_object();
  out.key("name").text(policy.name);
  out.key("digest").text(policy.digest);
  out.key("summary").text(policy.summary);
  out.key("enforce").boolean(policy.enforce);
  out.key("rules_as_of").text(policy.rules_as_of);
  out.close_object();
}

void write_parameters(JsonWriter& out, const std::vector<ShownParameter>& parameters) {
  write_list(out, "parameters", parameters, [&](const ShownParameter& shown) {
    out.open_object();
    out.key("parameter").text(shown.parameter);
    out.key("value").raw(shown.json);
    out.key("from");
    shown.from.empty() ? out.null() : out.text(shown.from);
    out.close_object();
  });
}

void write_rest(JsonWriter& out, const Policy& policy) {
  write_list(out, "groups", policy.groups,
             [&](const Group& group) { write_group(out, group, policy); });
  write_list(out, "rules", policy.rule_settings,
             [&](const RuleSetting& setting) { write_setting(out, setting); });
  write_list(out, "waivers", policy.waivers,
             [&](const Waiver& waiver) { write_waiver(out, waiver); });
}

}  // namespace rocelint::cli
