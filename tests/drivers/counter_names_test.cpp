// SPDX-License-Identifier: Apache-2.0
#include "drivers/counter_names.h"

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "rocelint/facts/reflect.h"

#include "tests/os/fakes.h"

namespace rocelint {
namespace {

Read<CounterSet> showing(CounterMap values) {
  return CounterSet{.values = std::move(values), .unread = {}};
}

CounterSources at(CounterPlace place, const Read<CounterSet>& counters) {
  CounterSources sources;
  sources.set(place, &counters);
  return sources;
}

template <class Counters>
const Fact<std::int64_t>& member_of(const Counters& counters, std::string_view name) {
  static const Fact<std::int64_t> kNone;
  for (const auto& field : kFields<Counters>) {
    if (field.name == name) {
      return *static_cast<const Fact<std::int64_t>*>(member(field, &counters));
    }
  }
  ADD_FAILURE() << "no member " << name;
  return kNone;
}

struct NameRow {
  std::string_view driver;
  CounterPlace place;
  std::string_view name;
  std::string_view meaning;
};
void PrintTo(const NameRow& row, std::ostream* out) {
  *out << row.driver << ' ' << row.name;
}

class TransportName : public testing::TestWithParam<NameRow> {};
TEST_P(TransportName, HasItsMeaning) {
  const auto& row = GetParam();
  const auto shown = showing({{std::string(row.name), 7}});
  const auto sources = at(row.place, shown);
  const auto named = transport_counters(std::string(row.driver), sources);
  EXPECT_TRUE(member_of(named, row.meaning).is(7)) << row.meaning;
  const auto guessed =
      transport_counters(Unknown{.reason = Reason::not_found, .detail = ""}, sources);
  EXPECT_TRUE(member_of(guessed, row.meaning).is(7)) << "the driver is not known";
}
INSTANTIATE_TEST_SUITE_P(
    Drivers, TransportName,
    testing::Values(
        NameRow{"mlx5_core", CounterPlace::port, "out_of_sequence", "out_of_sequence"},
        NameRow{"mlx5_core", CounterPlace::port, "np_ecn_marked_roce_packets", "ecn_marked"},
        NameRow{"mlx5_core", CounterPlace::ib_port, "port_rcv_packets", "rx_packets"},
        NameRow{"mlx5_core", CounterPlace::netdev, "rx_vport_rdma_unicast_packets", "rx_packets"},
        NameRow{"bnxt_en", CounterPlace::port, "oos_drop_count", "out_of_sequence"},
        NameRow{"bnxt_en", CounterPlace::port, "out_of_sequence", "out_of_sequence"},
        NameRow{"bnxt_en", CounterPlace::port, "np_cnp_pkts", "cnp_sent"},
        NameRow{"bnxt_en", CounterPlace::port, "tx_cnp_pkts", "cnp_sent"},
        NameRow{"ice", CounterPlace::port, "cnpSent", "cnp_sent"},
        NameRow{"ice", CounterPlace::port, "Rcvd Out of order packets", "out_of_sequence"},
        NameRow{"idpf", CounterPlace::port, "Nak Sequence Error", "sequence_nak"},
        NameRow{"ionic", CounterPlace::port, "resp_rx_outouf_seq", "out_of_sequence"},
        NameRow{"hns3", CounterPlace::port, "rx_cnp_pkt", "cnp_handled"},
        NameRow{"mana", CounterPlace::port, "responder_oos", "out_of_sequence"},
        NameRow{"mana", CounterPlace::device, "received_ecns", "ecn_marked"},
        NameRow{"mlx4_core", CounterPlace::port, "rq_num_oos", "out_of_sequence"},
        NameRow{"rdma_rxe", CounterPlace::port, "rcvd_seq_err", "sequence_nak"}));

class PhyName : public testing::TestWithParam<NameRow> {};
TEST_P(PhyName, HasItsMeaning) {
  const auto& row = GetParam();
  const auto shown = showing({{std::string(row.name), 7}});
  const auto named = phy_counters(std::string(row.driver), at(row.place, shown));
  EXPECT_TRUE(member_of(named, row.meaning).is(7)) << row.meaning;
}
INSTANTIATE_TEST_SUITE_P(
    Drivers, PhyName,
    testing::Values(
        NameRow{"mlx5_core", CounterPlace::netdev, "rx_pcs_symbol_err_phy", "symbol_errors"},
        NameRow{"bnxt_en", CounterPlace::netdev, "rx_stat_discard", "rx_discards"},
        NameRow{"bnxt_en", CounterPlace::netdev, "continuous_roce_pause_events",
                "pause_storm_errors"},
        NameRow{"ice", CounterPlace::netdev, "rx_crc_errors.nic", "crc_errors"},
        NameRow{"ionic", CounterPlace::netdev, "frames_rx_bad_fcs", "crc_errors"},
        NameRow{"hns3", CounterPlace::netdev, "mac_rx_fcs_err_pkt_num", "crc_errors"},
        NameRow{"mlx4_core", CounterPlace::netdev, "rx_packets_phy", "rx_packets"},
        NameRow{"mana", CounterPlace::standard, "eth-mac-FramesReceivedOK", "rx_packets"},
        NameRow{"tg3", CounterPlace::standard, "eth-mac-FramesReceivedOK", "rx_packets"}));

TEST(CounterNames, TakeTheFirstAliasThatHasAValue) {
  const auto shown =
      showing({{"rx_symbol_err_phy", 1}, {"rx_pcs_symbol_err_phy", 2}, {"rx_crc_errors_phy", 3}});
  EXPECT_TRUE(
      phy_counters(std::string("mlx5_core"), at(CounterPlace::netdev, shown)).symbol_errors.is(2));
}

TEST(CounterNames, PreferTheDriversOwnToTheStandards) {
  const auto own = showing({{"rx_packets_phy", 1}});
  const auto standard =
      showing({{"eth-mac-FramesReceivedOK", 2}, {"eth-mac-FramesTransmittedOK", 3}});
  auto sources = at(CounterPlace::netdev, own);
  sources.set(CounterPlace::standard, &standard);
  const auto phy = phy_counters(std::string("mlx5_core"), sources);
  EXPECT_TRUE(phy.rx_packets.is(1));
  EXPECT_TRUE(phy.tx_packets.is(3));
}

TEST(CounterNames, SumOnlyWhatIsAllThere) {
  const auto both = showing({{"rx_roce_discards", 2}, {"tx_roce_discards", 3}});
  const auto old = showing({{"rx_roce_discards", 2}});
  const auto huge = showing({{"ip4InDiscards", INT64_MAX}, {"ip6InDiscards", 1}});
  const auto half = showing({{"ip4InDiscards", 1}});
  const auto discards = [](const char* driver, const Read<CounterSet>& shown) {
    return transport_counters(std::string(driver), at(CounterPlace::port, shown)).discards;
  };
  EXPECT_TRUE(discards("bnxt_en", both).is(5));
  EXPECT_TRUE(discards("bnxt_en", old).is(2));
  EXPECT_EQ(reason_of(discards("ice", huge)), Reason::malformed);
  EXPECT_EQ(reason_of(discards("ice", half)), Reason::not_found);
}

TEST(CounterNames, AreNeverZeroForWhatIsMissing) {
  const auto nothing = showing({});
  const auto mlx5 = transport_counters(std::string("mlx5_core"), at(CounterPlace::port, nothing));
  EXPECT_EQ(reason_of(mlx5.discards), Reason::unsupported);
  EXPECT_EQ(mlx5.discards.unknown()->detail, "mlx5_core does not count it");
  EXPECT_EQ(reason_of(mlx5.icrc_error), Reason::not_found);
  EXPECT_EQ(mlx5.icrc_error.unknown()->detail, "the driver does not show rx_icrc_encapsulated");
  const auto foreign = transport_counters(std::string("efa"), at(CounterPlace::port, nothing));
  EXPECT_EQ(reason_of(foreign.cnp_sent), Reason::unsupported);
  EXPECT_EQ(foreign.cnp_sent.unknown()->detail, "the names of efa are not known");
  const auto unknown = transport_counters(Unknown{.reason = Reason::permission, .detail = ""},
                                          at(CounterPlace::port, nothing));
  EXPECT_EQ(reason_of(unknown.cnp_sent), Reason::not_found);
}

TEST(CounterNames, SayWhyACounterCouldNotBeRead) {
  Read<CounterSet> odd = CounterSet{};
  odd->add("out_of_sequence", UINT64_MAX);
  odd->add("np_cnp_sent", 4U);
  const auto some = transport_counters(std::string("mlx5_core"), at(CounterPlace::port, odd));
  EXPECT_EQ(reason_of(some.out_of_sequence), Reason::malformed);
  EXPECT_EQ(some.out_of_sequence.unknown()->detail,
            "out_of_sequence: it reads 18446744073709551615, more than a counter can have");
  EXPECT_TRUE(some.cnp_sent.is(4)) << "one odd counter costs one fact";

  const Read<CounterSet> refused =
      tl::unexpected(Unknown{.reason = Reason::permission, .detail = "no"});
  const auto none = transport_counters(std::string("mlx5_core"), at(CounterPlace::port, refused));
  EXPECT_EQ(reason_of(none.cnp_sent), Reason::permission);
  EXPECT_EQ(reason_of(none.discards), Reason::unsupported) << "it would not be there either";
}

// All ones is what several drivers give for a counter that the device does not tell.
TEST(CounterNames, TakeNoOtherNameForOneThatHasNoValue) {
  Read<CounterSet> shown = CounterSet{};
  shown->add("rx_roce_discards", 2U);
  shown->add("tx_roce_discards", UINT64_MAX);
  const auto roce = transport_counters(std::string("bnxt_en"), at(CounterPlace::port, shown));
  EXPECT_EQ(reason_of(roce.discards), Reason::malformed) << "a part is no sum";
  EXPECT_EQ(roce.discards.unknown()->detail,
            "tx_roce_discards: it reads 18446744073709551615, more than a counter can have");

  shown->add("rx_pcs_symbol_err_phy", UINT64_MAX);
  shown->add("rx_symbol_err_phy", 1U);
  shown->add("rx_crc_errors_phy", UINT64_MAX);
  const auto standard = showing({{"eth-mac-FrameCheckSequenceErrors", 3}});
  auto sources = at(CounterPlace::netdev, shown);
  sources.set(CounterPlace::standard, &standard);
  const auto phy = phy_counters(std::string("mlx5_core"), sources);
  EXPECT_EQ(reason_of(phy.symbol_errors), Reason::malformed) << "packets are no symbols";
  EXPECT_TRUE(phy.crc_errors.is(3)) << "another place tells the same";
}

// In a pod sysfs has no counters, and the virtual function's netdev may refuse.
TEST(CounterNames, PreferARefusalToAnAbsence) {
  const Read<CounterSet> absent =
      tl::unexpected(Unknown{.reason = Reason::not_found, .detail = ""});
  const Read<CounterSet> refused =
      tl::unexpected(Unknown{.reason = Reason::permission, .detail = ""});
  auto sources = at(CounterPlace::ib_port, absent);
  sources.set(CounterPlace::netdev, &refused);
  EXPECT_EQ(reason_of(transport_counters(std::string("mlx5_core"), sources).rx_packets),
            Reason::permission);
}

TEST(PriorityCounterNames, LeaveOutAPriorityWithoutCounters) {
  const auto shown = showing({{"rx_prio3_pause", 5},
                              {"rx_prio3_pause_duration", 6},
                              {"tx_prio0_packets", 7},
                              {"rx_prio8_pause", 8}});
  const auto prio =
      value_of(priority_counters(std::string("mlx5_core"), at(CounterPlace::netdev, shown)));
  ASSERT_EQ(prio.size(), 2U);
  EXPECT_TRUE(prio.at("3").pause_rx.is(5));
  EXPECT_TRUE(prio.at("3").pause_rx_us.is(6));
  EXPECT_EQ(reason_of(prio.at("3").tx_packets), Reason::not_found);
  EXPECT_TRUE(prio.at("0").tx_packets.is(7));
  EXPECT_EQ(prio.at("0").pause_rx.unknown()->detail, "the driver does not show rx_prio0_pause")
      << "PFC is off there: mlx5 then counts no pauses, which is not 0";
}

TEST(PriorityCounterNames, CountWhatIsLostBehindTheBufferOfThePort) {
  const auto discards = [](CounterMap shown) {
    const auto counters = showing(std::move(shown));
    const auto prio =
        value_of(priority_counters(std::string("mlx5_core"), at(CounterPlace::netdev, counters)));
    return prio.at("3").rx_discards;
  };
  EXPECT_TRUE(
      discards(
          {{"rx_prio3_discards", 1}, {"rx_prio3_buf_discard", 20}, {"rx_prio3_cong_discard", 300}})
          .is(321));
  EXPECT_TRUE(discards({{"rx_prio3_discards", 1}}).is(1)) << "a device that counts no more";
}

TEST(PriorityCounterNames, KeepAPriorityWhoseCounterHasNoValue) {
  Read<CounterSet> shown = CounterSet{};
  shown->add("rx_prio3_discards", 1U);
  shown->add("rx_prio3_buf_discard", UINT64_MAX);
  shown->add("rx_prio3_cong_discard", 300U);
  const auto prio =
      value_of(priority_counters(std::string("mlx5_core"), at(CounterPlace::netdev, shown)));
  ASSERT_EQ(prio.size(), 1U);
  EXPECT_EQ(reason_of(prio.at("3").rx_discards), Reason::malformed);
}

TEST(PriorityCounterNames, SayWhyThereAreNone) {
  const auto nothing = showing({});
  const Read<CounterSet> refused = tl::unexpected(Unknown{.reason = Reason::timeout, .detail = ""});
  const auto prio = [](const Fact<std::string>& driver, const Read<CounterSet>& shown) {
    return priority_counters(driver, at(CounterPlace::netdev, shown));
  };
  EXPECT_TRUE(prio(std::string("mlx5_core"), nothing).is({}));
  EXPECT_EQ(reason_of(prio(std::string("mlx5_core"), refused)), Reason::timeout);
  EXPECT_EQ(reason_of(prio(std::string("mana"), nothing)), Reason::unsupported);
  EXPECT_EQ(reason_of(prio(Unknown{.reason = Reason::not_found, .detail = ""}, nothing)),
            Reason::not_found);
}

}  // namespace
}  // namespace rocelint
