// SPDX-License-Identifier: Apache-2.0
#pragma once

// What rocelint knows of a host: plain structs, each with its field table beside it. A fact that
// could not be read is Unknown with a reason, never a default value.

#include "rocelint/facts/dcb.h"
#include "rocelint/facts/fact.h"
#include "rocelint/facts/host.h"
#include "rocelint/facts/link.h"
#include "rocelint/facts/netdev.h"
#include "rocelint/facts/rdma.h"
#include "rocelint/facts/reflect.h"
