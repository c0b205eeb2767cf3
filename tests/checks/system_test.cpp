// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/checks/run.h"

namespace rocelint {
namespace {

using testing::ElementsAre;

class SystemModule : public testing::Test {
 protected:
  void process(const std::string& number, const std::string& name,
               const std::string& memlock = "unlimited") const {
    const std::string directory = "/proc/" + number;
    host_.tree.file(directory + "/comm", name + '\n');
    host_.tree.file(directory + "/limits",
                    "Limit                     Soft Limit           Hard Limit           Units\n"
                    "Max open files            1024                 4096                 files\n"
                    "Max locked memory         " +
                        memlock + "   unlimited            bytes\n");
  }
  [[nodiscard]] System probe() const {
    ProbeEnv env(host_.dead());
    return run(checks::system, env).host.system;
  }
  FakeHost host_;
};

TEST_F(SystemModule, TakesTheLeastOfALaunchersProcesses) {
  process("2", "kthreadd");
  process("70", "sshd", "65536");
  process("71", "sshd", "8192");
  process("80", "slurmd");
  process("81", "bash", "1");
  const auto launchers = value_of(probe().launchers);
  ASSERT_EQ(launchers.size(), 2U);
  EXPECT_EQ(launchers[0].name, "slurmd");
  EXPECT_EQ(launchers[1].name, "sshd");
  EXPECT_TRUE(launchers[1].limits.memlock_bytes.is(8192));
}

TEST_F(SystemModule, NamesDaemonsInFull) {
  process("2", "kthreadd");
  process("70", "systemd-timesyn");
  process("71", "irqbalance");
  process("72", "irqbalance");
  EXPECT_THAT(value_of(probe().daemons), ElementsAre("irqbalance", "systemd-timesyncd"));
}

TEST_F(SystemModule, InAContainerNobodyKnowsWhatRunsBesides) {
  process("1", "slurmd");
  const auto system = probe();
  EXPECT_EQ(reason_of(system.launchers), Reason::not_authoritative);
  EXPECT_EQ(reason_of(system.daemons), Reason::not_authoritative);
  EXPECT_TRUE(system.container.is("other"));
}

TEST_F(SystemModule, ADeadTreeTellsWhatItsFilesTell) {
  host_.tree.file("/proc/cmdline", "root=/dev/sda1 iommu=pt\n");
  host_.tree.file("/proc/sys/vm/max_map_count", "65530\n");
  host_.tree.file("/proc/meminfo", "MemTotal: 1024 kB\nCmaTotal:          32768 kB\n");
  host_.tree.file("/sys/devices/system/node/online", "0-1\n");
  const auto system = probe();
  EXPECT_TRUE(system.command_line.is("root=/dev/sda1 iommu=pt"));
  EXPECT_TRUE(system.max_map_count.is(65'530));
  EXPECT_TRUE(system.cma_total_bytes.is(32'768LL * 1024));
  EXPECT_TRUE(system.numa_nodes.is(2));
  EXPECT_EQ(reason_of(system.numa_balancing), Reason::not_found);
  EXPECT_EQ(reason_of(system.limits.memlock_bytes), Reason::unsupported);
  EXPECT_EQ(reason_of(system.shm_bytes), Reason::unsupported);
  EXPECT_EQ(reason_of(system.device_nodes), Reason::unsupported);
  EXPECT_EQ(reason_of(system.clock_synchronized), Reason::unsupported);
}

TEST_F(SystemModule, AKernelThatCantMovePagesMovesNone) {
  host_.tree.file("/proc/sys/kernel/osrelease", "6.8.0\n");
  EXPECT_TRUE(probe().numa_balancing.is(0));
  host_.tree.file("/proc/sys/kernel/numa_balancing", "2\n");
  EXPECT_TRUE(probe().numa_balancing.is(2));
}

TEST(LiveSystem, TellsOfThisProcess) {
  FakeHost fakes;
  auto parts = fakes.live();
  parts.root.clear();
  ProbeEnv env(std::move(parts));
  const auto system = run(checks::system, env).host.system;
  EXPECT_NE(system.limits.open_files.known(), nullptr);
  EXPECT_NE(system.command_line.known(), nullptr);
  EXPECT_NE(system.max_map_count.known(), nullptr);
}

}  // namespace
}  // namespace rocelint
