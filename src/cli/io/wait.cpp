// SPDX-License-Identifier: Apache-2.0
#include "cli/io/wait.h"

#include <chrono>
#include <string_view>

#include <poll.h>

#include "cli/io/progress.h"
#include "probe/interrupt.h"

namespace rocelint::cli {

bool wait_for(std::chrono::milliseconds time, std::string_view what) {
  const Progress progress(what);
  InterruptWatch interrupt;
  pollfd ready{.fd = interrupt.fd(), .events = POLLIN, .revents = 0};
  poll(&ready, 1, static_cast<int>(time.count()));
  return !interrupt.take();  // one that stays pending kills when the watch ends
}

}  // namespace rocelint::cli
