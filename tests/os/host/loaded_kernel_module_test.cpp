// SPDX-License-Identifier: Apache-2.0
#include "os/host/loaded_kernel_module.h"

#include <cerrno>

#include <gtest/gtest.h>

#include "tests/os/fakes.h"

namespace rocelint {
namespace {

class LoadedModule : public testing::Test {
 protected:
  [[nodiscard]] std::optional<Unknown> why_not() const {
    return why_not_loaded(Files(tree_.root().string()),
                          {"/sys/class/infiniband", "/sys/module/ib_core"}, not_loaded_);
  }
  Tree tree_;
  Unknown not_loaded_{.reason = Reason::unsupported, .detail = "not loaded", .sys_errno = 0};
};

TEST_F(LoadedModule, ShowsByAnyOfItsSigns) {
  EXPECT_EQ(why_not(), not_loaded_);
  tree_.directory("/sys/module/ib_core");
  EXPECT_FALSE(why_not());
}

TEST_F(LoadedModule, IsNotAbsentWhereSysfsDoesNotTell) {
  tree_.link("/sys/class", "class");
  ASSERT_TRUE(why_not());
  EXPECT_EQ(why_not()->sys_errno, ELOOP);
  tree_.directory("/sys/module/ib_core");
  EXPECT_FALSE(why_not());
}

}  // namespace
}  // namespace rocelint
