// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "derive/ports.h"

namespace rocelint {

/// How people call a port: "mlx5_0", the second one of a device "mlx4_0/2".
[[nodiscard]] std::string port_name(const PortView& view);

}  // namespace rocelint
