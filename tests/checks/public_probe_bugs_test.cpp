// SPDX-License-Identifier: Apache-2.0

// Hosts on which other probes went wrong, as their users reported it (docs/validation.md has the
// sources). Each is a host with two NICs, of which the first is odd: that costs at most the fact
// that can't be told, and nothing of the second NIC.

#include <filesystem>
#include <functional>
#include <ostream>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "facts/json/facts_json.h"
#include "tests/checks/run.h"

namespace rocelint {
namespace {

/// Two ConnectX-7 in sysfs: mlx5_0 on ens1, mlx5_1 on ens2.
class TwoNics {
 public:
  TwoNics() {
    nic("mlx5_0", "ens1", "0000:03:00.0", "2");
    nic("mlx5_1", "ens2", "0000:04:00.0", "3");
  }

  void nic(const std::string& device, const std::string& netdev, const std::string& pci,
           const std::string& ifindex) const {
    const auto function = "/sys/devices/pci0000:00/" + pci;
    file(function + "/class", "0x020000");
    file(function + "/vendor", "0x15b3");
    file(function + "/device", "0x1021");
    file(function + "/numa_node", "0");
    file(function + "/current_link_speed", "32.0 GT/s PCIe");
    file(function + "/current_link_width", "16");
    file(function + "/net/" + netdev + "/dev_port", "0");
    tree.directory("/sys/bus/pci/drivers/mlx5_core");
    tree.link(function + "/driver", "/sys/bus/pci/drivers/mlx5_core");
    tree.link("/sys/bus/pci/devices/" + pci, function);

    tree.link("/sys/class/net/" + netdev + "/device", function);
    file("/sys/class/net/" + netdev + "/ifindex", ifindex);
    file("/sys/class/net/" + netdev + "/mtu", "9000");

    tree.link(rdma(device) + "device", function);
    file(rdma(device) + "node_type", "1: CA");
    file(rdma(device) + "board_id", "MT_0000000838");
    port(device, "1", netdev);
    for (const auto* index : {"0", "1"}) {
      gid(device, index, "0000:0000:0000:0000:0000:ffff:0a00:000" + std::string(index), netdev);
    }
  }

  void port(const std::string& device, const std::string& number, const std::string& netdev) const {
    const auto directory = rdma(device) + "ports/" + number + "/";
    file(directory + "link_layer", "Ethernet");
    file(directory + "state", "4: ACTIVE");
    file(directory + "phys_state", "5: LinkUp");
    file(directory + "rate", "400 Gb/sec (4X NDR)");
    file(directory + "counters/VL15_dropped", "0");
    file(directory + "counters/port_rcv_packets", "17");
    file(directory + "hw_counters/np_cnp_sent", "5");
    file(directory + "hw_counters/out_of_sequence", "1");
    file(directory + "gid_attrs/ndevs/0", netdev);
  }

  void gid(const std::string& device, const std::string& index, const std::string& address,
           const std::string& netdev) const {
    const auto directory = rdma(device) + "ports/1/";
    file(directory + "gids/" + index, address);
    file(directory + "gid_attrs/types/" + index, "RoCE v2");
    file(directory + "gid_attrs/ndevs/" + index, netdev);
  }

  static std::string rdma(const std::string& device) {
    return "/sys/class/infiniband/" + device + "/";
  }
  void file(const std::string& path, const std::string& text) const {
    tree.file(path, text + "\n");
  }
  void remove(const std::string& path) const { std::filesystem::remove_all(tree.at(path)); }
  /// A file that can't be read, whoever tries: EISDIR.
  void refuse(const std::string& path) const {
    remove(path);
    tree.directory(path);
  }

  [[nodiscard]] Snapshot probe() const {
    ProbeEnv::Parts parts;
    parts.root = tree.root().string();
    parts.verbs_unknown = {.reason = Reason::unsupported, .detail = "verbs are off"};
    ProbeEnv env(std::move(parts));
    auto snapshot = run_all(env);
    merge_snapshot(snapshot, run(checks::pcie, env, snapshot));
    return snapshot;
  }

