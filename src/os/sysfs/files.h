// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

#include "os/read.h"

namespace rocelint {

/// stat(2) of what a path leads to.
struct FileStatus {
  mode_t mode = 0;  ///< kind of file and permissions
  uid_t owner = 0;
  gid_t group = 0;
};

/// sysfs, procfs and friends below a root directory. Symbolic links stay below the root, so that a
/// dead tree is never mixed with the live host.
class Files {
 public:
  explicit Files(std::string root = {});

  /// The whole file, one trailing newline cut, 4 MB at most. It is opened once, and read once where
  /// each read may ask the firmware (debugfs). A FIFO blocks: the worker's deadline is for that.
  [[nodiscard]] Read<std::string> read(std::string_view path) const;
  /// At most `size` bytes from `offset` on; fewer where the file ends.
  [[nodiscard]] Read<std::string> read_part(std::string_view path, std::uint64_t offset,
                                            std::size_t size) const;
  /// Entry names, sorted, without . and ..
  [[nodiscard]] Read<std::vector<std::string>> list(std::string_view path) const;
  /// The path with every link resolved, as seen from the root.
  [[nodiscard]] Read<std::string> real_path(std::string_view path) const;
  /// Whether something is there and can be reached.
  [[nodiscard]] bool exists(std::string_view path) const;
  /// Whether surely nothing is there. Where a directory on the way can't be looked into, nobody
  /// knows: a path is neither there nor absent then, and reading it says why.
  [[nodiscard]] bool is_absent(std::string_view path) const;
  /// When its text was written last, in seconds since 1970.
  [[nodiscard]] Read<std::int64_t> modified_at_s(std::string_view path) const;

  // None of these opens the file itself: a device file is not disturbed.

  [[nodiscard]] Read<FileStatus> status(std::string_view path) const;
  /// Whether this process may both read and write it (faccessat with the effective ids).
  [[nodiscard]] Read<bool> may_read_and_write(std::string_view path) const;
  /// Size of the filesystem that it lies on.
  [[nodiscard]] Read<std::uint64_t> filesystem_bytes(std::string_view path) const;

 private:
  std::string root_;
};

}  // namespace rocelint
