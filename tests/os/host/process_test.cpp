// SPDX-License-Identifier: Apache-2.0
#include "os/host/process.h"

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
      names.push_back(process.directory + ' ' + process.name);
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
  tree_.directory("/proc/900");  // gone before its name was read
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

}  // namespace
}  // namespace rocelint
