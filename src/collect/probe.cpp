// SPDX-License-Identifier: Apache-2.0
#include "rocelint/check.h"

#include "collect/collect.h"

namespace rocelint {

Snapshot probe(const ProbeOptions& options) {
  return collect(all_checks(), options, [&] { return live_parts(options.root, options.verbs); });
}

}  // namespace rocelint
