// SPDX-License-Identifier: Apache-2.0

// A healthy host of any kind has no failure, without a policy and with the one that is meant for
// it. What its driver can't show is unknown, and only where the table says so.

#include "tests/support/healthy_hosts.h"

#include <algorithm>
#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/report.h"
#include "rocelint/snapshot.h"

#include "base/text.h"
#include "judge/engine.h"
#include "tests/judge/engine_support.h"

namespace rocelint {
namespace {

using testing::IsEmpty;
using namespace testing_support;

struct Row {
  std::string name;
  Snapshot (*host)();
  std::string profile;
  std::vector<std::string> set;
  std::int64_t ports = 0;
  std::vector<std::string> may_be_unknown;  ///< rules, as globs
};
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name;
}

/// Rules that stand on DCB.
const std::vector<std::string> kDcb = {"qos-*", "pfc-*", "pause-*", "ets-*", "buffer-*", "path-*"};
/// What a virtual function, and a netdev without hardware, does not tell besides.
const std::vector<std::string> kDcbAndFec = {"qos-*", "pfc-*",    "pause-*", "ets-*",
                                             "fec-*", "buffer-*", "path-*",  "pcie-*"};

const std::vector<Row> kRows = {
    {"mlx5_in_tree", mlx5_in_tree, "lossless-dscp26", {"expect.ports=4"}, 4, {}},
    {"mlx5_ofed", mlx5_ofed, "lossless-dscp26", {"expect.ports=2"}, 2, {}},
    {"mlx5_ofed_with_an_idle_port",
     mlx5_ofed_with_an_idle_port,
     "lossless-dscp26",
     {"expect.ports=1"},
     1,
     {}},
    {"bnxt", bnxt, "lossless-dscp26-cnp7", {"expect.ports=4"}, 4, {}},
    {"irdma", irdma, "lossless-dscp26", {"expect.ports=2", "cnp.priority=2"}, 2, {}},
    {"ionic", ionic, "lossless-dscp26", {"expect.ports=4"}, 4, kDcb},
    {"vf_in_a_pod", vf_in_a_pod, "cloud-unmanaged", {"expect.ports=1"}, 1, kDcbAndFec},
    {"bond", bond, "lossless-dscp26", {"expect.ports=1"}, 1, {}},
    {"vlan", vlan, "lossless-dscp26", {"expect.ports=2"}, 2, {}},
    {"ipv6_only", ipv6_only, "lossless-dscp26", {"expect.ports=4", "gid.family=ipv6"}, 4, {}},
    {"cx8_planes",
     cx8_planes,
     "lossless-dscp26",
     {"expect.ports=2", "expect.speed_mbps=800000"},
     2,
     {}},
    {"rxe", rxe, "soft-roce", {"expect.ports=1"}, 1, kDcbAndFec},
};

class HealthyHost : public testing::TestWithParam<Row> {};

/// "pfc-off@0000:18:00.0/1" of what is unknown without leave.
std::vector<std::string> stray_unknowns(const Report& report, const Row& row) {
  std::vector<std::string> stray;
  for (const auto& finding : report.findings) {
    const bool allowed = std::ranges::any_of(row.may_be_unknown, [&](const std::string& glob) {
      return glob_match(finding.rule, glob);
    });
    if (finding.outcome == Outcome::unknown && !allowed) {
      stray.push_back(finding.id);
    }
  }
  return stray;
}

void expect_no_failure(const Row& row, const Policy& policy) {
  static const RuleSet kRules = shipped_rule_set();
  const auto report = judge_with(row.host(), policy, kRules);
  EXPECT_THAT(ids(report, Outcome::fail), IsEmpty());
  EXPECT_THAT(stray_unknowns(report, row), IsEmpty());
  ASSERT_EQ(report.roles.size(), 1U);
  EXPECT_EQ(report.roles[0].ports_judged, row.ports);
}

TEST_P(HealthyHost, HasNoFailureWithoutAPolicy) {
  expect_no_failure(GetParam(), profile("baseline"));
}

TEST_P(HealthyHost, HasNoFailureUnderItsOwnPolicy) {
  expect_no_failure(GetParam(), profile(GetParam().profile, GetParam().set));
}

TEST_P(HealthyHost, IsASnapshotThatCanBeSaved) {
  auto host = GetParam().host();
  const auto reading = read_snapshot(write_snapshot(host), GetParam().name);
  expect_none(reading.errors);
  ASSERT_TRUE(reading.snapshot);
  EXPECT_EQ(write_snapshot(*reading.snapshot), write_snapshot(host));
}

INSTANTIATE_TEST_SUITE_P(Rows, HealthyHost, testing::ValuesIn(kRows),
                         [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace rocelint
