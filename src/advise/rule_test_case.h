// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rocelint/snapshot.h"

#include "base/result.h"
#include "rules/rule.h"

namespace rocelint {

/// The host that an inline test of a rule describes: one RDMA device "mlx5_0" with port 1 on netdev
/// "ens0", of which only the identity and an address are filled in, and over it the facts that the
/// case gives by the names that the rule sees. `netdev` stands for the lowers too, unless the case
/// lists `lowers`. `others` lists further ports by what they differ in.
[[nodiscard]] Result<Snapshot> test_host(const Rule& rule, const RuleTest& test);

/// The same host a minute earlier: with the facts that the case gives as `since` laid over.
[[nodiscard]] Result<Snapshot> test_host_earlier(const Rule& rule, const RuleTest& test);

}  // namespace rocelint
