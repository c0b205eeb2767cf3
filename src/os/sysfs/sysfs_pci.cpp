// SPDX-License-Identifier: Apache-2.0
#include "os/sysfs/sysfs_pci.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "rocelint/facts/counters.h"
#include "rocelint/facts/fact.h"
#include "rocelint/facts/pcie.h"

#include "facts/unknown.h"
#include "os/counter_set.h"
#include "os/lines.h"
#include "os/read.h"
#include "os/sysfs/files.h"
#include "os/sysfs/pci_config.h"
#include "os/sysfs/sysfs_device.h"

namespace rocelint {

namespace {

constexpr const char* kFunctions = "/sys/bus/pci/devices";

std::string directory_of(const std::string& address) {
  return std::string(kFunctions) + '/' + address;
}

/// Virtual functions and conventional PCI have no link of their own: the file is missing, or the
/// read is EINVAL (drivers/pci/pci-sysfs.c).
Unknown no_link(const Unknown& why) {
  if (why.reason == Reason::not_found || why.sys_errno == EINVAL) {
    return unsupported("has no link of its own");
  }
  return why;
}

Fact<std::int64_t> read_link_speed(const Files& files, const std::string& path) {
  const auto text = files.read(path);
  return text ? parse_link_speed_mtps(*text) : Fact<std::int64_t>(no_link(text.error()));
}

/// 0 and 255 are what the kernel shows where the device does not say.
Fact<std::int64_t> read_link_width(const Files& files, const std::string& path) {
  constexpr std::int64_t kUnknownWidth = 255;
  auto width = read_sysfs_number(files, path);
  if (const auto* why = width.unknown()) {
    return no_link(*why);
  }
  if (width.is(0) || width.is(kUnknownWidth)) {
    return not_found("the kernel does not know the width");
  }
  return width;
}

Fact<std::int64_t> read_numa_node(const Files& files, const std::string& path) {
  auto node = read_sysfs_number(files, path);
  if (node.known() != nullptr && *node.known() < 0) {
    return not_found("the platform does not say");
  }
  return node;
}

Fact<std::string> read_driver(const Files& files, const std::string& directory) {
  auto driver = read_sysfs_driver(files, directory);
  const auto* why = driver.unknown();
  return why != nullptr && why->reason == Reason::not_found
             ? Fact<std::string>(not_found("no driver is bound"))
             : driver;
}

Fact<std::string> read_iommu_type(const Files& files, const std::string& directory) {
  const auto group = files.real_path(directory + "/iommu_group");
  if (!group) {
    return group.error().reason == Reason::not_found
               ? unsupported("is in no IOMMU group: the IOMMU is off")
               : group.error();
  }
  return read_sysfs_text(files, *group + "/type");
}

Fact<CounterMap> read_aer(const Files& files, const std::string& path) {
  const auto text = files.read(path);
  if (!text) {
    return text.error().reason == Reason::not_found
               ? unsupported("the kernel does not handle its errors")
               : text.error();
  }
  auto counters = parse_aer_counters(*text);
  return counters ? Fact<CounterMap>(*std::move(counters))
                  : Fact<CounterMap>(malformed(path + ": " + counters.error().detail));
}

Fact<std::int64_t> read_largest_bar(const Files& files, const std::string& path) {
  const auto text = files.read(path);
  return text ? parse_largest_bar(*text) : Fact<std::int64_t>(text.error());
}

Fact<std::int64_t> read_virtual_functions(const Files& files, const std::string& path) {
  auto count = read_sysfs_number(files, path);
  if (count.unknown() != nullptr && count.unknown()->reason == Reason::not_found) {
    return unsupported("has no SR-IOV");
  }
  return count;
}

/// Where the function hangs: the bridge above it and the host bridge ("pci0000:00") on its path.
void place(const Files& files, const std::string& directory, PciDevice& device) {
  const auto path = files.real_path(directory);
  if (!path) {
    device.parent = path.error();
    device.host_bridge = path.error();
    return;
  }
  const std::string above = path->substr(0, path->rfind('/'));
  device.parent = pci_address_in(above);
  const auto domain = path->find("/pci");
  device.host_bridge =
      domain == std::string::npos
          ? Fact<std::string>(malformed(*path + " is under no PCI host bridge"))
          : Fact<std::string>(path->substr(domain + 1, path->find('/', domain + 1) - domain - 1));
}

}  // namespace

Read<std::vector<std::string>> list_pci_functions(const Files& files) {
  return files.list(kFunctions);
}

PciDevice read_sysfs_pci_identity(const Files& files, const std::string& address) {
  PciDevice device;
  device.address = address;
  device.class_code = read_sysfs_text(files, directory_of(address) + "/class");
  device.vendor_id = read_sysfs_text(files, directory_of(address) + "/vendor");
  return device;
}

PciDevice read_sysfs_pci(const Files& files, const std::string& address) {
  const std::string directory = directory_of(address);
  PciDevice device = read_sysfs_pci_identity(files, address);
  place(files, directory, device);
  device.device_id = read_sysfs_text(files, directory + "/device");
  device.driver = read_driver(files, directory);
  device.numa_node = read_numa_node(files, directory + "/numa_node");
  device.link_speed_mtps = read_link_speed(files, directory + "/current_link_speed");
  device.max_link_speed_mtps = read_link_speed(files, directory + "/max_link_speed");
  device.link_width = read_link_width(files, directory + "/current_link_width");
  device.max_link_width = read_link_width(files, directory + "/max_link_width");
  device.iommu_group_type = read_iommu_type(files, directory);
  device.largest_bar_bytes = read_largest_bar(files, directory + "/resource");
  device.virtual_functions = read_virtual_functions(files, directory + "/sriov_numvfs");
  device.aer_correctable = read_aer(files, directory + "/aer_dev_correctable");
  device.aer_nonfatal = read_aer(files, directory + "/aer_dev_nonfatal");
  device.aer_fatal = read_aer(files, directory + "/aer_dev_fatal");
  return device;
}

void read_pci_config(const Files& files, PciDevice& device) {
  constexpr std::size_t kMostBytes = 4096;  // PCI_CFG_SPACE_EXP_SIZE of the kernel
  const auto bytes = files.read_part(directory_of(device.address) + "/config", 0, kMostBytes);
  const PciConfig config = bytes ? decode_pci_config(*bytes) : unknown_pci_config(bytes.error());
  device.max_payload_bytes = config.max_payload_bytes;
  device.max_read_request_bytes = config.max_read_request_bytes;
  device.relaxed_ordering = config.relaxed_ordering;
  device.extended_tag = config.extended_tag;
  device.acs = config.acs;
  device.ats = config.ats;
}

Fact<std::int64_t> parse_link_speed_mtps(std::string_view text) {
  if (text.starts_with("Unknown")) {
    return not_found("the kernel does not know the speed");
  }
  // Tenths of GT/s: "2.5 GT/s PCIe", and "8 GT/s" from kernels before 5.7.
  std::int64_t whole = 0;
  const char* const end = text.data() + text.size();
  // NOLINTNEXTLINE(bugprone-suspicious-stringview-data-usage): `end` bounds it
  const auto [point, error] = std::from_chars(text.data(), end, whole);
  constexpr std::int64_t kMost = 1000;
  auto rest = text.substr(static_cast<std::size_t>(point - text.data()));
  std::int64_t tenths = 0;
  if (rest.size() > 2 && rest[0] == '.' && rest[1] >= '0' && rest[1] <= '9') {
    tenths = rest[1] - '0';
    rest.remove_prefix(2);
  }
  if (error != std::errc{} || whole < 0 || whole >= kMost || !rest.starts_with(" GT/s")) {
    return malformed("\"" + std::string(text) + "\" is no link speed");
  }
  return (whole * 1000) + (tenths * 100);
}

Fact<std::int64_t> parse_largest_bar(std::string_view text) {
  // "start end flags" for each region; after the six of its own come the ROM, those of its virtual
  // functions and a bridge's windows (include/linux/pci.h, include/linux/ioport.h).
  constexpr std::size_t kOfTheDevice = 6;
  constexpr std::int64_t kMemory = 0x200;
  constexpr std::int64_t kPrefetchable = 0x2000;
  std::int64_t largest = 0;
  const auto lines = lines_of(text);
  for (std::size_t i = 0; i < std::min(kOfTheDevice, lines.size()); ++i) {
    const auto words = words_of(lines[i]);
    if (words.size() != 3) {
      return malformed("\"" + std::string(lines[i]) + "\" is no region");
    }
    const auto start = parse_leading_number(words[0]);
    const auto end = parse_leading_number(words[1]);
    const auto flags = parse_leading_number(words[2]);
    constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
    if (!start || !end || !flags || *start < 0 || *end < *start || *end == kMost) {
      return malformed("\"" + std::string(lines[i]) + "\" is no region");
    }
    if ((*flags & kMemory) != 0 && (*flags & kPrefetchable) != 0) {
      largest = std::max(largest, *end - *start + 1);
    }
  }
  return largest > 0 ? Fact<std::int64_t>(largest)
                     : Fact<std::int64_t>(not_found("has no prefetchable region"));
}

Read<CounterMap> parse_aer_counters(std::string_view text) {
  CounterSet counters;
  for (const auto line : lines_of(text)) {
    const auto blank = line.rfind(' ');
    if (blank == std::string_view::npos || blank == 0) {
      return tl::unexpected(malformed("\"" + std::string(line) + "\" is no counter"));
    }
    const auto value = parse_leading_number(line.substr(blank + 1));
    if (!value || *value < 0) {
      return tl::unexpected(malformed("\"" + std::string(line) + "\" is no counter"));
    }
    counters.add(line.substr(0, blank), static_cast<std::uint64_t>(*value));
  }
  return std::move(counters.values);
}

}  // namespace rocelint
