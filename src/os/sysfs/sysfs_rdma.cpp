// SPDX-License-Identifier: Apache-2.0
#include "os/sysfs/sysfs_rdma.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/rdma.h"

#include "facts/unknown.h"
#include "os/netlink/nldev_decode.h"
#include "os/read.h"
#include "os/sysfs/files.h"
#include "os/sysfs/sysfs_device.h"
#include "os/verbs/verbs_decode.h"

namespace rocelint {

namespace {

constexpr const char* kClass = "/sys/class/infiniband";
constexpr std::string_view kZeroGid = "0000:0000:0000:0000:0000:0000:0000:0000";

// Directory entries that are numbers, as numbers in order: "ports", "gids".
Read<std::vector<std::int64_t>> list_numbers(const Files& files, const std::string& directory) {
  const auto names = files.list(directory);
  if (!names) {
    return tl::unexpected(names.error());
  }
  std::vector<std::int64_t> numbers;
  for (const auto& name : *names) {
    if (const auto number = parse_leading_number(name); number && *number >= 0) {
      numbers.push_back(*number);
    }
  }
  std::ranges::sort(numbers);
  return numbers;
}

// As the kernel tells the protocol itself: from the node type (rdma_node_get_transport) and the
// link layer together. The link layer alone would take iWARP for RoCE.
Fact<RdmaProtocol> read_protocol(const Files& files, const std::string& device,
                                 std::int64_t first_port) {
  const auto node_type = read_sysfs_number(files, rdma_directory(device) + "/node_type");
  constexpr std::int64_t kRnic = 4;
  constexpr std::int64_t kUsnic = 5;
  constexpr std::int64_t kUsnicUdp = 6;
  if (node_type.is(kRnic)) {
    return RdmaProtocol::iw;
  }
  if (node_type.is(kUsnic) || node_type.is(kUsnicUdp)) {
    return RdmaProtocol::usnic;
  }
  const std::string port = rdma_port_directory(device, first_port);
  const auto link_layer = files.read(port + "/link_layer");
  if (!link_layer) {
    return link_layer.error();
  }
  if (*link_layer == "InfiniBand") {
    // Only Omni-Path has service channels (drivers/infiniband/hw/hfi1/sysfs.c).
    return files.exists(port + "/sc2vl") ? RdmaProtocol::opa : RdmaProtocol::ib;
  }
  constexpr std::int64_t kChannelAdapter = 1;
  if (*link_layer == "Ethernet" && node_type.is(kChannelAdapter)) {
    return RdmaProtocol::roce;
  }
  return map(node_type, [&](std::int64_t type) -> Fact<RdmaProtocol> {
    return malformed("node type " + std::to_string(type) + " on link layer \"" + *link_layer + '"');
  });
}

Fact<std::vector<RdmaPort>> read_port_numbers(const Files& files, const std::string& device) {
  const auto numbers = list_numbers(files, rdma_directory(device) + "/ports");
  if (!numbers) {
    return numbers.error();
  }
  std::vector<RdmaPort> ports;
  for (const std::int64_t number : *numbers) {
    ports.emplace_back().number = number;
  }
  return ports;
}

RdmaDevice read_device(const Files& files, const std::string& name) {
  const std::string directory = rdma_directory(name);
  RdmaDevice device;
  device.name = name;
  device.index = not_found("sysfs does not tell the device index");
  device.node_guid = read_sysfs_text(files, directory + "/node_guid");
  device.system_image_guid = read_sysfs_text(files, directory + "/sys_image_guid");
  device.firmware_version = read_sysfs_text(files, directory + "/fw_ver");
  device.ports = read_port_numbers(files, name);
  const auto* ports = device.ports.known();
  device.protocol = ports != nullptr && !ports->empty()
                        ? read_protocol(files, name, ports->front().number)
                        : Fact<RdmaProtocol>(not_found("the device has no port"));
  return device;
}

// Representors of a switchdev uplink share its PCI function; their port names read pf0vf1.
bool is_representor(const Files& files, const std::string& directory) {
  const auto name = files.read(directory + "/phys_port_name");
  return name && (name->find("vf") != std::string::npos || name->find("sf") != std::string::npos);
}

// The netdevs of the device's PCI function that belong to this port.
std::vector<std::string> netdevs_of_function(const Files& files, const std::string& device,
                                             std::int64_t port) {
  std::vector<std::string> found;
  const std::string directory = rdma_directory(device) + "/device/net";
  const auto names = files.list(directory);
  if (!names) {
    return found;
  }
  for (const auto& name : *names) {
    const std::string netdev = directory + '/' + name;
    const auto dev_port = read_sysfs_number(files, netdev + "/dev_port");
    const bool other_port = dev_port.known() != nullptr && *dev_port.known() != port - 1;
    if (!other_port && !is_representor(files, netdev)) {
      found.push_back(name);
    }
  }
  return found;
}

Fact<std::string> read_port_netdev(const Files& files, const std::string& device,
                                   std::int64_t port) {
  const auto of_function = netdevs_of_function(files, device, port);
  if (of_function.size() == 1) {
    return of_function.front();
  }
  // rdma_rxe names the netdev that it sits on.
  if (auto parent = files.read(rdma_directory(device) + "/parent"); parent && !parent->empty()) {
    return *std::move(parent);
  }
  if (auto of_gid = files.read(rdma_port_directory(device, port) + "/gid_attrs/ndevs/0");
      of_gid && !of_gid->empty()) {
    return *std::move(of_gid);
  }
  return not_found(of_function.empty() ? "sysfs shows no netdev of the port in this namespace"
                                       : "sysfs shows several netdevs of the port");
}

// fe80:0000:0000:0000:... as sysfs writes a GID, to bytes.
bool parse_gid(std::string_view text, std::uint8_t (&raw)[16]) {
  std::size_t digits = 0;
  for (const char c : text) {
    if (c == ':') {
      continue;
    }
    unsigned value = 0;
    if (digits == 32 || std::from_chars(&c, &c + 1, value, 16).ec != std::errc{}) {
      return false;
    }
    auto& byte = raw[digits / 2];
    byte = static_cast<std::uint8_t>((unsigned{byte} << 4U) | value);
    ++digits;
  }
  return digits == 32;
}

// "IB/RoCE v1" is one text for two types (drivers/infiniband/core/cache.c, gid_type_str).
Fact<GidType> decode_gid_type(const std::string& text, const Fact<RdmaProtocol>& protocol) {
  if (text == "RoCE v2") {
    return GidType::roce_v2;
  }
  if (text != "IB/RoCE v1") {
    return malformed("the GID's type is \"" + text + '"');
  }
  return map(protocol, [](RdmaProtocol known) {
    return known == RdmaProtocol::roce ? GidType::roce_v1 : GidType::ib;
  });
}

}  // namespace

std::string rdma_directory(const std::string& device) {
  return std::string(kClass) + '/' + device;
}

std::string rdma_port_directory(const std::string& device, std::int64_t port) {
  return rdma_directory(device) + "/ports/" + std::to_string(port);
}

Read<std::vector<RdmaDevice>> read_sysfs_rdma_devices(const Files& files) {
  const auto names = files.list(kClass);
  if (!names) {
    // Where sysfs is there but the class is not, the RDMA core is not loaded: no device. Anything
    // else (no sysfs, no right) is not known.
    if (names.error().reason == Reason::not_found && files.exists("/sys/class/net") &&
        files.is_absent("/sys/module/ib_core")) {
      return std::vector<RdmaDevice>{};
    }
    return tl::unexpected(names.error());
  }
  std::vector<RdmaDevice> devices;
  for (const auto& name : *names) {
    devices.push_back(read_device(files, name));
  }
  return devices;
}

RdmaPort read_sysfs_rdma_port(const Files& files, const std::string& device, std::int64_t port) {
  const std::string directory = rdma_port_directory(device, port);
  RdmaPort out;
  out.number = port;
  out.state = map(read_sysfs_number(files, directory + "/state"), port_state);
  out.physical_state =
      map(read_sysfs_number(files, directory + "/phys_state"), port_physical_state);
  out.netdev = read_port_netdev(files, device, port);
  return out;
}

void read_rdma_hardware(const Files& files, RdmaDevice& device) {
  const std::string directory = rdma_directory(device.name);
  const SysfsDevice hardware = read_sysfs_device(files, directory);
  device.driver = hardware.driver;
  device.pci_address = hardware.pci_address;
  device.virtual_function = hardware.virtual_function;
  device.physical_function = hardware.physical_function;
  device.hca_type = read_sysfs_text(files, directory + "/hca_type");
  device.board_id = read_sysfs_text(files, directory + "/board_id");
  if (hardware.has_hardware || !files.exists(directory)) {
    return;
  }
  // A software device: rdma_rxe has a file `parent`, siw is the one that speaks iWARP.
  if (files.exists(directory + "/parent")) {
    device.driver = std::string("rdma_rxe");
  } else if (device.protocol.is(RdmaProtocol::iw)) {
    device.driver = std::string("siw");
  }
}

Fact<std::int64_t> read_sysfs_gid_table_length(const Files& files, const std::string& device,
                                               std::int64_t port) {
  const auto slots = list_numbers(files, rdma_port_directory(device, port) + "/gids");
  if (!slots) {
    return slots.error();
  }
  return static_cast<std::int64_t>(slots->size());
}

Fact<std::int64_t> parse_rate_mbps(std::string_view text) {
  // drivers/infiniband/core/sysfs.c, rate_show(): "%d%s Gb/sec (%dX%s)", with ".5" for halves.
  std::int64_t gigabits = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, gigabits);
  std::string_view unit(rest, static_cast<std::size_t>(end - rest));
  constexpr std::int64_t kMaxGigabits = 1'000'000;
  const bool believable = gigabits >= 0 && gigabits <= kMaxGigabits;
  std::int64_t mbps = believable ? gigabits * 1000 : 0;
  if (unit.starts_with(".5")) {
    mbps += 500;
    unit.remove_prefix(2);
  }
  if (error != std::errc{} || !believable || mbps == 0 || !unit.starts_with(" Gb/sec")) {
    return malformed("the port's rate is \"" + std::string(text) + '"');
  }
  return mbps;
}

