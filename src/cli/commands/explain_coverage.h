// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command.h"
#include "cli/io/host_source.h"
#include "cli/io/judging.h"
#include "cli/io/site.h"

namespace rocelint::cli {

struct CoverageSettings {
  SiteSettings site;
  HostSettings host;
  Format format{Format::text};
};

/// explain --coverage: what rules see on this host, or on a saved one.
[[nodiscard]] CommandOutput explain_coverage(const CoverageSettings& settings);

}  // namespace rocelint::cli
