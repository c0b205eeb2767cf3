// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <exception>
#include <iterator>
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
#include "rocelint_version.h"

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

/// A command with what follows its name.
struct Invocation {
  const CommandRow* row;
  std::string above;  ///< "rocelint policy"
  std::span<const std::string> rest;
};

/// `row` or the command below it that is named next. Options stand after all names.
Invocation innermost(const CommandRow& row, std::span<const std::string> rest) {
  Invocation found{.row = &row, .above = "rocelint", .rest = rest};
  while (!found.rest.empty()) {
    const auto* below = find_command(found.row->below, found.rest.front());
    if (below == nullptr) {
      break;
    }
    found.above += ' ' + std::string(found.row->name);
    found.row = below;
    found.rest = found.rest.subspan(1);
  }
  return found;
}

CommandOutput not_understood(const std::string& what, const std::string& path) {
  return usage_error(what + " (see " + path + " --help)");
}

CommandOutput unknown_word(const std::string& word) {
  const bool is_option = word.starts_with('-');
  std::vector<std::string_view> names{"--help", "--version"};
  if (!is_option) {
    names = {"help"};
    std::ranges::transform(all_commands(), std::back_inserter(names), &CommandRow::name);
  }
  return not_understood(
      (is_option ? "unknown option " : "unknown command ") + word + did_you_mean(word, names),
      "rocelint");
}

CommandOutput help_on(std::span<const std::string> words) {
  if (words.empty()) {
    return {.out = help_of_all()};
  }
  const auto* row = find_command(all_commands(), words.front());
  if (row == nullptr) {
    return unknown_word(words.front());
  }
  const auto [inner, above, rest] = innermost(*row, words.subspan(1));
  auto command = declare(*inner, above);
  if (!rest.empty()) {
    if (const auto asked = parse(command, rest); !asked) {
      return not_understood(asked.error(), command.path);
    }
  }
  return {.out = help_of(command)};
}

CommandOutput run_row(const CommandRow& row, std::span<const std::string> words) {
  const auto [inner, above, rest] = innermost(row, words);
  auto command = declare(*inner, above);
  const auto asked = parse(command, rest);
  if (!asked) {
    return not_understood(asked.error(), command.path);
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

CommandOutput run(std::span<const std::string> arguments) {
  if (arguments.empty()) {
    return {.err = help_of_all(), .exit_code = kExitUsage};
  }
  const auto& first = arguments.front();
  if (first == "-h" || first == "--help") {
    return {.out = help_of_all()};
  }
  if (first == "-V" || first == "--version") {
    return {.out = "rocelint " + std::string(kVersion) + '\n'};
  }
  if (first == "help") {
    return help_on(arguments.subspan(1));
  }
  const auto* row = find_command(all_commands(), first);
  return row == nullptr ? unknown_word(first) : run_row(*row, arguments.subspan(1));
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
