// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "rocelint/base/diagnostic.h"
#include "rocelint/judge.h"
#include "rocelint/report.h"

#include "advise/policy_fit.h"
#include "base/clock.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/commands/commands.h"
#include "cli/commands/policy_commands.h"
#include "cli/commands/report_diff.h"
#include "cli/io/input.h"
#include "cli/io/judging.h"
#include "cli/io/site.h"
#include "judge/engine.h"
#include "policy/policy.h"
#include "report/json/json_writer.h"
#include "report/text/page.h"
#include "report/text/wording.h"
#include "rules/rule.h"
#include "rules/shipped_documents.h"

namespace rocelint::cli {

namespace {

constexpr auto kFooter =
    R"(Checks each host against both policies and lists the hosts whose verdict, gate
or root causes change: + appears, - disappears, ~ changes.

Examples:
  rocelint policy impact new.yaml --against site.yaml hosts/*.json
  rocelint policy impact lossless-dscp26 --against baseline gpu0417.json

Exit codes: 0 no host changes, 1 some do, 2 usage, policy, rule or snapshot
error, 4 internal error.)";

struct ImpactSettings {
  SiteSettings site;
  std::string policy;
  std::string against;
  std::vector<std::string> snapshots;
  Format format{Format::text};
};

struct HostImpact {
  std::string host;
  Report before;
  Report after;
  std::vector<FindingChange> changes;

  [[nodiscard]] bool changed() const {
    return before.verdict != after.verdict || before.gate != after.gate || !changes.empty();
  }
};

// A finding that folds under another one is no reason of its own.
void leave_out_consequences(Report& report) {
  std::erase_if(report.findings,
                [](const Finding& finding) { return !finding.folded_under.empty(); });
}

HostImpact impact_on(const NamedHost& host, const Policy& before, const Policy& after,
                     const RuleSet& rules) {
  const EngineOptions options{
      .fail_on = {FailOn::not_ready, FailOn::degraded, FailOn::undetermined},
      .now = current_second()};
  HostImpact impact{.host = host.name,
                    .before = judge_snapshot(host.snapshot, before, rules, options),
                    .after = judge_snapshot(host.snapshot, after, rules, options),
                    .changes = {}};
  leave_out_consequences(impact.before);
  leave_out_consequences(impact.after);
  impact.changes = compare(impact.before, impact.after);
  return impact;
}

std::string in_words(const HostImpact& impact) {
  const auto was = verdict_in_words(impact.before);
  const auto is = verdict_in_words(impact.after);
  auto text = printable(impact.host) + "  " + (was == is ? is + ", as before" : was + " -> " + is) +
              (impact.before.gate == impact.after.gate
                   ? ""
                   : fmt::format(", gate {} -> {}", enum_name(impact.before.gate),
                                 enum_name(impact.after.gate))) +
              '\n';
  for (const auto& line : lines_of(impact.changes)) {
    text += "  " + printable(line) + '\n';
  }
  return text;
}

void write_side(JsonWriter& out, std::string_view key, const Report& report) {
  out.key(key).open_object();
  out.key("verdict").text(verdict_name(report.verdict, report.policy.is_default));
  out.key("gate").text(enum_name(report.gate));
  out.close_object();
}

std::string as_json(const std::vector<HostImpact>& impacts, const Policy& before,
                    const Policy& after) {
  JsonWriter out;
  out.open_object();
  out.key("schema").text("rocelint.policy-impact/1");
  for (const auto& [key, policy] : {std::pair("before", &before), std::pair("after", &after)}) {
    out.key(key).open_object();
    out.key("name").text(policy->name);
    out.key("digest").text(policy->digest);
    out.close_object();
  }
  out.key("hosts").open_list();
  for (const auto& impact : impacts) {
    out.open_object();
    out.key("host").text(impact.host);
    out.key("changed").boolean(impact.changed());
    write_side(out, "before", impact.before);
    write_side(out, "after", impact.after);
    out.key("differences");
    write_changes(out, impact.changes);
    out.close_object();
  }
  out.close_list().close_object();
  return out.take() + '\n';
}

CommandOutput report_on(const std::vector<HostImpact>& impacts, const Policy& before,
                        const Policy& after, Format format) {
  const auto changed =
      std::ranges::count_if(impacts, [](const HostImpact& impact) { return impact.changed(); });
  CommandOutput output{.exit_code = changed == 0 ? kExitPass : kExitStop};
  if (format == Format::json) {
    output.out = as_json(impacts, before, after);
    return output;
  }
  for (const auto& impact : impacts) {
    output.out += impact.changed() ? in_words(impact) : "";
  }
  output.out += fmt::format("{} of {} would change\n", changed, counted(impacts.size(), "host"));
  return output;
}

CommandOutput impact(const ImpactSettings& settings) {
  const auto rules = load_all_rules(rule_paths_of(settings.site));
  const auto before = load_by_name(settings.against, {});
  const auto after = load_by_name(settings.policy, {});
  const auto hosts = read_hosts(settings.snapshots);
  Diagnostics errors;
  for (const auto* more : {&rules.errors, &before.errors, &after.errors, &hosts.errors}) {
    errors.insert(errors.end(), more->begin(), more->end());
  }
  if (!errors.empty() || !before.policy || !after.policy) {
    return usage_error(errors);
  }
  std::vector<HostImpact> impacts;
  impacts.reserve(hosts.hosts.size());
  for (const auto& host : hosts.hosts) {
    impacts.push_back(impact_on(host, *before.policy, *after.policy, rules.rules));
  }
  auto output = report_on(impacts, *before.policy, *after.policy, settings.format);
  output.err = lines_of(hosts.warnings);
  return output;
}

}  // namespace

void declare_policy_impact(CommandLine& command) {
  const auto settings = std::make_shared<ImpactSettings>();
  command.options = {{.names = "NEW",
                      .help = "the new policy: a file or a profile",
                      .target = &settings->policy,
                      .required = true,
                      .check = validate_name},
                     {.names = "SNAPSHOT",
                      .help = "saved hosts (rocelint probe)",
                      .target = &settings->snapshots,
                      .required = true,
                      .several = true,
                      .check = validate_name},
                     {.names = "--against",
                      .value = "OLD",
                      .help = "the policy in use now (required)",
                      .target = &settings->against,
                      .required = true,
                      .check = validate_name}};
  add_rules_option(command, settings->site);
  add_format_option(command, settings->format);
  command.footer = kFooter;
  command.run = [settings] { return impact(*settings); };
}

}  // namespace rocelint::cli
