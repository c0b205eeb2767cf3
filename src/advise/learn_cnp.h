// SPDX-License-Identifier: Apache-2.0
#pragma once

// Congestion notification packets: how they are marked, and on which priority they are.

#include <cstdint>
#include <span>

#include "advise/learn_ballot.h"
#include "advise/learn_lowers.h"

namespace rocelint {

[[nodiscard]] LearnedValue learn_cnp_dscp(const Ports& ports);

/// Where no port tells how it sends and marks CNPs, the one priority that is served before the
/// `lossless` ones is taken for theirs if the usual DSCP of CNPs leads to it.
[[nodiscard]] LearnedValue learn_cnp_priority(const Ports& ports,
                                              std::span<const std::int64_t> lossless);

}  // namespace rocelint
