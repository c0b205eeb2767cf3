// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "rocelint/report.h"

#include "base/clock.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/commands/commands.h"
#include "cli/io/host_source.h"
#include "cli/io/site.h"
#include "judge/engine.h"
#include "report/report_formats.h"
#include "report/text/wording.h"

namespace rocelint::cli {

namespace {

constexpr auto kFooter =
    R"(Nothing is run. The commands are printed as a bash script, one block a finding,
with what each one interrupts in capitals; steps to do by hand are comments.

Examples:
  rocelint fix --policy site.yaml                 how to fix this host
  rocelint fix --policy site.yaml --rule 'pfc-*' --port mlx5_3
  rocelint fix --snapshot gpu0417.json --policy site.yaml > fix.sh

Exit codes: 0 the script was printed, or nothing failed, 2 usage, policy, rule
or snapshot error, 4 internal error.)";

struct FixSettings {
  SiteSettings site;
  HostSettings host;
  std::vector<std::string> rules;
  std::vector<std::string> ports;
};

std::vector<std::string> names_of(const Subject& subject) {
  std::vector<std::string> names{subject_name(subject), subject.device, subject.netdev,
                                 subject.pci_address};
  if (!subject.device.empty() && subject.port > 0) {
    names.push_back(subject.device + '/' + std::to_string(subject.port));
  }
  std::erase(names, "");
  return names;
}

bool matches_any(const std::string& name, const std::vector<std::string>& globs) {
  return std::ranges::any_of(globs,
                             [&](const std::string& glob) { return glob_match(name, glob); });
}

// What each glob must match, so that a slip of the fingers does not read as "nothing failed".
std::string diagnostic_about(std::string_view option, const std::vector<std::string>& globs,
                             const std::set<std::string>& names) {
  const std::vector<std::string_view> candidates(names.begin(), names.end());
  for (const auto& glob : globs) {
    if (std::ranges::none_of(names, [&](const auto& name) { return glob_match(name, glob); })) {
      return std::string(option) + ' ' + glob + ": matches nothing in this report" +
             did_you_mean(glob, candidates);
    }
  }
  return "";
}

std::string diagnostic_about(const FixSettings& settings, const Report& report) {
  std::set<std::string> rules;
  std::set<std::string> subjects;
  for (const auto& finding : report.findings) {
    rules.insert(finding.rule);
    const auto names = names_of(finding.subject);
    subjects.insert(names.begin(), names.end());
  }
  const auto about_rules = diagnostic_about("--rule", settings.rules, rules);
  return about_rules.empty() ? diagnostic_about("--port", settings.ports, subjects) : about_rules;
}

void select(const FixSettings& settings, Report& report) {
  std::erase_if(report.findings, [&](const Finding& finding) {
    const auto names = names_of(finding.subject);
    const bool other_rule = !settings.rules.empty() && !matches_any(finding.rule, settings.rules);
    const bool other_port =
        !settings.ports.empty() && std::ranges::none_of(names, [&](const auto& name) {
          return matches_any(name, settings.ports);
        });
    return other_rule || other_port;
  });
}

CommandOutput fix(const FixSettings& settings) {
  const auto site = load_site(settings.site);
  if (!site) {
    return usage_error(site.error());
  }
  const auto host = look_at_host(settings.host);
  if (!host.snapshot) {
    return usage_error(host.errors);
  }
  auto judgement = judge(*host.snapshot, site->policy, site->rules,
                         {.fail_on = {},
                          .now = current_second(),
                          .since = host.since ? &*host.since : nullptr,
                          .traffic_class = host.traffic_class});
  if (!judgement.report) {
    return usage_error(judgement.errors);
  }
  if (const auto diagnostic = diagnostic_about(settings, *judgement.report); !diagnostic.empty()) {
    return usage_error(diagnostic);
  }
  select(settings, *judgement.report);
  return {.out = write_script(*judgement.report),
          .err = lines_of(host.warnings) + lines_of(judgement.warnings) +
                 note_if_partial(*host.snapshot, "script")};
}

}  // namespace

void declare_fix(CommandLine& command) {
  const auto settings = std::make_shared<FixSettings>();
  add_policy_options(command, settings->site);
  add_rules_option(command, settings->site);
  add_host_options(command, settings->host);
  command.options.insert(command.options.end(),
                         {{.names = "--rule",
                           .value = "GLOB",
                           .help = "only these rules: an id or a glob",
                           .target = &settings->rules},
                          {.names = "--port",
                           .value = "NAME",
                           .help = "only these ports: device, netdev or PCI address, or a glob",
                           .target = &settings->ports}});
  command.footer = kFooter;
  command.run = [settings] { return fix(*settings); };
}

}  // namespace rocelint::cli
