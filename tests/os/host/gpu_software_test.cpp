// SPDX-License-Identifier: Apache-2.0
#include "os/host/gpu_software.h"

#include <string_view>

#include <gtest/gtest.h>

#include "tests/os/fakes.h"

namespace rocelint {
namespace {

class GpuFiles : public testing::Test {
 protected:
  [[nodiscard]] GpuSoftware read() const { return read_gpu_software(Files(tree_.root().string())); }
  Tree tree_;
};

class PeerMemory : public GpuFiles, public testing::WithParamInterface<const char*> {};
TEST_P(PeerMemory, IsRegisteredThroughEachOfItsFiles) {
  EXPECT_EQ(reason_of(read().peer_memory), Reason::not_found) << "there is no sysfs";
  tree_.directory("/sys/module");
  EXPECT_TRUE(read().peer_memory.is(false));
  tree_.file(GetParam(), "1.0\n");
  EXPECT_TRUE(read().peer_memory.is(true));
}
INSTANTIATE_TEST_SUITE_P(Files, PeerMemory,
                         testing::Values("/sys/kernel/mm/memory_peers/nv_mem/version",
                                         "/sys/kernel/mm/memory_peers/nv_mem_nc/version",
                                         "/sys/module/nvidia_peermem/version",
                                         "/sys/kernel/memory_peers/amdkfd/version"));

TEST_F(GpuFiles, AModuleThatIsLoadedMayNotHaveRegistered) {
  tree_.file("/sys/module/nvidia_peermem/version", "550.54.15\n");
  EXPECT_TRUE(read().peer_memory.is(true)) << "ib_core lists no clients";
  tree_.directory("/sys/kernel/mm/memory_peers");
  EXPECT_TRUE(read().peer_memory.is(false));
  tree_.file("/sys/kernel/mm/memory_peers/nv_mem_nc/version", "1.0\n");
  EXPECT_TRUE(read().peer_memory.is(true));
}

// Forms of the first line as drivers 535 and 565 write it.
TEST_F(GpuFiles, TheProprietaryDriverIsNotTheOpenOne) {
  tree_.file("/proc/driver/nvidia/version",
             "NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.129.03  Thu Oct 19 18:56:32 UTC "
             "2023\nGCC version:  gcc version 12.3.0\n");
  EXPECT_TRUE(read().nvidia_version.is("535.129.03"));
  EXPECT_TRUE(read().nvidia_open.is(false));
}

TEST_F(GpuFiles, TheOpenDriverSaysSo) {
  tree_.file("/proc/driver/nvidia/version",
             "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  565.77  Release Build  "
             "(nixbld@)  Sun Feb  9 11:08:26 UTC 2025\n");
  EXPECT_TRUE(read().nvidia_version.is("565.77"));
  EXPECT_TRUE(read().nvidia_open.is(true));
}

TEST_F(GpuFiles, WithoutTheDriverThereIsNoVersion) {
  EXPECT_EQ(reason_of(read().nvidia_version), Reason::not_found);
  EXPECT_EQ(reason_of(read().nvidia_open), Reason::not_found);
  tree_.file("/proc/driver/nvidia/version", "NVRM version: none . ..\n");
  EXPECT_EQ(reason_of(read().nvidia_version), Reason::malformed);
}

}  // namespace
}  // namespace rocelint
