// SPDX-License-Identifier: Apache-2.0
#include "advise/learn_ballot.h"

#include <map>
#include <ostream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/facts.h"

#include "facts/only_deep.h"

namespace rocelint {
namespace {

using testing::IsEmpty;

/// "gpu1 mlx5_0 B=9000": a port of board B votes for 9000; "gpu1 mlx5_0 B!unsupported": its fact is
/// unknown.
struct Cast {
  const char* host;
  const char* port;
  const char* board;
  const char* value;  ///< null: an abstention
  Reason why{Reason::timeout};
};

struct Row {
  const char* name;
  std::vector<Cast> votes;
  bool agreed;
  const char* value;
  const char* note;
  std::map<std::string, std::string> by_board = {};
};
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name;
}

class BallotTest : public testing::TestWithParam<Row> {};

TEST_P(BallotTest, Counts) {
  const auto& row = GetParam();
  Ballot ballot;
  for (const auto& cast : row.votes) {
    const Voter voter{.host = cast.host, .port = cast.port, .board = cast.board};
    if (cast.value != nullptr) {
      ballot.vote(cast.value, voter);
    } else {
      ballot.abstain(Unknown{.reason = cast.why, .detail = "", .sys_errno = 0}, voter);
    }
  }
  const auto result = ballot.result("mtu.netdev_bytes");
  EXPECT_EQ(result.parameter, "mtu.netdev_bytes");
  EXPECT_EQ(result.agreed, row.agreed);
  EXPECT_EQ(result.value, row.value);
  EXPECT_EQ(result.note, row.note);
  EXPECT_EQ(ballot.by_board(), row.by_board);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, BallotTest,
    testing::Values(
        Row{"nobody", {}, false, "", ""},
        Row{"all", {{"a", "p0", "", "9000"}, {"b", "p0", "", "9000"}}, true, "9000", ""},
        Row{"odd_ones",
            {{"a", "mlx5_0", "", "9000"},
             {"a", "mlx5_1", "", "9000"},
             {"a", "mlx5_2", "", "9000"},
             {"b", "mlx5_3", "", "1500"},
             {"b", "mlx5_4", "", "1500"}},
            false,
            "9000",
            "9000 on 3 ports, 1500 on 2: b mlx5_3,4"},
        Row{"unknown_on_one",
            {{"a", "p0", "", "9000"}, {"b", "p1", "", nullptr, Reason::permission}},
            false,
            "9000",
            "9000 on 1 port; not told on 1 port (permission): b p1"},
        Row{"unknown_on_all",
            {{"a", "p0", "", nullptr, Reason::unsupported}},
            false,
            "",
            "unsupported"},
        Row{"many_hosts",
            {{"a", "p0", "", "1"},
             {"b", "p0", "", "1"},
             {"c", "p0", "", "1"},
             {"d", "p0", "", "2"},
             {"e", "p0", "", "2"},
             {"f", "p0", "", "2"},
             {"g", "p0", "", "2"},
             {"h", "p0", "", "2"}},
            false,
            "2",
            "2 on 5 ports, 1 on 3: a p0, b p0, c p0"},
        Row{"many_values",
            {{"a", "p0", "", "1"},
             {"a", "p1", "", "2"},
             {"a", "p2", "", "3"},
             {"a", "p3", "", "4"},
             {"a", "p4", "", "5"}},
            false,
            "1",
            "1 on 1 port, 2 on 1: a p1, 3 on 1: a p2, 4 on 1: a p3 and 1 more value"},
        Row{"by_board",
            {{"a", "p0", "X", "6"}, {"a", "p1", "X", "6"}, {"a", "p2", "Y", "7"}},
            false,
            "6",
            "6 on 2 ports, 7 on 1: a p2",
            {{"X", "6"}, {"Y", "7"}}},
        Row{"a_board_is_not_known",
            {{"a", "p0", "X", "6"}, {"a", "p1", "", "7"}},
            false,
            "6",
            "6 on 1 port, 7 on 1: a p1"},
        Row{"a_board_disagrees",
            {{"a", "p0", "X", "6"}, {"a", "p1", "X", "7"}, {"a", "p2", "Y", "7"}},
            false,
            "7",
            "7 on 2 ports, 6 on 1: a p0"},
        Row{"a_board_does_not_tell",
            {{"a", "p0", "X", "6"}, {"a", "p1", "Y", "7"}, {"a", "p2", "Y", nullptr}},
            false,
            "6",
            "6 on 1 port, 7 on 1: a p1; not told on 1 port (timeout): a p2"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(Ballot, SaysWhatADeepProbeWouldTell) {
  Ballot ballot;
  ballot.abstain(only_deep(), {.host = "a", .port = "p0", .board = ""});
  EXPECT_EQ(ballot.unread(), kOnlyDeep);
}

TEST(Ballot, NamesAFewHosts) {
  const auto voter = [](const char* host, const char* port) {
    return Voter{.host = host, .port = port, .board = ""};
  };
  EXPECT_THAT(in_words({}), IsEmpty());
  EXPECT_EQ(in_words({voter("a", ""), voter("b", "")}), "a, b");
  EXPECT_EQ(in_words({voter("a", "mlx5_0"), voter("a", "mlx5_1"), voter("b", "mlx5_7")}),
            "a mlx5_0,1, b mlx5_7");
  EXPECT_EQ(in_words({voter("a", ""), voter("b", ""), voter("c", ""), voter("d", "")}),
            "a, b, c and 1 more host");
}

}  // namespace
}  // namespace rocelint
