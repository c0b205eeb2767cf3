// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rocelint/facts.h"

#include "derive/absent.h"
#include "facts/doubt.h"
#include "facts/unknown.h"

namespace rocelint {

/// Whether a port of the device stands on a netdev that `fits`, a Fact<bool> of its name. Unknown
/// where none is known to and one could not be asked; a port without a netdev stands on none.
template <class Fits>
Fact<bool> stands_on(const RdmaDevice& device, Fits fits) {
  const auto* ports = device.ports.known();
  if (ports == nullptr) {
    return *device.ports.unknown();
  }
  Fact<bool> found = false;
  for (const auto& port : *ports) {
    const Fact<bool> by_port = map(port.netdev, fits);
    if (by_port.is(true)) {
      return true;
    }
    if (const auto* why = by_port.unknown(); why != nullptr && !is_absent(*why)) {
      add_doubt(found, why);
    }
  }
  return found;
}

}  // namespace rocelint
