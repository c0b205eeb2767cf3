// SPDX-License-Identifier: Apache-2.0
#include "os/ethtool/ethtool_tunable.h"

#include <cerrno>
#include <cstdint>

#include <gtest/gtest.h>
#include <linux/ethtool.h>

#include "rocelint/facts/fact.h"

#include "os/read.h"
#include "tests/os/fakes.h"

namespace rocelint {
namespace {

TEST(PfcStormPrevention, IsATunableOfTheNetdev) {
  FakeEthtool ethtool;
  ethtool.pfc_storm_prevention_ms = {
      {"eth0", 8'000}, {"eth1", PFC_STORM_PREVENTION_DISABLE}, {"eth2", PFC_STORM_PREVENTION_AUTO}};
  EXPECT_EQ(read_pfc_storm_prevention_ms(ethtool, "eth0"), std::int64_t{8'000});
  EXPECT_EQ(read_pfc_storm_prevention_ms(ethtool, "eth1"), std::int64_t{0});
  EXPECT_EQ(read_pfc_storm_prevention_ms(ethtool, "eth2"), std::int64_t{65'535});
}

TEST(PfcStormPrevention, IsUnsupportedWhereTheKernelOrTheDriverHasNone) {
  for (const int refusal : {0, EOPNOTSUPP, EINVAL}) {
    FakeEthtool ethtool;
    ethtool.before = [&](std::uint32_t /*command*/) { return refusal; };
    const auto answer = read_pfc_storm_prevention_ms(ethtool, "eth0");
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().reason, Reason::unsupported) << refusal;
  }
}

TEST(PfcStormPrevention, OfADeviceThatFailsIsNotUnsupported) {
  FakeEthtool ethtool;
  ethtool.before = [](std::uint32_t /*command*/) { return EIO; };
  const auto answer = read_pfc_storm_prevention_ms(ethtool, "eth0");
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().reason, Reason::io_error);
}

class ShortAnswer final : public EthtoolIoctl {
 public:
  Read<std::string> call(std::string_view /*netdev*/, std::string buffer) override {
    buffer.pop_back();
    return buffer;
  }
};

TEST(PfcStormPrevention, NeedsAWholeAnswer) {
  ShortAnswer ethtool;
  const auto answer = read_pfc_storm_prevention_ms(ethtool, "eth0");
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().reason, Reason::malformed);
}

}  // namespace
}  // namespace rocelint
