// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "rocelint/base/diagnostic.h"
#include "rocelint/report.h"
#include "rocelint/snapshot.h"

namespace rocelint {

/// What makes a caller stop, beside errors of use.
enum class FailOn : std::uint8_t { not_ready, degraded, undetermined, warning, new_failure };

/// The root causes of an earlier report, by the ids of their findings.
struct Baseline {
  std::string file;
  std::set<std::string, std::less<>> failed;
};

struct JudgeOptions {
  std::string policy;                         ///< file or profile name; empty: baseline, no policy
  std::vector<std::string> rule_directories;  ///< site rules beside the shipped ones
  std::vector<std::string> set;               ///< "key=value", above the policy file
  std::set<FailOn> fail_on{FailOn::not_ready, FailOn::degraded, FailOn::undetermined};
  /// An earlier snapshot of the same boot: the window in which rules see counters grow. Null: rules
  /// on growth are not run.
  const Snapshot* since = nullptr;
  /// Findings are held against it. Null: they are not.
  const Baseline* baseline = nullptr;
  /// IP traffic class of the job's packets, DSCP and ECN bits; above what the job and the policy
  /// say.
  std::optional<std::int64_t> traffic_class = std::nullopt;
};

struct Judgement {
  std::optional<Report> report;  ///< absent when there is an error: nothing was judged
  Diagnostics errors;
  Diagnostics warnings;
};

/// Judges a snapshot by the shipped rules and the policy. Pure but for reading the named files.
[[nodiscard]] Judgement judge(const Snapshot& snapshot, const JudgeOptions& options);

}  // namespace rocelint
