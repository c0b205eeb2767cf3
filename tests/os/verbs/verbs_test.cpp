// SPDX-License-Identifier: Apache-2.0
#include "os/verbs/verbs.h"

#include <gtest/gtest.h>

namespace rocelint {
namespace {

TEST(LibraryVerbs, OpensTheHostsLibraryAndSaysWhichDeviceIsMissing) {
  const auto verbs = open_verbs();
  if (!verbs) {
    // A host without the library must not stop anything: the reason says so.
    EXPECT_EQ(verbs.error().reason, Reason::not_found) << verbs.error().detail;
    GTEST_SKIP() << "libibverbs.so.1 is not installed";
  }
  const auto device = (*verbs)->query("no_such_device", 1);
  ASSERT_FALSE(device);
  EXPECT_FALSE(device.error().detail.empty());
}

}  // namespace
}  // namespace rocelint
