// SPDX-License-Identifier: Apache-2.0
#include "os/host/system_files.h"

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/os/fakes.h"

namespace rocelint {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct ListRow {
  std::string_view text;
  std::optional<std::int64_t> count;
};
void PrintTo(const ListRow& row, std::ostream* out) {
  *out << row.text;
}
class KernelList : public testing::TestWithParam<ListRow> {};
TEST_P(KernelList, IsCounted) {
  const auto count = count_of_list(GetParam().text);
  if (GetParam().count) {
    EXPECT_TRUE(count.is(*GetParam().count));
  } else {
    EXPECT_EQ(reason_of(count), Reason::malformed);
  }
}
INSTANTIATE_TEST_SUITE_P(Lists, KernelList,
                         testing::Values(ListRow{"0", 1}, ListRow{"0-3,8", 5}, ListRow{"0-1", 2},
                                         ListRow{"", 0}, ListRow{"3-1", std::nullopt},
                                         ListRow{"a", std::nullopt}, ListRow{"0-", std::nullopt},
                                         ListRow{"0-99999999999", std::nullopt}));

TEST(OsName, IsThePrettyOne) {
  EXPECT_TRUE(parse_os_name("NAME=x\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n")
                  .is("Debian GNU/Linux 12 (bookworm)"));
  EXPECT_TRUE(parse_os_name("PRETTY_NAME=Alpine").is("Alpine"));
  EXPECT_TRUE(parse_os_name("PRETTY_NAME=\"a \\\"b\\\"\"").is("a \"b\""));
  EXPECT_EQ(reason_of(parse_os_name("NAME=x")), Reason::not_found);
}

TEST(CmaTotal, IsInKibibytes) {
  EXPECT_TRUE(parse_cma_total_bytes("CmaTotal: 0 kB\nCmaFree: 0 kB\n").is(0));
  EXPECT_TRUE(parse_cma_total_bytes("MemTotal: 9 kB\nCmaTotal:  65536 kB\n").is(67'108'864));
  EXPECT_EQ(reason_of(parse_cma_total_bytes("MemTotal: 9 kB\n")), Reason::unsupported);
  EXPECT_EQ(reason_of(parse_cma_total_bytes("CmaTotal:\n")), Reason::unsupported);
  for (const auto* odd : {"CmaTotal: x kB", "CmaTotal: -1 kB", "CmaTotal: 1x kB",
                          "CmaTotal: 9223372036854775807 kB"}) {
    EXPECT_EQ(reason_of(parse_cma_total_bytes(odd)), Reason::malformed) << odd;
  }
}

TEST(LockdownState, StandsInBrackets) {
  EXPECT_TRUE(parse_lockdown("none [integrity] confidentiality").is(Lockdown::integrity));
  EXPECT_TRUE(parse_lockdown("[none] integrity confidentiality").is(Lockdown::none));
  for (const auto* odd : {"", "none", "][", "[all]"}) {
    EXPECT_EQ(reason_of(parse_lockdown(odd)), Reason::malformed) << odd;
  }
}

class SystemFiles : public testing::Test {
 protected:
  Tree tree_;
  Files files_{tree_.root().string()};
};

TEST_F(SystemFiles, AKernelWithoutLockdownIsNotLockedDown) {
  EXPECT_EQ(reason_of(read_lockdown(files_)), Reason::not_found);
  tree_.directory("/sys/kernel/security");
  EXPECT_EQ(reason_of(read_lockdown(files_)), Reason::not_found) << "securityfs is not mounted";
  tree_.file("/sys/kernel/security/lsm", "capability");
  EXPECT_TRUE(read_lockdown(files_).is(Lockdown::none));
  tree_.file("/sys/kernel/security/lockdown", "none [integrity] confidentiality\n");
  EXPECT_TRUE(read_lockdown(files_).is(Lockdown::integrity));
}

struct ContainerRow {
  const char* name;
  std::vector<std::pair<std::string, std::string>> files;
  std::optional<std::string> container;
};
void PrintTo(const ContainerRow& row, std::ostream* out) {
  *out << row.name;
}
class Container : public SystemFiles, public testing::WithParamInterface<ContainerRow> {};
TEST_P(Container, IsToldByWhatItsManagerLeaves) {
  for (const auto& [path, text] : GetParam().files) {
    tree_.file(path, text);
  }
  const auto container = read_container(files_);
  if (GetParam().container) {
    EXPECT_TRUE(container.is(*GetParam().container));
  } else {
    EXPECT_EQ(reason_of(container), Reason::not_found);
  }
}
INSTANTIATE_TEST_SUITE_P(
    Kinds, Container,
    testing::Values(
        ContainerRow{"host", {{"/proc/2/comm", "kthreadd\n"}}, ""},
        ContainerRow{"docker", {{"/.dockerenv", ""}, {"/proc/1/comm", "sh\n"}}, "docker"},
        ContainerRow{"podman", {{"/run/.containerenv", ""}}, "podman"},
        ContainerRow{
            "pod",
            {{"/var/run/secrets/kubernetes.io/serviceaccount/token", ""}, {"/.dockerenv", ""}},
            "kubernetes"},
        ContainerRow{"pod_with_the_hosts_processes",
                     {{"/var/run/secrets/kubernetes.io/serviceaccount/token", ""},
                      {"/proc/2/comm", "kthreadd\n"}},
                     "kubernetes"},
        ContainerRow{"lxc", {{"/run/systemd/container", "lxc-libvirt\n"}}, "lxc"},
        ContainerRow{"nspawn", {{"/run/systemd/container", "systemd-nspawn\n"}}, "other"},
        ContainerRow{"environment",
                     {{"/proc/1/environ", std::string("PATH=/\0container=podman\0", 23)}},
                     "podman"},
        ContainerRow{"environment_of_a_host",
                     {{"/proc/1/environ", std::string("PATH=/usr/bin:/bin\0TERM=linux\0", 30)},
                      {"/proc/2/comm", "kthreadd\n"}},
                     ""},
        ContainerRow{"unnamed", {{"/proc/1/comm", "sh\n"}}, "other"},
        ContainerRow{"second_process_of_a_container", {{"/proc/2/comm", "sh\n"}}, "other"},
        ContainerRow{"no_procfs", {}, std::nullopt}),
    [](const auto& row) { return row.param.name; });

TEST_F(SystemFiles, GovernorsAreToldOnce) {
  tree_.file("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n");
  tree_.file("/sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "powersave\n");
  tree_.file("/sys/devices/system/cpu/cpu2/cpufreq/scaling_governor", "performance\n");
  tree_.file("/sys/devices/system/cpu/cpufreq/scaling_governor", "no processor\n");
  tree_.directory("/sys/devices/system/cpu/cpu3");
  EXPECT_THAT(value_of(read_cpu_governors(files_)), ElementsAre("performance", "powersave"));
}

TEST_F(SystemFiles, AVirtualMachineHasNoGovernor) {
  EXPECT_EQ(reason_of(read_cpu_governors(files_)), Reason::not_found);
  tree_.directory("/sys/devices/system/cpu/cpu0");
  EXPECT_EQ(reason_of(read_cpu_governors(files_)), Reason::unsupported);
}

TEST_F(SystemFiles, OnlyDeviceFilesAreNodes) {
  EXPECT_THAT(value_of(read_device_nodes(files_)), IsEmpty());
  tree_.file("/dev/infiniband/by-ibdev/uverbs-mlx5_0", "");
  tree_.file("/dev/infiniband/notes", "");
  tree_.link("/dev/infiniband/gone", "nowhere");
  const auto nodes = value_of(read_device_nodes(files_));
  ASSERT_EQ(nodes.size(), 1U);
  EXPECT_EQ(nodes[0].path, "/dev/infiniband/gone");
  EXPECT_EQ(reason_of(nodes[0].mode), Reason::not_found);
}

TEST_F(SystemFiles, AModuleMayBeBuiltIn) {
  EXPECT_EQ(reason_of(read_module_presence(files_, "nf_tables")), Reason::not_found);
  tree_.directory("/sys/module/ip_tables");
  tree_.file("/proc/sys/kernel/osrelease", "6.8.0\n");
  EXPECT_TRUE(read_module_presence(files_, "ip_tables").is(true));
  EXPECT_EQ(reason_of(read_module_presence(files_, "nf_tables")), Reason::not_found);
  tree_.file("/lib/modules/6.8.0/modules.builtin", "kernel/net/netfilter/nf_tables.ko\n");
  EXPECT_TRUE(read_module_presence(files_, "nf_tables").is(true));
  EXPECT_TRUE(read_module_presence(files_, "xfrm_user").is(false));
  tree_.link("/sys/module/af_key", "af_key");
  EXPECT_EQ(reason_of(read_module_presence(files_, "af_key")), Reason::io_error);
}

TEST(LiveFiles, NullIsADeviceThatIsUsable) {
  const Files files;
  const auto status = files.status("/dev/null");
  ASSERT_TRUE(status);
  EXPECT_TRUE(S_ISCHR(status->mode));
  EXPECT_EQ(files.may_read_and_write("/dev/null"), true);
}

}  // namespace
}  // namespace rocelint
