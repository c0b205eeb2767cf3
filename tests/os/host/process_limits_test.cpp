// SPDX-License-Identifier: Apache-2.0
#include "os/host/process_limits.h"

#include <cstdint>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "tests/os/fakes.h"

namespace rocelint {
namespace {

constexpr auto kLimits =
    R"(Limit                     Soft Limit           Hard Limit           Units     
Max cpu time              unlimited            unlimited            seconds   
Max open files            1024                 524288               files     
Max locked memory         8388608              unlimited            bytes     
Max realtime timeout      unlimited            unlimited            us)";

TEST(ProcessLimits, AreSoftAndHard) {
  const auto limits = decode_process_limits(kLimits);
  EXPECT_TRUE(limits.memlock_bytes.is(8'388'608));
  EXPECT_TRUE(limits.memlock_hard_bytes.is(std::numeric_limits<std::int64_t>::max()));
  EXPECT_TRUE(limits.open_files.is(1024));
  EXPECT_TRUE(limits.open_files_hard.is(524'288));
}

TEST(ProcessLimits, AboveWhatAFactHoldsAreNone) {
  const auto limits = decode_process_limits("Max locked memory 9223372036854775808 bytes");
  EXPECT_TRUE(limits.memlock_bytes.is(std::numeric_limits<std::int64_t>::max()));
  EXPECT_EQ(reason_of(limits.memlock_hard_bytes), Reason::malformed);
}

TEST(ProcessLimits, WhatIsNoNumberIsMalformedAndWhatIsNotThereNotFound) {
  for (const auto* odd : {"", "-1 -1", "12x 5", "99999999999999999999 1"}) {
    const auto limits = decode_process_limits("Max locked memory " + std::string(odd));
    ASSERT_NE(limits.memlock_bytes.unknown(), nullptr) << odd;
    EXPECT_EQ(limits.memlock_bytes.unknown()->reason, Reason::malformed) << odd;
    EXPECT_EQ(limits.open_files.unknown()->reason, Reason::not_found) << odd;
  }
}

TEST(ProcessLimits, AProcessThatIsNotThereIsNotFound) {
  const Tree tree;
  tree.file("/proc/1/limits", kLimits);
  const Files files(tree.root().string());
  EXPECT_TRUE(read_process_limits(files, "/proc/1").open_files.is(1024));
  const auto gone = read_process_limits(files, "/proc/4711");
  ASSERT_NE(gone.memlock_bytes.unknown(), nullptr);
  EXPECT_EQ(gone.memlock_bytes.unknown()->reason, Reason::not_found);
}

TEST(LesserLimits, TakesTheSmallerOfEachAndWhatIsUnknown) {
  const Unknown refused{.reason = Reason::permission, .detail = "no", .sys_errno = 13};
  const ProcessLimits a{
      .memlock_bytes = 8, .memlock_hard_bytes = 64, .open_files = 1024, .open_files_hard = 4096};
  const ProcessLimits b{
      .memlock_bytes = 16, .memlock_hard_bytes = 32, .open_files = refused, .open_files_hard = 1};
  for (const auto& least : {lesser_limits(a, b), lesser_limits(b, a)}) {
    EXPECT_TRUE(least.memlock_bytes.is(8));
    EXPECT_TRUE(least.memlock_hard_bytes.is(32));
    EXPECT_EQ(reason_of(least.open_files), Reason::permission);
    EXPECT_TRUE(least.open_files_hard.is(1));
  }
}

}  // namespace
}  // namespace rocelint
