// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "rocelint/base/diagnostic.h"

#include "cli/command_line.h"
#include "policy/policy.h"
#include "rules/rule.h"

namespace rocelint::cli {

/// Which policy and rules judge, as given on the command line.
struct SiteSettings {
  std::string policy;
  std::vector<std::string> set;
  std::vector<std::string> rules;
};

void add_policy_options(CommandLine& command, SiteSettings& settings);
void add_rules_option(CommandLine& command, SiteSettings& settings);

/// The policy that is named by --policy, else $ROCELINT_POLICY, else by being at its place in /etc;
/// empty when nobody names one.
[[nodiscard]] std::string policy_of(const SiteSettings& settings);

/// The directories and files of --rules, after the site's own in /etc when there is one.
[[nodiscard]] std::vector<std::string> rule_paths_of(const SiteSettings& settings);

/// A policy beside the shipped profiles, by the name of a profile or a file; "-" is standard input.
[[nodiscard]] PolicyLoading load_by_name(const std::string& name,
                                         const std::vector<std::string>& set);

/// What hosts are held against.
struct Site {
  Policy policy;
  RuleSet rules;
};

/// Reads both, or says all that is wrong with either.
[[nodiscard]] tl::expected<Site, Diagnostics> load_site(const SiteSettings& settings);

}  // namespace rocelint::cli
