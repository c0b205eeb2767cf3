// SPDX-License-Identifier: Apache-2.0
#include "cli/io/site.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sys/stat.h>
#include <tl/expected.hpp>

#include "rocelint/base/diagnostic.h"

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/io/input.h"
#include "policy/document.h"
#include "policy/policy.h"
#include "rules/shipped_documents.h"

namespace rocelint::cli {

namespace {

constexpr auto kPolicyVariable = "ROCELINT_POLICY";
constexpr auto kSitePolicy = "/etc/rocelint/policy.yaml";
constexpr auto kSiteRules = "/etc/rocelint/rules.d";

// A file that can't be looked at is there: to go on without it would judge by another policy.
bool is_there(const char* path) {
  struct stat status{};
  return stat(path, &status) == 0 || (errno != ENOENT && errno != ENOTDIR);
}

// Reports name the file that a expected value is from, and "-:14" would read like a flaw.
std::string file_of(const std::string& name) {
  return name == "-" ? "/dev/stdin" : name;
}

}  // namespace

void add_policy_options(CommandLine& command, SiteSettings& settings) {
  command.options.push_back(
      {.names = "--policy",
       .value = "FILE",
       .help = "policy file, or name of a profile; - is stdin; default: $ROCELINT_POLICY, else "
               "/etc/rocelint/policy.yaml",
       .target = &settings.policy,
       .group = OptionGroup::policy,
       .check = validate_name});
  command.options.push_back({.names = "--set",
                             .value = "KEY=VALUE",
                             .help = "set a parameter of every role, or of one: pfc.mode=required, "
                                     "compute.mtu.active_bytes=4096",
                             .target = &settings.set,
                             .group = OptionGroup::policy});
}

void add_rules_option(CommandLine& command, SiteSettings& settings) {
  command.options.push_back(
      {.names = "--rules",
       .value = "PATH",
       .help = "directory or file with rules of your own, in addition to the shipped ones and "
               "those in /etc/rocelint/rules.d",
       .target = &settings.rules,
       .group = OptionGroup::policy,
       .check = validate_name});
}

std::string policy_of(const SiteSettings& settings) {
  if (!settings.policy.empty()) {
    return settings.policy;
  }
  const char* named = std::getenv(kPolicyVariable);  // NOLINT(concurrency-mt-unsafe): one thread
  if (named != nullptr && *named != '\0') {
    return named;
  }
  return is_there(kSitePolicy) ? kSitePolicy : "";
}

std::vector<std::string> rule_paths_of(const SiteSettings& settings) {
  std::vector<std::string> paths;
  if (is_there(kSiteRules)) {
    paths.emplace_back(kSiteRules);
  }
  std::ranges::transform(settings.rules, std::back_inserter(paths), file_of);
  return paths;
}

PolicyLoading load_by_name(const std::string& name, const std::vector<std::string>& set) {
  const auto lookup = shipped_profile_lookup();
  auto loading = load_policy({.name_or_file = file_of(name), .set = set}, lookup);
  const bool is_profile = !policy_loading::names_a_file(file_of(name));
  if (is_profile && !loading.errors.empty() && !lookup(name)) {
    std::vector<std::string_view> names;
    std::ranges::transform(shipped_profiles(), std::back_inserter(names), &ShippedDocument::name);
    loading.errors.front().text += did_you_mean(name, names);
  }
  return loading;
}

tl::expected<Site, Diagnostics> load_site(const SiteSettings& settings) {
  auto policy = load_by_name(policy_of(settings), settings.set);
  auto rules = load_all_rules(rule_paths_of(settings));
  std::ranges::move(rules.errors, std::back_inserter(policy.errors));
  if (!policy.errors.empty() || !policy.policy) {
    return tl::unexpected(std::move(policy.errors));
  }
  return Site{.policy = *std::move(policy.policy), .rules = std::move(rules.rules)};
}

}  // namespace rocelint::cli
