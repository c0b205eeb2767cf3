// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <exception>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rocelint/report.h"

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/commands/commands.h"
#include "cli/io/input.h"
#include "report/report_formats.h"

namespace rocelint::cli {

namespace {

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
    output.err += line_of("nothing was checked; exit 0 because of --on-error pass");
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

/// A command with what follows its name.
struct Invocation {
  const CommandRow* row;
  std::string above;  ///< "rocelint policy"; empty for rocelint itself
  std::span<const std::string> rest;
};

/// `row` or the command below it that is named next. Options stand after all names.
Invocation innermost(const CommandRow& row, std::span<const std::string> rest) {
  Invocation found{.row = &row, .above = {}, .rest = rest};
  while (!found.rest.empty()) {
    const auto* below = find_command(found.row->below, found.rest.front());
    if (below == nullptr) {
      break;
    }
    found.above = path_of(*found.row, found.above);
    found.row = below;
    found.rest = found.rest.subspan(1);
  }
  return found;
}

CommandOutput run(std::span<const std::string> arguments) {
  const auto [row, above, rest] = innermost(all_commands(), arguments);
  auto command = declare(*row, above);
  const auto asked = parse(command, rest);
  if (!asked) {
    return usage_error(asked.error() + " (see " + command.path + " --help)");
  }
  if (*asked == Asked::help) {
    return {.out = help_of(command)};
  }
  if (const auto diagnostic = diagnostic_about_stdin(command); !diagnostic.empty()) {
    return usage_error(diagnostic);
  }
  return command.run ? command.run()
                     : CommandOutput{.err = help_of(command), .exit_code = kExitUsage};
}

/// "help policy lint" is "policy lint --help".
CommandOutput run_or_help(std::span<const std::string> arguments) {
  if (arguments.empty() || arguments.front() != "help") {
    return run(arguments);
  }
  std::vector<std::string> words(arguments.begin() + 1, arguments.end());
  words.emplace_back("--help");
  return run(words);
}

CommandOutput run_safely(std::span<const std::string> arguments) {
  try {
    return run_or_help(arguments);
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
