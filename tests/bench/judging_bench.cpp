// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <string>

#include <benchmark/benchmark.h>

#include "rocelint/judge.h"
#include "rocelint/report.h"
#include "rocelint/snapshot.h"

#include "judge/engine.h"
#include "policy/policy.h"
#include "rules/shipped_documents.h"
#include "sample.h"

namespace rocelint::bench {
namespace {

constexpr auto kPolicy = "lossless-dscp26";

void load_rules_and_policy(benchmark::State& state) {
  for (auto _ : state) {
    benchmark::DoNotOptimize(load_all_rules({}));
    benchmark::DoNotOptimize(
        load_policy({.name_or_file = kPolicy, .set = {}}, shipped_profile_lookup()));
  }
}
BENCHMARK(load_rules_and_policy)->Unit(benchmark::kMicrosecond);

/// What a fleet pays for one more host of 8 NICs: from facts in memory to the findings that failed
/// or are unknown.
void judge_sample(benchmark::State& state) {
  const auto reading = read_snapshot(sample_json(), "sample");
  const auto rules = load_all_rules({});
  const auto policy = load_policy({.name_or_file = kPolicy, .set = {}}, shipped_profile_lookup());
  if (!reading.snapshot || !rules.errors.empty() || !policy.policy) {
    state.SkipWithError("sample, rules or policy can't be read");
    return;
  }
  const EngineOptions options{.findings = ReportedFindings::open};
  for (auto _ : state) {
    benchmark::DoNotOptimize(judge(*reading.snapshot, *policy.policy, rules.rules, options));
  }
}
BENCHMARK(judge_sample)->Unit(benchmark::kMicrosecond);

/// All that `rocelint check --snapshot` does between its input and its output.
void check_sample(benchmark::State& state) {
  JudgeOptions options;
  options.policy = kPolicy;
  if (!judge(*read_snapshot(sample_json(), "sample").snapshot, options).report) {
    state.SkipWithError("the sample can't be judged");
    return;
  }
  for (auto _ : state) {
    const auto reading = read_snapshot(sample_json(), "sample");
    const auto judgement = judge(*reading.snapshot, options);
    benchmark::DoNotOptimize(write_json(*judgement.report, Verbosity::normal));
  }
}
BENCHMARK(check_sample)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace rocelint::bench
