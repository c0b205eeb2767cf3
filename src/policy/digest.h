// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "policy/policy.h"

namespace rocelint::policy_loading {

/// 16 hex digits over what the policy says, not how: comments, layout, file names and the way in
/// which `extends` splits it do not count. It tells policies apart, it does not guard them.
[[nodiscard]] std::string policy_digest(const Policy& policy);

}  // namespace rocelint::policy_loading
