// SPDX-License-Identifier: Apache-2.0
#include "facts/json/json_pointer.h"

#include <cstddef>
#include <string>

#include <gtest/gtest.h>

namespace rocelint {
namespace {

TEST(JsonPointerText, IsSpelledAsRfc6901Says) {
  const JsonPointer root;
  const JsonPointer host(root, "host");
  const JsonPointer netdevs(host, "net/devs~1");
  const JsonPointer third(netdevs, std::size_t{3});
  const JsonPointer name(third, "");
  EXPECT_EQ(root.text(), "top level");
  EXPECT_EQ(host.text(), "/host");
  EXPECT_EQ(name.text(), "/host/net~1devs~01/3/");
  EXPECT_EQ(name.without_indices(), "/host/net~1devs~01/*/");
}

TEST(JsonPointerText, LongKeysAreCut) {
  const JsonPointer root;
  const std::string key(1000, 'k');
  EXPECT_EQ(JsonPointer(root, key).text(), "/" + std::string(77, 'k') + "...");
}

}  // namespace
}  // namespace rocelint
