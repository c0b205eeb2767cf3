// SPDX-License-Identifier: Apache-2.0
#include "cli/explain_coverage.h"

#include <string>
#include <utility>

#include "rocelint/report.h"

#include "cli/command.h"
#include "cli/coverage_text.h"
#include "cli/host_source.h"
#include "cli/judging.h"
#include "cli/site.h"
#include "cli/terminal.h"
#include "derive/window.h"
#include "engine/coverage.h"
#include "engine/vantage.h"

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
  if (const auto complaint = host.since ? window_complaint(*host.since, *host.snapshot) : "";
      !complaint.empty()) {
    return usage_error("--since: " + complaint);
  }
  Report vantage;
  describe_vantage(*host.snapshot, vantage);
  const HostCoverage coverage{.vantage = std::move(vantage.vantage),
                              .policy = site->policy.name,
                              .sights = sights_of(*host.snapshot, site->policy, site->rules,
                                                  {.since = host.since ? &*host.since : nullptr,
                                                   .traffic_class = host.traffic_class})};
  return {.out = settings.format == Format::json
                     ? coverage_as_json(coverage)
                     : coverage_in_words(coverage, text_options(Verbosity::normal)),
          .err = lines_of(host.warnings) + note_if_partial(*host.snapshot, "table")};
}

}  // namespace rocelint::cli
