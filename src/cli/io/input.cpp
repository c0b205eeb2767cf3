// SPDX-License-Identifier: Apache-2.0
#include "cli/io/input.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/text.h"
#include "base/text_file.h"
#include "cli/io/site.h"

namespace rocelint::cli {

namespace {

/// Whether the policy is left to the environment: neither the option nor an argument in its place
/// names one.
bool policy_is_left_open(const CLI::App& command) {
  const auto* policy = command.get_option_no_throw("--policy");
  return policy != nullptr && policy->empty() &&
         std::ranges::all_of(policy->get_excludes(), &CLI::Option::empty);
}

void add_uses_of_stdin(const CLI::App& command, std::vector<std::string>& uses) {
  for (const auto* option : command.get_options()) {
    const auto& given = option->results();
    uses.insert(uses.end(),
                static_cast<std::size_t>(std::ranges::count_if(given, is_standard_input)),
                option->get_name());
  }
  if (policy_is_left_open(command) && is_standard_input(policy_of({}))) {
    uses.emplace_back("$ROCELINT_POLICY");
  }
  for (const auto* chosen : command.get_subcommands()) {
    add_uses_of_stdin(*chosen, uses);
  }
}

}  // namespace

std::string validate_name(const std::string& name) {
  return name.empty() ? "the name is empty" : "";
}

std::string diagnostic_about_stdin(const CLI::App& app) {
  std::vector<std::string> uses;
  add_uses_of_stdin(app, uses);
  return uses.size() < 2 ? ""
                         : "standard input can be read only once and is expected for " +
                               join(uses, " and for ");
}

}  // namespace rocelint::cli
