// SPDX-License-Identifier: Apache-2.0
#include "base/yaml_out.h"

#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "base/tree.h"

namespace rocelint {
namespace {

YamlOut map(decltype(YamlOut::entries) entries, std::string comment = "") {
  return {.entries = std::move(entries), .comment = std::move(comment)};
}

TEST(YamlOut, CommentsStandAboveTheirKeyAtItsIndentation) {
  const auto document = map({
      {"", {.comment = "first"}},
      {"policy", {.scalar = "x"}},
      {"roles",
       map({{"a", map({{"", {.comment = "of a"}},
                       {"ports", {.scalar = "dev.driver == \"x\""}},
                       {"mtu", map({{"active", {.scalar = "4096", .comment = "odd: # one"}}})},
                       {"roce", {.items = {map({{"priority", {.scalar = "3"}}})}}}},
                      "role a")}})},
  });
  EXPECT_EQ(write_yaml(document), R"(# first
policy: x
roles:
  # role a
  a:
    # of a
    ports: dev.driver == "x"
    mtu:
      # odd: # one
      active: 4096
    roce: [{priority: 3}]
)");
}

TEST(YamlOut, CommentsAreWrappedAndNeverBreakOut) {
  const auto text = write_yaml(
      map({{"a", {.scalar = "b", .comment = std::string(50, 'x') + ' ' + std::string(50, 'y')}},
           {"c", {.scalar = "d", .comment = "one\nevil: true\xE2\x80\xA8\x1b"}}}));
  EXPECT_EQ(text, "# " + std::string(50, 'x') + "\n# " + std::string(50, 'y') +
                      "\na: b\n# one\\nevil: true\\u{2028}\\x1b\nc: d\n");
}

TEST(YamlOut, ScalarsReadBack) {
  for (const std::string scalar : {"a: b", "# no comment", "two\nlines", "- x", "", "'q'", "*a"}) {
    const auto tree = read_yaml(write_yaml(map({{"k", {.scalar = scalar}}})), "x");
    ASSERT_TRUE(tree) << to_string(tree.error());
    EXPECT_EQ(tree->find("k")->scalar, scalar);
  }
}

}  // namespace
}  // namespace rocelint
