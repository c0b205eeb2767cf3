// SPDX-License-Identifier: Apache-2.0
#pragma once

// What rocelint knows of a host: plain structs, each with its field table beside it. A fact that
// could not be read is Unknown with a reason, never a default value.

#include "rocelint/facts/congestion.h"  // IWYU pragma: export
#include "rocelint/facts/counters.h"    // IWYU pragma: export
#include "rocelint/facts/dcb.h"         // IWYU pragma: export
#include "rocelint/facts/devlink.h"     // IWYU pragma: export
#include "rocelint/facts/fact.h"        // IWYU pragma: export
#include "rocelint/facts/host.h"        // IWYU pragma: export
#include "rocelint/facts/job.h"         // IWYU pragma: export
#include "rocelint/facts/link.h"        // IWYU pragma: export
#include "rocelint/facts/lldp.h"        // IWYU pragma: export
#include "rocelint/facts/module.h"      // IWYU pragma: export
#include "rocelint/facts/netdev.h"      // IWYU pragma: export
#include "rocelint/facts/pcie.h"        // IWYU pragma: export
#include "rocelint/facts/rdma.h"        // IWYU pragma: export
#include "rocelint/facts/reflect.h"     // IWYU pragma: export
#include "rocelint/facts/routing.h"     // IWYU pragma: export
#include "rocelint/facts/stacking.h"    // IWYU pragma: export
#include "rocelint/facts/system.h"      // IWYU pragma: export
