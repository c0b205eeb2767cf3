// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <linux/fib_rules.h>
#include <linux/rtnetlink.h>
#include <sys/socket.h>

#include "os/netlink/rtnl_routing.h"
#include "tests/os/fakes.h"

namespace rocelint {
namespace {

const std::string kSource("\x0a\x01\x00\x05", 4);

std::string rule_reply(const fib_rule_hdr& header, const std::vector<Part>& parts) {
  auto out = bytes_of(header);
  for (const auto& [type, bytes] : parts) {
    append_attribute(out, type, bytes);
  }
  return out;
}

fib_rule_hdr rule_header(std::uint8_t source_bits = 0, std::uint8_t family = AF_INET) {
  fib_rule_hdr header{};
  header.family = family;
  header.src_len = source_bits;
  header.table = RT_TABLE_MAIN;
  header.action = FR_ACT_TO_TBL;
  return header;
}

TEST(DecodeRules, ReadsThemInTheKernelsOrder) {
  const auto rules = decode_rules(
      {rule_reply(rule_header(), {number(FRA_PRIORITY, 32766U), number(FRA_TABLE, 254U),
                                  number(FRA_SUPPRESS_PREFIXLEN, UINT32_MAX)}),
       rule_reply(rule_header(32), {{FRA_SRC, kSource},
                                    number(FRA_PRIORITY, 100U),
                                    number(FRA_TABLE, 1001U),
                                    text(FRA_OIFNAME, "eth0")}),
       rule_reply(rule_header(),
                  {number(FRA_PRIORITY, 1000U), number(FRA_L3MDEV, std::uint8_t{1})}),
       rule_reply(rule_header(0, 128), {})});
  ASSERT_TRUE(rules);
  ASSERT_EQ(rules->size(), 3U);
  EXPECT_EQ((*rules)[0], (RoutingRule{.family = AddressFamily::ipv4,
                                      .priority = 100,
                                      .source = "10.1.0.5/32",
                                      .destination = "",
                                      .input_netdev = "",
                                      .output_netdev = "eth0",
                                      .table = 1001,
                                      .action = RuleAction::to_table,
                                      .suppress_prefixlen = -1}));
  EXPECT_EQ((*rules)[1].table, 0) << "that of the VRF";
  EXPECT_EQ((*rules)[2].table, 254);
}

fib_rule_hdr with_action(std::uint8_t action) {
  auto header = rule_header();
  header.action = action;
  header.table = action == FR_ACT_TO_TBL ? RT_TABLE_MAIN : RT_TABLE_UNSPEC;
  return header;
}

fib_rule_hdr inverted(std::uint8_t source_bits = 0, std::uint8_t family = AF_INET) {
  auto header = rule_header(source_bits, family);
  header.flags = FIB_RULE_INVERT;
  return header;
}

// Of include/uapi/linux/fib_rules.h, since Linux 6.13 to 6.15.
constexpr int kDscp = 25;
constexpr int kFlowlabel = 26;
constexpr int kFlowlabelMask = 27;
constexpr int kSportMask = 28;
constexpr int kDscpMask = 30;
constexpr int kNewer = 31;

Part port(int type, std::uint16_t number) {
  return {type, bytes_of(fib_rule_port_range{.start = number, .end = number})};
}

/// They are in the order of the network.
Part flowlabel(int type, std::uint8_t low_bits) {
  return {type, std::string(3, '\0') + static_cast<char>(low_bits)};
}

// Of these the masked ones are told as Linux 6.18 tells them, which gives every value a mask, and
// `ip -6 route get` follows them as expected here.
TEST(DecodeRules, LeavesOutWhatDoesNothingToPacketsOfRdma) {
  auto of_one_tos = rule_header();
  of_one_tos.tos = 4;
  const auto rules = decode_rules({
      rule_reply(with_action(FR_ACT_NOP), {}),
      rule_reply(inverted(), {}),
      rule_reply(inverted(), {number(FRA_FWMARK, 0U), number(FRA_FWMASK, 0xFFU)}),
      rule_reply(of_one_tos, {}),
      rule_reply(rule_header(), {number(FRA_FWMARK, 1U)}),
      rule_reply(with_action(FR_ACT_UNREACHABLE), {number(FRA_FWMARK, 1U)}),
      rule_reply(with_action(FR_ACT_GOTO), {number(FRA_IP_PROTO, std::uint8_t{6})}),
      rule_reply(rule_header(),
                 {{FRA_UID_RANGE, bytes_of(fib_rule_uid_range{.start = 1000, .end = 1999})}}),
      rule_reply(rule_header(),
                 {{FRA_DPORT_RANGE, bytes_of(fib_rule_port_range{.start = 4791, .end = 4791})}}),
      rule_reply(rule_header(), {number(kDscp, std::uint8_t{26})}),
      rule_reply(rule_header(),
                 {number(kDscp, std::uint8_t{26}), number(kDscpMask, std::uint8_t{0x3F})}),
      rule_reply(rule_header(), {number(FRA_FWMARK, 3U), number(FRA_FWMASK, 1U)}),
      rule_reply(rule_header(),
                 {port(FRA_SPORT_RANGE, 4791), number(kSportMask, std::uint16_t{0xFFFF})}),
      rule_reply(rule_header(0, AF_INET6),
                 {flowlabel(kFlowlabel, 5), flowlabel(kFlowlabelMask, 0x0F)}),
      rule_reply(rule_header(), {number(FRA_FWMARK, 1U), number(kNewer, 1U)}),
  });
  ASSERT_TRUE(rules);
  EXPECT_TRUE(rules->empty());
}

struct RuleCase {
  const char* name;
  fib_rule_hdr header;
  std::vector<Part> parts;
  std::string source;
  std::int64_t table;
  Fact<RuleAction> action;
  std::int64_t suppress_prefixlen;
};
void PrintTo(const RuleCase& row, std::ostream* out) {
  *out << row.name;
}

class DecodeRule : public testing::TestWithParam<RuleCase> {};

TEST_P(DecodeRule, TellsWhatItDoesToPacketsOfRdma) {
  const auto& row = GetParam();
  const auto rules = decode_rules({rule_reply(row.header, row.parts)});
  ASSERT_TRUE(rules);
  ASSERT_EQ(rules->size(), 1U);
  const auto& rule = rules->front();
  EXPECT_EQ(rule.source, row.source);
  EXPECT_EQ(rule.table, row.table);
  EXPECT_EQ(rule.action, row.action);
  EXPECT_TRUE(rule.suppress_prefixlen.is(row.suppress_prefixlen));
}

Unknown undecided(const std::string& detail) {
  return {.reason = Reason::unsupported, .detail = "a routing rule " + detail, .sys_errno = 0};
}

INSTANTIATE_TEST_SUITE_P(
    All, DecodeRule,
    testing::Values(
        RuleCase{
            "blackhole", with_action(FR_ACT_BLACKHOLE), {}, "", 254, RuleAction::blackhole, -1},
        RuleCase{"prohibit", with_action(FR_ACT_PROHIBIT), {}, "", 254, RuleAction::prohibit, -1},
        RuleCase{"unreachable_of_a_vrf",
                 with_action(FR_ACT_UNREACHABLE),
                 {number(FRA_L3MDEV, std::uint8_t{1})},
                 "",
                 0,
                 RuleAction::unreachable,
                 -1},
        RuleCase{"suppressed",
                 rule_header(),
                 {number(FRA_SUPPRESS_PREFIXLEN, 0U)},
                 "",
                 254,
                 RuleAction::to_table,
                 0},
        RuleCase{"unmarked",
                 rule_header(),
                 {number(FRA_FWMARK, 0U), number(FRA_FWMASK, 0xFFU)},
                 "",
                 254,
                 RuleAction::to_table,
                 -1},
        RuleCase{"of_users_from_root_on",
                 rule_header(),
                 {{FRA_UID_RANGE, bytes_of(fib_rule_uid_range{.start = 0, .end = 999})}},
                 "",
                 254,
                 RuleAction::to_table,
                 -1},
        RuleCase{"not_marked",  // wg-quick
                 inverted(32),
                 {{FRA_SRC, kSource}, number(FRA_FWMARK, 0xCA6CU), number(FRA_TABLE, 51820U)},
                 "",
                 51820,
                 RuleAction::to_table,
                 -1},
        RuleCase{"not_from",
                 inverted(32),
                 {{FRA_SRC, kSource}, number(FRA_TABLE, 101U)},
                 "",
                 254,
                 undecided("is inverted (not)"),
                 -1},
        RuleCase{"not_of_a_vrf",
                 inverted(),
                 {number(FRA_L3MDEV, std::uint8_t{1})},
                 "",
                 254,
                 undecided("is inverted (not)"),
                 -1},
        RuleCase{"jump",
                 with_action(FR_ACT_GOTO),
                 {number(FRA_GOTO, 32766U)},
                 "",
                 254,
                 undecided("jumps to another one (goto)"),
                 -1},
        RuleCase{"ifgroup",
                 rule_header(),
                 {number(FRA_SUPPRESS_IFGROUP, 3U)},
                 "",
                 254,
                 undecided("passes over routes by a group of interfaces (suppress_ifgroup)"),
                 -1},
        RuleCase{"of_dscp_zero",  // iproute2: dscp 0
                 rule_header(),
                 {number(kDscp, std::uint8_t{0}), number(kDscpMask, std::uint8_t{0x3F})},
                 "",
                 254,
                 RuleAction::to_table,
                 -1},
        RuleCase{"of_flowlabel_zero",  // iproute2: flowlabel 0/0xf
                 rule_header(0, AF_INET6),
                 {flowlabel(kFlowlabel, 0), flowlabel(kFlowlabelMask, 0x0F)},
                 "",
                 254,
                 RuleAction::to_table,
                 -1},
        RuleCase{"not_of_a_flowlabel",
                 inverted(0, AF_INET6),
                 {flowlabel(kFlowlabel, 5), flowlabel(kFlowlabelMask, 0x0F)},
                 "",
                 254,
                 RuleAction::to_table,
                 -1},
        RuleCase{"of_a_mark_that_the_mask_hides",
                 rule_header(),
                 {number(FRA_FWMARK, 2U), number(FRA_FWMASK, 1U)},
                 "",
                 254,
                 RuleAction::to_table,
                 -1},
        RuleCase{"newer_condition",
                 rule_header(32),
                 {{FRA_SRC, kSource}, number(kNewer, 1U)},
                 "10.1.0.5/32",
                 254,
                 undecided("asks for what is not known here (attribute 31)"),
                 -1},
        RuleCase{"newer_condition_inverted",
                 inverted(),
                 {number(kNewer, 1U)},
                 "",
                 254,
                 undecided("is inverted (not)"),
                 -1},
        RuleCase{"newer_action", with_action(42), {}, "", 254, undecided("has action 42"), -1}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(DecodeRules, RefusesWhatMakesNoSense) {
  EXPECT_FALSE(decode_rules({"short"}));
  EXPECT_FALSE(decode_rules({rule_reply(rule_header(32), {{FRA_SRC, "abc"}})}));
  EXPECT_FALSE(decode_rules({rule_reply(rule_header(33), {{FRA_SRC, kSource}})}));
}

}  // namespace
}  // namespace rocelint
