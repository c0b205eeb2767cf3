// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include "cli/command.h"
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
  rocelint check --policy lossless-dscp26         is it what the policy wants?
  rocelint check --policy site.yaml --format json | jq .gate
  ssh gpu0417 rocelint probe | rocelint check --snapshot -

Exit codes:
  0  pass
  1  stop: the verdict is one that --fail-on names
  2  usage, policy, rule or snapshot error: nothing was judged
  3  stop because undetermined: a blocker could not be read, or what the policy
     asks of this host could not be decided
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

void add_gate_options(CLI::App& command, JudgingSettings& settings) {
  command.add_flag("--confirm", settings.confirm,
                   "read a failed blocker again after 2 s before it\ncounts (not with --snapshot "
                   "or --root)");
  command
      .add_option("--baseline", settings.baseline,
                  "an earlier report (--format json): say which\nfailures are new, known or fixed")
      ->type_name("FILE")
      ->check(validate_name);
  command.add_flag("--require-policy", settings.require_policy, "an error if there is no policy");
  command
      .add_option("--fail-on", settings.fail_on,
                  "verdicts that stop, of not_ready, degraded,\n"
                  "undetermined (these by default), warning and new\n"
                  "(a failure that --baseline has not)")
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember(fail_on_names()).description(""));
  // run_command() acts on it, even when the rest can't be parsed.
  command
      .add_option("--on-error",
                  "stop (default): exit 2 or 4 when nothing could be\n"
                  "judged; pass: exit 0 then, and say so")
      ->type_name("WHAT")
      ->expected(1)
      ->check(CLI::IsMember({"stop", "pass"}).description(""));
}

}  // namespace

void add_check(CLI::App& app, Command& chosen) {
  auto* command = app.add_subcommand("check", "Judge this host: the main job");
  const auto settings = std::make_shared<CheckSettings>();
  add_policy_options(*command, settings->judging.site);
  add_rules_option(*command, settings->judging.site);
  add_host_options(*command, settings->host);
  add_gate_options(*command, settings->judging);
  add_report_options(*command, settings->judging);
  add_output_option(*command, settings->judging.outputs);
  command->footer(kFooter);
  command->callback([settings, &chosen] { chosen = [settings] { return check(*settings); }; });
}

}  // namespace rocelint::cli
