// SPDX-License-Identifier: Apache-2.0
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/report.h"

namespace rocelint {
namespace {

using testing::ElementsAre;

template <class E>
std::vector<std::string_view> names(std::initializer_list<E> values) {
  std::vector<std::string_view> out;
  for (const auto value : values) {
    out.push_back(enum_name(value));
  }
  return out;
}

// The report schema promises these spellings.
TEST(ReportNames, AreWhatTheSchemaPromises) {
  EXPECT_THAT(names({Outcome::pass, Outcome::fail, Outcome::unknown, Outcome::not_applicable,
                     Outcome::waived}),
              ElementsAre("pass", "fail", "unknown", "not_applicable", "waived"));
  EXPECT_THAT(names({Verdict::not_ready, Verdict::degraded, Verdict::undetermined,
                     Verdict::ready_with_warnings, Verdict::ready}),
              ElementsAre("not_ready", "degraded", "undetermined", "ready_with_warnings", "ready"));
  EXPECT_THAT(names({Gate::pass, Gate::stop, Gate::error}), ElementsAre("pass", "stop", "error"));
  EXPECT_THAT(names({Disrupts::none, Disrupts::link, Disrupts::reset, Disrupts::reboot}),
              ElementsAre("none", "link", "reset", "reboot"));
  EXPECT_THAT(names({Lasts::boot, Lasts::reboot, Lasts::persistent, Lasts::next_boot}),
              ElementsAre("boot", "reboot", "persistent", "next_boot"));
}

}  // namespace
}  // namespace rocelint
