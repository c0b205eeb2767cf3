// SPDX-License-Identifier: Apache-2.0
#pragma once

// Hosts whose owners publish a part of them (tests/support/public_data.h).

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "tests/checks/run.h"
#include "tests/support/public_data.h"

namespace rocelint {

class PublicHost : public testing::Test {
 protected:
  void SetUp() override {
    const auto directory = test::public_data();
    if (!directory) {
      GTEST_SKIP() << test::kNoPublicData;
    }
    data_ = *directory;
  }
  /// What a dead tree tells that has the published directory `from` at `to`.
  [[nodiscard]] Snapshot collect(const std::string& from, const std::string& to) const {
    EXPECT_TRUE(std::filesystem::exists(data_ / from)) << from;
    std::filesystem::create_directories(host_.tree.at(to).parent_path());
    std::filesystem::copy(
        data_ / from, host_.tree.at(to),
        std::filesystem::copy_options::recursive | std::filesystem::copy_options::copy_symlinks);
    ProbeEnv env(host_.dead());
    return run_all(env);
  }

  std::filesystem::path data_;
  FakeHost host_;
};

}  // namespace rocelint
