// SPDX-License-Identifier: Apache-2.0
#pragma once

// The classes of RoCE traffic: which priorities are lossless, what leads to them, and what becomes
// of congestion notification packets.

#include <vector>

#include "advise/learn_ballot.h"
#include "advise/learn_lowers.h"

namespace rocelint {

/// `roce`, `cnp`, `pfc`, `cc` and `trust`, in this order, as far as anything can be told. They are
/// learned together: what contradicts another one of them is a comment.
[[nodiscard]] std::vector<LearnedValue> learn_classes(const Ports& ports);

}  // namespace rocelint
