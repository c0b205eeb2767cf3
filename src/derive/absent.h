// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "rocelint/facts.h"

namespace rocelint {

/// The driver or the device has no such thing: that is known, where other reasons leave it open.
[[nodiscard]] inline bool is_absent(const Unknown& why) {
  const auto is = [](const Unknown& one) {
    return one.reason == Reason::unsupported || one.reason == Reason::not_found;
  };
  return is(why) && std::ranges::all_of(why.also, is);
}

}  // namespace rocelint
