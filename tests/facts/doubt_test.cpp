// SPDX-License-Identifier: Apache-2.0
#include "facts/doubt.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/reflect.h"

#include "facts/json/facts_json.h"
#include "tests/support/reasons.h"

namespace rocelint {
namespace {

using testing_support::reasons;

Unknown because(Reason reason, const std::string& detail = "") {
  return {.reason = reason, .detail = detail, .sys_errno = 0};
}

TEST(AddDoubt, KeepsTheFirstForEachReason) {
  struct Row {
    std::vector<Reason> met;
    std::string kept;
  };
  using enum Reason;
  for (const auto& row :
       {Row{{}, ""}, Row{{timeout}, "timeout"}, Row{{unsupported, timeout}, "unsupported timeout"},
        Row{{timeout, unsupported}, "timeout unsupported"},
        Row{{timeout, timeout, permission, timeout, permission}, "timeout permission"},
        Row{{not_collected, unsupported, not_found, permission, timeout, crashed, vanished,
             io_error, malformed, not_authoritative},
            "not_collected unsupported not_found permission timeout crashed vanished io_error "
            "malformed not_authoritative"}}) {
    std::optional<Unknown> doubt;
    for (const auto reason : row.met) {
      const auto why = because(reason);
      add_doubt(doubt, &why);
    }
    EXPECT_EQ(doubt ? reasons(*doubt) : "", row.kept);
  }
}

TEST(AddDoubt, KeepsWhatIsSaidOfEach) {
  auto doubt = because(Reason::timeout, "hung");
  add_doubt(doubt, because(Reason::timeout, "hung as well"));
  add_doubt(doubt, {.reason = Reason::permission, .detail = "refused", .sys_errno = 13});
  EXPECT_EQ(doubt.detail, "hung");
  ASSERT_EQ(doubt.also.size(), 1U);
  EXPECT_EQ(doubt.also.front(),
            (Unknown{.reason = Reason::permission, .detail = "refused", .sys_errno = 13}));
}

TEST(AddDoubt, TakesOverTheReasonsOfAnotherDoubtWithoutDepth) {
  auto other = because(Reason::unsupported);
  add_doubt(other, because(Reason::permission));
  add_doubt(other, because(Reason::vanished));
  auto doubt = because(Reason::permission);
  add_doubt(doubt, other);
  EXPECT_EQ(reasons(doubt), "permission unsupported vanished");
  for (const auto& one : doubt.also) {
    EXPECT_TRUE(one.also.empty());
  }
  const auto before = doubt;
  add_doubt(doubt, before);
  EXPECT_EQ(doubt, before);
}

TEST(AddDoubt, IsNothingWhereNothingIsAdded) {
  std::optional<Unknown> doubt;
  add_doubt(doubt, nullptr);
  add_doubt(doubt, std::optional<Unknown>());
  EXPECT_FALSE(doubt.has_value());
  add_doubt(doubt, std::optional(because(Reason::timeout)));
  add_doubt(doubt, nullptr);
  EXPECT_EQ(doubt, because(Reason::timeout));
}

TEST(AddDoubt, MakesAFactUnknown) {
  Fact<std::int64_t> fact = 3;
  add_doubt(fact, nullptr);
  EXPECT_TRUE(fact.is(3));
  const auto denied = because(Reason::permission);
  const auto timeout = because(Reason::timeout);
  add_doubt(fact, &denied);
  add_doubt(fact, &timeout);
  EXPECT_EQ(reasons(fact), "permission timeout");
  add_doubt(fact, nullptr);
  EXPECT_EQ(reasons(fact), "permission timeout");
}

TEST(AnyUnknown, HasTheReasonsOfAllThatAreNeeded) {
  const auto denied = because(Reason::permission);
  const auto timeout = because(Reason::timeout);
  EXPECT_FALSE(any_unknown({}).has_value());
  EXPECT_FALSE(any_unknown({nullptr, nullptr}).has_value());
  EXPECT_EQ(any_unknown({nullptr, &denied}), denied);
  EXPECT_EQ(reasons(any_unknown({&timeout, nullptr, &denied}).value_or(Unknown{})),
            "timeout permission");
}

TEST(KnownUnless, IsTheValueWhereNothingLeavesItOpen) {
  EXPECT_TRUE(known_unless(std::nullopt, true).is(true));
  EXPECT_EQ(reasons(known_unless(because(Reason::timeout), true)), "timeout");
}

// A snapshot holds what was read; evidence shows a derived value in the same form.
TEST(Doubt, HasNoFormOfItsOwnInJson) {
  Fact<bool> fact = because(Reason::unsupported);
  const auto timeout = because(Reason::timeout);
  add_doubt(fact, &timeout);
  std::string json;
  write_json_value(json, kType<Fact<bool>>, &fact);
  EXPECT_EQ(json, R"({"unknown":"unsupported"})");
}

}  // namespace
}  // namespace rocelint
