// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <string>

#include <gtest/gtest.h>
#include <rdma/rdma_netlink.h>
#include <sys/stat.h>
#include <unistd.h>

#include "os/netlink/nldev_decode.h"
#include "tests/checks/run.h"

namespace rocelint {
namespace {

class Inventory : public testing::Test {
 protected:
  Snapshot live() {
    ProbeEnv env(host_.live());
    return run(checks::inventory, env);
  }
  Snapshot dead() {
    ProbeEnv env(host_.dead());
    return run(checks::inventory, env);
  }
  void nldev(const NetlinkReplies& devices) const {
    host_.netlink->answer(NetlinkFamily::rdma, rdma_devices_request(), devices);
  }
  static std::string device(std::string_view name, std::string_view protocol) {
    return attributes({number(RDMA_NLDEV_ATTR_DEV_INDEX, std::uint32_t{0}),
                       text(RDMA_NLDEV_ATTR_DEV_NAME, name),
                       number(RDMA_NLDEV_ATTR_PORT_INDEX, std::uint32_t{1}),
                       text(RDMA_NLDEV_ATTR_DEV_PROTOCOL, protocol)});
  }
  void hardware(const std::string& name, const std::string& address,
                const std::string& driver) const {
    const std::string pci = "/sys/devices/pci0000:00/" + address;
    const std::string directory = "/sys/class/infiniband/" + name;
    host_.tree.directory("/sys/bus/pci/drivers/" + driver);
    host_.tree.link(pci + "/driver", "/sys/bus/pci/drivers/" + driver);
    host_.tree.link(directory + "/device", pci);
    host_.tree.file(directory + "/hca_type", "MT4129\n");
    host_.tree.file(directory + "/board_id", "MT_0000000838\n");
    host_.tree.file(directory + "/node_type", "1: CA\n");
    host_.tree.file(directory + "/node_guid", "0c42:a103:00b4:1c6a\n");
    host_.tree.file(directory + "/ports/1/link_layer", "Ethernet\n");
  }
  FakeHost host_;
};

TEST_F(Inventory, ReadsTheHost) {
  host_.tree.file("/proc/sys/kernel/hostname", "node7\n");
  host_.tree.file("/proc/sys/kernel/osrelease", "6.8.0-45-generic\n");
  host_.tree.file("/proc/sys/kernel/random/boot_id", "b007\n");
  const auto snapshot = live();
  EXPECT_TRUE(snapshot.host.hostname.is("node7"));
  EXPECT_TRUE(snapshot.host.kernel_release.is("6.8.0-45-generic"));
  EXPECT_TRUE(snapshot.host.boot_id.is("b007"));
  EXPECT_NE(snapshot.host.machine.known(), nullptr);
  EXPECT_TRUE(snapshot.host.verbs_library.is(true));
}

TEST_F(Inventory, JoinsNldevWithSysfs) {
  nldev({device("mlx5_0", "roce")});
  hardware("mlx5_0", "0000:03:00.0", "mlx5_core");
  const auto snapshot = live();
  const RdmaDevice& found = device_of(snapshot, "mlx5_0");
  EXPECT_TRUE(found.protocol.is(RdmaProtocol::roce));
  EXPECT_TRUE(found.driver.is("mlx5_core"));
  EXPECT_TRUE(found.pci_address.is("0000:03:00.0"));
  EXPECT_TRUE(found.hca_type.is("MT4129"));
  EXPECT_TRUE(found.board_id.is("MT_0000000838"));
  EXPECT_TRUE(found.virtual_function.is(false));
  EXPECT_TRUE(found.physical_function.is(""));
  EXPECT_EQ(value_of(found.ports).size(), 1U);
}

TEST_F(Inventory, KnowsAVirtualFunction) {
  nldev({device("mlx5_8", "roce")});
  hardware("mlx5_8", "0000:03:00.2", "mlx5_core");
  hardware("mlx5_0", "0000:03:00.0", "mlx5_core");
  host_.tree.link("/sys/devices/pci0000:00/0000:03:00.2/physfn", "../0000:03:00.0");
  const auto snapshot = live();
  EXPECT_TRUE(device_of(snapshot, "mlx5_8").virtual_function.is(true));
  EXPECT_TRUE(device_of(snapshot, "mlx5_8").physical_function.is("0000:03:00.0"));
}

TEST_F(Inventory, KnowsSoftwareDevices) {
  nldev({device("rxe0", "roce"), device("siw0", "iw")});
  host_.tree.file("/sys/class/infiniband/rxe0/parent", "eth0\n");
  host_.tree.file("/sys/class/infiniband/siw0/node_type", "4: RNIC\n");
  const auto snapshot = live();
  EXPECT_TRUE(device_of(snapshot, "rxe0").driver.is("rdma_rxe"));
  EXPECT_TRUE(device_of(snapshot, "siw0").driver.is("siw"));
  EXPECT_TRUE(device_of(snapshot, "siw0").protocol.is(RdmaProtocol::iw));
}

TEST_F(Inventory, KeepsWhatNldevTellsWhereSysfsIsHidden) {
  nldev({device("mlx5_0", "roce")});
  const auto snapshot = live();
  const RdmaDevice& found = device_of(snapshot, "mlx5_0");
  EXPECT_TRUE(found.protocol.is(RdmaProtocol::roce));
  EXPECT_EQ(reason_of(found.driver), Reason::not_found);
  EXPECT_EQ(reason_of(found.virtual_function), Reason::not_found);
  EXPECT_EQ(reason_of(found.board_id), Reason::not_found);
}

TEST_F(Inventory, TakesAnEmptyDumpForNoDevice) {
  // As in a namespace that the exclusive mode keeps RDMA devices from.
  nldev({});
  host_.netlink->answer(
      NetlinkFamily::rdma, rdma_system_request(),
      NetlinkReplies{attributes({number(RDMA_NLDEV_SYS_ATTR_NETNS_MODE, std::uint8_t{0})})});
  const auto snapshot = live();
  EXPECT_TRUE(snapshot.host.devices.is({}));
  EXPECT_TRUE(snapshot.host.rdma_namespace_mode.is(RdmaNamespaceMode::exclusive));
}

TEST_F(Inventory, FallsBackToSysfsWhereNldevDoesNotAnswer) {
  hardware("mlx5_0", "0000:03:00.0", "mlx5_core");
  host_.tree.file("/sys/module/ib_core/parameters/netns_mode", "Y\n");
  const auto snapshot = live();
  const RdmaDevice& found = device_of(snapshot, "mlx5_0");
  EXPECT_TRUE(found.protocol.is(RdmaProtocol::roce));
  EXPECT_TRUE(found.node_guid.is("0c42:a103:00b4:1c6a"));
  EXPECT_EQ(reason_of(found.index), Reason::not_found);
  EXPECT_TRUE(snapshot.host.rdma_namespace_mode.is(RdmaNamespaceMode::shared));
}

TEST_F(Inventory, SaysWhyNothingIsKnown) {
  const auto snapshot = live();  // neither nldev nor sysfs
  EXPECT_EQ(reason_of(snapshot.host.devices), Reason::unsupported);
  EXPECT_EQ(snapshot.host.devices.unknown()->detail, "nldev GET: Operation not supported");
  EXPECT_EQ(reason_of(snapshot.host.hostname), Reason::not_found);
  EXPECT_EQ(reason_of(snapshot.host.rdma_namespace_mode), Reason::unsupported);
}

TEST_F(Inventory, ReadsADeadTree) {
  hardware("mlx5_0", "0000:03:00.0", "mlx5_core");
  host_.tree.file("/proc/sys/kernel/arch", "aarch64\n");
  const auto snapshot = dead();
  EXPECT_TRUE(device_of(snapshot, "mlx5_0").driver.is("mlx5_core"));
  EXPECT_TRUE(snapshot.host.machine.is("aarch64")) << "not the machine of whoever reads the tree";
  EXPECT_EQ(reason_of(snapshot.host.verbs_library), Reason::unsupported);
}

TEST_F(Inventory, KnowsAMissingLibraryFromVerbsThatAreOff) {
  auto missing = host_.live();
  missing.verbs = nullptr;
  missing.verbs_unknown = {.reason = Reason::not_found, .detail = "libibverbs.so.1: no such file"};
  ProbeEnv env(std::move(missing));
  EXPECT_TRUE(run(checks::inventory, env).host.verbs_library.is(false));
}

TEST_F(Inventory, CostsOneFactForOneFileThatIsClosed) {
  nldev({device("mlx5_0", "roce")});
  hardware("mlx5_0", "0000:03:00.0", "mlx5_core");
  const auto closed = host_.tree.at("/sys/class/infiniband/mlx5_0/board_id");
  ASSERT_EQ(::chmod(closed.c_str(), 0), 0);
  ASSERT_EQ(::chmod(host_.tree.root().c_str(), 0755), 0);
  const bool root = ::geteuid() == 0;
  if (root) {
    ASSERT_EQ(::seteuid(65534), 0);
  }
  const auto snapshot = live();
  if (root) {
    ASSERT_EQ(::seteuid(0), 0);
  }
  EXPECT_EQ(reason_of(device_of(snapshot, "mlx5_0").board_id), Reason::permission);
  EXPECT_TRUE(device_of(snapshot, "mlx5_0").hca_type.is("MT4129"));
}

TEST_F(Inventory, LeavesASickDeviceAloneAndKeepsTheOthers) {
  nldev({device("mlx5_0", "roce"), device("mlx5_1", "roce")});
  hardware("mlx5_0", "0000:03:00.0", "mlx5_core");
  hardware("mlx5_1", "0000:04:00.0", "mlx5_core");
  auto parts = host_.live();
  parts.sick_devices["mlx5_0"] = {.reason = Reason::timeout, .detail = "stuck"};
  int kept = 0;
  parts.keep = [&](const Snapshot&) { ++kept; };
  ProbeEnv env(std::move(parts));
  const auto snapshot = run(checks::inventory, env);
  EXPECT_EQ(reason_of(device_of(snapshot, "mlx5_0").driver), Reason::timeout);
  EXPECT_TRUE(device_of(snapshot, "mlx5_0").protocol.is(RdmaProtocol::roce));
  EXPECT_TRUE(device_of(snapshot, "mlx5_1").driver.is("mlx5_core"));
  EXPECT_EQ(kept, 3) << "once for the list, once for each device";
}

}  // namespace
}  // namespace rocelint
