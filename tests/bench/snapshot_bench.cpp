// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>

#include <benchmark/benchmark.h>

#include "rocelint/snapshot.h"

#include "sample.h"

namespace rocelint::bench {

namespace {

void count_bytes(benchmark::State& state, const std::string& text) {
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

void read_sample(benchmark::State& state) {
  for (auto _ : state) {
    benchmark::DoNotOptimize(read_snapshot(sample_json(), "sample"));
  }
  count_bytes(state, sample_json());
}
BENCHMARK(read_sample)->Unit(benchmark::kMicrosecond);

void write_sample(benchmark::State& state) {
  const auto reading = read_snapshot(sample_json(), "sample");
  if (!reading.snapshot) {
    state.SkipWithError("the sample can't be read");
    return;
  }
  const auto written = write_snapshot(*reading.snapshot);
  for (auto _ : state) {
    benchmark::DoNotOptimize(write_snapshot(*reading.snapshot));
  }
  count_bytes(state, written);
}
BENCHMARK(write_sample)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace rocelint::bench
