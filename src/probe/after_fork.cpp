// SPDX-License-Identifier: Apache-2.0
#include "probe/after_fork.h"

#include <algorithm>

#include <signal.h>  // NOLINT(modernize-deprecated-headers): as for kill and friends, POSIX
#include <sys/prctl.h>
#include <sys/types.h>
#include <unistd.h>

namespace rocelint {

void die_with(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const pid_t now = getppid();  // 0 where the caller has asked for a new pid namespace
  if (now != parent && now != 0) {
    _exit(kCannotStart);  // the parent died before prctl()
  }
}

void close_from(int first) {
  if (close_range(static_cast<unsigned>(first), ~0U, 0) == 0) {
    return;
  }
  constexpr int kMost = 65536;  // before Linux 5.9, or where a seccomp filter does not know it
  const auto limit = static_cast<int>(std::min<long>(sysconf(_SC_OPEN_MAX), kMost));
  for (int fd = first; fd < limit; ++fd) {
    close(fd);
  }
}

}  // namespace rocelint
