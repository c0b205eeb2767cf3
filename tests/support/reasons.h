// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rocelint/facts/fact.h"

namespace rocelint::testing_support {

inline const Unknown kDenied{.reason = Reason::permission, .detail = "no", .sys_errno = 13};
inline const Unknown kUnsupported{.reason = Reason::unsupported, .detail = "none", .sys_errno = 95};

/// "permission unsupported", as they were met.
[[nodiscard]] inline std::string reasons(const Unknown& why) {
  std::string out = to_string(why.reason);
  for (const auto& more : why.also) {
    out += std::string(" ") + to_string(more.reason);
  }
  return out;
}
/// The same; "" when it is known.
template <class T>
[[nodiscard]] std::string reasons(const Fact<T>& fact) {
  return fact.unknown() == nullptr ? "" : reasons(*fact.unknown());
}

}  // namespace rocelint::testing_support
