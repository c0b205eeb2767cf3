// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <signal.h>  // NOLINT(modernize-deprecated-headers): sigset_t is POSIX

#include "base/file_descriptor.h"

namespace rocelint {

/// While it lives, SIGINT and SIGTERM of this thread do not kill: they make fd() readable. A signal
/// that the caller ignores stays ignored.
class InterruptWatch {
 public:
  InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;
  InterruptWatch(InterruptWatch&&) = delete;
  InterruptWatch& operator=(InterruptWatch&&) = delete;
  ~InterruptWatch();

  /// For poll(); -1 when nothing is watched.
  [[nodiscard]] int fd() const { return signals_.get(); }
  /// Takes what has come, so that it does not kill later.
  [[nodiscard]] bool take();

 private:
  sigset_t before_{};
  FileDescriptor signals_;
};

}  // namespace rocelint
