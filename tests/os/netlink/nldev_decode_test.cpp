// SPDX-License-Identifier: Apache-2.0
#include "os/netlink/nldev_decode.h"

#include <cstdint>
#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <rdma/rdma_netlink.h>

#include "tests/os/fakes.h"
#include "tests/os/nldev_replies.h"

namespace rocelint {
namespace {

std::string device_reply(std::string_view name, std::uint32_t index, std::string_view protocol,
                         std::uint32_t ports = 1) {
  return attributes({number(RDMA_NLDEV_ATTR_DEV_INDEX, index), text(RDMA_NLDEV_ATTR_DEV_NAME, name),
                     number(RDMA_NLDEV_ATTR_PORT_INDEX, ports),
                     number(RDMA_NLDEV_ATTR_NODE_GUID, std::uint64_t{0x0c42a10300b41c6a}),
                     number(RDMA_NLDEV_ATTR_SYS_IMAGE_GUID, std::uint64_t{1}),
                     text(RDMA_NLDEV_ATTR_FW_VERSION, "28.43.2566"),
                     text(RDMA_NLDEV_ATTR_DEV_PROTOCOL, protocol)});
}

TEST(DecodeRdmaDevices, ReadsThemSorted) {
  const auto devices =
      decode_rdma_devices({device_reply("mlx5_1", 1, "ib"), device_reply("mlx5_0", 0, "roce", 2)});
  ASSERT_TRUE(devices) << devices.error().detail;
  ASSERT_EQ(devices->size(), 2U);
  const RdmaDevice& first = devices->front();
  EXPECT_EQ(first.name, "mlx5_0");
  EXPECT_TRUE(first.index.is(0));
  EXPECT_TRUE(first.protocol.is(RdmaProtocol::roce));
  EXPECT_TRUE(first.node_guid.is("0c42:a103:00b4:1c6a")) << "as rdma(8) writes it";
  EXPECT_TRUE(first.system_image_guid.is("0000:0000:0000:0001"));
  EXPECT_TRUE(first.firmware_version.is("28.43.2566"));
  const auto ports = value_of(first.ports);
  ASSERT_EQ(ports.size(), 2U);
  EXPECT_EQ(ports[1].number, 2);
  EXPECT_EQ(reason_of(ports[1].state), Reason::not_collected);
  EXPECT_TRUE(devices->back().protocol.is(RdmaProtocol::ib));
}

TEST(DecodeRdmaDevices, KeepsWhatAnOldKernelTells) {
  // Before 5.2 there is no protocol; siw tells no firmware.
  const auto devices = decode_rdma_devices({attributes(
      {number(RDMA_NLDEV_ATTR_DEV_INDEX, std::uint32_t{3}), text(RDMA_NLDEV_ATTR_DEV_NAME, "siw0"),
       number(RDMA_NLDEV_ATTR_PORT_INDEX, std::uint32_t{1})})});
  ASSERT_TRUE(devices);
  EXPECT_EQ(reason_of(devices->front().protocol), Reason::not_found);
  EXPECT_EQ(reason_of(devices->front().firmware_version), Reason::not_found);
  EXPECT_EQ(reason_of(devices->front().node_guid), Reason::not_found);
}

TEST(DecodeRdmaDevices, RefusesNamesThatAreNoFileNames) {
  for (const std::string_view name : {"", "..", ".", "../../etc", "a/b"}) {
    const auto devices = decode_rdma_devices({device_reply(name, 0, "roce")});
    ASSERT_FALSE(devices) << name;
    EXPECT_EQ(devices.error().reason, Reason::malformed);
  }
}

TEST(DecodeRdmaDevices, CostsOneFactForOneOddAttribute) {
  const auto devices = decode_rdma_devices({device_reply("mlx5_0", 0, "carrier-pigeon", 100'000)});
  ASSERT_TRUE(devices);
  EXPECT_EQ(reason_of(devices->front().protocol), Reason::malformed);
  EXPECT_EQ(reason_of(devices->front().ports), Reason::malformed) << "not 100000 ports";
  EXPECT_TRUE(devices->front().firmware_version.is("28.43.2566"));
}

std::string port_reply(std::uint8_t state, std::uint8_t physical, std::string_view netdev) {
  std::string reply = attributes({number(RDMA_NLDEV_ATTR_DEV_INDEX, std::uint32_t{0}),
                                  text(RDMA_NLDEV_ATTR_DEV_NAME, "mlx5_0"),
                                  number(RDMA_NLDEV_ATTR_PORT_INDEX, std::uint32_t{1}),
                                  number(RDMA_NLDEV_ATTR_PORT_STATE, state),
                                  number(RDMA_NLDEV_ATTR_PORT_PHYS_STATE, physical)});
  if (!netdev.empty()) {
    append_attribute(reply, RDMA_NLDEV_ATTR_NDEV_INDEX, bytes_of(std::uint32_t{4}));
    append_attribute(reply, RDMA_NLDEV_ATTR_NDEV_NAME, text_bytes(netdev));
  }
  return reply;
}

TEST(DecodeRdmaDevices, TakesTheFirstOfWhatADumpTellsTwice) {
  const auto devices =
      decode_rdma_devices({device_reply("mlx5_0", 0, "roce"), device_reply("mlx5_0", 7, "ib")});
  ASSERT_TRUE(devices);
  ASSERT_EQ(devices->size(), 1U);
  EXPECT_TRUE(devices->front().index.is(0));
  const auto port = attributes({number(RDMA_NLDEV_ATTR_PORT_INDEX, std::uint32_t{1})});
  const auto ports = decode_rdma_ports({port, port});
  ASSERT_TRUE(ports);
  EXPECT_EQ(ports->size(), 1U);
}

TEST(DecodeRdmaPorts, ReadsStateAndNetdev) {
  const auto ports = decode_rdma_ports({port_reply(4, 5, "eth0")});
  ASSERT_TRUE(ports);
  EXPECT_TRUE(ports->front().state.is(PortState::active));
  EXPECT_TRUE(ports->front().physical_state.is(PortPhysicalState::link_up));
  EXPECT_TRUE(ports->front().netdev.is("eth0"));
}

TEST(DecodeRdmaPorts, SaysThatTheNetdevIsElsewhere) {
  const auto ports = decode_rdma_ports({port_reply(4, 5, "")});
  EXPECT_EQ(reason_of(ports->front().netdev), Reason::not_found);
}

TEST(DecodeRdmaPorts, RefusesStatesThatItDoesNotKnow) {
  const auto ports = decode_rdma_ports({port_reply(9, 0, "eth0")});
  EXPECT_EQ(reason_of(ports->front().state), Reason::malformed);
  EXPECT_EQ(reason_of(ports->front().physical_state), Reason::malformed);
}

TEST(DecodeRdmaSystem, ReadsTheNamespaceMode) {
  const auto mode = [](std::uint8_t raw) {
    return decode_rdma_system(attributes({number(RDMA_NLDEV_SYS_ATTR_NETNS_MODE, raw)}));
  };
  EXPECT_TRUE(mode(1).is(RdmaNamespaceMode::shared));
  EXPECT_TRUE(mode(0).is(RdmaNamespaceMode::exclusive));
  EXPECT_EQ(reason_of(decode_rdma_system("")), Reason::unsupported);
  EXPECT_EQ(reason_of(decode_rdma_system("x")), Reason::malformed);
}

TEST(NldevDecoders, SurviveEveryTruncation) {
  const std::string device = device_reply("mlx5_0", 0, "roce");
  for (std::size_t size = 0; size + kPadding < device.size(); ++size) {
    const auto cut = decode_rdma_devices({device.substr(0, size)});
    EXPECT_TRUE(!cut || reason_of(cut->front().protocol) == Reason::not_found) << size;
  }
  const std::string port = port_reply(4, 5, "eth0");
  for (std::size_t size = 0; size + kPadding < port.size(); ++size) {
    const auto cut = decode_rdma_ports({port.substr(0, size)});
    EXPECT_TRUE(!cut || cut->front().netdev.known() == nullptr) << size;
  }
}

TEST(NldevRequests, AskWhatTheyShould) {
  EXPECT_EQ(rdma_devices_request().type, RDMA_NL_GET_TYPE(RDMA_NL_NLDEV, RDMA_NLDEV_CMD_GET));
  EXPECT_TRUE(rdma_devices_request().dump);
  EXPECT_EQ(rdma_ports_request(7).payload,
            attributes({number(RDMA_NLDEV_ATTR_DEV_INDEX, std::uint32_t{7})}));
  EXPECT_FALSE(rdma_system_request().dump);
  const auto counters = rdma_counters_request(7, 2);
  const auto names = rdma_counter_names_request(7, 2);
  EXPECT_EQ(counters.type, RDMA_NL_GET_TYPE(RDMA_NL_NLDEV, RDMA_NLDEV_CMD_STAT_GET));
  EXPECT_EQ(names.type, RDMA_NL_GET_TYPE(RDMA_NL_NLDEV, RDMA_NLDEV_CMD_STAT_GET_STATUS));
  EXPECT_FALSE(names.dump) << "the kernel has no dump of it";
  EXPECT_EQ(counters.payload, attributes({number(RDMA_NLDEV_ATTR_DEV_INDEX, std::uint32_t{7}),
                                          number(RDMA_NLDEV_ATTR_PORT_INDEX, std::uint32_t{2})}));
  EXPECT_EQ(names.payload, counters.payload);
}

TEST(DecodeRdmaCounters, ReadsNamesAndValues) {
  const auto counters = decode_rdma_counters(attributes(
      {number(RDMA_NLDEV_ATTR_DEV_INDEX, std::uint32_t{0}),
       nest(RDMA_NLDEV_ATTR_STAT_HWCOUNTERS,
            {counter_entry("out_of_sequence", 3), counter_entry("Rcvd Out of order packets", 4),
             // What ionic tells of a counter that lies outside of its buffer.
             counter_entry("odd", UINT64_MAX)})}));
  ASSERT_TRUE(counters) << counters.error().detail;
  EXPECT_EQ(counters->values,
            (CounterMap{{"Rcvd Out of order packets", 4}, {"out_of_sequence", 3}}));
  EXPECT_EQ(counters->unread.at("odd").reason, Reason::malformed);
}

TEST(DecodeRdmaCounters, RefusesWhatMakesNoSense) {
  const Part no_value = nest(RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY,
                             {text(RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY_NAME, "x")});
  const Part no_name = nest(RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY,
                            {number(RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY_VALUE, std::uint64_t{1})});
  const Part junk{RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY, "junk"};
  for (const auto& part : {no_value, no_name, junk}) {
    const auto counters =
        decode_rdma_counters(attributes({nest(RDMA_NLDEV_ATTR_STAT_HWCOUNTERS, {part})}));
    ASSERT_FALSE(counters);
    EXPECT_EQ(counters.error().reason, Reason::malformed);
  }
  EXPECT_EQ(decode_rdma_counters("").error().reason, Reason::not_found);
  EXPECT_EQ(decode_rdma_counters("junk").error().reason, Reason::malformed);
}

TEST(DecodeRdmaCounters, SurvivesEveryTruncation) {
  const std::string reply = attributes(
      {nest(RDMA_NLDEV_ATTR_STAT_HWCOUNTERS, {counter_entry("a", 1), counter_entry("b", 2)})});
  for (std::size_t size = 0; size < reply.size(); ++size) {
    EXPECT_FALSE(decode_rdma_counters(std::string_view(reply).substr(0, size))) << size;
  }
}

}  // namespace
}  // namespace rocelint
