// SPDX-License-Identifier: Apache-2.0
#include "os/sysfs/sysfs_rdma.h"

#include <cerrno>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "tests/os/fakes.h"

namespace rocelint {
namespace {

struct RateRow {
  const char* name;
  std::string_view text;
  std::int64_t mbps;  // 0: malformed
};
void PrintTo(const RateRow& row, std::ostream* out) {
  *out << row.name;
}
class Rate : public testing::TestWithParam<RateRow> {};
TEST_P(Rate, InMegabits) {
  const auto rate = parse_rate_mbps(GetParam().text);
  if (GetParam().mbps == 0) {
    EXPECT_EQ(reason_of(rate), Reason::malformed);
  } else {
    EXPECT_EQ(value_of(rate), GetParam().mbps);
  }
}
INSTANTIATE_TEST_SUITE_P(
    Texts, Rate,
    testing::Values(RateRow{"ndr", "400 Gb/sec (4X NDR)", 400'000},
                    RateRow{"ndr_2x", "200 Gb/sec (2X NDR)", 200'000},
                    RateRow{"sdr", "2.5 Gb/sec (1X SDR)", 2'500},
                    RateRow{"fdr", "56 Gb/sec (4X FDR)", 56'000}, RateRow{"empty", "", 0},
                    RateRow{"zero", "0 Gb/sec (4X NDR)", 0}, RateRow{"unit", "400 Mb/sec", 0},
                    RateRow{"negative", "-5 Gb/sec", 0},
                    RateRow{"huge", "9223372036854775807 Gb/sec", 0},
                    RateRow{"far_below_zero", "-9223372036854775808 Gb/sec", 0},
                    RateRow{"minus_a_half", "-1.5 Gb/sec", 0},
                    RateRow{"huge_half", "2000000.5 Gb/sec", 0},
                    RateRow{"words", "N/A (no PMA)", 0}),
    [](const auto& row) { return row.param.name; });

// A slot of the GID table as its three files read.
class GidSlotTest : public testing::Test {
 protected:
  static GidSlot slot() {
    return {.index = 3,
            .gid = "0000:0000:0000:0000:0000:ffff:0a00:0001",
            .type = "RoCE v2",
            .netdev = "eth0"};
  }
  static Read<std::string> einval() { return tl::unexpected(unknown_from_errno(EINVAL, "gid")); }
  static Read<std::string> eacces() { return tl::unexpected(unknown_from_errno(EACCES, "gid")); }
};

TEST_F(GidSlotTest, IsReadWhenItIsTaken) {
  const auto gid = decode_gid_slot(slot(), RdmaProtocol::roce);
  ASSERT_TRUE(gid && *gid);
  EXPECT_EQ((*gid)->gid.index, 3);
  EXPECT_EQ((*gid)->gid.gid, "::ffff:10.0.0.1");
  EXPECT_TRUE((*gid)->gid.type.is(GidType::roce_v2));
  EXPECT_EQ((*gid)->netdev_name, "eth0");
}

TEST_F(GidSlotTest, IsEmptyWhenZeroOrWhenItsTypeIsInvalid) {
  auto zero = slot();
  zero.gid = "0000:0000:0000:0000:0000:0000:0000:0000";
  EXPECT_EQ(decode_gid_slot(zero, RdmaProtocol::roce)->has_value(), false);
  auto invalid = slot();
  invalid.type = einval();
  invalid.netdev = einval();
  EXPECT_EQ(decode_gid_slot(invalid, RdmaProtocol::roce)->has_value(), false);
}

TEST_F(GidSlotTest, KeepsTheGidWhenOnlyItsTypeOrNetdevIsRefused) {
  auto refused = slot();
  refused.type = eacces();
  refused.netdev = einval();
  const auto gid = decode_gid_slot(refused, RdmaProtocol::roce);
  ASSERT_TRUE(gid && *gid);
  EXPECT_EQ(reason_of((*gid)->gid.type), Reason::permission);
  EXPECT_FALSE((*gid)->netdev_name);
}

TEST_F(GidSlotTest, IsAnErrorWhenTheGidItselfIsNotThere) {
  auto refused = slot();
  refused.gid = eacces();
  EXPECT_EQ(decode_gid_slot(refused, RdmaProtocol::roce).error().reason, Reason::permission);
  for (const char* odd : {"", "fe80::1", "xyz", "0000:0000:0000:0000:0000:ffff:0a00:00011"}) {
    auto malformed = slot();
    malformed.gid = odd;
    EXPECT_EQ(decode_gid_slot(malformed, RdmaProtocol::roce).error().reason, Reason::malformed)
        << odd;
  }
}

TEST_F(GidSlotTest, TellsIbFromRoceV1ByTheProtocol) {
  auto old = slot();
  old.type = "IB/RoCE v1";
  const auto type = [&](const Fact<RdmaProtocol>& protocol) {
    return (*decode_gid_slot(old, protocol))->gid.type;
  };
  EXPECT_TRUE(type(RdmaProtocol::roce).is(GidType::roce_v1));
  EXPECT_TRUE(type(RdmaProtocol::ib).is(GidType::ib));
  EXPECT_TRUE(type(RdmaProtocol::iw).is(GidType::ib)) << "siw";
  EXPECT_EQ(reason_of(type(Unknown{.reason = Reason::permission, .detail = ""})),
            Reason::permission);
  auto newer = slot();
  newer.type = "RoCE v3";
  EXPECT_EQ(reason_of((*decode_gid_slot(newer, RdmaProtocol::roce))->gid.type), Reason::malformed);
}

class SysfsRdma : public testing::Test {
 protected:
  void put(const std::string& path, std::string_view text) const {
    tree_.file("/sys/class/infiniband/" + path, std::string(text) + '\n');
  }
  [[nodiscard]] Files files() const { return Files(tree_.root().string()); }
  Tree tree_;
};

struct ProtocolRow {
  const char* name;
  const char* node_type;
  const char* link_layer;
  bool service_channels;
  const char* protocol;  // "": unknown
};
void PrintTo(const ProtocolRow& row, std::ostream* out) {
  *out << row.name;
}
class SysfsProtocol : public SysfsRdma, public testing::WithParamInterface<ProtocolRow> {};
TEST_P(SysfsProtocol, ComesFromNodeTypeAndLinkLayer) {
  if (GetParam().node_type != nullptr) {
    put("d/node_type", GetParam().node_type);
  }
  if (GetParam().link_layer != nullptr) {
    put("d/ports/1/link_layer", GetParam().link_layer);
  }
  if (GetParam().service_channels) {
    put("d/ports/1/sc2vl/0", "0");
  }
  tree_.directory("/sys/class/infiniband/d/ports/1");
  const auto devices = read_sysfs_rdma_devices(files());
  ASSERT_TRUE(devices);
  const auto* protocol = devices->front().protocol.known();
  EXPECT_EQ(protocol != nullptr ? enum_name(*protocol) : "", GetParam().protocol);
}
INSTANTIATE_TEST_SUITE_P(
    Rows, SysfsProtocol,
    testing::Values(ProtocolRow{"roce", "1: CA", "Ethernet", false, "roce"},
                    ProtocolRow{"infiniband", "1: CA", "InfiniBand", false, "ib"},
                    ProtocolRow{"infiniband_without_type", nullptr, "InfiniBand", false, "ib"},
                    ProtocolRow{"omni_path", "1: CA", "InfiniBand", true, "opa"},
                    ProtocolRow{"iwarp_is_not_roce", "4: RNIC", "Ethernet", false, "iw"},
                    ProtocolRow{"usnic", "6: usNIC UDP", "Ethernet", false, "usnic"},
                    ProtocolRow{"ethernet_alone_says_nothing", nullptr, "Ethernet", false, ""},
                    ProtocolRow{"efa", "7: unspecified", "Unspecified", false, ""},
                    ProtocolRow{"no_link_layer", "1: CA", nullptr, false, ""}),
    [](const auto& row) { return row.param.name; });

TEST_F(SysfsRdma, KnowsNoCoreFromNoSysfs) {
  EXPECT_FALSE(read_sysfs_rdma_devices(files())) << "there is no sysfs at all";
  tree_.directory("/sys/class/net");
  EXPECT_TRUE(read_sysfs_rdma_devices(files())->empty());
  tree_.directory("/sys/module/ib_core");
  EXPECT_FALSE(read_sysfs_rdma_devices(files())) << "the core is there, its class is hidden";
}

TEST_F(SysfsRdma, TakesNoCoreThatIsHiddenForNone) {
  tree_.directory("/sys/class/net");
  tree_.link("/sys/module", "module");
  EXPECT_FALSE(read_sysfs_rdma_devices(files()));
}

TEST_F(SysfsRdma, ReadsAPort) {
  put("d/ports/1/state", "4: ACTIVE");
  put("d/ports/1/phys_state", "5: LinkUp");
  put("d/ports/1/gid_attrs/ndevs/0", "eth7");
  const auto port = read_sysfs_rdma_port(files(), "d", 1);
  EXPECT_TRUE(port.state.is(PortState::active));
  EXPECT_TRUE(port.physical_state.is(PortPhysicalState::link_up));
  EXPECT_TRUE(port.netdev.is("eth7"));
}

TEST_F(SysfsRdma, CostsOneFactForOneOddFile) {
  put("d/ports/1/state", "N/A (no PMA)");
  put("d/ports/1/phys_state", "0: <unknown>");
  const auto port = read_sysfs_rdma_port(files(), "d", 1);
  EXPECT_EQ(reason_of(port.state), Reason::malformed);
  EXPECT_EQ(reason_of(port.physical_state), Reason::malformed);
  EXPECT_EQ(reason_of(port.netdev), Reason::not_found);
}

TEST_F(SysfsRdma, FindsTheNetdevOfEachPortOfOneFunction) {
  put("d/device/net/ens1/dev_port", "0");
  put("d/device/net/ens1d1/dev_port", "1");
  EXPECT_TRUE(read_sysfs_rdma_port(files(), "d", 1).netdev.is("ens1"));
  EXPECT_TRUE(read_sysfs_rdma_port(files(), "d", 2).netdev.is("ens1d1"));
}

TEST_F(SysfsRdma, LeavesRepresentorsOut) {
  put("d/device/net/uplink/dev_port", "0");
  put("d/device/net/uplink/phys_port_name", "p0");
  put("d/device/net/vf3/dev_port", "0");
  put("d/device/net/vf3/phys_port_name", "pf0vf3");
  EXPECT_TRUE(read_sysfs_rdma_port(files(), "d", 1).netdev.is("uplink"));
}

TEST_F(SysfsRdma, DoesNotGuessBetweenNetdevs) {
  put("d/device/net/a/dev_port", "0");
  put("d/device/net/b/dev_port", "0");
  EXPECT_EQ(reason_of(read_sysfs_rdma_port(files(), "d", 1).netdev), Reason::not_found);
}

TEST_F(SysfsRdma, ReadsSparseTables) {
  for (int slot = 0; slot < 12; ++slot) {
    put("d/ports/1/gids/" + std::to_string(slot), "0000:0000:0000:0000:0000:0000:0000:0000");
  }
  put("d/ports/1/gids/3", "0000:0000:0000:0000:0000:ffff:0a00:0001");
  put("d/ports/1/gids/10", "fe80:0000:0000:0000:0000:00ff:fe00:0100");
  put("d/ports/1/gid_attrs/types/3", "RoCE v2");
  put("d/ports/1/gid_attrs/types/10", "IB/RoCE v1");
  put("d/ports/1/gid_attrs/ndevs/3", "eth0");
  RdmaDevice device;
  device.name = "d";
  device.protocol = RdmaProtocol::roce;
  EXPECT_TRUE(read_sysfs_gid_table_length(files(), "d", 1).is(12));
  const auto gids = read_sysfs_gids(files(), device, 1);
  ASSERT_TRUE(gids);
  ASSERT_EQ(gids->size(), 2U);
  EXPECT_EQ(gids->front().gid.index, 3);
  EXPECT_EQ(gids->back().gid.index, 10) << "by number, not by name";
  EXPECT_TRUE(gids->back().gid.type.is(GidType::roce_v1));
  EXPECT_EQ(read_sysfs_gids(files(), device, 2).error().reason, Reason::not_found);
}

struct SoftwareRow {
  const char* name;
  bool parent;
  RdmaProtocol protocol;
  const char* driver;
};
void PrintTo(const SoftwareRow& row, std::ostream* out) {
  *out << row.name;
}
class SoftwareDevice : public SysfsRdma, public testing::WithParamInterface<SoftwareRow> {};
TEST_P(SoftwareDevice, IsNamedWithoutADeviceLink) {
  put("d/node_type", "1: CA");
  if (GetParam().parent) {
    put("d/parent", "eth0");
  }
  RdmaDevice device;
  device.name = "d";
  device.protocol = GetParam().protocol;
  read_rdma_hardware(files(), device);
  const auto* driver = device.driver.known();
  EXPECT_EQ(driver != nullptr ? *driver : "", GetParam().driver);
  EXPECT_TRUE(device.virtual_function.is(false));
  EXPECT_EQ(reason_of(device.pci_address), Reason::not_found);
}
INSTANTIATE_TEST_SUITE_P(Rows, SoftwareDevice,
                         testing::Values(SoftwareRow{"rxe", true, RdmaProtocol::roce, "rdma_rxe"},
                                         SoftwareRow{"siw", false, RdmaProtocol::iw, "siw"},
                                         SoftwareRow{"unheard_of", false, RdmaProtocol::roce, ""}),
                         [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace rocelint
