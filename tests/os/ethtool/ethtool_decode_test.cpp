// SPDX-License-Identifier: Apache-2.0
#include "os/ethtool/ethtool_decode.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <linux/ethtool.h>
#include <linux/ethtool_netlink.h>
#include <linux/netlink.h>

#include "tests/os/fakes.h"

namespace rocelint {
namespace {

// A bitset in its long form: names with "is set".
Part bitset(int type, std::initializer_list<std::pair<std::string_view, bool>> bits) {
  std::string list;
  std::uint32_t index = 0;
  for (const auto& [name, set] : bits) {
    std::string bit = attributes(
        {number(ETHTOOL_A_BITSET_BIT_INDEX, index++), text(ETHTOOL_A_BITSET_BIT_NAME, name)});
    if (set) {
      append_attribute(bit, ETHTOOL_A_BITSET_BIT_VALUE, "");
    }
    append_attribute(list, ETHTOOL_A_BITSET_BITS_BIT, bit);
  }
  return {type, attributes({number(ETHTOOL_A_BITSET_SIZE, std::uint32_t{103}),
                            {ETHTOOL_A_BITSET_BITS, list}})};
}

Part header() {
  return nest(ETHTOOL_A_LINKMODES_HEADER, {text(ETHTOOL_A_HEADER_DEV_NAME, "eth0")});
}

std::string link_modes_reply() {
  return attributes({header(),
                     bitset(ETHTOOL_A_LINKMODES_OURS, {{"Autoneg", true},
                                                       {"100000baseKR4/Full", false},
                                                       {"400000baseCR4/Full", true},
                                                       {"RS", true}}),
                     number(ETHTOOL_A_LINKMODES_SPEED, std::uint32_t{400'000}),
                     number(ETHTOOL_A_LINKMODES_LANES, std::uint32_t{4}),
                     number(ETHTOOL_A_LINKMODES_AUTONEG, std::uint8_t{1}),
                     number(ETHTOOL_A_LINKMODES_DUPLEX, std::uint8_t{DUPLEX_FULL})});
}

TEST(DecodeLinkModes, ReadsEverything) {
  const LinkModes modes = value_of(decode_link_modes(link_modes_reply()));
  EXPECT_TRUE(modes.speed_mbps.is(400'000));
  EXPECT_TRUE(modes.lanes.is(4));
  EXPECT_TRUE(modes.duplex.is(Duplex::full));
  EXPECT_TRUE(modes.autoneg.is(true));
  EXPECT_TRUE(modes.max_speed_mbps.is(400'000));
}

TEST(DecodeLinkModes, KnowsNoSpeedFromASpeed) {
  for (const std::uint32_t raw : {UINT32_MAX, 0U}) {
    const LinkModes modes = value_of(decode_link_modes(
        attributes({number(ETHTOOL_A_LINKMODES_SPEED, raw),
                    number(ETHTOOL_A_LINKMODES_DUPLEX, std::uint8_t{DUPLEX_UNKNOWN}),
                    bitset(ETHTOOL_A_LINKMODES_OURS, {{"Autoneg", true}, {"FIBRE", true}})})));
    EXPECT_EQ(reason_of(modes.speed_mbps), Reason::not_found);
    EXPECT_EQ(reason_of(modes.duplex), Reason::not_found);
    EXPECT_EQ(reason_of(modes.lanes), Reason::unsupported);
    EXPECT_EQ(reason_of(modes.autoneg), Reason::not_found);
    EXPECT_EQ(reason_of(modes.max_speed_mbps), Reason::unsupported) << "no mode is listed";
  }
}

TEST(DecodeLinkModes, KnowsHalfDuplex) {
  const LinkModes modes = value_of(decode_link_modes(
      attributes({number(ETHTOOL_A_LINKMODES_DUPLEX, std::uint8_t{DUPLEX_HALF})})));
  EXPECT_TRUE(modes.duplex.is(Duplex::half));
}

TEST(DecodeLinkModes, RefusesABitWithoutAName) {
  const auto bits = [](const Part& bit) {
    return attributes({nest(ETHTOOL_A_LINKMODES_OURS,
                            {{ETHTOOL_A_BITSET_NOMASK, ""}, nest(ETHTOOL_A_BITSET_BITS, {bit})})});
  };
  const auto nameless =
      bits(nest(ETHTOOL_A_BITSET_BITS_BIT, {number(ETHTOOL_A_BITSET_BIT_INDEX, std::uint32_t{1})}));
  const auto cut = bits({ETHTOOL_A_BITSET_BITS_BIT, "abc"});
  for (const auto& reply : {nameless, cut}) {
    EXPECT_EQ(reason_of(value_of(decode_link_modes(reply)).max_speed_mbps), Reason::malformed);
  }
}

TEST(DecodeLinkModes, RefusesWhatItCantRead) {
  const LinkModes modes = value_of(decode_link_modes(attributes(
      {number(ETHTOOL_A_LINKMODES_SPEED, std::uint64_t{1}),
       number(ETHTOOL_A_LINKMODES_DUPLEX, std::uint8_t{9}),
       // The short form was not asked for.
       nest(ETHTOOL_A_LINKMODES_OURS, {number(ETHTOOL_A_BITSET_SIZE, std::uint32_t{32}),
                                       number(ETHTOOL_A_BITSET_VALUE, std::uint32_t{1})})})));
  EXPECT_EQ(reason_of(modes.speed_mbps), Reason::malformed);
  EXPECT_EQ(reason_of(modes.duplex), Reason::malformed);
  EXPECT_EQ(reason_of(modes.max_speed_mbps), Reason::malformed);
  EXPECT_EQ(reason_of(decode_link_modes("abc")), Reason::malformed);
}

struct ModeRow {
  std::string_view name;
  std::int64_t mbps;
};
void PrintTo(const ModeRow& row, std::ostream* out) {
  *out << row.name;
}
class LinkModeName : public testing::TestWithParam<ModeRow> {};
TEST_P(LinkModeName, TellsTheSpeed) {
  EXPECT_EQ(speed_of_link_mode(GetParam().name), GetParam().mbps);
}
INSTANTIATE_TEST_SUITE_P(
    Names, LinkModeName,
    testing::Values(ModeRow{"10baseT/Half", 10}, ModeRow{"1000baseKX/Full", 1'000},
                    ModeRow{"10000baseR_FEC", 10'000}, ModeRow{"20000baseMLD2/Full", 20'000},
                    ModeRow{"400000baseCR4/Full", 400'000},
                    ModeRow{"800000baseDR8_2/Full", 800'000},
                    ModeRow{"1600000baseCR8/Full", 1'600'000}, ModeRow{"Autoneg", 0},
                    ModeRow{"FIBRE", 0}, ModeRow{"RS", 0}, ModeRow{"", 0}, ModeRow{"base", 0},
                    ModeRow{"100000", 0}, ModeRow{"-1baseX", 0},
                    ModeRow{"99999999999999999999baseX", 0}));

TEST(DecodePause, ReadsAllThree) {
  const auto reply = attributes({header(), number(ETHTOOL_A_PAUSE_AUTONEG, std::uint8_t{0}),
                                 number(ETHTOOL_A_PAUSE_RX, std::uint8_t{1}),
                                 number(ETHTOOL_A_PAUSE_TX, std::uint8_t{0})});
  const Pause pause = value_of(decode_pause(reply));
  EXPECT_FALSE(pause.autoneg);
  EXPECT_TRUE(pause.rx);
  EXPECT_FALSE(pause.tx);
}

std::string pause_reply(const Part& statistics) {
  return attributes({number(ETHTOOL_A_PAUSE_AUTONEG, std::uint8_t{0}),
                     number(ETHTOOL_A_PAUSE_RX, std::uint8_t{1}),
                     number(ETHTOOL_A_PAUSE_TX, std::uint8_t{1}), statistics});
}

TEST(DecodePause, ReadsStatistics) {
  const auto statistics =
      value_of(decode_pause(pause_reply(
                   nest(ETHTOOL_A_PAUSE_STATS,
                        {number(ETHTOOL_A_PAUSE_STAT_RX_FRAMES, std::uint64_t{5}),
                         number(ETHTOOL_A_PAUSE_STAT_TX_FRAMES, std::uint64_t{6}),
                         number(ETHTOOL_A_PAUSE_STAT_RX_FRAMES + 1, std::uint64_t{7})}))))
          .statistics;
  EXPECT_TRUE(statistics.rx_frames.is(5));
  EXPECT_TRUE(statistics.tx_frames.is(6));
  EXPECT_TRUE(statistics.tx_storm_events.is(7));
}

TEST(DecodePause, NeverTakesAMissingStatisticForNone) {
  const auto without = value_of(decode_pause(pause_reply(header()))).statistics;
  EXPECT_EQ(reason_of(without.rx_frames), Reason::unsupported);
  EXPECT_EQ(reason_of(without.tx_storm_events), Reason::unsupported);
  const auto some =
      value_of(
          decode_pause(pause_reply(nest(
              ETHTOOL_A_PAUSE_STATS, {number(ETHTOOL_A_PAUSE_STAT_RX_FRAMES, std::uint64_t{5}),
                                      number(ETHTOOL_A_PAUSE_STAT_TX_FRAMES, std::uint8_t{6})}))))
          .statistics;
  EXPECT_TRUE(some.rx_frames.is(5));
  EXPECT_EQ(reason_of(some.tx_frames), Reason::malformed);
  EXPECT_EQ(reason_of(some.tx_storm_events), Reason::unsupported);
  const auto junk = value_of(decode_pause(pause_reply({ETHTOOL_A_PAUSE_STATS, "junk"}))).statistics;
  EXPECT_EQ(reason_of(junk.rx_frames), Reason::malformed);
}

TEST(DecodePause, IsUnknownWhenOneIsMissing) {
  const auto reply = attributes({number(ETHTOOL_A_PAUSE_AUTONEG, std::uint8_t{0}),
                                 number(ETHTOOL_A_PAUSE_RX, std::uint8_t{0})});
  EXPECT_EQ(reason_of(decode_pause(reply)), Reason::not_found);
  EXPECT_EQ(reason_of(decode_pause("")), Reason::not_found);
}

std::string fec_reply(std::optional<std::uint32_t> active) {
  std::string reply = attributes(
      {header(), bitset(ETHTOOL_A_FEC_MODES, {{"None", false}, {"RS", true}, {"BASER", true}}),
       number(ETHTOOL_A_FEC_AUTO, std::uint8_t{1})});
  if (active) {
    append_attribute(reply, ETHTOOL_A_FEC_ACTIVE, bytes_of(*active));
  }
  return reply;
}

TEST(DecodeFec, ReadsConfiguredAndActive) {
  const Fec fec = value_of(decode_fec(fec_reply(ETHTOOL_LINK_MODE_FEC_RS_BIT)));
  EXPECT_EQ(fec.configured, (std::vector<FecMode>{FecMode::baser, FecMode::rs}));
  EXPECT_TRUE(fec.automatic);
  EXPECT_TRUE(fec.active.is(FecMode::rs));
}

TEST(DecodeFec, NeverTakesAMissingActiveModeForNone) {
  const Fec fec = value_of(decode_fec(fec_reply(std::nullopt)));
  EXPECT_EQ(reason_of(fec.active), Reason::not_found);
  EXPECT_TRUE(
      value_of(decode_fec(fec_reply(ETHTOOL_LINK_MODE_FEC_NONE_BIT))).active.is(FecMode::none));
}

TEST(DecodeFec, KnowsTheFourEncodings) {
  const auto active = [](std::uint32_t bit) { return value_of(decode_fec(fec_reply(bit))).active; };
  EXPECT_TRUE(active(ETHTOOL_LINK_MODE_FEC_BASER_BIT).is(FecMode::baser));
  EXPECT_TRUE(active(ETHTOOL_LINK_MODE_FEC_LLRS_BIT).is(FecMode::llrs));
  EXPECT_EQ(reason_of(active(0)), Reason::malformed);
  EXPECT_EQ(reason_of(active(UINT32_MAX)), Reason::malformed);
}

std::string numbers(std::initializer_list<std::uint64_t> values) {
  std::string bytes;
  for (const std::uint64_t value : values) {
    bytes += bytes_of(value);
  }
  return bytes;
}

FecStatistics fec_statistics(const Part& statistics) {
  return value_of(decode_fec(fec_reply(std::nullopt) + attributes({statistics}))).statistics;
}

TEST(DecodeFec, ReadsTheWholePortThenItsLanes) {
  const auto statistics = fec_statistics(
      nest(ETHTOOL_A_FEC_STATS, {{ETHTOOL_A_FEC_STAT_CORRECTED, numbers({30, 10, 20})},
                                 {ETHTOOL_A_FEC_STAT_UNCORR, numbers({4})},
                                 {ETHTOOL_A_FEC_STAT_CORR_BITS, ""}}));
  EXPECT_TRUE(statistics.corrected_blocks.is(30));
  EXPECT_TRUE(statistics.lane_corrected_blocks.is({10, 20}));
  EXPECT_TRUE(statistics.uncorrectable_blocks.is(4));
  EXPECT_EQ(reason_of(statistics.lane_uncorrectable_blocks), Reason::unsupported);
  EXPECT_EQ(reason_of(statistics.corrected_bits), Reason::unsupported);
  EXPECT_EQ(reason_of(statistics.lane_corrected_bits), Reason::unsupported);
}

TEST(DecodeFec, NeverTakesWhatIsNotCountedForNone) {
  const auto lanes_only = fec_statistics(
      nest(ETHTOOL_A_FEC_STATS, {{ETHTOOL_A_FEC_STAT_CORRECTED, numbers({UINT64_MAX, 10})}}));
  EXPECT_EQ(reason_of(lanes_only.corrected_blocks), Reason::unsupported);
  EXPECT_TRUE(lanes_only.lane_corrected_blocks.is({10}));
  EXPECT_EQ(reason_of(lanes_only.uncorrectable_blocks), Reason::unsupported);
  EXPECT_EQ(reason_of(fec_statistics(header()).corrected_blocks), Reason::unsupported);
}

TEST(DecodeFec, RefusesStatisticsThatMakeNoSense) {
  const auto odd = fec_statistics(nest(
      ETHTOOL_A_FEC_STATS, {{ETHTOOL_A_FEC_STAT_CORRECTED, "12345"},
                            {ETHTOOL_A_FEC_STAT_UNCORR, numbers({UINT64_MAX - 1, UINT64_MAX - 1})},
                            {ETHTOOL_A_FEC_STAT_CORR_BITS, numbers({1})}}));
  EXPECT_EQ(reason_of(odd.corrected_blocks), Reason::malformed);
  EXPECT_EQ(reason_of(odd.lane_corrected_blocks), Reason::malformed);
  EXPECT_EQ(reason_of(odd.uncorrectable_blocks), Reason::malformed);
  EXPECT_EQ(reason_of(odd.lane_uncorrectable_blocks), Reason::malformed);
  EXPECT_TRUE(odd.corrected_bits.is(1));
  EXPECT_EQ(reason_of(fec_statistics({ETHTOOL_A_FEC_STATS, "junk"}).corrected_bits),
            Reason::malformed);
}

TEST(DecodeFec, TakesABitsetWithoutMask) {
  std::string bits = bitset(ETHTOOL_A_FEC_MODES, {{"LLRS", false}}).second;
  append_attribute(bits, ETHTOOL_A_BITSET_NOMASK, "");
  const Fec fec = value_of(decode_fec(
      attributes({{ETHTOOL_A_FEC_MODES, bits}, number(ETHTOOL_A_FEC_AUTO, std::uint8_t{0})})));
  EXPECT_EQ(fec.configured, std::vector<FecMode>{FecMode::llrs}) << "every listed bit is set";
}

TEST(DecodeFec, RefusesAnEncodingThatItDoesNotKnow) {
  const auto reply = [](bool set) {
    return attributes({bitset(ETHTOOL_A_FEC_MODES, {{"Quantum", set}}),
                       number(ETHTOOL_A_FEC_AUTO, std::uint8_t{0})});
  };
  EXPECT_EQ(reason_of(decode_fec(reply(true))), Reason::malformed);
  EXPECT_TRUE(value_of(decode_fec(reply(false))).configured.empty());
}

TEST(EthtoolDecoders, SurviveEveryTruncation) {
  const std::string modes = link_modes_reply();
  const std::string fec = fec_reply(ETHTOOL_LINK_MODE_FEC_RS_BIT);
  for (std::size_t size = 0; size + kPadding < modes.size(); ++size) {
    const auto cut = decode_link_modes(std::string_view(modes).substr(0, size));
    EXPECT_TRUE(cut.known() == nullptr || cut.known()->duplex.known() == nullptr) << size;
  }
  for (std::size_t size = 0; size + kPadding < fec.size(); ++size) {
    const auto cut = decode_fec(std::string_view(fec).substr(0, size));
    EXPECT_TRUE(cut.known() == nullptr || cut.known()->active.known() == nullptr) << size;
  }
}

TEST(EthtoolRequests, NameTheNetdevInTheHeader) {
  const auto request = fec_request("eth0");
  EXPECT_EQ(request.type, ETHTOOL_MSG_FEC_GET);
  EXPECT_EQ(
      request.payload,
      attributes({nest(ETHTOOL_A_FEC_HEADER | NLA_F_NESTED,
                       {text(ETHTOOL_A_HEADER_DEV_NAME, "eth0"),
                        number(ETHTOOL_A_HEADER_FLAGS, std::uint32_t{ETHTOOL_FLAG_STATS})})}));
  EXPECT_EQ(pause_request("eth0").type, ETHTOOL_MSG_PAUSE_GET);
  EXPECT_EQ(pause_request("eth0").payload, request.payload);
  EXPECT_EQ(link_modes_request("eth0").type, ETHTOOL_MSG_LINKMODES_GET);
  EXPECT_EQ(link_modes_request("eth0").payload,
            attributes({nest(ETHTOOL_A_LINKMODES_HEADER | NLA_F_NESTED,
                             {text(ETHTOOL_A_HEADER_DEV_NAME, "eth0")})}));
}

}  // namespace
}  // namespace rocelint
