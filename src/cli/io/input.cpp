// SPDX-License-Identifier: Apache-2.0
#include "cli/io/input.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "base/text_file.h"
#include "cli/command_line.h"
#include "cli/io/site.h"

namespace rocelint::cli {

namespace {

constexpr std::string_view kPolicy = "--policy";

/// Whether the policy is left to the environment: neither the option nor an argument in its place
/// names one.
bool policy_is_left_open(const CommandLine& command) {
  const auto* policy = command.find(kPolicy);
  return policy != nullptr && policy->given.empty() &&
         std::ranges::none_of(command.options, [](const Option& option) {
           return !option.given.empty() &&
                  std::ranges::find(option.excludes, kPolicy) != option.excludes.end();
         });
}

}  // namespace

std::string validate_name(const std::string& name) {
  return name.empty() ? "the name is empty" : "";
}

std::string diagnostic_about_stdin(const CommandLine& command) {
  std::vector<std::string> uses;
  for (const auto& option : command.options) {
    uses.insert(uses.end(),
                static_cast<std::size_t>(std::ranges::count_if(option.given, is_standard_input)),
                std::string(option.longest_name()));
  }
  if (policy_is_left_open(command) && is_standard_input(policy_of({}))) {
    uses.emplace_back("$ROCELINT_POLICY");
  }
  return uses.size() < 2 ? ""
                         : "standard input can be read only once and is expected for " +
                               join(uses, " and for ");
}

}  // namespace rocelint::cli
