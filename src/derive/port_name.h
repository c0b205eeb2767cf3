// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rocelint/facts.h"

#include "derive/ports.h"

namespace rocelint {

/// How people call a port: "mlx5_0", the second one of a device "mlx4_0/2".
[[nodiscard]] std::string port_name(const PortView& view);

/// The same with the number of the port always, where it is known: "mlx5_0/1".
[[nodiscard]] std::string device_and_port(const PortView& view);

/// How evidence spells a device, one of its ports, and a netdev of the host.
[[nodiscard]] std::string device_path(const RdmaDevice& device);
[[nodiscard]] std::string port_path(const PortView& view);
[[nodiscard]] std::string netdev_path(const Netdev& netdev);

}  // namespace rocelint
