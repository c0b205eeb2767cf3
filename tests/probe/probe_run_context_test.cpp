// SPDX-License-Identifier: Apache-2.0
#include "probe/probe_run_context.h"

#include <ostream>

#include <gtest/gtest.h>
#include <unistd.h>

namespace rocelint {
namespace {

using Names = std::vector<std::string>;

struct Capabilities {
  const char* name;
  const char* status;
  Fact<Names> expected;
};
void PrintTo(const Capabilities& c, std::ostream* out) {
  *out << c.name;
}

Fact<Names> malformed(const char* detail) {
  return Unknown{Reason::malformed, detail, 0};
}

class DecodeCapabilities : public testing::TestWithParam<Capabilities> {};

TEST_P(DecodeCapabilities, NamesThoseThatMatter) {
  EXPECT_EQ(decode_capabilities(GetParam().status), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    Collect, DecodeCapabilities,
    testing::Values(
        Capabilities{"Root", "Name:\tx\nCapPrm:\t0\nCapEff:\t000001ffffffffff\nCapBnd:\t0",
                     Names{"cap_dac_read_search", "cap_ipc_lock", "cap_net_admin", "cap_net_raw",
                           "cap_sys_admin", "cap_sys_rawio"}},
        Capabilities{"None", "Name:\tx\nCapEff:\t0000000000000000\n", Names{}},
        Capabilities{"ContainerDefault", "Name:\tx\nCapEff:\t00000000a80425fb\n",
                     Names{"cap_net_raw"}},
        Capabilities{"NetAdminOnly", "Name:\tx\nCapEff:\t0000000000001000", Names{"cap_net_admin"}},
        Capabilities{"Empty", "", malformed("/proc/self/status has no CapEff")},
        Capabilities{"NotHex", "Name:\tx\nCapEff:\twhat\n", malformed("/proc/self/status CapEff")},
        Capabilities{"NoNumber", "Name:\tx\nCapEff:\t\nCapBnd:\t1",
                     malformed("/proc/self/status CapEff")},
        Capabilities{"TooLong", "Name:\tx\nCapEff:\t11111111111111111\n",
                     malformed("/proc/self/status CapEff")}),
    [](const auto& row) { return row.param.name; });

struct UidMap {
  const char* name;
  const char* text;
  Fact<bool> expected;
};
void PrintTo(const UidMap& c, std::ostream* out) {
  *out << c.name;
}

class DecodeUidMap : public testing::TestWithParam<UidMap> {};

TEST_P(DecodeUidMap, KnowsTheInitialNamespace) {
  EXPECT_EQ(decode_initial_user_namespace(GetParam().text), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    Collect, DecodeUidMap,
    testing::Values(
        UidMap{"Initial", "         0          0 4294967295", true},
        UidMap{"Rootless", "         0       1000          1\n         1     100000      65536",
               false},
        UidMap{"Shifted", "0 100000 4294967295", false}, UidMap{"Short", "0 0 65536", false},
        UidMap{"TwoLines", "0 0 4294967295\n1 1 1", false}, UidMap{"Unwritten", "", false},
        UidMap{"Garbage", "zero", Unknown{Reason::malformed, "/proc/self/uid_map", 0}}),
    [](const auto& row) { return row.param.name; });

TEST(RunContext, IsThisProcess) {
  const Probe probe = read_run_context(Files());
  EXPECT_TRUE(probe.effective_uid.is(geteuid()));
  EXPECT_NE(probe.capabilities.known(), nullptr);
  EXPECT_NE(probe.initial_user_namespace.known(), nullptr);
}

}  // namespace
}  // namespace rocelint
