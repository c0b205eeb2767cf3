// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "os/read.h"

namespace rocelint {

/// The bytes of an address as text; `family` is AF_INET or AF_INET6.
[[nodiscard]] Read<std::string> address_text(int family, std::string_view bytes);

/// "10.1.0.0/16"
[[nodiscard]] Read<std::string> prefix_text(int family, std::string_view bytes,
                                            std::uint8_t prefix_length);

}  // namespace rocelint
