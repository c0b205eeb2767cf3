// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which part of a file of rules is about its inline tests.

#include <string_view>
#include <utility>
#include <vector>

#include "base/tree.h"

namespace rocelint {

/// Whether that key of a file or of a rule is about tests alone.
[[nodiscard]] inline bool is_about_tests(std::string_view key) {
  return key == "tests" || key == "tests_policy";
}

/// What the file says of its rules but not how they are tested.
[[nodiscard]] inline TreeNode without_tests(TreeNode file) {
  std::erase_if(file.entries, [](const auto& entry) { return is_about_tests(entry.first.scalar); });
  for (auto& [key, value] : file.entries) {
    if (key.scalar == "rules") {
      for (auto& rule : value.items) {
        rule = without_tests(std::move(rule));
      }
    }
  }
  return file;
}

}  // namespace rocelint
