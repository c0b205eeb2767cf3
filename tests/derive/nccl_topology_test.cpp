// SPDX-License-Identifier: Apache-2.0

// Distances between GPUs and NICs of machines whose owners publish how NCCL sees them
// (tests/support/public_data.h). How many pairs are at which distance was counted by hand, and by
// another program once.

#include <cstdint>
#include <fstream>
#include <iterator>
#include <map>
#include <ostream>
#include <regex>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rocelint/facts.h"

#include "derive/pcie/gpu_paths.h"
#include "facts/gpu.h"
#include "tests/support/public_data.h"

namespace rocelint {
namespace {

struct Dump {
  const char* file;
  std::map<PciDistance, int> pairs;
};
void PrintTo(const Dump& dump, std::ostream* out) {
  *out << dump.file;
}

/// The tree that an XML file of NCCL describes. A bridge there stands for a whole switch: its
/// upstream port, with a downstream port for each device below.
class TreeReader {
 public:
  Host read(const std::string& xml) {
    const std::regex tag(R"re(<(cpu|pci)\s([^>]*?)(/?)>|</(cpu|pci)>)re");
    for (std::sregex_iterator at(xml.begin(), xml.end(), tag), end; at != end; ++at) {
      const auto& match = *at;
      if (match[4].matched) {
        close(match[4].str());
      } else if (match[1] == "cpu") {
        node_ = std::stoll(attribute(match[2].str(), "numaid"));
      } else {
        open(match[2].str(), match[3].length() > 0);
      }
    }
    host_.pci_devices = std::move(devices_);
    return std::move(host_);
  }

 private:
  static std::string attribute(const std::string& attributes, const std::string& name) {
    std::smatch match;
    return std::regex_search(attributes, match, std::regex(name + "=\"([^\"]*)\"")) ? match[1].str()
                                                                                    : "0";
  }

  std::string add(const std::string& address, const std::string& parent,
                  const std::string& class_code) {
    PciDevice device;
    device.address = address;
    device.parent = parent;
    device.host_bridge = "pci" + std::to_string(node_);
    device.class_code = class_code;
    device.vendor_id = std::string(class_code.starts_with("0x0302") ? "0x10de" : "0x15b3");
    device.numa_node = node_;
    devices_.push_back(std::move(device));
    return address;
  }

  void open(const std::string& attributes, bool is_closed) {
    const auto address = attribute(attributes, "busid");
    const auto above = open_.empty() ? "" : open_.back();
    add(address, add("above " + address, above, "0x060400"), attribute(attributes, "class"));
    if (!is_closed) {
      open_.push_back(address);
    }
  }

  void close(const std::string& tag) {
    if (tag == "pci" && !open_.empty()) {
      open_.pop_back();
    }
  }

  Host host_;
  std::vector<PciDevice> devices_;
  std::vector<std::string> open_;
  std::int64_t node_ = 0;
};

class NcclTopology : public testing::TestWithParam<Dump> {};

TEST_P(NcclTopology, DistancesAreReproduced) {
  const auto directory = test::public_data();
  if (!directory) {
    GTEST_SKIP() << test::kNoPublicData;
  }
  std::ifstream file(*directory / GetParam().file);
  ASSERT_TRUE(file) << GetParam().file;
  const std::string xml{std::istreambuf_iterator<char>(file), {}};
  const auto host = TreeReader().read(xml);
  std::map<PciDistance, int> pairs;
  for (const auto& gpu : *host.pci_devices.known()) {
    for (const auto& nic : *host.pci_devices.known()) {
      if (is_gpu(gpu) && nic.class_code.known()->starts_with("0x02")) {
        const auto distance = pci_distance(host, nic.address, gpu.address);
        ASSERT_NE(distance.known(), nullptr) << gpu.address << ' ' << nic.address;
        ++pairs[*distance.known()];
      }
    }
  }
  EXPECT_EQ(pairs, GetParam().pairs);
}

constexpr auto kPix = PciDistance::pix;
constexpr auto kPxb = PciDistance::pxb;
constexpr auto kPhb = PciDistance::phb;
constexpr auto kSys = PciDistance::sys;

INSTANTIATE_TEST_SUITE_P(
    Public, NcclTopology,
    testing::Values(
        Dump{"Azure+azhpc-images/topology/ndv2-topo.xml", {{kPhb, 4}, {kSys, 4}}},
        Dump{"Azure+azhpc-images/topology/ndv4-topo.xml", {{kPix, 16}, {kSys, 48}}},
        Dump{"Azure+azhpc-images/topology/ndv5-topo.xml", {{kPix, 8}, {kPhb, 24}, {kSys, 32}}},
        Dump{"oracle-quickstart+oci-hpc/samples/gpu/H100-topology.xml",
             {{kPxb, 8}, {kPhb, 24}, {kSys, 32}}},
        Dump{"oracle-quickstart+oci-hpc/samples/gpu/H100-topology-kubernetes.xml",
             {{kPxb, 8}, {kPhb, 24}, {kSys, 32}}},
        Dump{"aws+aws-ofi-nccl/topology/p4d-24xl-topo.xml", {{kPix, 8}, {kPhb, 8}, {kSys, 16}}},
        Dump{"aws+aws-ofi-nccl/topology/p4de-24xl-topo.xml", {{kPix, 8}, {kPhb, 8}, {kSys, 16}}}));

}  // namespace
}  // namespace rocelint
