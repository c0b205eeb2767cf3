// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a site knows of its hosts and the kernel does not tell: PFC that a vendor's tool has put
// into the firmware of a NIC whose driver never asks for it, facts for the site's own rules.

#include <chrono>
#include <string>

#include "rocelint/base/diagnostic.h"
#include "rocelint/snapshot.h"

namespace rocelint {

struct SiteFactsOptions {
  bool run_programs =
      false;  ///< executables in the directory say on standard output what a file says
  std::chrono::milliseconds deadline{1000};  ///< for each program
};

/// Fills facts that this host does not report from DIR/*.json, the first file that has one winning,
/// and notes in the snapshot who said so and when. What the host itself told stands, a read that
/// failed stays failed, and nothing is added to its devices; host.custom is the site's own. Returns
/// one line for each file in use, and what was not used and why; no such directory is nothing to
/// speak of.
[[nodiscard]] Diagnostics add_site_facts(const std::string& directory,
                                         const SiteFactsOptions& options, Snapshot& snapshot);

}  // namespace rocelint
