// SPDX-License-Identifier: Apache-2.0
#include "cli/io/progress.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <string>
#include <string_view>
#include <thread>

#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "probe/interrupt.h"

namespace rocelint::cli {

namespace {

constexpr std::chrono::seconds kStep{1};

void write_line(const std::string& line) {
  if (write(STDERR_FILENO, line.data(), line.size()) < 0) {
    return;  // a terminal that is gone needs no progress
  }
}

[[noreturn]] void count_seconds(std::string_view what, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (int seconds = 1; getppid() == parent; ++seconds) {
    std::this_thread::sleep_for(kStep);
    write_line("\rrocelint: " + std::string(what) + ", " + std::to_string(seconds) + " s ");
  }
  _exit(0);
}

}  // namespace

Progress::Progress(std::string_view what) {
  if (isatty(STDERR_FILENO) != 1) {
    return;
  }
  const auto parent = getpid();
  writer_ = fork();
  if (writer_ == 0) {
    count_seconds(what, parent);
  }
}

Progress::~Progress() {
  if (writer_ <= 0) {
    return;
  }
  kill(writer_, SIGKILL);
  while (waitpid(writer_, nullptr, 0) < 0 && errno == EINTR) {
  }
  if (std::chrono::steady_clock::now() - start_ >= kStep) {
    write_line("\r\x1b[K");
  }
}

bool wait_for(std::chrono::milliseconds time, std::string_view what) {
  const Progress progress(what);
  InterruptWatch interrupt;
  pollfd ready{.fd = interrupt.fd(), .events = POLLIN, .revents = 0};
  poll(&ready, 1, static_cast<int>(time.count()));
  return !interrupt.take();  // one that stays pending kills when the watch ends
}

}  // namespace rocelint::cli
