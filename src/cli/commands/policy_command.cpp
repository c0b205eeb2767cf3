// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "rocelint/report.h"

#include "advise/policy_fit.h"
#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/commands/commands.h"
#include "cli/commands/policy_commands.h"
#include "cli/io/host_source.h"
#include "cli/io/site.h"
#include "cli/io/terminal.h"
#include "judge/engine.h"
#include "policy/policy.h"
#include "report/text/page.h"
#include "rules/shipped_documents.h"

namespace rocelint::cli {

namespace {

constexpr auto kFooter = R"(Examples:
  rocelint policy lint site.yaml             is it correct? (CI of a policy)
  rocelint policy show                       the policy of this host
  rocelint policy learn hosts/*.json         a first policy, from saved hosts
  rocelint policy impact new.yaml --against site.yaml hosts/*.json
  rocelint policy list                       profiles that ship with rocelint

Exit codes: 0 success, 2 a policy is wrong or can't be read. impact and
lint --strict also use 1: see their --help.)";

CommandOutput list_profiles() {
  Page page(text_options(Verbosity::normal));
  std::size_t longest = 0;
  for (const auto& profile : shipped_profiles()) {
    longest = std::max(longest, profile.name.size());
  }
  CommandOutput output;
  for (const auto& profile : shipped_profiles()) {
    const auto loading = load_by_name(std::string(profile.name), {});
    page.prose({.indent = 0, .label = profile.name, .hang = longest + 2},
               loading.policy ? loading.policy->summary : "can't be loaded");
    output.errors.insert(output.errors.end(), loading.errors.begin(), loading.errors.end());
  }
  output.out = page.take();
  output.exit_code = output.errors.empty() ? kExitPass : kExitInternal;
  return output;
}

void append(Diagnostics& into, Diagnostics more) {
  into.insert(into.end(), std::make_move_iterator(more.begin()),
              std::make_move_iterator(more.end()));
}

}  // namespace

HostsReading read_hosts(const std::vector<std::string>& files) {
  HostsReading reading;
  for (const auto& file : files) {
    auto host = read_host(file);
    append(reading.errors, std::move(host.errors));
    append(reading.warnings, std::move(host.warnings));
    if (!host.snapshot) {
      continue;
    }
    const auto* hostname = host.snapshot->host.hostname.known();
    auto name = hostname == nullptr || hostname->empty() ? file : *hostname;
    if (std::ranges::find(reading.hosts, name, &NamedHost::name) != reading.hosts.end()) {
      name = file;
    }
    reading.hosts.push_back({.name = std::move(name), .snapshot = *std::move(host.snapshot)});
  }
  return reading;
}

void declare_policy_list(CommandLine& command) {
  command.run = list_profiles;
}

void declare_policy(CommandLine& command) {
  command.footer = kFooter;
}

}  // namespace rocelint::cli
