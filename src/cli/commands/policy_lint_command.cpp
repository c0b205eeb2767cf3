// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "rocelint/base/diagnostic.h"

#include "advise/policy_fit.h"
#include "base/clock.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/commands/commands.h"
#include "cli/commands/policy_commands.h"
#include "cli/io/input.h"
#include "cli/io/judging.h"
#include "cli/io/site.h"
#include "judge/engine.h"
#include "judge/group_reach.h"
#include "policy/policy.h"
#include "policy/policy_lint.h"
#include "report/json/json_writer.h"
#include "rules/rule.h"
#include "rules/shipped_documents.h"

namespace rocelint::cli {

namespace {

constexpr auto kFooter =
    R"(Errors: unknown keys, wrong types, contradictions. Warnings: waivers that have
expired or expire within 14 days, patterns that match no rule, roles that no
port can have, pfc.mode, roce, or trust unset, and parameters that a group
sets by port but rules of the host read too. With --against also what only
hosts show: selectors, groups and waivers that match nothing, ports of two
roles, an unexpected number of ports, and MTUs or lossless priorities beyond
what the NIC supports.

Examples:
  rocelint policy lint site.yaml
  rocelint policy lint site.yaml --against hosts/*.json
  rocelint policy lint --strict --format json site.yaml      (CI)

Exit codes: 0 no error, 1 a warning (only with --strict), 2 the policy, a rule
or a snapshot is wrong or can't be read.)";

struct LintSettings {
  SiteSettings site;
  std::vector<std::string> policies;
  std::vector<std::string> against;
  Format format{Format::text};
  bool strict = false;
};

/// What was found about one policy.
struct Linted {
  std::string name;  ///< as it was asked for
  PolicyLoading loading;
  Diagnostics warnings;
};

Linted lint_one(const std::string& name, const LintSettings& settings, const RuleSet& rules,
                const std::vector<NamedHost>& hosts) {
  Linted linted{.name = name, .loading = load_by_name(name, settings.site.set), .warnings = {}};
  if (!linted.loading.policy) {
    return linted;
  }
  const auto add = [&](const Diagnostics& more) {
    linted.warnings.insert(linted.warnings.end(), more.begin(), more.end());
  };
  add(lint_policy(*linted.loading.policy, current_second(), rules.ids()));
  add(groups_not_covering_host(*linted.loading.policy, rules));
  if (!hosts.empty()) {
    add(lint_against(*linted.loading.policy, hosts));
  }
  return linted;
}

std::string in_words(const Linted& linted) {
  const auto& policy = *linted.loading.policy;
  return fmt::format("{}: {}, {}, {}, {}\n", escape_for_terminal(policy.name),
                     counted(policy.roles.size(), "role"), counted(policy.groups.size(), "group"),
                     counted(policy.waivers.size(), "waiver"),
                     counted(linted.warnings.size(), "warning"));
}

void write_problems(JsonWriter& out, std::string_view severity, const Diagnostics& problems) {
  for (const auto& problem : problems) {
    out.open_object();
    out.key("severity").text(severity);
    out.key("file").text(problem.file);
    out.key("line").integer(static_cast<std::int64_t>(problem.line));
    out.key("column").integer(static_cast<std::int64_t>(problem.column));
    out.key("text").text(problem.text);
    out.close_object();
  }
}

std::string as_json(const std::vector<Linted>& all) {
  JsonWriter out;
  out.open_object();
  out.key("schema").text("rocelint.policy-lint/1");
  out.key("policies").open_list();
  for (const auto& linted : all) {
    out.open_object();
    out.key("asked_for").text(linted.name);
    out.key("name");
    linted.loading.policy ? out.text(linted.loading.policy->name) : out.null();
    out.key("problems").open_list();
    write_problems(out, "error", linted.loading.errors);
    write_problems(out, "warning", linted.warnings);
    out.close_list().close_object();
  }
  out.close_list().close_object();
  return out.take() + '\n';
}

CommandOutput written(const std::vector<Linted>& all, const LintSettings& settings) {
  const bool json = settings.format == Format::json;
  CommandOutput output;
  for (const auto& linted : all) {
    const auto& errors = linted.loading.errors;
    output.errors.insert(output.errors.end(), errors.begin(), errors.end());
    output.err += json ? "" : lines_of(linted.warnings);
    if (settings.strict && !linted.warnings.empty()) {
      output.exit_code = std::max(output.exit_code, kExitStop);
    }
    if (!linted.loading.policy) {
      output.exit_code = kExitUsage;
    } else if (!json) {
      output.out += in_words(linted);
    }
  }
  if (json) {
    output.out = as_json(all);
  }
  return output;
}

CommandOutput lint(const LintSettings& settings) {
  // A variable of a script that nobody has set must not pass as some other policy.
  if (settings.policies.empty() && settings.site.policy.empty()) {
    return usage_error("missing argument POLICY (see rocelint policy lint --help)");
  }
  const auto rules = load_all_rules(rule_paths_of(settings.site));
  auto hosts = read_hosts(settings.against);
  if (!rules.errors.empty() || !hosts.errors.empty()) {
    return usage_error(rules.errors.empty() ? hosts.errors : rules.errors);
  }
  auto names = settings.policies;
  if (names.empty()) {
    names.push_back(settings.site.policy);
  }
  std::vector<Linted> all;
  all.reserve(names.size());
  for (const auto& name : names) {
    all.push_back(lint_one(name, settings, rules.rules, hosts.hosts));
  }
  auto output = written(all, settings);
  output.err = lines_of(hosts.warnings) + output.err;
  return output;
}

}  // namespace

void declare_policy_lint(CommandLine& command) {
  const auto settings = std::make_shared<LintSettings>();
  command.options = {{.names = "POLICY",
                      .help = "policy files, or names of profiles",
                      .target = &settings->policies,
                      .several = true,
                      .check = validate_name,
                      .excludes = {"--policy"}}};
  add_policy_options(command, settings->site);
  command.at("--policy").help = "the same as POLICY, for one; - is stdin";
  add_rules_option(command, settings->site);
  command.options.insert(
      command.options.end(),
      {{.names = "--against",
        .value = "SNAPSHOT",
        .help = "check it against saved hosts (rocelint probe) too",
        .target = &settings->against,
        .several = true,
        .check = validate_name},
       {.names = "--strict", .help = "exit 1 if there is a warning", .target = &settings->strict}});
  add_format_option(command, settings->format);
  command.footer = kFooter;
  command.run = [settings] { return lint(*settings); };
}

}  // namespace rocelint::cli