Read<std::vector<SysfsGid>> read_sysfs_gids(const Files& files, const RdmaDevice& device,
                                            std::int64_t port) {
  const std::string directory = rdma_port_directory(device.name, port);
  const auto slots = list_numbers(files, directory + "/gids");
  if (!slots) {
    return tl::unexpected(slots.error());
  }
  std::vector<SysfsGid> gids;
  for (const std::int64_t index : *slots) {
    const std::string slot = std::to_string(index);
    auto gid = files.read(directory + "/gids/" + slot);
    if (gid && *gid == kZeroGid) {
      continue;  // most of the table: its other files need not be opened
    }
    auto found = decode_gid_slot({.index = index,
                                  .gid = std::move(gid),
                                  .type = files.read(directory + "/gid_attrs/types/" + slot),
                                  .netdev = files.read(directory + "/gid_attrs/ndevs/" + slot)},
                                 device.protocol);
    if (!found) {
      return tl::unexpected(std::move(found).error());
    }
    if (*found) {
      gids.push_back(**std::move(found));
    }
  }
  return gids;
}

Read<std::optional<SysfsGid>> decode_gid_slot(const GidSlot& slot,
                                              const Fact<RdmaProtocol>& protocol) {
  if (!slot.gid) {
    return tl::unexpected(slot.gid.error());
  }
  std::uint8_t raw[16] = {};
  if (!parse_gid(*slot.gid, raw)) {
    return tl::unexpected(malformed("a GID reads \"" + *slot.gid + '"'));
  }
  const bool zero = std::ranges::all_of(raw, [](auto byte) { return byte == 0; });
  const bool empty = !slot.type && slot.type.error().sys_errno == EINVAL;
  if (zero || empty) {
    return std::nullopt;
  }
  SysfsGid out{.gid = {}, .netdev_name = slot.netdev};
  out.gid.index = slot.index;
  out.gid.gid = gid_text(raw);
  out.gid.type =
      slot.type ? decode_gid_type(*slot.type, protocol) : Fact<GidType>(slot.type.error());
  return out;
}

}  // namespace rocelint
