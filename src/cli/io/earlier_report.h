// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <tl/expected.hpp>

#include "rocelint/base/diagnostic.h"
#include "rocelint/judge.h"
#include "rocelint/report.h"

namespace rocelint::cli {

/// The report of --baseline, as far as a later one is held against it.
struct EarlierReport {
  Baseline failures;
  std::string hostname;
};

[[nodiscard]] tl::expected<EarlierReport, Diagnostics> read_earlier_report(const std::string& file);

/// Findings are told apart by PCI address: those of another host look like fixed and new ones.
[[nodiscard]] Diagnostics diagnostic_about_host(const EarlierReport& earlier, const Report& report);

}  // namespace rocelint::cli
