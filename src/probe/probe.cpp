// SPDX-License-Identifier: Apache-2.0
#include "rocelint/check.h"
#include "rocelint/snapshot.h"

#include "os/probe_env.h"
#include "probe/collect.h"

namespace rocelint {

Snapshot probe(const ProbeOptions& options) {
  return collect(all_checks(), options, [&] {
    auto parts = live_parts(options.root, options.verbs);
    parts.deep = options.deep;
    if (!options.host_root.empty()) {
      parts.root = options.host_root;  // files alone: netlink and verbs stay live
    }
    return parts;
  });
}

}  // namespace rocelint
