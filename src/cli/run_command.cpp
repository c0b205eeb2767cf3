// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <exception>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "rocelint/report.h"

#include "base/text.h"
#include "cli/command.h"
#include "cli/commands/commands.h"
#include "cli/help.h"
#include "cli/io/input.h"
#include "report/report_formats.h"
#include "rocelint_version.h"

namespace rocelint::cli {

namespace {

constexpr auto kExamples = R"(Examples:
  rocelint demo                        what a report looks like: a faulty host
  rocelint check --policy lossless-dscp26
  rocelint probe > gpu0417.json        on the host, then anywhere:
  rocelint check --snapshot gpu0417.json --policy site.yaml
  rocelint explain pfc-off             one rule in full

Exit codes: 0 pass, 1 stop, 2 usage, policy or rule error, 3 undetermined,
4 internal error.)";

void set_up(CLI::App& app, Command& chosen) {
  app.formatter(std::make_shared<HelpFormatter>());
  app.get_option("--help")->description("this text");
  app.require_subcommand(0, 1);
  app.set_version_flag("--version", "rocelint " + std::string(kVersion), "version of rocelint");
  add_check(app, chosen);
  add_demo(app, chosen);
  add_probe(app, chosen);
  add_explain(app, chosen);
  add_rules(app, chosen);
  add_facts(app, chosen);
  add_policy(app, chosen);
  add_fix(app, chosen);
  add_diff(app, chosen);
  add_schema(app, chosen);
  add_version(app, chosen);
  app.footer(kExamples);  // after the commands, which would inherit it
}

// The command as far as it was understood: "rocelint rules test".
const CLI::App& innermost(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return chosen.empty() ? app : innermost(*chosen.front());
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const auto* option : app.get_options()) {
    for (const auto& name : option->get_lnames()) {
      names.push_back("--" + name);
    }
  }
  return names;
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const auto* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
  }
  return names;
}

std::string suggestion_for(const CLI::App& app, const std::string& word) {
  const auto typed = word.substr(0, word.find('='));
  const auto names = typed.starts_with('-') ? option_names(app) : command_names(app);
  const std::vector<std::string_view> candidates(names.begin(), names.end());
  const auto near = nearest(typed, candidates);
  return near.empty() ? "" : ", did you mean " + std::string(near) + '?';
}

std::string help_hint(const CLI::App& app) {
  std::string words;
  for (const auto* command = &app; command->get_parent() != nullptr;
       command = command->get_parent()) {
    words.insert(0, command->get_name() + ' ');
  }
  return "rocelint " + words + "--help";
}

CommandOutput not_understood(const CLI::App& app, const CLI::ParseError& error) {
  const auto& command = innermost(app);
  const auto rest = app.remaining(true);
  const auto text =
      rest.empty() ? std::string(error.what())
                   : (rest.front().starts_with('-') ? "unknown option " : "unexpected argument ") +
                         rest.front() + suggestion_for(command, rest.front());
  return usage_error(text + " (see " + help_hint(command) + ')');
}

// Whether `option` was given the value, in either spelling. For arguments that could not be parsed.
bool asks_for(std::span<const std::string> arguments, std::string_view option,
              std::string_view value) {
  const auto joined = std::string(option) + '=' + std::string(value);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const bool apart =
        arguments[i] == option && i + 1 < arguments.size() && arguments[i + 1] == value;
    if (apart || arguments[i] == joined) {
      return true;
    }
  }
  return false;
}

bool judges(std::span<const std::string> arguments) {
  return !arguments.empty() && (arguments.front() == "check" || arguments.front() == "demo");
}

// What went wrong, as the caller wants to hear it. A caller that acts on the gate, or that must not
// stop on errors, is answered even when it asked for something that this version does not know, so
// these two options are looked for in the arguments as they came.
CommandOutput with_errors(std::span<const std::string> arguments, CommandOutput output) {
  const bool passes = judges(arguments) && asks_for(arguments, "--on-error", "pass");
  output.exit_code_if_lost = passes ? kExitPass : kExitInternal;
  if (output.lost_a_file && output.exit_code == kExitPass) {
    output.exit_code = output.exit_code_if_lost;
  }
  if (output.errors.empty()) {
    return output;
  }
  output.err += lines_of(output.errors);
  if (passes) {
    output.err += line_of("nothing was judged; exit 0 because of --on-error pass");
    output.exit_code = kExitPass;
  }
  if (judges(arguments) && asks_for(arguments, "--format", "json")) {
    output.out = write_json_error(output.errors, output.exit_code);
  }
  if (judges(arguments) && asks_for(arguments, "--format", "gate")) {
    output.out = write_gate_error(output.errors);
  }
  return output;
}

CommandOutput run(std::span<const std::string> arguments) {
  CLI::App app("Tells whether this host with RoCE v2 NICs is ready for a lossless RDMA job",
               "rocelint");
  Command chosen;
  set_up(app, chosen);
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::CallForHelp&) {
    return {.out = app.help()};
  } catch (const CLI::CallForVersion& version) {
    return {.out = std::string(version.what()) + '\n'};
  } catch (const CLI::ParseError& error) {
    return not_understood(app, error);
  }
  if (const auto diagnostic = diagnostic_about_stdin(app); !diagnostic.empty()) {
    return usage_error(diagnostic);
  }
  return chosen ? chosen() : CommandOutput{.err = app.help(), .exit_code = kExitUsage};
}

CommandOutput run_safely(std::span<const std::string> arguments) {
  try {
    return run(arguments);
  } catch (const std::exception& error) {
    auto output = usage_error(std::string("internal error: ") + error.what());
    output.exit_code = kExitInternal;
    return output;
  }
}

}  // namespace

CommandOutput run_command(std::span<const std::string> arguments) {
  return with_errors(arguments, run_safely(arguments));
}

}  // namespace rocelint::cli
