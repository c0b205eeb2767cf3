// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/checks/run.h"

namespace rocelint {
namespace {

class ModulesModule : public testing::Test {
 protected:
  [[nodiscard]] Fact<std::vector<KernelModule>> probe() const {
    ProbeEnv env(host_.dead());
    return run(checks::modules, env).host.modules;
  }
  FakeHost host_;
};

TEST_F(ModulesModule, ListsThoseOfInterest) {
  host_.tree.file("/proc/sys/kernel/osrelease", "6.8.0-45-generic\n");
  host_.tree.file("/lib/modules/6.8.0-45-generic/modules.dep",
                  "kernel/mlx5_core.ko.zst: kernel/a.ko\nupdates/mlx5_ib.ko:\n");
  host_.tree.file("/lib/modules/6.8.0-45-generic/updates/mlx5_ib.ko", "no module");
  host_.tree.file("/sys/module/mlx5_core/taint", "OE\n");
  host_.tree.file("/sys/module/mlx5_core/initstate", "live\n");
  host_.tree.file("/sys/module/mlx5_core/version", "24.10-0.7.0\n");
  host_.tree.file("/sys/module/mlx5_core/srcversion", "4B1\n");
  host_.tree.file("/sys/module/mlx5_ib/taint", "\n");
  host_.tree.directory("/sys/module/ib_core/parameters");
  host_.tree.directory("/sys/module/ext4");
  const auto modules = value_of(probe());
  ASSERT_EQ(modules.size(), 3U);
  EXPECT_EQ(modules[0].name, "ib_core");
  EXPECT_TRUE(modules[0].out_of_tree.is(false)) << "built in";
  EXPECT_EQ(reason_of(modules[0].disk_version), Reason::not_found);
  EXPECT_EQ(modules[1].name, "mlx5_core");
  EXPECT_TRUE(modules[1].out_of_tree.is(true));
  EXPECT_TRUE(modules[1].version.is("24.10-0.7.0"));
  EXPECT_TRUE(modules[1].source_version.is("4B1"));
  EXPECT_EQ(reason_of(modules[1].disk_version), Reason::unsupported) << "compressed";
  EXPECT_EQ(modules[2].name, "mlx5_ib");
  EXPECT_TRUE(modules[2].out_of_tree.is(false));
  EXPECT_EQ(reason_of(modules[2].disk_source_version), Reason::malformed);
}

TEST_F(ModulesModule, TakesOneThatIsHiddenForNoneOfTheKernelsOwn) {
  host_.tree.file("/proc/sys/kernel/osrelease", "6.8.0-45-generic\n");
  host_.tree.link("/sys/module/mlx5_ib", "mlx5_ib");
  EXPECT_EQ(reason_of(value_of(probe()).at(0).out_of_tree), Reason::io_error);
}

TEST_F(ModulesModule, WithoutSysfsThereIsNoList) {
  EXPECT_EQ(reason_of(probe()), Reason::not_found);
}

TEST_F(ModulesModule, WithoutModulesDepTheFileIsUnknown) {
  host_.tree.file("/proc/sys/kernel/osrelease", "6.8.0-45-generic\n");
  host_.tree.file("/sys/module/mlx5_ib/taint", "\n");
  EXPECT_EQ(reason_of(value_of(probe()).at(0).disk_version), Reason::not_found);
}

}  // namespace
}  // namespace rocelint
