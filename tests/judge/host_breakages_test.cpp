// SPDX-License-Identifier: Apache-2.0

// What the shipped rules say of the host around the NICs: one thing broken on a healthy host is one
// root cause, and without a policy none of it is an error.

#include <ostream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/report.h"

#include "tests/judge/engine_support.h"

namespace rocelint {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing_support::finding;
using testing_support::judge_with;
using testing_support::patched;
using testing_support::profile;
using testing_support::root_causes;

struct Breakage {
  std::string name;
  std::string path;  ///< below /host/
  std::string value;
  std::string root_cause;             ///< under lossless-dscp26
  std::vector<std::string> set = {};  ///< on top of it
};
void PrintTo(const Breakage& row, std::ostream* out) {
  *out << row.name;
}

class HostBreakages : public testing::TestWithParam<Breakage> {
 protected:
  [[nodiscard]] static Report judge(const Policy& policy) {
    static const RuleSet kRules = testing_support::shipped_rule_set();
    const auto& row = GetParam();
    return judge_with(patched(R"([{"op":"replace","path":"/host/)" + row.path + R"(","value":)" +
                              row.value + "}]"),
                      policy, kRules);
  }
};

TEST_P(HostBreakages, HaveOneRootCause) {
  auto set = GetParam().set;
  set.emplace_back("expect.ports=4");
  const auto report = judge(profile("lossless-dscp26", set));
  ASSERT_THAT(root_causes(report), ElementsAre(GetParam().root_cause));
  const auto& cause = finding(report, GetParam().root_cause);
  EXPECT_THAT(cause.evidence, testing::Not(IsEmpty()));
  EXPECT_THAT(cause.message, testing::Not(testing::StrEq(cause.title))) << "a hole is unknown";
}

TEST_P(HostBreakages, AreNoErrorWithoutAPolicy) {
  for (const auto& finding : judge(profile("baseline")).findings) {
    EXPECT_FALSE(finding.outcome == Outcome::fail && finding.severity >= Severity::error)
        << finding.id;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Rows, HostBreakages,
    testing::Values(
        Breakage{"memlock", "system/launchers/0/limits/memlock_bytes", "8388608",
                 "system-memlock-low@compute"},
        Breakage{"open_files",
                 "system/launchers/0/limits/open_files_hard",
                 "4096",
                 "system-open-files-low@compute",
                 {"system.open_files=65536"}},
        Breakage{"shm", "system/shm_bytes", "67108864", "system-shm-small@compute"},
        Breakage{"map_count",
                 "system/max_map_count",
                 "65530",
                 "system-map-count-low@compute",
                 {"system.max_map_count=1048576"}},
        Breakage{"no_device_file", "system/device_nodes", "[]", "system-uverbs-missing@compute"},
        Breakage{"device_file_refused", "system/device_nodes/1/usable", "false",
                 "system-device-file-refused@host"},
        Breakage{"device_file_of_a_group", "system/device_nodes/1/mode", R"("0660")",
                 "system-device-file-restricted@host"},
        Breakage{"cgroup", "system/rdma_cgroup",
                 R"([{"device":"mlx5_0","hca_handles":2,"hca_objects":2000}])",
                 "system-rdma-cgroup-limits@host"},
        Breakage{"lockdown", "system/lockdown", R"("integrity")", "system-lockdown@host"},
        Breakage{"governor",
                 "system/cpu_governors",
                 R"(["powersave"])",
                 "system-cpu-governor-not-policy@compute",
                 {"system.cpu_governor=performance"}},
        Breakage{"numa_balancing", "system/numa_balancing", "1", "system-numa-balancing-on@host"},
        Breakage{"kernel",
                 "kernel_release",
                 R"("5.4.0-200-generic")",
                 "system-kernel-old@compute",
                 {"system.kernel_release=5.15"}},
        Breakage{"firmware_of_one_nic", "devices/2/firmware_version", R"("28.39.1002")",
                 "firmware-unlike-siblings@compute"},
        Breakage{"firmware_denied",
                 "devices/2/firmware_version",
                 R"("28.39.1002")",
                 "firmware-denied@0000:38:00.0",
                 {"firmware.denied=['* 28.39.*']", "firmware.allowed=['* 28.43.*']"}},
        Breakage{"firmware_stored", "devlink/2/versions/stored", R"({"fw.version":"28.44.1036"})",
                 "firmware-pending@0000:38:00.0"},
        Breakage{"health", "devlink/2/health/1/healthy", "false",
                 "firmware-health-error@0000:38:00.0"},
        Breakage{"roce_off", "devlink/2/parameters/enable_roce/driverinit", R"("false")",
                 "firmware-roce-off@host"},
        Breakage{"half_of_ofed", "modules/2/out_of_tree", "true", "firmware-driver-mixed@host"},
        Breakage{"chain", "system/firewall/input_chains",
                 R"([{"name":"ip filter INPUT","drops":true,"rules":9}])",
                 "firewall-drops-input@host"},
        Breakage{"ipsec", "system/firewall/ipsec_policies", "3", "firewall-ipsec@host"}),
    [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace rocelint
