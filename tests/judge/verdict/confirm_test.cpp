// SPDX-License-Identifier: Apache-2.0
#include "judge/verdict/confirm.h"

#include <cstddef>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/report.h"

#include "tests/judge/engine_support.h"

namespace rocelint {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// What one reading shows: "a" is a failed blocker, "b<a" one that follows from a, "?c" an unknown
/// one, "!d" a failed error.
using Shown = std::vector<std::string>;

Finding finding_of(const std::string& text) {
  Finding finding;
  finding.outcome = text.starts_with('?') ? Outcome::unknown : Outcome::fail;
  finding.severity = text.starts_with('!') ? Severity::error : Severity::blocker;
  const auto name = text.substr(text.find_first_not_of("?!"));
  const auto follows = name.find('<');
  finding.id = name.substr(0, follows);
  finding.folded_under = follows == std::string::npos ? "" : name.substr(follows + 1);
  return finding;
}

JudgedReading reading_of(const Shown& shown) {
  JudgedReading reading;
  for (const auto& text : shown) {
    reading.report.findings.push_back(finding_of(text));
  }
  return reading;
}

struct Row {
  const char* name;
  std::vector<Shown> readings;  ///< the host as it is found, one look after the other
  std::size_t looks;            ///< how often it is looked at
  std::optional<std::vector<std::string>> unconfirmed;
};
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name;
}

class Confirm : public testing::TestWithParam<Row> {};

TEST_P(Confirm, TheNewestReadingCounts) {
  const auto& row = GetParam();
  std::size_t looks = 1;
  const auto counts =
      confirm_blockers(reading_of(row.readings.front()), [&]() -> std::optional<JudgedReading> {
        return looks < row.readings.size() ? std::optional(reading_of(row.readings[looks++]))
                                           : std::nullopt;
      });
  EXPECT_EQ(looks, row.looks);
  EXPECT_EQ(counts.report.findings, reading_of(row.readings[looks - 1]).report.findings);
  EXPECT_EQ(counts.report.unconfirmed, row.unconfirmed);
}

using Ids = std::vector<std::string>;

INSTANTIATE_TEST_SUITE_P(
    Readings, Confirm,
    testing::Values(Row{"nothing_failed", {{}, {"a"}}, 1, std::nullopt},
                    Row{"an_error_is_no_blocker", {{"!a"}, {"a"}}, 1, std::nullopt},
                    Row{"an_unknown_has_not_failed", {{"?a"}, {"a"}}, 1, std::nullopt},
                    Row{"confirmed", {{"a"}, {"a"}, {}}, 2, Ids{}},
                    Row{"gone", {{"a"}, {}, {"a"}}, 2, Ids{"a"}},
                    Row{"one_of_two_is_gone", {{"a", "b"}, {"b"}, {}}, 2, Ids{"a"}},
                    Row{"another_beside_a_confirmed_one", {{"a"}, {"a", "b"}, {}}, 2, Ids{}},
                    Row{"another_one_that_stays", {{"a"}, {"b"}, {"b"}}, 3, Ids{"a"}},
                    Row{"another_one_that_goes", {{"a"}, {"b"}, {}}, 3, Ids{"a", "b"}},
                    Row{"another_one_each_time", {{"a"}, {"b"}, {"c"}, {}}, 3, Ids{"a", "b"}},
                    Row{"back_and_forth", {{"a"}, {"b"}, {"a"}, {}}, 3, Ids{"b"}},
                    Row{"unknown_the_second_time", {{"a"}, {"?a"}, {}}, 2, Ids{"a"}},
                    Row{"an_error_the_second_time", {{"a"}, {"!a"}, {}}, 2, Ids{}},
                    Row{"gone_with_what_follows", {{"a", "b<a"}, {}, {}}, 2, Ids{"a"}},
                    Row{"what_follows_is_gone", {{"a", "b<a"}, {"a"}, {}}, 2, Ids{}},
                    Row{"the_cause_is_gone", {{"a", "b<a"}, {"b"}, {}}, 2, Ids{"a"}},
                    Row{"the_cause_is_another", {{"a", "c<a"}, {"b", "c<b"}, {}}, 2, Ids{"a"}},
                    Row{"not_read_again", {{"a"}}, 1, std::nullopt},
                    Row{"not_read_a_third_time", {{"a"}, {"b"}}, 2, Ids{"a"}}),
    [](const auto& row) { return std::string(row.param.name); });

// With real rules: a link that flaps while the host is looked at.
TEST(Confirm, ALinkThatComesBackIsNoFailure) {
  using testing_support::patched;
  const auto policy = testing_support::profile("lossless-dscp26");
  const auto rules = testing_support::shipped_rule_set();
  const auto read = [&](const char* patch) {
    auto snapshot = patched(patch);
    auto report = testing_support::judge_with(snapshot, policy, rules);
    return JudgedReading{.snapshot = std::move(snapshot), .report = std::move(report)};
  };
  auto down = read(R"([{"op": "replace", "path": "/host/devices/0/ports/0/state", "value": "down"},
                       {"op": "replace", "path": "/host/netdevs/0/carrier", "value": false}])");
  ASSERT_EQ(down.report.verdict, Verdict::not_ready);
  const auto failed = testing_support::root_causes(down.report);
  const auto counts = confirm_blockers(std::move(down), [&] { return std::optional(read("[]")); });
  EXPECT_EQ(counts.report.verdict, Verdict::ready);
  EXPECT_THAT(counts.report.unconfirmed, testing::Optional(ElementsAre("port-down@0000:18:00.0/1")))
      << testing::PrintToString(failed);
}

}  // namespace
}  // namespace rocelint
