// SPDX-License-Identifier: Apache-2.0
#include "facts/gpu.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "rocelint/facts/pcie.h"

namespace rocelint {
namespace {

struct GpuClass {
  std::string_view vendor;
  std::string_view class_prefix;  ///< class and subclass, "" for any
};
// include/linux/pci_ids.h. AMD's display controllers of class 0x0300 are desktop ones.
constexpr std::array kGpus{GpuClass{"0x10de", "0x0300"}, GpuClass{"0x10de", "0x0302"},
                           GpuClass{"0x1002", "0x0380"}, GpuClass{"0x1002", "0x1200"},
                           GpuClass{"0x8086", "0x0380"}, GpuClass{"0x1da3", "0x1200"}};

}  // namespace

bool is_gpu(const PciDevice& device) {
  const auto* vendor = device.vendor_id.known();
  const auto* code = device.class_code.known();
  return vendor != nullptr && code != nullptr &&
         std::ranges::any_of(kGpus, [&](const GpuClass& gpu) {
           return *vendor == gpu.vendor && code->starts_with(gpu.class_prefix);
         });
}

}  // namespace rocelint
