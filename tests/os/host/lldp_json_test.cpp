// SPDX-License-Identifier: Apache-2.0
#include "os/host/lldp_json.h"

#include <string>

#include <gtest/gtest.h>

namespace rocelint {
namespace {

const LldpNeighbor kLeaf{.system_name = "leaf1",
                         .chassis_id = "02:00:00:00:00:01",
                         .port_id = "Ethernet1/3",
                         .port_description = "to gpu0417"};

TEST(DecodeLldp, ReadsJson0) {
  const auto neighbors = decode_lldp(R"({"lldp":[{"interface":[
    {"name":"eth0","via":"LLDP","rid":"1","age":"0 day, 00:05:12",
     "chassis":[{"id":[{"type":"mac","value":"02:00:00:00:00:01"}],"name":[{"value":"leaf1"}],
                 "descr":[{"value":"a switch"}]}],
     "port":[{"id":[{"type":"ifname","value":"Ethernet1/3"}],"descr":[{"value":"to gpu0417"}],
              "ttl":[{"value":"120"}]}]},
    {"name":"eth1","via":"LLDP","chassis":[{"id":[{"type":"local","value":"x"}]}],"port":[{}]}]}]})");
  ASSERT_TRUE(neighbors);
  EXPECT_EQ(neighbors->size(), 2U);
  EXPECT_EQ(neighbors->at("eth0"), kLeaf);
  EXPECT_EQ(neighbors->at("eth1").chassis_id, "x");
  EXPECT_EQ(neighbors->at("eth1").port_id, "");
}

TEST(DecodeLldp, ReadsJsonWithOneAndWithMoreInterfaces) {
  const std::string body = R"({"via":"LLDP","rid":"1",
     "chassis":{"leaf1":{"id":{"type":"mac","value":"02:00:00:00:00:01"},"descr":"a switch"}},
     "port":{"id":{"type":"ifname","value":"Ethernet1/3"},"descr":"to gpu0417","ttl":"120"}})";
  const auto one = decode_lldp(R"({"lldp":{"interface":{"eth0":)" + body + "}}}");
  ASSERT_TRUE(one);
  EXPECT_EQ(one->at("eth0"), kLeaf);
  const auto more = decode_lldp(R"({"lldp":{"interface":[{"eth0":)" + body + R"(},{"eth1":)" +
                                body + R"(},{"name":)" + body + "}]}}");
  ASSERT_TRUE(more);
  EXPECT_EQ(more->size(), 3U) << "an interface may be called name";
  EXPECT_EQ(more->at("name"), kLeaf);
}

TEST(DecodeLldp, ReadsAChassisWithoutAName) {
  const auto neighbors = decode_lldp(
      R"({"lldp":{"interface":{"eth0":{"chassis":{"id":{"type":"mac","value":"02:00:00:00:00:01"}}}}}})");
  ASSERT_TRUE(neighbors);
  EXPECT_EQ(neighbors->at("eth0"), (LldpNeighbor{.system_name = "",
                                                 .chassis_id = "02:00:00:00:00:01",
                                                 .port_id = "",
                                                 .port_description = ""}));
}

TEST(DecodeLldp, TakesTheFirstThatSpeaksLldp) {
  const auto port = [](const std::string& via, const std::string& id) {
    return R"({"name":"eth0","via":")" + via + R"(","port":[{"id":[{"value":")" + id + R"("}]}]})";
  };
  const auto neighbors = decode_lldp(R"({"lldp":[{"interface":[)" + port("CDPv2", "a") + ',' +
                                     port("LLDP", "b") + ',' + port("LLDP", "c") + "]}]}");
  ASSERT_TRUE(neighbors);
  EXPECT_EQ(neighbors->at("eth0").port_id, "b");
}

TEST(DecodeLldp, KnowsWhenThereIsNobody) {
  for (const char* text : {R"({"lldp":[{}]})", R"({"lldp":{}})", R"({"lldp":[]})"}) {
    const auto neighbors = decode_lldp(text);
    ASSERT_TRUE(neighbors) << text;
    EXPECT_TRUE(neighbors->empty());
  }
}

TEST(DecodeLldp, TakesOddThingsForNothing) {
  const auto neighbors = decode_lldp(
      R"({"lldp":[{"interface":[7,null,"x",{"name":"e","chassis":[],"port":[[]]},{"f":3}]}]})");
  ASSERT_TRUE(neighbors);
  EXPECT_EQ(neighbors->at("e"), LldpNeighbor{});
  EXPECT_EQ(neighbors->at("f"), LldpNeighbor{});
}

TEST(DecodeLldp, RefusesWhatIsNoSuchFile) {
  for (const char* text :
       {"", "[]", "{}", "{\"lldp\":", "LLDP neighbors:", "{\"lldp\":\"\xff\"}"}) {
    const auto neighbors = decode_lldp(text);
    ASSERT_FALSE(neighbors) << text;
    EXPECT_EQ(neighbors.error().reason, Reason::malformed);
  }
}

}  // namespace
}  // namespace rocelint
