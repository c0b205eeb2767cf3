// SPDX-License-Identifier: Apache-2.0
#include "probe/timing.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "rocelint/facts/reflect.h"
#include "rocelint/snapshot.h"

#include "base/text.h"

namespace rocelint {

namespace {

double milliseconds(std::int64_t microseconds) {
  return static_cast<double>(microseconds) / 1000;
}

std::string row_of(const ModuleRun& run, std::size_t width) {
  auto row = fmt::format("  {:<{}}  {:>8.1f} ms  {}", escape_for_terminal(run.id), width,
                         milliseconds(run.duration_us), enum_name(run.outcome));
  if (!run.detail.empty()) {
    row += ": " + escape_for_terminal(run.detail);
  }
  return row + '\n';
}

}  // namespace

std::string timing_of(const Probe& probe) {
  const auto* known = probe.modules.known();
  if (known == nullptr) {
    return "";
  }
  auto runs = *known;
  std::ranges::sort(runs, [](const ModuleRun& a, const ModuleRun& b) {
    return std::tie(b.duration_us, a.id) < std::tie(a.duration_us, b.id);
  });
  std::size_t width = 0;
  std::int64_t sum_us = 0;
  for (const auto& run : runs) {
    width = std::max(width, escape_for_terminal(run.id).size());
    sum_us += run.duration_us;
  }
  std::string table = fmt::format("{} modules, {:.1f} ms", runs.size(), milliseconds(sum_us));
  if (const auto* whole = probe.duration_us.known()) {
    table += fmt::format(" of {:.1f} ms for the whole probe", milliseconds(*whole));
  }
  table += '\n';
  for (const auto& run : runs) {
    table += row_of(run, width);
  }
  return table;
}

}  // namespace rocelint
