// SPDX-License-Identifier: Apache-2.0
#include "os/host/systemd_limits.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <ostream>
#include <string_view>

#include <gtest/gtest.h>

#include "tests/os/fakes.h"

namespace rocelint {
namespace {

constexpr auto kInfinity = std::numeric_limits<std::int64_t>::max();

struct ValueRow {
  std::string_view text;
  std::optional<SystemdLimit> limit;
};
void PrintTo(const ValueRow& row, std::ostream* out) {
  *out << row.text;
}
class SystemdValue : public testing::TestWithParam<ValueRow> {};
TEST_P(SystemdValue, IsReadAsSystemdDoes) {
  const auto limit = parse_systemd_limit(GetParam().text);
  ASSERT_EQ(limit.has_value(), GetParam().limit.has_value());
  if (limit) {
    EXPECT_EQ(limit->soft, GetParam().limit->soft);
    EXPECT_EQ(limit->hard, GetParam().limit->hard);
  }
}
INSTANTIATE_TEST_SUITE_P(Values, SystemdValue,
                         testing::Values(ValueRow{"infinity", SystemdLimit{kInfinity, kInfinity}},
                                         ValueRow{"8M", SystemdLimit{8 << 20, 8 << 20}},
                                         ValueRow{"64", SystemdLimit{64, 64}},
                                         ValueRow{"1024:524288", SystemdLimit{1024, 524'288}},
                                         ValueRow{"1G:infinity", SystemdLimit{1 << 30, kInfinity}},
                                         ValueRow{"", std::nullopt}, ValueRow{"8X", std::nullopt},
                                         ValueRow{"8MB", std::nullopt},
                                         ValueRow{"-1", std::nullopt},
                                         ValueRow{"9999999999G", std::nullopt},
                                         ValueRow{"1:", std::nullopt},
                                         ValueRow{"2:1", std::nullopt}));

class SystemdLimits : public testing::Test {
 protected:
  [[nodiscard]] ProcessLimits read() const {
    return read_systemd_limits(Files(tree_.root().string()));
  }
  Tree tree_;
};

TEST_F(SystemdLimits, AreThoseOfTheLastDropIn) {
  tree_.file("/etc/systemd/system.conf",
             "[Manager]\n#DefaultLimitMEMLOCK=1\nDefaultLimitMEMLOCK = 64M\n");
  tree_.file("/usr/lib/systemd/system.conf.d/10-rdma.conf",
             "[Manager]\nDefaultLimitMEMLOCK=infinity\nDefaultLimitNOFILE=4096:8192\n");
  const auto limits = read();
  EXPECT_TRUE(limits.memlock_bytes.is(kInfinity));
  EXPECT_TRUE(limits.memlock_hard_bytes.is(kInfinity));
  EXPECT_TRUE(limits.open_files.is(4096));
  EXPECT_TRUE(limits.open_files_hard.is(8192));
}

TEST_F(SystemdLimits, WhatSystemdWouldNotUnderstandChangesNothing) {
  tree_.file("/etc/systemd/system.conf", "[Manager]\nDefaultLimitMEMLOCK=64M\n");
  tree_.file("/etc/systemd/system.conf.d/10-rdma.conf",
             "[Manager]\nDefaultLimitMEMLOCK=unlimited\nDefaultLimitMEMLOCK=2G:1G\n");
  EXPECT_TRUE(read().memlock_bytes.is(64 << 20));
}

TEST_F(SystemdLimits, AFileOfEtcHidesTheOneOfItsName) {
  tree_.file("/usr/lib/systemd/system.conf.d/10-rdma.conf", "[Manager]\nDefaultLimitMEMLOCK=1G\n");
  tree_.file("/etc/systemd/system.conf.d/10-rdma.conf", "[Manager]\nDefaultLimitMEMLOCK=2G\n");
  EXPECT_TRUE(read().memlock_bytes.is(std::int64_t{2} << 30));
}

TEST_F(SystemdLimits, OtherSectionsAndOtherFilesDoNotCount) {
  tree_.file("/etc/systemd/system.conf", "[Other]\nDefaultLimitMEMLOCK=1G\n");
  tree_.file("/etc/systemd/system.conf.d/notes.txt", "[Manager]\nDefaultLimitMEMLOCK=1G\n");
  EXPECT_EQ(reason_of(read().memlock_bytes), Reason::not_found);
}

TEST_F(SystemdLimits, ADirectoryThatCanNotBeListedMayHoldAnything) {
  tree_.file("/etc/systemd/system.conf", "[Manager]\nDefaultLimitMEMLOCK=1G\n");
  tree_.file("/run/systemd/system.conf.d", "no directory");
  EXPECT_EQ(reason_of(read().memlock_bytes), Reason::io_error);
}

TEST_F(SystemdLimits, AFileThatCanNotBeReadIsNotPassedOver) {
  tree_.link("/etc/systemd/system.conf", "system.conf");
  tree_.file("/usr/lib/systemd/system.conf", "[Manager]\nDefaultLimitMEMLOCK=1G\n");
  EXPECT_EQ(reason_of(read().memlock_bytes), Reason::io_error);
}

TEST_F(SystemdLimits, WhatSystemdHasBuiltInDependsOnItsVersion) {
  tree_.directory("/etc/systemd");
  tree_.file("/usr/lib/systemd/libsystemd-shared-249.so", "");
  EXPECT_EQ(reason_of(read().memlock_bytes), Reason::not_found);
  EXPECT_TRUE(read().open_files_hard.is(524'288));
}

TEST_F(SystemdLimits, EightMegabytesSince250) {
  tree_.directory("/etc/systemd");
  tree_.file("/usr/lib/systemd/libsystemd-shared-252-64.el9.so", "");
  EXPECT_TRUE(read().memlock_bytes.is(8 << 20));
  EXPECT_TRUE(read().open_files.is(1024));
}

TEST_F(SystemdLimits, WithoutSystemdThereAreNone) {
  EXPECT_EQ(reason_of(read().memlock_bytes), Reason::unsupported);
  tree_.link("/etc/systemd", "systemd");
  EXPECT_EQ(reason_of(read().memlock_bytes), Reason::io_error) << "it may be there";
}

}  // namespace
}  // namespace rocelint
