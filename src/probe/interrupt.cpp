// SPDX-License-Identifier: Apache-2.0
#include "probe/interrupt.h"

#include <array>
#include <utility>

#include <signal.h>  // NOLINT(modernize-deprecated-headers): kill, sigaction and friends are POSIX
#include <sys/signalfd.h>
#include <unistd.h>

#include "base/file_descriptor.h"

namespace rocelint {
namespace {

bool is_ignored(int signal) {
  struct sigaction action{};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

InterruptWatch::InterruptWatch() {
  sigset_t watched;
  sigemptyset(&watched);
  for (const int signal : std::array{SIGINT, SIGTERM}) {
    // A blocked signal is queued even where it is ignored (nohup, a shell's background job).
    if (!is_ignored(signal)) {
      sigaddset(&watched, signal);
    }
  }
  FileDescriptor signals(signalfd(-1, &watched, SFD_NONBLOCK | SFD_CLOEXEC));
  if (signals.is_open() && pthread_sigmask(SIG_BLOCK, &watched, &before_) == 0) {
    signals_ = std::move(signals);
  }
}

InterruptWatch::~InterruptWatch() {
  if (signals_.is_open()) {
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
}

bool InterruptWatch::take() {
  bool any = false;
  signalfd_siginfo info{};
  while (signals_.is_open() && read(signals_.get(), &info, sizeof info) == sizeof info) {
    any = true;
  }
  return any;
}

}  // namespace rocelint
