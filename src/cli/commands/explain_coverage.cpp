// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/explain_coverage.h"

#include <string>
#include <utility>

#include "rocelint/report.h"

#include "advise/fact_coverage.h"
#include "cli/command.h"
#include "cli/commands/coverage_text.h"
#include "cli/io/host_source.h"
#include "cli/io/judging.h"
#include "cli/io/site.h"
#include "cli/io/terminal.h"
#include "derive/window.h"
#include "judge/run_context.h"

namespace rocelint::cli {

CommandOutput explain_coverage(const CoverageSettings& settings) {
  const auto site = load_site(settings.site);
  if (!site) {
    return usage_error(site.error());
  }
  const auto host = look_at_host(settings.host);
  if (!host.snapshot) {
    return usage_error(host.errors);
  }
  if (const auto diagnostic = host.since ? window_diagnostic(*host.since, *host.snapshot) : "";
      !diagnostic.empty()) {
    return usage_error("--since: " + diagnostic);
  }
  Report run_context;
  describe_run_context(*host.snapshot, run_context);
  const HostCoverage coverage{
      .run_context = std::move(run_context.run_context),
      .policy = site->policy.name,
      .rule_coverage = rule_coverage_of(
          *host.snapshot, site->policy, site->rules,
          {.since = host.since ? &*host.since : nullptr, .traffic_class = host.traffic_class})};
  return {.out = settings.format == Format::json
                     ? coverage_as_json(coverage)
                     : coverage_in_words(coverage, text_options(Verbosity::normal)),
          .err = lines_of(host.warnings) + note_if_partial(*host.snapshot, "table")};
}

}  // namespace rocelint::cli
