// SPDX-License-Identifier: Apache-2.0
#pragma once

// PCI Express as sysfs and the configuration space tell it: PCI Express Base Specification 5.0
// chapter 7, include/uapi/linux/pci_regs.h.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "rocelint/facts/counters.h"
#include "rocelint/facts/fact.h"
#include "rocelint/facts/reflect.h"

namespace rocelint {

/// How far two functions are from each other, in the words of nvidia-smi topo: at most one bridge
/// between them (the same switch); several; the host bridge; two host bridges of one NUMA node; two
/// NUMA nodes.
enum class PciDistance : std::uint8_t { pix, pxb, phb, node, sys };
template <>
inline constexpr std::array kEnumNames<PciDistance> = {EnumName{0, "pix"}, EnumName{1, "pxb"},
                                                       EnumName{2, "phb"}, EnumName{3, "node"},
                                                       EnumName{4, "sys"}};

/// What a bridge does with requests from one device below it to another: PCI_EXT_CAP_ID_ACS. GPU
/// and NIC reach each other directly only where nothing is redirected.
struct AccessControl {
  bool source_validation = false;
  bool translation_blocking = false;
  bool request_redirect = false;
  bool completion_redirect = false;
  bool upstream_forwarding = false;
  bool egress_control = false;
  bool direct_translated = false;

  bool operator==(const AccessControl&) const = default;
};
inline constexpr auto kAcsSource = "configuration space, ACS control";
template <>
struct Fields<AccessControl> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::source_validation>("checks who asks", kAcsSource),
      field<&T::translation_blocking>("refuses translated addresses", kAcsSource),
      field<&T::request_redirect>("sends requests between devices up to the root", kAcsSource),
      field<&T::completion_redirect>("sends their answers up to the root", kAcsSource),
      field<&T::upstream_forwarding>("passes what came from above back up", kAcsSource),
      field<&T::egress_control>("restricts who may reach whom", kAcsSource),
      field<&T::direct_translated>("lets translated addresses go directly", kAcsSource),
  };
};

/// One PCI function: an RDMA NIC, a GPU, or a bridge above one of them.
struct PciDevice {
  std::string address;
  Fact<std::string> parent;
  Fact<std::string> host_bridge;
  Fact<std::string> class_code;
  Fact<std::string> vendor_id;
  Fact<std::string> device_id;
  Fact<std::string> driver;
  Fact<std::int64_t> numa_node;
  Fact<std::int64_t> link_speed_mtps;
  Fact<std::int64_t> max_link_speed_mtps;
  Fact<std::int64_t> link_width;
  Fact<std::int64_t> max_link_width;
  Fact<std::int64_t> max_payload_bytes;
  Fact<std::int64_t> max_read_request_bytes;
  Fact<bool> relaxed_ordering;
  Fact<bool> extended_tag;
  Fact<AccessControl> acs;
  Fact<bool> ats;
  Fact<std::string> iommu_group_type;
  Fact<std::int64_t> largest_bar_bytes;
  Fact<std::int64_t> virtual_functions;
  Fact<CounterMap> aer_correctable;
  Fact<CounterMap> aer_nonfatal;
  Fact<CounterMap> aer_fatal;

  bool operator==(const PciDevice&) const = default;
};
inline constexpr auto kDevCtlSource = "configuration space, PCI_EXP_DEVCTL";
template <>
struct Fields<PciDevice> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::address>("domain:bus:device.function", "/sys/bus/pci/devices", FieldRole::key),
      field<&T::parent>("the bridge above; empty: the host bridge", "/sys/bus/pci/devices",
                        FieldRole::identity),
      field<&T::host_bridge>("the host bridge that it hangs under: pci0000:00",
                             "/sys/bus/pci/devices", FieldRole::identity),
      field<&T::class_code>("class, subclass, interface: 0x020000", "/sys/bus/pci/devices/*/class",
                            FieldRole::identity),
      field<&T::vendor_id>("vendor: 0x15b3", "/sys/bus/pci/devices/*/vendor", FieldRole::identity),
      field<&T::device_id>("device: 0x1021", "/sys/bus/pci/devices/*/device", FieldRole::identity),
      field<&T::driver>("bound driver", "/sys/bus/pci/devices/*/driver", FieldRole::identity),
      field<&T::numa_node>("NUMA node; unknown where the platform does not say (-1)",
                           "/sys/bus/pci/devices/*/numa_node"),
      field<&T::link_speed_mtps>("megatransfers per second and lane of the link above it",
                                 "/sys/bus/pci/devices/*/current_link_speed"),
      field<&T::max_link_speed_mtps>("the most that this end can",
                                     "/sys/bus/pci/devices/*/max_link_speed", FieldRole::identity),
      field<&T::link_width>("lanes of the link in use",
                            "/sys/bus/pci/devices/*/current_link_width"),
      field<&T::max_link_width>("lanes that this end has", "/sys/bus/pci/devices/*/max_link_width",
                                FieldRole::identity),
      field<&T::max_payload_bytes>("largest packet that it sends", kDevCtlSource, FieldRole::state,
                                   Privilege::root),
      field<&T::max_read_request_bytes>("largest read that it asks for", kDevCtlSource,
                                        FieldRole::state, Privilege::root),
      field<&T::relaxed_ordering>("may mark its packets as free to overtake", kDevCtlSource,
                                  FieldRole::state, Privilege::root),
      field<&T::extended_tag>("may have more than 32 requests under way", kDevCtlSource,
                              FieldRole::state, Privilege::root),
      field<&T::acs>("access control services of a bridge", kAcsSource, FieldRole::state,
                     Privilege::root),
      field<&T::ats>("address translation services are on", "configuration space, ATS control",
                     FieldRole::state, Privilege::root),
      field<&T::iommu_group_type>(
          "how its IOMMU domain translates: identity, DMA, DMA-FQ; none: no IOMMU",
          "/sys/kernel/iommu_groups/*/type"),
      field<&T::largest_bar_bytes>("the largest region that others may reach it by: a GPU's memory",
                                   "/sys/bus/pci/devices/*/resource", FieldRole::identity),
      field<&T::virtual_functions>("SR-IOV virtual functions that are on",
                                   "/sys/bus/pci/devices/*/sriov_numvfs"),
      field<&T::aer_correctable>("errors that the link fixed itself, by kind",
                                 "/sys/bus/pci/devices/*/aer_dev_correctable", FieldRole::counter),
      field<&T::aer_nonfatal>("errors that cost a transaction, by kind",
                              "/sys/bus/pci/devices/*/aer_dev_nonfatal", FieldRole::counter),
      field<&T::aer_fatal>("errors that cost the link, by kind",
                           "/sys/bus/pci/devices/*/aer_dev_fatal", FieldRole::counter),
  };
};

}  // namespace rocelint
