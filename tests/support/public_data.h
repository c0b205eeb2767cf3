// SPDX-License-Identifier: Apache-2.0
#pragma once

// Files of real hosts that their owners publish. They are not part of this repository:
// ROCELINT_PUBLIC_DATA names the directory that holds them, as owner+repository/path.

#include <cstdlib>
#include <filesystem>
#include <optional>

namespace rocelint::test {

inline constexpr auto kNoPublicData = "ROCELINT_PUBLIC_DATA is not set";

/// The directory, or nothing: then the test is skipped with kNoPublicData.
[[nodiscard]] inline std::optional<std::filesystem::path> public_data() {
  const char* directory = std::getenv("ROCELINT_PUBLIC_DATA");  // NOLINT(concurrency-mt-unsafe)
  return directory == nullptr ? std::nullopt : std::optional<std::filesystem::path>(directory);
}

}  // namespace rocelint::test
