// SPDX-License-Identifier: Apache-2.0
#include "os/host/rdma_cgroup.h"

#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "tests/os/fakes.h"

namespace rocelint {
namespace {

constexpr auto kNone = std::numeric_limits<std::int64_t>::max();
using Limits = std::vector<RdmaCgroupLimit>;

class RdmaCgroup : public testing::Test {
 protected:
  [[nodiscard]] Fact<Limits> read() const { return read_rdma_cgroup(Files(tree_.root().string())); }
  Tree tree_;
};

TEST_F(RdmaCgroup, TheTightestGroupCounts) {
  tree_.file("/proc/self/cgroup", "0::/jobs/77\n");
  tree_.file("/sys/fs/cgroup/jobs/77/rdma.max", "mlx5_0 hca_handle=max hca_object=2000\n");
  tree_.file("/sys/fs/cgroup/jobs/rdma.max",
             "mlx5_0 hca_handle=3 hca_object=9000\nmlx5_1 hca_handle=max hca_object=max\n");
  EXPECT_EQ(read(), Limits({{.device = "mlx5_0", .hca_handles = 3, .hca_objects = 2000}}));
}

TEST_F(RdmaCgroup, WithoutTheControllerNothingIsLimited) {
  tree_.file("/proc/self/cgroup", "0::/user.slice\n");
  tree_.directory("/sys/fs/cgroup/user.slice");
  EXPECT_EQ(read(), Limits());
}

TEST_F(RdmaCgroup, VersionOneHasAHierarchyForIt) {
  tree_.file("/proc/self/cgroup", "5:rdma:/slurm\n1:name=systemd:/init.scope\n0::/init.scope\n");
  tree_.file("/sys/fs/cgroup/rdma/slurm/rdma.max", "mlx5_0 hca_handle=1 hca_object=max\n");
  EXPECT_EQ(read(), Limits({{.device = "mlx5_0", .hca_handles = 1, .hca_objects = kNone}}));
}

TEST_F(RdmaCgroup, WhatCantBeReadIsUnknown) {
  EXPECT_EQ(reason_of(read()), Reason::not_found);
  tree_.file("/proc/self/cgroup", "0::/\n");
  EXPECT_EQ(reason_of(read()), Reason::not_found) << "nothing is mounted";
  tree_.file("/sys/fs/cgroup/rdma.max", "mlx5_0 hca_handle=many hca_object=max\n");
  EXPECT_EQ(reason_of(read()), Reason::malformed);
}

TEST_F(RdmaCgroup, WhatIsHiddenMayBeMounted) {
  tree_.file("/proc/self/cgroup", "0::/\n");
  tree_.link("/sys/fs/cgroup", "cgroup");
  EXPECT_EQ(reason_of(read()), Reason::io_error);
}

TEST(RdmaMax, RefusesWhatIsNoLine) {
  for (const auto* odd : {"mlx5_0", "mlx5_0 hca_handle", "mlx5_0 hca_handle=-1"}) {
    EXPECT_FALSE(parse_rdma_max(odd)) << odd;
  }
  EXPECT_EQ(parse_rdma_max("")->size(), 0U);
}

}  // namespace
}  // namespace rocelint
