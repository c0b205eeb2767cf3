// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "derive/addressing/gid_pick.h"
#include "derive/addressing/gid_table.h"
#include "derive/addressing/port_addressing.h"
#include "derive/counter_growth.h"
#include "derive/job/job_view.h"
#include "derive/lag.h"
#include "derive/path/traffic_path.h"
#include "derive/pcie/gpu_paths.h"
#include "derive/pcie/pcie_path.h"
#include "derive/ports.h"
#include "derive/siblings.h"

namespace rocelint {

/// One port with all that is derived for it.
struct PortFacts {
  PortView view;
  TrafficPath path;
  SiblingFacts siblings;
  GidPick gid_pick;
  GidTable gid_table;
  PciePath pcie;
  PortGpus gpus;
  JobPort job;
  PortAddressing addressing;
  PortLag lag;
  PortGrowth growth;  ///< as yet unknown all over where there is no earlier snapshot
};

}  // namespace rocelint
