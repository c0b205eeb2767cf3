// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string_view>

#include <sys/types.h>

namespace rocelint::cli {

/// While it lives: after a second, says on standard error how long `what` has taken. Only on a
/// terminal. A child process writes, since the probe forks and must stay single-threaded.
class Progress {
 public:
  explicit Progress(std::string_view what);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  Progress(Progress&&) = delete;
  Progress& operator=(Progress&&) = delete;
  ~Progress();

 private:
  pid_t writer_ = -1;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Waits, with `what` as progress on a terminal. False where Ctrl-C ended it early, which does
/// nothing else.
bool wait_for(std::chrono::milliseconds time, std::string_view what);

}  // namespace rocelint::cli
