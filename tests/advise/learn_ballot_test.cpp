// SPDX-License-Identifier: Apache-2.0
#include "advise/learn_ballot.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace rocelint {
namespace {

Ballot<std::int64_t> ballot_of(const std::vector<std::int64_t>& votes) {
  Ballot<std::int64_t> ballot;
  for (std::size_t i = 0; i < votes.size(); ++i) {
    ballot.vote(votes[i], {.host = "h", .port = "p" + std::to_string(i)});
  }
  return ballot;
}

TEST(Ballot, TheMajorityWinsAndTheGreatestOfEquals) {
  EXPECT_EQ(*ballot_of({1, 9, 1}).winner(), 1);
  EXPECT_EQ(*ballot_of({1, 9}).winner(), 9);
  EXPECT_EQ(ballot_of({}).winner(), nullptr);
}

TEST(Ballot, NamesWhoDiffers) {
  EXPECT_EQ(ballot_of({1, 1}).note("port"), "");
  EXPECT_EQ(ballot_of({1, 9, 1, 4}).note("port"),
            "1 on 2 of 4 ports, but 4 on h p3, but 9 on h p1");
}

TEST(Ballot, NamesWhoHasNoValue) {
  Ballot<std::int64_t> ballot;
  const Unknown why{.reason = Reason::timeout, .detail = "", .sys_errno = 0};
  ballot.abstain(why, {.host = "a", .port = "p"});
  EXPECT_EQ(ballot.note("port"), "not read (timeout) on any port");
  ballot.vote(7, {.host = "b", .port = "p"});
  EXPECT_EQ(ballot.note("port"), "not read (timeout) on a p");
}

TEST(Ballot, NamesThreeHostsAndCountsTheRest) {
  Voters voters;
  for (const auto* host : {"a", "b", "c", "d", "e"}) {
    voters.insert({.host = host, .port = "p1"});
    voters.insert({.host = host, .port = "p2"});
  }
  EXPECT_EQ(in_words(voters), "a p1,2, b p1,2, c p1,2 and 2 more hosts");
}

}  // namespace
}  // namespace rocelint
