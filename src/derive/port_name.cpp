// SPDX-License-Identifier: Apache-2.0
#include "derive/port_name.h"

#include <string>

#include "rocelint/facts.h"

#include "derive/ports.h"

namespace rocelint {

std::string port_name(const PortView& view) {
  const bool is_first = view.port == nullptr || view.port->number == 1;
  return view.device->name + (is_first ? "" : '/' + std::to_string(view.port->number));
}

std::string device_and_port(const PortView& view) {
  return view.device->name +
         (view.port == nullptr ? std::string() : '/' + std::to_string(view.port->number));
}

std::string device_path(const RdmaDevice& device) {
  return "host.devices[\"" + device.name + "\"]";
}

std::string port_path(const PortView& view) {
  return device_path(*view.device) +
         (view.port == nullptr ? ".ports" : ".ports[" + std::to_string(view.port->number) + "]");
}

std::string netdev_path(const Netdev& netdev) {
  return "host.netdevs[\"" + netdev.name + "\"]";
}

}  // namespace rocelint
