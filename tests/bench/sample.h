// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace rocelint::bench {

/// The sample host of `rocelint demo`: eight NICs, healthy.
[[nodiscard]] const std::string& sample_json();

}  // namespace rocelint::bench
