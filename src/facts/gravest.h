// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>

#include "rocelint/facts/fact.h"

namespace rocelint {

/// How far a reason is from what a policy may well accept: that a driver does not tell, or that
/// nobody asked. That the kernel refused it, or that the read went wrong, is more.
[[nodiscard]] inline std::int64_t gravity(Reason reason) {
  switch (reason) {
    case Reason::unsupported:
      return 0;
    case Reason::not_found:
      return 1;
    case Reason::not_collected:
      return 2;
    case Reason::not_authoritative:
      return 3;
    case Reason::permission:
      return 4;
    case Reason::timeout:
    case Reason::crashed:
    case Reason::vanished:
    case Reason::io_error:
    case Reason::malformed:
      break;
  }
  return 5;
}

/// What a derived fact says of several that leave it open, for it can carry one reason only: who
/// accepts the lesser must not accept the graver with it. Of equals the first; those that are known
/// are null, and so is the answer if all are.
[[nodiscard]] inline const Unknown* gravest(std::initializer_list<const Unknown*> reasons) {
  const Unknown* found = nullptr;
  for (const auto* why : reasons) {
    if (why != nullptr && (found == nullptr || gravity(why->reason) > gravity(found->reason))) {
      found = why;
    }
  }
  return found;
}

/// Adds one, null if it is known, to a doubt that there may be already.
inline void add_doubt(std::optional<Unknown>& doubt, const Unknown* why) {
  if (const auto* worst = gravest({doubt ? &*doubt : nullptr, why});
      worst == why && why != nullptr) {
    doubt = *why;
  }
}

}  // namespace rocelint
