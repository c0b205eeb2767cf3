// SPDX-License-Identifier: Apache-2.0
#include "os/process.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/os/fakes.h"

namespace rocelint {
namespace {

using testing::ElementsAre;

class Processes : public testing::Test {
 protected:
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> names;
    const auto processes = list_processes(files_);
    EXPECT_TRUE(processes) << processes.error().detail;
    for (const auto& process : processes ? *processes : std::vector<Process>{}) {
      names.push_back(process.folder + ' ' + process.name);
    }
    return names;
  }
  Tree tree_;
  Files files_{tree_.root().string()};
};

TEST_F(Processes, AreThoseOfTheHost) {
  tree_.file("/proc/1/comm", "systemd\n");
  tree_.file("/proc/2/comm", "kthreadd\n");
  tree_.file("/proc/771/comm", "slurmd\n");
  tree_.folder("/proc/900");  // gone before its name was read
  tree_.file("/proc/sys/comm", "no process\n");
  EXPECT_THAT(names(), ElementsAre("/proc/1 systemd", "/proc/2 kthreadd", "/proc/771 slurmd"));
}

TEST_F(Processes, OfAContainerAreNotAll) {
  tree_.file("/proc/1/comm", "python3\n");
  EXPECT_EQ(list_processes(files_).error().reason, Reason::not_authoritative);
  tree_.file("/proc/2/comm", "python3\n");
  EXPECT_EQ(list_processes(files_).error().reason, Reason::not_authoritative);
}

TEST_F(Processes, WithoutProcfsAreUnknown) {
  EXPECT_EQ(list_processes(files_).error().reason, Reason::not_authoritative);
}

TEST(LesserLimits, TakesTheSmallerOfEachAndWhatIsUnknown) {
  const Unknown refused{.reason = Reason::permission, .detail = "no", .sys_errno = 13};
  const ProcessLimits a{
      .memlock_bytes = 8, .memlock_hard_bytes = 64, .open_files = 1024, .open_files_hard = 4096};
  const ProcessLimits b{
      .memlock_bytes = 16, .memlock_hard_bytes = 32, .open_files = refused, .open_files_hard = 1};
  for (const auto& least : {lesser_limits(a, b), lesser_limits(b, a)}) {
    EXPECT_TRUE(least.memlock_bytes.is(8));
    EXPECT_TRUE(least.memlock_hard_bytes.is(32));
    EXPECT_EQ(reason_of(least.open_files), Reason::permission);
    EXPECT_TRUE(least.open_files_hard.is(1));
  }
}

}  // namespace
}  // namespace rocelint
