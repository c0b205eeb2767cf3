// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "os/read.h"

namespace rocelint {

/// sysfs, procfs and friends below a root folder. Symbolic links stay below the root, so that a
/// dead tree is never mixed with the live host.
class Files {
 public:
  explicit Files(std::string root = {});

  /// The whole file, one trailing newline cut, 1 MB at most. It is opened once, and read once where
  /// each read may ask the firmware (debugfs). A FIFO blocks: the worker's deadline is for that.
  [[nodiscard]] Read<std::string> read(std::string_view path) const;
  /// Entry names, sorted, without . and ..
  [[nodiscard]] Read<std::vector<std::string>> list(std::string_view path) const;
  /// The path with every link resolved, as seen from the root.
  [[nodiscard]] Read<std::string> real_path(std::string_view path) const;
  [[nodiscard]] bool exists(std::string_view path) const;
  /// When its text was written last, in seconds since 1970.
  [[nodiscard]] Read<std::int64_t> modified_at_s(std::string_view path) const;

 private:
  std::string root_;
};

}  // namespace rocelint
