// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rocelint/facts.h"

namespace rocelint {

/// The driver or the device has no such thing: that is known, where other reasons leave it open.
[[nodiscard]] inline bool is_absent(const Unknown& why) {
  return why.reason == Reason::unsupported || why.reason == Reason::not_found;
}

}  // namespace rocelint
