// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "derive/ports.h"

namespace rocelint {

/// How people call a port: "mlx5_0", the second one of a device "mlx4_0/2".
[[nodiscard]] std::string port_name(const PortView& view);

/// The same with the number of the port always, where it is known: "mlx5_0/1".
[[nodiscard]] std::string device_and_port(const PortView& view);

}  // namespace rocelint
