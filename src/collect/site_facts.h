// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a site knows of its hosts and the kernel does not tell: PFC that a vendor's tool has put
// into the firmware of a NIC whose driver never asks for it.

#include <string>

#include "rocelint/base/diagnostic.h"
#include "rocelint/snapshot.h"

namespace rocelint {

/// Fills facts that this host can't tell from FOLDER/*.json, the first file that has one winning,
/// and notes in the snapshot who said so and when. What the host itself told stands, a read that
/// failed stays failed, and nothing is added to its devices. Returns one line for each file in use,
/// and what was not used and why; no such folder is nothing to speak of.
[[nodiscard]] Diagnostics add_site_facts(const std::string& folder, Snapshot& snapshot);

}  // namespace rocelint
