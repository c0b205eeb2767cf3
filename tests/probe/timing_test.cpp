// SPDX-License-Identifier: Apache-2.0
#include "probe/timing.h"

#include <vector>

#include <gtest/gtest.h>

#include "rocelint/snapshot.h"

#include "tests/support/golden.h"

namespace rocelint {
namespace {

TEST(Timing, NamesTheDearestModuleFirst) {
  Probe probe;
  probe.duration_us = 1'412'300;
  probe.modules = std::vector<ModuleRun>{
      {.id = "cc", .outcome = ModuleOutcome::done, .detail = "", .duration_us = 400},
      {.id = "counters",
       .outcome = ModuleOutcome::timeout,
       .detail = "ethtool GSTATS of ens1\x1b[2J did not answer within 1.0 s; the rest was read "
                 "without it",
       .duration_us = 1'050'700},
      {.id = "gid", .outcome = ModuleOutcome::done, .detail = "", .duration_us = 400},
      {.id = "inventory", .outcome = ModuleOutcome::done, .detail = "", .duration_us = 31'049}};
  test::expect_golden("collect/timing.txt", timing_of(probe));
}

TEST(Timing, WithoutModulesIsEmpty) {
  EXPECT_EQ(timing_of(Probe()), "");
}

}  // namespace
}  // namespace rocelint