  Tree tree;
};

const PciDevice& function_of(const Snapshot& snapshot, std::string_view address) {
  static const PciDevice kNone;
  for (const auto& device : *snapshot.host.pci_devices.known()) {
    if (device.address == address) {
      return device;
    }
  }
  ADD_FAILURE() << "no function " << address;
  return kNone;
}

struct Bug {
  const char* name;
  std::function<void(const TwoNics& host)> make;
  std::function<void(const Snapshot& host)> check;
};
void PrintTo(const Bug& bug, std::ostream* out) {
  *out << bug.name;
}

class PublicProbeBug : public testing::TestWithParam<Bug> {};

TEST_P(PublicProbeBug, CostsNothingElse) {
  const TwoNics odd;
  GetParam().make(odd);
  const auto snapshot = odd.probe();
  GetParam().check(snapshot);
  const auto healthy = TwoNics().probe();
  EXPECT_EQ(device_of(snapshot, "mlx5_1"), device_of(healthy, "mlx5_1"));
  EXPECT_EQ(netdev_of(snapshot, "ens2"), netdev_of(healthy, "ens2"));
  EXPECT_EQ(function_of(snapshot, "0000:04:00.0"), function_of(healthy, "0000:04:00.0"));
}

void sparse_gid_table(const TwoNics& host) {
  for (const auto* index : {"0", "1", "2", "3"}) {
    host.file(TwoNics::rdma("mlx5_0") + "ports/1/gids/" + index,
              "0000:0000:0000:0000:0000:0000:0000:0000");
    host.refuse(TwoNics::rdma("mlx5_0") + "ports/1/gid_attrs/types/" + index);
    host.remove(TwoNics::rdma("mlx5_0") + "ports/1/gid_attrs/ndevs/" + index);
  }
  host.gid("mlx5_0", "6", "0000:0000:0000:0000:0000:ffff:0a00:0009", "ens1");
}

const Bug kSparseGidTable{"SparseGidTable", sparse_gid_table, [](const Snapshot& host) {
                            const auto gids = value_of(port_of(host, "mlx5_0").gids);
                            ASSERT_EQ(gids.size(), 1U);
                            EXPECT_EQ(gids[0].index, 6);
                            EXPECT_TRUE(gids[0].type.is(GidType::roce_v2));
                          }};

const Bug kNoPma{"NoPma",
                 [](const TwoNics& host) {
                   host.file(TwoNics::rdma("mlx5_0") + "ports/1/counters/VL15_dropped",
                             "N/A (no PMA)");
                 },
                 [](const Snapshot& host) {
                   EXPECT_TRUE(port_of(host, "mlx5_0").counters.is({{"port_rcv_packets", 17}}));
                 }};

const Bug kCounterThatFails{
    "CounterThatFails",
    [](const TwoNics& host) {
      host.refuse(TwoNics::rdma("mlx5_0") + "ports/1/hw_counters/out_of_sequence");
    },
    [](const Snapshot& host) {
      EXPECT_TRUE(port_of(host, "mlx5_0").hw_counters.is({{"np_cnp_sent", 5}}));
      EXPECT_EQ(reason_of(port_of(host, "mlx5_0").transport.out_of_sequence), Reason::io_error);
    }};

const Bug kRestrictedFunction{
    "RestrictedFunction",
    [](const TwoNics& host) {
      for (const auto* counter : {"np_cnp_sent", "out_of_sequence"}) {
        host.refuse(TwoNics::rdma("mlx5_0") + "ports/1/hw_counters/" + counter);
      }
    },
    [](const Snapshot& host) {
      EXPECT_EQ(reason_of(port_of(host, "mlx5_0").hw_counters), Reason::io_error);
      EXPECT_TRUE(port_of(host, "mlx5_0").state.is(PortState::active));
    }};

const Bug kNamesWithSpaces{
    "NamesWithSpaces",
    [](const TwoNics& host) {
      host.file(TwoNics::rdma("mlx5_0") + "ports/1/hw_counters/IP4 Out Octets", "8");
    },
    [](const Snapshot& host) {
      EXPECT_EQ(value_of(port_of(host, "mlx5_0").hw_counters).at("IP4 Out Octets"), 8);
    }};

const Bug kNetdevInAPod{"NetdevInAPod",
                        [](const TwoNics& host) {
                          host.remove("/sys/class/net/ens1");
                          host.remove("/sys/devices/pci0000:00/0000:03:00.0/net");
                          host.remove(TwoNics::rdma("mlx5_0") + "ports/1/gid_attrs/ndevs");
                        },
                        [](const Snapshot& host) {
                          EXPECT_EQ(reason_of(port_of(host, "mlx5_0").netdev), Reason::not_found);
                          EXPECT_TRUE(port_of(host, "mlx5_0").state.is(PortState::active));
                          EXPECT_EQ(value_of(port_of(host, "mlx5_0").gids).size(), 2U);
                        }};

const Bug kForeignNamespace{
    "ForeignNamespace",
    [](const TwoNics& host) {
      host.gid("mlx5_0", "2", "0000:0000:0000:0000:0000:ffff:0a00:0063", "net1");
      host.refuse(TwoNics::rdma("mlx5_0") + "ports/1/gid_attrs/ndevs/2");
    },
    [](const Snapshot& host) {
      const auto gids = value_of(port_of(host, "mlx5_0").gids);
      ASSERT_EQ(gids.size(), 3U);
      EXPECT_TRUE(gids[0].netdev.is("ens1"));
      EXPECT_NE(gids[2].netdev.unknown(), nullptr) << "the pod's GID stays, as nobody's of ours";
    }};

const Bug kSiw{"Siw",
               [](const TwoNics& host) {
                 host.file(TwoNics::rdma("siw0") + "node_type", "4: RNIC");
                 host.file(TwoNics::rdma("siw0") + "ports/1/link_layer", "Ethernet");
               },
               [](const Snapshot& host) {
                 EXPECT_TRUE(device_of(host, "siw0").protocol.is(RdmaProtocol::iw));
                 EXPECT_EQ(reason_of(device_of(host, "siw0").pci_address), Reason::not_found);
                 EXPECT_TRUE(device_of(host, "siw0").virtual_function.is(false));
               }};

const Bug kIwarp{
    "Iwarp",
    [](const TwoNics& host) { host.file(TwoNics::rdma("mlx5_0") + "node_type", "4: RNIC"); },
    [](const Snapshot& host) {
      EXPECT_TRUE(device_of(host, "mlx5_0").protocol.is(RdmaProtocol::iw))
          << "by its kind, never by its name";
    }};

const Bug kInfinibandPort{"InfinibandPort",
                          [](const TwoNics& host) {
                            host.file(TwoNics::rdma("mlx5_0") + "ports/1/link_layer", "InfiniBand");
                          },
                          [](const Snapshot& host) {
                            EXPECT_TRUE(device_of(host, "mlx5_0").protocol.is(RdmaProtocol::ib));
                          }};

/// A ConnectX-8 of four planes shows twelve ports, of which 3, 6, 9 and 12 carry data.
const Bug kPlanes{
    "Planes",
    [](const TwoNics& host) {
      for (int number = 1; number <= 12; ++number) {
        host.port("mlx5_0", std::to_string(number), "ens1");
        if (number % 3 != 0) {
          const auto directory = TwoNics::rdma("mlx5_0") + "ports/" + std::to_string(number);
          host.file(directory + "/state", "1: DOWN");
          host.file(directory + "/phys_state", "3: Disabled");
        }
      }
    },
    [](const Snapshot& host) {
      EXPECT_EQ(value_of(device_of(host, "mlx5_0").ports).size(), 12U);
      EXPECT_TRUE(port_of(host, "mlx5_0", 12).state.is(PortState::active));
      EXPECT_TRUE(port_of(host, "mlx5_0", 2).state.is(PortState::down));
      EXPECT_TRUE(port_of(host, "mlx5_0", 2).physical_state.is(PortPhysicalState::disabled));
    }};

void rename_to(const TwoNics& host, const std::string& device) {
  const auto directory = host.tree.at(TwoNics::rdma("x")).parent_path().parent_path();
  std::filesystem::rename(directory / "mlx5_0", directory / device);
}

/// As JSON, where the details of unknown facts have the name too.
std::string json_of(const RdmaDevice& device) {
  std::string json;
  write_json_value(json, kType<RdmaDevice>, &device);
  for (auto at = json.find(device.name); at != std::string::npos; at = json.find(device.name, at)) {
    json.replace(at, device.name.size(), "NAME");
    at += std::string_view("NAME").size();
  }
  return json;
}

void expect_whole(const Snapshot& host, const std::string& name) {
  EXPECT_EQ(json_of(device_of(host, name)), json_of(device_of(TwoNics().probe(), "mlx5_0")))
      << "a name says nothing";
}

const Bug kBond{"BondDevice", [](const TwoNics& host) { rename_to(host, "mlx5_bond_0"); },
                [](const Snapshot& host) { expect_whole(host, "mlx5_bond_0"); }};

const Bug kRenamed{"RenamedDevice", [](const TwoNics& host) { rename_to(host, "rocep3s0"); },
                   [](const Snapshot& host) { expect_whole(host, "rocep3s0"); }};

const Bug kNoNumaNode{
    "NoNumaNode",
    [](const TwoNics& host) { host.file("/sys/devices/pci0000:00/0000:03:00.0/numa_node", "-1"); },
    [](const Snapshot& host) {
      EXPECT_EQ(reason_of(function_of(host, "0000:03:00.0").numa_node), Reason::not_found);
    }};

const Bug kNoWidth{"NoWidth",
                   [](const TwoNics& host) {
                     const std::string function = "/sys/devices/pci0000:00/0000:03:00.0/";
                     host.file(function + "current_link_width", "0");
                     host.file(function + "current_link_speed", "Unknown");
                   },
                   [](const Snapshot& host) {
                     const auto& function = function_of(host, "0000:03:00.0");
                     EXPECT_EQ(reason_of(function.link_width), Reason::not_found);
                     EXPECT_EQ(reason_of(function.link_speed_mtps), Reason::not_found);
                   }};

INSTANTIATE_TEST_SUITE_P(Checks, PublicProbeBug,
                         testing::Values(kSparseGidTable, kNoPma, kCounterThatFails,
                                         kRestrictedFunction, kNamesWithSpaces, kNetdevInAPod,
                                         kForeignNamespace, kSiw, kIwarp, kInfinibandPort, kPlanes,
                                         kBond, kRenamed, kNoNumaNode, kNoWidth),
                         [](const auto& bug) { return std::string(bug.param.name); });

}  // namespace
}  // namespace rocelint
