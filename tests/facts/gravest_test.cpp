// SPDX-License-Identifier: Apache-2.0
#include "facts/gravest.h"

#include <optional>

#include <gtest/gtest.h>

#include "rocelint/facts/fact.h"

namespace rocelint {
namespace {

Unknown because(Reason reason) {
  return {.reason = reason, .detail = "", .sys_errno = 0};
}

TEST(Gravest, IsWhatAPolicyLeastAccepts) {
  struct Row {
    Reason lesser;
    Reason graver;
  };
  for (const auto& row :
       {Row{Reason::unsupported, Reason::not_found}, Row{Reason::not_found, Reason::not_collected},
        Row{Reason::not_collected, Reason::not_authoritative},
        Row{Reason::not_authoritative, Reason::permission},
        Row{Reason::permission, Reason::timeout}, Row{Reason::permission, Reason::crashed},
        Row{Reason::permission, Reason::vanished}, Row{Reason::permission, Reason::io_error},
        Row{Reason::permission, Reason::malformed}}) {
    const auto lesser = because(row.lesser);
    const auto graver = because(row.graver);
    EXPECT_EQ(gravest({&lesser, &graver}), &graver) << to_string(row.graver);
    EXPECT_EQ(gravest({&graver, nullptr, &lesser}), &graver) << to_string(row.graver);
  }
}

TEST(Gravest, IsTheFirstOfEqualsAndNothingWhereAllIsKnown) {
  const auto timeout = because(Reason::timeout);
  const auto vanished = because(Reason::vanished);
  EXPECT_EQ(gravest({nullptr, &timeout, &vanished}), &timeout);
  EXPECT_EQ(gravest({&vanished, &timeout}), &vanished);
  EXPECT_EQ(gravest({nullptr, nullptr}), nullptr);
}

TEST(AddDoubt, KeepsTheGravest) {
  std::optional<Unknown> doubt;
  add_doubt(doubt, nullptr);
  EXPECT_FALSE(doubt.has_value());
  for (const auto reason : {Reason::unsupported, Reason::io_error, Reason::permission}) {
    const auto why = because(reason);
    add_doubt(doubt, &why);
  }
  const auto equal = because(Reason::timeout);
  add_doubt(doubt, &equal);
  add_doubt(doubt, nullptr);
  EXPECT_EQ(doubt, because(Reason::io_error));
}

}  // namespace
}  // namespace rocelint
