// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/commands/commands.h"
#include "cli/io/host_source.h"
#include "cli/io/input.h"
#include "cli/io/judging.h"
#include "cli/io/output_files.h"
#include "cli/io/site.h"

namespace rocelint::cli {

namespace {

constexpr auto kFooter = R"(Examples:
  rocelint check                                  is this host consistent?
  rocelint check --policy lossless-dscp26         does it meet the policy?
  rocelint check --policy site.yaml --format json | jq .gate
  ssh gpu0417 rocelint probe | rocelint check --snapshot -

Exit codes:
  0  pass
  1  stop: the verdict is one of --fail-on
  2  usage, policy, rule or snapshot error: nothing was checked
  3  stop, undetermined: a blocker could not be read, or it could not be
     determined what the policy expects of this host
  4  internal error, or the report could not be written
Act on "gate" of the JSON report rather than on a bare non-zero exit.)";

struct CheckSettings {
  JudgingSettings judging;
  HostSettings host;
};

CommandOutput check(const CheckSettings& settings) {
  const auto& host = settings.host;
  if (settings.judging.confirm && (!host.snapshot.empty() || !host.probe.root.empty())) {
    return usage_error("--confirm reads a failed blocker again on the live host; " +
                       std::string(host.snapshot.empty() ? "--root" : "--snapshot") +
                       " names one that does not change");
  }
  const auto judging = prepare_judging(settings.judging);
  return judging ? judge_host(look_at_host(host), *judging, "") : usage_error(judging.error());
}

void add_gate_options(CommandLine& command, JudgingSettings& settings) {
  constexpr auto kGate = OptionGroup::gate;
  command.options.insert(
      command.options.end(),
      {{.names = "--confirm",
        .help = "read a failed blocker again after 2 s before it counts (not with --snapshot or "
                "--root)",
        .target = &settings.confirm,
        .group = kGate},
       {.names = "--baseline",
        .value = "FILE",
        .help = "an earlier report (--format json): show which failures are new, known or fixed",
        .target = &settings.baseline,
        .group = kGate,
        .check = validate_name},
       {.names = "--require-policy",
        .help = "fail if there is no policy",
        .target = &settings.require_policy,
        .group = kGate},
       {.names = "--fail-on",
        .value = "LIST",
        .help = "verdicts that stop the gate: not_ready, degraded, undetermined (these by "
                "default), warning and new (a failure that is not in --baseline)",
        .target = &settings.fail_on,
        .group = kGate,
        .delimiter = ',',
        .one_of = fail_on_names()},
       // run_command() acts on it, even when the rest can't be parsed.
       {.names = "--on-error",
        .value = "WHAT",
        .help = "stop (default): exit 2 or 4 when nothing could be checked; pass: exit 0 instead, "
                "with a note",
        .group = kGate,
        .one_of = {"stop", "pass"}}});
}

}  // namespace

void declare_check(CommandLine& command) {
  const auto settings = std::make_shared<CheckSettings>();
  add_policy_options(command, settings->judging.site);
  add_rules_option(command, settings->judging.site);
  add_host_options(command, settings->host);
  add_gate_options(command, settings->judging);
  add_report_options(command, settings->judging);
  command.options.push_back(output_option(settings->judging.outputs));
  command.footer = kFooter;
  command.run = [settings] { return check(*settings); };
}

}  // namespace rocelint::cli
