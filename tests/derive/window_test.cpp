// SPDX-License-Identifier: Apache-2.0
#include "derive/window.h"

#include <ostream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/facts.h"
#include "rocelint/snapshot.h"

namespace rocelint {
namespace {

struct Case {
  const char* name;
  Fact<std::string> boot_before;
  Fact<std::string> boot_after;
  const char* taken_before;
  const char* taken_after;
  const char* diagnostic;
};
void PrintTo(const Case& value, std::ostream* out) {
  *out << value.name;
}

class WindowDiagnostic : public testing::TestWithParam<Case> {};

TEST_P(WindowDiagnostic, Says) {
  Snapshot since;
  since.host.boot_id = GetParam().boot_before;
  since.taken_at = GetParam().taken_before;
  Snapshot now;
  now.host.boot_id = GetParam().boot_after;
  now.taken_at = GetParam().taken_after;
  now.probe.duration_us = 1;
  const std::string expected = GetParam().diagnostic;
  const auto diagnostic = window_diagnostic(since, now);
  if (expected.empty()) {
    EXPECT_EQ(diagnostic, "");
  } else {
    EXPECT_THAT(diagnostic, testing::HasSubstr(expected));
  }
}

constexpr auto kTen = "2027-03-02T10:00:00Z";
constexpr auto kEleven = "2027-03-02T11:00:00Z";
const Fact<std::string> kBoot = std::string("5a1c");

INSTANTIATE_TEST_SUITE_P(
    Window, WindowDiagnostic,
    testing::Values(Case{"same_boot", kBoot, kBoot, kTen, kEleven, ""},
                    Case{"within_one_second", kBoot, kBoot, kTen, kTen, ""},
                    Case{"wrong_way_round", kBoot, kBoot, kEleven, kTen, "after the host judged"},
                    Case{"other_boot", kBoot, std::string("77fe"), kTen, kEleven, "another boot"},
                    Case{"unread_before", Unknown{}, kBoot, kTen, kEleven, "earlier snapshot"},
                    Case{"unread_now", kBoot, Unknown{}, kTen, kEleven, "the host judged"}),
    [](const auto& instance) { return std::string(instance.param.name); });

TEST(WindowOfOneSnapshot, IsNone) {
  Snapshot snapshot;
  snapshot.host.boot_id = kBoot;
  snapshot.taken_at = kTen;
  EXPECT_THAT(window_diagnostic(snapshot, snapshot),
              testing::HasSubstr("is the snapshot that is judged"));
}

}  // namespace
}  // namespace rocelint
