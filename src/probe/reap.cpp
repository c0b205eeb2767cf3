// SPDX-License-Identifier: Apache-2.0
#include "probe/reap.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>
#include <string>
#include <thread>

#include <fmt/format.h>
#include <sys/wait.h>

namespace rocelint {

std::optional<int> reap(pid_t pid, std::chrono::milliseconds grace) {
  using Clock = std::chrono::steady_clock;
  using std::chrono::microseconds;
  const auto deadline = Clock::now() + grace;
  for (microseconds pause{20};; pause = std::min<microseconds>(2 * pause, microseconds{5000})) {
    int status = 0;
    const pid_t gone = waitpid(pid, &status, WNOHANG);
    if (gone == pid) {
      return status;
    }
    if (gone < 0 && errno != EINTR) {
      return 0;  // ECHILD: the caller has SIGCHLD ignored and the kernel has reaped it
    }
    if (Clock::now() >= deadline) {
      return std::nullopt;
    }
    std::this_thread::sleep_for(pause);
  }
}

std::string death_in_words(int status) {
  if (WIFSIGNALED(status)) {
    const char* name = sigabbrev_np(WTERMSIG(status));
    return name != nullptr ? fmt::format("died of SIG{}", name)
                           : fmt::format("died of signal {}", WTERMSIG(status));
  }
  return fmt::format("exited with status {}", WEXITSTATUS(status));
}

}  // namespace rocelint
