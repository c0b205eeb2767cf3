// SPDX-License-Identifier: Apache-2.0
#include "os/verbs/verbs_decode.h"

#include <cstdint>
#include <ostream>

#include <gtest/gtest.h>

#include "tests/os/fakes.h"

namespace rocelint {
namespace {

TEST(VerbsDecode, WritesGidsAsAddresses) {
  EXPECT_EQ(
      gid_text({0xfe, 0x80, 0, 0, 0, 0, 0, 0, 0x0e, 0x42, 0xa1, 0xff, 0xfe, 0xb4, 0x1c, 0x6a}),
      "fe80::e42:a1ff:feb4:1c6a");
  EXPECT_EQ(gid_text({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 192, 168, 1, 10}),
            "::ffff:192.168.1.10");
  EXPECT_EQ(gid_text({}), "::");
}

struct MtuRow {
  std::uint32_t number;
  std::int64_t bytes;  // 0: malformed
};
void PrintTo(const MtuRow& row, std::ostream* out) {
  *out << "ibv_mtu " << row.number;
}
class VerbsMtu : public testing::TestWithParam<MtuRow> {};
TEST_P(VerbsMtu, InBytes) {
  const auto mtu = verbs_mtu_bytes(GetParam().number);
  if (GetParam().bytes == 0) {
    EXPECT_EQ(reason_of(mtu), Reason::malformed);
  } else {
    EXPECT_EQ(value_of(mtu), GetParam().bytes);
  }
}
INSTANTIATE_TEST_SUITE_P(All, VerbsMtu,
                         testing::Values(MtuRow{0, 0}, MtuRow{1, 256}, MtuRow{2, 512},
                                         MtuRow{3, 1024}, MtuRow{4, 2048}, MtuRow{5, 4096},
                                         MtuRow{6, 0}, MtuRow{UINT32_MAX, 0}));

struct SpeedRow {
  const char* name;
  std::uint32_t width;
  std::uint32_t speed;
  std::int64_t mbps;  // 0: malformed
};
void PrintTo(const SpeedRow& row, std::ostream* out) {
  *out << row.name;
}
class VerbsSpeed : public testing::TestWithParam<SpeedRow> {};
TEST_P(VerbsSpeed, IsWidthTimesSpeed) {
  const auto mbps = verbs_speed_mbps(GetParam().width, GetParam().speed);
  if (GetParam().mbps == 0) {
    EXPECT_EQ(reason_of(mbps), Reason::malformed);
    EXPECT_NE(mbps.unknown()->detail.find(std::to_string(GetParam().width)), std::string::npos);
  } else {
    EXPECT_EQ(value_of(mbps), GetParam().mbps);
  }
}
INSTANTIATE_TEST_SUITE_P(
    Rows, VerbsSpeed,
    testing::Values(SpeedRow{"sdr_1x", 1, 1, 2'500}, SpeedRow{"ddr_4x", 2, 2, 20'000},
                    SpeedRow{"mlx5_unknown_qdr_4x", 2, 4, 40'000},
                    SpeedRow{"fdr10_4x", 2, 8, 40'000}, SpeedRow{"fdr_4x", 2, 16, 56'000},
                    SpeedRow{"edr_4x", 2, 32, 100'000}, SpeedRow{"hdr_4x", 2, 64, 200'000},
                    SpeedRow{"ndr_2x", 16, 128, 200'000}, SpeedRow{"ndr_4x", 2, 128, 400'000},
                    SpeedRow{"ndr_8x", 4, 128, 800'000}, SpeedRow{"xdr_4x", 2, 256, 800'000},
                    SpeedRow{"edr_12x", 8, 32, 300'000}, SpeedRow{"no_width", 0, 128, 0},
                    SpeedRow{"no_speed", 2, 0, 0}, SpeedRow{"two_width_bits", 3, 128, 0},
                    SpeedRow{"two_speed_bits", 2, 3, 0}),
    [](const auto& row) { return row.param.name; });

TEST(VerbsDecode, KnowsThreeGidTypes) {
  EXPECT_TRUE(gid_type(0).is(GidType::ib));
  EXPECT_TRUE(gid_type(1).is(GidType::roce_v1));
  EXPECT_TRUE(gid_type(2).is(GidType::roce_v2));
  EXPECT_EQ(reason_of(gid_type(3)), Reason::malformed);
  EXPECT_EQ(reason_of(gid_type(256 + 2)), Reason::malformed);
}

}  // namespace
}  // namespace rocelint
