// SPDX-License-Identifier: Apache-2.0
#include "os/read.h"

#include <cerrno>
#include <ostream>

#include <gtest/gtest.h>

namespace rocelint {
namespace {

struct ErrnoRow {
  const char* name;
  int sys_errno;
  Reason reason;
};
void PrintTo(const ErrnoRow& row, std::ostream* out) {
  *out << row.name;
}

class ErrnoReason : public testing::TestWithParam<ErrnoRow> {};

TEST_P(ErrnoReason, IsToldWithWhatWasTried) {
  const auto unknown = unknown_from_errno(GetParam().sys_errno, "dcbnl");
  EXPECT_EQ(unknown.reason, GetParam().reason);
  EXPECT_EQ(unknown.sys_errno, GetParam().sys_errno);
  EXPECT_EQ(unknown.detail.find("dcbnl: "), 0U) << unknown.detail;
}

INSTANTIATE_TEST_SUITE_P(Errnos, ErrnoReason,
                         testing::Values(ErrnoRow{"eperm", EPERM, Reason::permission},
                                         ErrnoRow{"eacces", EACCES, Reason::permission},
                                         ErrnoRow{"eopnotsupp", EOPNOTSUPP, Reason::unsupported},
                                         ErrnoRow{"enotsupp", 524, Reason::unsupported},
                                         ErrnoRow{"enoent", ENOENT, Reason::not_found},
                                         ErrnoRow{"enodev", ENODEV, Reason::vanished},
                                         ErrnoRow{"enxio", ENXIO, Reason::vanished},
                                         ErrnoRow{"einval", EINVAL, Reason::io_error},
                                         ErrnoRow{"eio", EIO, Reason::io_error},
                                         ErrnoRow{"etimedout", ETIMEDOUT, Reason::io_error}),
                         [](const auto& row) { return row.param.name; });

TEST(ToFact, KeepsValueAndReason) {
  EXPECT_TRUE(to_fact(Read<int>(7)).is(7));
  const Unknown why{.reason = Reason::malformed, .detail = "odd"};
  EXPECT_EQ(*to_fact(Read<int>(tl::unexpected(why))).unknown(), why);
}

}  // namespace
}  // namespace rocelint
