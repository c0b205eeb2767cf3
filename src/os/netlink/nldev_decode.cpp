// SPDX-License-Identifier: Apache-2.0
#include "os/netlink/nldev_decode.h"

#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <rdma/rdma_netlink.h>
#include <tl/expected.hpp>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/host.h"
#include "rocelint/facts/rdma.h"
#include "rocelint/facts/reflect.h"

#include "facts/unknown.h"
#include "os/counter_set.h"
#include "os/netlink/attributes.h"
#include "os/netlink/netlink.h"
#include "os/read.h"
#include "os/unique.h"

namespace rocelint {

namespace {

constexpr std::int64_t kMaxPorts = 254;  // IBTA: port numbers are 8 bits, 255 is reserved

NetlinkRequest request_for(int command, bool dump) {
  return {.type = static_cast<std::uint16_t>(RDMA_NL_GET_TYPE(RDMA_NL_NLDEV, command)),
          .dump = dump,
          .payload = {}};
}

NetlinkRequest port_request(int command, std::int64_t device_index, std::int64_t port) {
  auto request = request_for(command, false);
  append_attribute(request.payload, RDMA_NLDEV_ATTR_DEV_INDEX,
                   bytes_of(static_cast<std::uint32_t>(device_index)));
  append_attribute(request.payload, RDMA_NLDEV_ATTR_PORT_INDEX,
                   bytes_of(static_cast<std::uint32_t>(port)));
  return request;
}

Fact<std::string> decode_guid(const Attributes& device, int type, std::string_view name) {
  const auto guid = device.number<std::uint64_t>(type, name);
  return guid ? Fact<std::string>(guid_text(*guid)) : Fact<std::string>(guid.error());
}

Fact<RdmaProtocol> decode_protocol(const Attributes& device) {
  constexpr std::string_view kName = "RDMA_NLDEV_ATTR_DEV_PROTOCOL";
  const auto text = device.text(RDMA_NLDEV_ATTR_DEV_PROTOCOL, kName);
  if (!text) {
    return text.error();
  }
  for (const auto& row : kEnumNames<RdmaProtocol>) {
    if (row.name == *text) {
      return static_cast<RdmaProtocol>(row.value);
    }
  }
  return malformed(fmt::format("{} is \"{}\"", kName, *text));
}

// fill_dev_info() leaves the attribute out when the driver has no firmware text.
Fact<std::string> decode_firmware(const Attributes& device) {
  auto text = device.text(RDMA_NLDEV_ATTR_FW_VERSION, "RDMA_NLDEV_ATTR_FW_VERSION");
  if (!text || text->empty()) {
    return not_found("the driver tells no firmware version");
  }
  return *std::move(text);
}

// Names become part of sysfs paths.
Read<std::string> decode_name(const Attributes& device) {
  auto name = device.text(RDMA_NLDEV_ATTR_DEV_NAME, "RDMA_NLDEV_ATTR_DEV_NAME");
  if (name && (name->empty() || name->front() == '.' || name->find('/') != std::string::npos)) {
    return tl::unexpected(malformed("an RDMA device is named \"" + *name + '"'));
  }
  return name;
}

Fact<std::vector<RdmaPort>> numbered_ports(std::int64_t count) {
  if (count < 0 || count > kMaxPorts) {
    return malformed("the device tells of " + std::to_string(count) + " ports");
  }
  std::vector<RdmaPort> ports;
  for (std::int64_t number = 1; number <= count; ++number) {
    ports.emplace_back().number = number;
  }
  return ports;
}

Read<RdmaDevice> decode_device(std::string_view reply) {
  const auto attributes = Attributes::parse(reply);
  if (!attributes) {
    return tl::unexpected(attributes.error());
  }
  auto name = decode_name(*attributes);
  if (!name) {
    return tl::unexpected(std::move(name).error());
  }
  RdmaDevice device;
  device.name = *std::move(name);
  device.index =
      attributes->integer<std::uint32_t>(RDMA_NLDEV_ATTR_DEV_INDEX, "RDMA_NLDEV_ATTR_DEV_INDEX");
  device.protocol = decode_protocol(*attributes);
  device.node_guid =
      decode_guid(*attributes, RDMA_NLDEV_ATTR_NODE_GUID, "RDMA_NLDEV_ATTR_NODE_GUID");
  device.system_image_guid =
      decode_guid(*attributes, RDMA_NLDEV_ATTR_SYS_IMAGE_GUID, "RDMA_NLDEV_ATTR_SYS_IMAGE_GUID");
  device.firmware_version = decode_firmware(*attributes);
  device.ports = map(
      attributes->integer<std::uint32_t>(RDMA_NLDEV_ATTR_PORT_INDEX, "RDMA_NLDEV_ATTR_PORT_INDEX"),
      numbered_ports);
  return device;
}

// NDEV_NAME is sent only for a netdev of the caller's network namespace (fill_port_info).
Fact<std::string> decode_netdev(const Attributes& port) {
  auto name = port.text(RDMA_NLDEV_ATTR_NDEV_NAME, "RDMA_NLDEV_ATTR_NDEV_NAME");
  if (!name || name->empty()) {
    return not_found("the port has no netdev in this network namespace");
  }
  return *std::move(name);
}

Read<RdmaPort> decode_port(std::string_view reply) {
  const auto attributes = Attributes::parse(reply);
  if (!attributes) {
    return tl::unexpected(attributes.error());
  }
  const auto number =
      attributes->number<std::uint32_t>(RDMA_NLDEV_ATTR_PORT_INDEX, "RDMA_NLDEV_ATTR_PORT_INDEX");
  if (!number) {
    return tl::unexpected(number.error());
  }
  RdmaPort port;
  port.number = *number;
  const auto state =
      attributes->number<std::uint8_t>(RDMA_NLDEV_ATTR_PORT_STATE, "RDMA_NLDEV_ATTR_PORT_STATE");
  port.state = state ? port_state(*state) : Fact<PortState>(state.error());
  const auto physical = attributes->number<std::uint8_t>(RDMA_NLDEV_ATTR_PORT_PHYS_STATE,
                                                         "RDMA_NLDEV_ATTR_PORT_PHYS_STATE");
  port.physical_state =
      physical ? port_physical_state(*physical) : Fact<PortPhysicalState>(physical.error());
  port.netdev = decode_netdev(*attributes);
  return port;
}

Read<std::pair<std::string, std::uint64_t>> decode_counter(std::string_view bytes) {
  const auto entry = Attributes::parse(bytes);
  if (!entry) {
    return tl::unexpected(entry.error());
  }
  auto name = entry->text(RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY_NAME, "a hardware counter's name");
  const auto value = entry->number<std::uint64_t>(RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY_VALUE,
                                                  "a hardware counter's value");
  if (!name || !value) {
    return tl::unexpected(malformed("a hardware counter without name or value"));
  }
  return std::pair{*std::move(name), *value};
}

template <class T>
Fact<T> named_state(std::int64_t number, std::string_view what) {
  if (number < 0 || number > UINT8_MAX || enum_name(static_cast<T>(number)).empty()) {
    return malformed(fmt::format("{} is {}", what, number));
  }
  return static_cast<T>(number);
}

}  // namespace

std::string guid_text(std::uint64_t guid) {
  std::array<char, 20> text{};
  const auto part = [guid](unsigned shift) {
    return static_cast<unsigned>((guid >> shift) & UINT64_C(0xffff));
  };
  (void)std::snprintf(text.data(), text.size(), "%04x:%04x:%04x:%04x", part(48), part(32), part(16),
                      part(0));
  return text.data();
}

NetlinkRequest rdma_devices_request() {
  return request_for(RDMA_NLDEV_CMD_GET, true);
}

NetlinkRequest rdma_ports_request(std::int64_t device_index) {
  auto request = request_for(RDMA_NLDEV_CMD_PORT_GET, true);
  append_attribute(request.payload, RDMA_NLDEV_ATTR_DEV_INDEX,
                   bytes_of(static_cast<std::uint32_t>(device_index)));
  return request;
}

NetlinkRequest rdma_counters_request(std::int64_t device_index, std::int64_t port) {
  return port_request(RDMA_NLDEV_CMD_STAT_GET, device_index, port);
}

NetlinkRequest rdma_counter_names_request(std::int64_t device_index, std::int64_t port) {
  return port_request(RDMA_NLDEV_CMD_STAT_GET_STATUS, device_index, port);
}

NetlinkRequest rdma_system_request() {
  return request_for(RDMA_NLDEV_CMD_SYS_GET, false);
}

Read<std::vector<RdmaDevice>> decode_rdma_devices(const NetlinkReplies& replies) {
  std::vector<RdmaDevice> devices;
  for (const auto& reply : replies) {
    auto device = decode_device(reply);
    if (!device) {
      return tl::unexpected(std::move(device).error());
    }
    devices.push_back(*std::move(device));
  }
  sort_unique_by(devices, &RdmaDevice::name);
  return devices;
}

Read<std::vector<RdmaPort>> decode_rdma_ports(const NetlinkReplies& replies) {
  std::vector<RdmaPort> ports;
  for (const auto& reply : replies) {
    auto port = decode_port(reply);
    if (!port) {
      return tl::unexpected(std::move(port).error());
    }
    ports.push_back(*std::move(port));
  }
  sort_unique_by(ports, &RdmaPort::number);
  return ports;
}

Read<CounterSet> decode_rdma_counters(std::string_view reply) {
  const auto attributes = Attributes::parse(reply);
  if (!attributes) {
    return tl::unexpected(attributes.error());
  }
  const auto entries =
      attributes->nest(RDMA_NLDEV_ATTR_STAT_HWCOUNTERS, "RDMA_NLDEV_ATTR_STAT_HWCOUNTERS");
  if (!entries) {
    return tl::unexpected(entries.error());
  }
  CounterSet counters;
  for (const auto& attribute : entries->all()) {
    if (attribute.type != RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY) {
      continue;
    }
    const auto counter = decode_counter(attribute.bytes);
    if (!counter) {
      return tl::unexpected(counter.error());
    }
    counters.add(counter->first, counter->second);
  }
  return counters;
}

Fact<RdmaNamespaceMode> decode_rdma_system(std::string_view reply) {
  const auto attributes = Attributes::parse(reply);
  if (!attributes) {
    return attributes.error();
  }
  if (!attributes->find(RDMA_NLDEV_SYS_ATTR_NETNS_MODE)) {
    return unsupported("the kernel tells no RDMA namespace mode (before 5.2)");
  }
  const auto mode = attributes->number<std::uint8_t>(RDMA_NLDEV_SYS_ATTR_NETNS_MODE,
                                                     "RDMA_NLDEV_SYS_ATTR_NETNS_MODE");
  if (!mode) {
    return mode.error();
  }
  return *mode != 0 ? RdmaNamespaceMode::shared : RdmaNamespaceMode::exclusive;
}

Fact<PortState> port_state(std::int64_t number) {
  return named_state<PortState>(number, "the port state");
}

Fact<PortPhysicalState> port_physical_state(std::int64_t number) {
  return named_state<PortPhysicalState>(number, "the port's physical state");
}

}  // namespace rocelint
