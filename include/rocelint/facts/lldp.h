// SPDX-License-Identifier: Apache-2.0
#pragma once

// The other end of a cable, as IEEE 802.1AB tells it.

#include <array>
#include <string>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/reflect.h"

namespace rocelint {

struct LldpNeighbor {
  std::string system_name;
  std::string chassis_id;
  std::string port_id;
  std::string port_description;

  bool operator==(const LldpNeighbor&) const = default;
};
inline constexpr auto kLldpSource = "/run/rocelint/lldp.json, as lldpcli -f json0 writes it";
template <>
struct Fields<LldpNeighbor> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::system_name>("name of the switch", kLldpSource),
      field<&T::chassis_id>("chassis, usually a hardware address", kLldpSource),
      field<&T::port_id>("port of the switch", kLldpSource),
      field<&T::port_description>("what the switch says of that port", kLldpSource),
  };
};

}  // namespace rocelint
