// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which RDMA devices a job's list of names takes (NCCL_IB_HCA). Pure functions of the facts.

#include <string>
#include <vector>

#include "rocelint/facts.h"

#include "derive/name_list.h"

namespace rocelint {

/// Entries that no device of the host matches. A list of what is not to be used may well name what
/// is not there.
[[nodiscard]] Fact<std::vector<std::string>> entries_without_device(const Host& host,
                                                                    const NameList& list);

/// Devices that are taken only because an entry that is the whole name of another device is the
/// beginning of theirs: mlx5_11 of a list that says mlx5_1.
[[nodiscard]] Fact<std::vector<std::string>> devices_taken_besides(const Host& host,
                                                                   const NameList& list);

/// The protocols of the devices with an active port that the list takes, sorted.
[[nodiscard]] Fact<std::vector<std::string>> protocols_taken(const Host& host,
                                                             const NameList& list);

}  // namespace rocelint
