// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/report.h"

#include "tests/judge/engine_support.h"

namespace rocelint {
namespace {

using testing_support::judge_with;
using testing_support::patched;
using testing_support::policy_from;

constexpr auto kReady = Verdict::ready;
constexpr auto kOpen = Verdict::undetermined;

struct Row {
  std::string roles_and_groups;
  std::string patch;
  Verdict verdict;
  std::vector<Verdict> ports;
  std::string note;
};

std::vector<Row> rows() {
  const std::string one_role = "roles: {all: {}}\n";
  const std::string two_roles =
      "roles:\n"
      "  fast: {ports: dev.max_speed_mbps >= 400000}\n"
      "  slow: {ports: dev.max_speed_mbps < 400000}\n";
  const auto group = [&](const std::string& where) {
    return one_role + "groups: [{where: '" + where +
           "', roles: {all: {mtu: {active_bytes: 4096}}}}]\n";
  };
  const std::string no_board =
      R"([{"op":"replace","path":"/host/devices/1/board_id","value":{"unknown":"permission"}}])";
  const std::string no_name =
      R"([{"op":"replace","path":"/host/hostname","value":{"unknown":"permission"}}])";
  const std::string no_speed =
      R"([{"op":"replace","path":"/host/devices/1/max_speed_mbps","value":{"unknown":"timeout"}}])";
  return {Row{one_role, no_board, kReady, {kReady, kReady, kReady, kReady}, ""},
          Row{group("dev.board_id == \"x\""), "[]", kReady, {kReady, kReady, kReady, kReady}, ""},
          Row{group("dev.board_id == \"x\""),
              no_board,
              kOpen,
              {kReady, kOpen, kReady, kReady},
              "policy group site:3 not applied: permission denied"},
          Row{group("host.hostname == \"x\""),
              no_name,
              kOpen,
              {kOpen, kOpen, kOpen, kOpen},
              "policy group site:3 not applied: permission denied"},
          Row{two_roles, "[]", kReady, {kReady, kReady, kReady, kReady}, ""},
          Row{two_roles,
              no_speed,
              kOpen,
              {kReady, kOpen, kReady, kReady},
              "mlx5_1/1 may be of another role than fast: timed out"}};
}

// What a group or another role would have asked for is not judged, and may have been a blocker.
TEST(UndecidedPolicy, LeavesTheHostUndetermined) {
  for (const auto& row : rows()) {
    SCOPED_TRACE(row.roles_and_groups + row.patch);
    const auto report =
        judge_with(patched(row.patch), policy_from("policy: site\n" + row.roles_and_groups),
                   testing_support::rules_from("rules: []"));
    EXPECT_EQ(report.verdict, row.verdict);
    EXPECT_EQ(report.exit_code, row.verdict == kOpen ? 3 : 0);
    EXPECT_EQ(report.score.value < 60, row.verdict == kOpen) << report.score.value;
    EXPECT_EQ(report.policy.undecided, !row.note.empty());
    EXPECT_EQ(report.complete, row.note.empty());
    EXPECT_THAT(report.incomplete,
                row.note.empty() ? std::vector<std::string>{} : std::vector{row.note});
    std::vector<Verdict> ports;
    for (const auto& port : report.ports) {
      ports.push_back(port.verdict.value_or(Verdict::ready));
    }
    EXPECT_EQ(ports, row.ports);
  }
}

}  // namespace
}  // namespace rocelint
