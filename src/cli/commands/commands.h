// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include <CLI/CLI.hpp>

#include "cli/command.h"

namespace rocelint::cli {

enum class Format : std::uint8_t;  // text or json, cli/io/judging.h

// One file a subcommand: each adds its options to `app` and, when it is the one that was asked for,
// puts itself into `chosen`.
void add_check(CLI::App& app, Command& chosen);
void add_demo(CLI::App& app, Command& chosen);
void add_probe(CLI::App& app, Command& chosen);
void add_explain(CLI::App& app, Command& chosen);
void add_rules(CLI::App& app, Command& chosen);
void add_facts(CLI::App& app, Command& chosen);
void add_policy(CLI::App& app, Command& chosen);
void add_fix(CLI::App& app, Command& chosen);
void add_diff(CLI::App& app, Command& chosen);
void add_schema(CLI::App& app, Command& chosen);
void add_version(CLI::App& app, Command& chosen);

/// `rocelint rules functions`: the functions of the rule language.
[[nodiscard]] CommandOutput list_functions(Format format);

/// Parses the arguments (without the program's name) and runs the command that they ask for.
[[nodiscard]] CommandOutput run_command(std::span<const std::string> arguments);

}  // namespace rocelint::cli
