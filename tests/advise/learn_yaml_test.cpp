// SPDX-License-Identifier: Apache-2.0
#include "advise/learn_yaml.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "advise/learn_ballot.h"
#include "base/tree.h"
#include "tests/support/command_run.h"

namespace rocelint {
namespace {

LearnedPolicy policy_with(std::vector<LearnedValue> values) {
  return {.remarks = {"what it is"},
          .roles = {{.name = "r",
                     .ports = "dev.driver == \"x\"",
                     .remarks = {"4 ports"},
                     .values = std::move(values),
                     .unread = {"Not told by any port (unsupported): fec"}}},
          .groups = {}};
}

TEST(LearnYaml, SetsWhatIsAgreedAndCommentsTheRest) {
  EXPECT_EQ(write_learned(policy_with(
                {{.parameter = "expect.ports", .value = "8"},
                 {.parameter = "expect.speed_mbps",
                  .value = "400000",
                  .agreed = false,
                  .note = "400000 on 7 ports, 200000 on 1: a mlx5_3"},
                 {.parameter = "mtu.active_bytes", .value = "4096", .agreed = false, .note = "odd"},
                 {.parameter = "trust", .value = "dscp", .note = "mind this"}})),
            R"(# what it is
policy: learned

roles:
  # 4 ports
  r:
    ports: 'dev.driver == "x"'
    expect:
      ports: 8
      # 400000 on 7 ports, 200000 on 1: a mlx5_3
      # speed_mbps: 400000
    # mtu:
    # odd
    #   active_bytes: 4096
    # mind this
    trust: dscp
    # Not told by any port (unsupported): fec
)");
}

TEST(LearnYaml, BoardsAreGroups) {
  auto policy = policy_with({});
  policy.groups = {
      {.board = "MT_1", .role = "r", .values = {{.parameter = "cnp.priority", .value = "7"}}}};
  EXPECT_THAT(write_learned(policy), testing::EndsWith(R"(
groups:
  - where: "dev.board_id == \"MT_1\""
    roles:
      r:
        cnp:
          priority: 7
)"));
}

TEST(LearnYaml, AParagraphStaysAComment) {
  const auto hostile =
      "a\nroles: {x: 1}\r\n\x1b[2J\xC2\x85policy: y\xE2\x80\xA8z " + std::string(200, 'w');
  const auto text = comment(hostile, 4);
  for (const auto& line : test::lines_of(text)) {
    EXPECT_THAT(line, testing::StartsWith("    #"));
  }
  EXPECT_TRUE(test::is_tame(text)) << testing::PrintToString(text);
  const auto tree = read_yaml(text + "key: 1\n", "test");
  ASSERT_TRUE(tree);
  EXPECT_EQ(tree->entries.size(), 1U);
}

TEST(LearnYaml, CommentsAreEightyColumnsWide) {
  std::string text;
  for (int i = 0; i < 60; ++i) {
    text += "word" + std::to_string(i) + ' ';
  }
  for (const auto& line : test::lines_of(comment(text, 4))) {
    EXPECT_LE(line.size(), 80U);
  }
}

}  // namespace
}  // namespace rocelint
