// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

namespace rocelint::test {

/// Compares `actual` with tests/golden/NAME. With ROCELINT_UPDATE_GOLDEN=1 in the environment it is
/// written instead (scripts/update_golden does that): look at the diff before you commit it.
inline void expect_golden(const std::string& name, const std::string& actual) {
  const auto path = std::filesystem::path(ROCELINT_SOURCE_DIR) / "tests/golden" / name;
  const char* update = std::getenv("ROCELINT_UPDATE_GOLDEN");  // NOLINT(concurrency-mt-unsafe)
  if (update != nullptr && std::string(update) == "1") {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << actual;
    return;
  }
  std::ifstream file(path, std::ios::binary);
  ASSERT_TRUE(file) << path << " is missing: run scripts/update_golden";
  const std::string expected{std::istreambuf_iterator<char>(file),
                             std::istreambuf_iterator<char>()};
  EXPECT_EQ(actual, expected) << path << ": if the change is meant, run scripts/update_golden";
}

}  // namespace rocelint::test
