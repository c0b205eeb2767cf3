// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rocelint/snapshot.h"

#include "os/part.h"
#include "os/probe_env.h"

namespace rocelint {

/// Adds to `out` what `read_port(device, port)` says of every RDMA port that is known so far, and
/// hands over what there is after each device. A device whose ports are unknown is left out.
template <class ReadPort>
void fill_each_port(ProbeEnv& env, const Snapshot& so_far, Snapshot& out, ReadPort read_port) {
  const auto* devices = so_far.host.devices.known();
  if (devices == nullptr) {
    return;
  }
  for (const auto& device : *devices) {
    const auto* ports = device.ports.known();
    if (ports == nullptr) {
      continue;
    }
    auto& read = add_device(out.host, device.name).ports.emplace();
    for (const auto& port : *ports) {
      read.push_back(read_port(device, port));
    }
    env.keep(out);
  }
}

}  // namespace rocelint
