// SPDX-License-Identifier: Apache-2.0
#include "derive/siblings.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/reasons.h"

namespace rocelint {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Not;

Unknown denied() {
  return {.reason = Reason::permission, .detail = "no", .sys_errno = 13};
}
Unknown unsupported() {
  return {.reason = Reason::unsupported, .detail = "", .sys_errno = 0};
}

/// Ports of one role on one model of board, each on a netdev of its own.
class Ports {
 public:
  /// The MTUs of the netdevs; nothing is an unknown one.
  explicit Ports(const std::vector<std::optional<std::int64_t>>& mtus) {
    for (const auto& mtu : mtus) {
      add(mtu);
    }
  }

  struct One {
    RdmaDevice device;
    RdmaPort port;
    std::deque<Netdev> netdevs;
    PortView view;
    GidPick pick;
    RolePort seen;
  };

  One& add(std::optional<std::int64_t> mtu) {
    auto& one = all_.emplace_back();
    one.device.driver = std::string("mlx5_core");
    one.device.board_id = std::string("MT_0000000838");
    one.port.number = 1;
    one.port.state = PortState::active;
    one.view.device = &one.device;
    one.view.port = &one.port;
    one.view.lowers = NetdevList{};
    add_netdev(one, mtu);
    return one;
  }

  static Netdev& add_netdev(One& one, std::optional<std::int64_t> mtu) {
    auto& netdev = one.netdevs.emplace_back();
    netdev.mtu_bytes = mtu ? Fact<std::int64_t>(*mtu) : denied();
    one.view.lowers.known()->push_back(&netdev);
    return netdev;
  }

  One& operator[](std::size_t i) { return all_[i]; }

  [[nodiscard]] std::vector<SiblingFacts> siblings() {
    std::vector<RolePort> ports;
    for (auto& one : all_) {
      one.seen.view = &one.view;
      one.seen.gid_pick = &one.pick;
      ports.push_back(one.seen);
    }
    return derive_siblings(ports);
  }

 private:
  std::deque<One> all_;
};

struct Row {
  std::string name;
  std::vector<std::optional<std::int64_t>> mtus;
  std::function<void(Ports&)> change;
  std::vector<std::optional<std::int64_t>> common;  ///< for each port; nothing: unknown
  bool compared = true;                             ///< of the first port
};
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name;
}

class SiblingsOf : public testing::TestWithParam<Row> {};

TEST_P(SiblingsOf, Ports) {
  const auto& row = GetParam();
  Ports ports(row.mtus);
  row.change(ports);
  const auto siblings = ports.siblings();
  std::vector<std::optional<std::int64_t>> common;
  for (const auto& one : siblings) {
    common.push_back(one.mtu_bytes.known() == nullptr ? std::nullopt
                                                      : std::optional(*one.mtu_bytes.known()));
  }
  EXPECT_EQ(common, row.common);
  const auto& compared = *siblings.front().compared.known();
  EXPECT_EQ(std::ranges::find(compared, "mtu_bytes") != compared.end(), row.compared);
}

constexpr auto kNone = std::nullopt;
void as_they_are(Ports& /*ports*/) {}

INSTANTIATE_TEST_SUITE_P(
    Rows, SiblingsOf,
    testing::Values(
        Row{"all_alike", {9000, 9000, 9000}, as_they_are, {9000, 9000, 9000}},
        Row{"majority", {1500, 9000, 9000}, as_they_are, {9000, 9000, 9000}},
        Row{"plurality", {1500, 4200, 9000, 9000}, as_they_are, {9000, 9000, 9000, 9000}},
        Row{"the_first_wins_a_tie", {1500, 9000}, as_they_are, {1500, 1500}},
        Row{"the_first_of_three_wins", {4200, 1500, 9000}, as_they_are, {4200, 4200, 4200}},
        Row{"unknown_that_can_turn_nothing", {9000, kNone, 9000}, as_they_are, {9000, 9000, 9000}},
        Row{"unknown_that_can_make_a_tie", {kNone, 9000}, as_they_are, {kNone, kNone}},
        Row{"unknown_that_can_turn_it",
            {1500, 9000, 9000, kNone},
            as_they_are,
            {kNone, kNone, kNone, kNone}},
        Row{"all_unknown", {kNone, kNone}, as_they_are, {kNone, kNone}},
        Row{"alone", {9000}, as_they_are, {kNone}, false},
        Row{"nobody_has_it",
            {9000, 9000},
            [](Ports& p) {
              p[0].netdevs[0].mtu_bytes = unsupported();
              p[1].netdevs[0].mtu_bytes = unsupported();
            },
            {kNone, kNone},
            false},
        Row{"one_lacks_it",
            {9000, 9000, 9000},
            [](Ports& p) { p[0].netdevs[0].mtu_bytes = unsupported(); },
            {9000, 9000, 9000}},
        Row{"other_board",
            {9000, 9000, 1500, 1500},
            [](Ports& p) {
              p[2].device.board_id = std::string("MT_0000000834");
              p[3].device.board_id = std::string("MT_0000000834");
            },
            {9000, 9000, 1500, 1500}},
        Row{"the_only_one_of_its_board",
            {1500, 9000, 9000},
            [](Ports& p) { p[0].device.board_id = std::string("MT_0000000834"); },
            {kNone, 9000, 9000},
            false},
        Row{"board_unknown_that_can_turn_nothing",
            {9000, 9000, 1500},
            [](Ports& p) { p[2].device.board_id = denied(); },
            {9000, 9000, kNone}},
        Row{"board_unknown_that_may_be_the_only_sibling",
            {9000, 9000},
            [](Ports& p) { p[1].device.board_id = denied(); },
            {kNone, kNone}},
        Row{"driver_unknown",
            {9000, 9000, 9000},
            [](Ports& p) { p[1].device.driver = denied(); },
            {9000, kNone, 9000}},
        Row{"no_board_id_but_a_type_and_speed",
            {9000, 9000, 1500},
            [](Ports& p) {
              for (std::size_t i = 0; i < 3; ++i) {
                p[i].device.driver = std::string("bnxt_en");
                p[i].device.board_id = unsupported();
                p[i].device.hca_type = std::string("bnxt_re");
                p[i].device.max_speed_mbps = i == 2 ? 25000 : 400000;
              }
            },
            {9000, 9000, kNone}},
        Row{"other_role",
            {9000, 9000, 1500, 1500},
            [](Ports& p) {
              p[2].seen.role = 1;
              p[3].seen.role = 1;
            },
            {9000, 9000, 1500, 1500}},
        Row{"no_port_of_the_role_for_certain",
            {9000, 9000, 1500, 1500},
            [](Ports& p) { p[3].seen.doubt = denied(); },
            {kNone, kNone, kNone, kNone}},
        Row{"doubtful_but_outnumbered",
            {9000, 9000, 1500},
            [](Ports& p) { p[2].seen.doubt = denied(); },
            {9000, 9000, 9000}},
        Row{"down_does_not_count",
            {1500, 9000, 9000, 1500},
            [](Ports& p) { p[0].port.state = PortState::down; },
            {9000, 9000, 9000, 9000}},
        Row{"the_only_active_one",
            {9000, 9000},
            [](Ports& p) { p[1].port.state = PortState::down; },
            {kNone, kNone},
            false},
        Row{"state_unknown",
            {9000, 9000},
            [](Ports& p) { p[1].port.state = denied(); },
            {kNone, kNone}},
        Row{"members_of_one_bond", {9000}, [](Ports& p) { Ports::add_netdev(p[0], 1500); }, {9000}},
        Row{"members_of_bonds",
            {9000, 1500},
            [](Ports& p) {
              Ports::add_netdev(p[0], 9000);
              Ports::add_netdev(p[1], 9000);
            },
            {9000, 9000}},
        Row{"members_unknown_may_be_many",
            {9000, 9000, 9000},
            [](Ports& p) { p[2].view.lowers = denied(); },
            {kNone, kNone, kNone}},
        Row{"ports_unknown_may_be_many",
            {9000, 9000, 9000},
            [](Ports& p) {
              p[2].view.port = nullptr;
              p[2].view.port_unknown = denied();
            },
            {kNone, kNone, kNone}}),
    [](const auto& row) { return row.param.name; });

/// What is shown of the unknown is what is in the way.
TEST(Siblings, SayWhyTheyCantBeCompared) {
  Ports ports({std::nullopt, 9000});
  EXPECT_EQ(*ports.siblings()[1].mtu_bytes.unknown(), denied());
  ports[0].device.board_id = unsupported();
  ports[0].device.hca_type = denied();
  ports[0].device.max_speed_mbps = 400'000;
  EXPECT_EQ(*ports.siblings()[0].mtu_bytes.unknown(), denied());
}

TEST(Siblings, TellEachReasonForTheirDoubt) {
  using testing_support::reasons;
  Ports ports({9000, 9000, std::nullopt, 9000});
  ports[0].netdevs.front().mtu_bytes = unsupported();
  EXPECT_EQ(reasons(ports.siblings()[3].mtu_bytes), "unsupported permission");
  ports[0].port.state = Unknown{.reason = Reason::timeout, .detail = ""};
  EXPECT_EQ(reasons(ports.siblings()[3].mtu_bytes), "timeout unsupported permission")
      << "it may be one of them or not";
  ports[1].view.lowers = Unknown{.reason = Reason::vanished, .detail = ""};
  ports[1].device.board_id = Unknown{.reason = Reason::io_error, .detail = ""};
  EXPECT_EQ(reasons(ports.siblings()[3].mtu_bytes),
            "vanished io_error timeout unsupported permission");
  ports[0].device.driver = Unknown{.reason = Reason::crashed, .detail = ""};
  ports[0].device.board_id = denied();
  EXPECT_EQ(reasons(ports.siblings()[0].mtu_bytes), "crashed permission");
}

/// Learning a fact can't turn one known answer into another.
TEST(Siblings, LoseNothingByAnUnknown) {
  const std::vector<std::int64_t> mtus{1500, 9000, 1500, 4200, 9000};
  for (std::size_t choice = 0; choice < 243; ++choice) {
    std::vector<std::optional<std::int64_t>> values;
    for (std::size_t i = 0, rest = choice; i < 5; ++i, rest /= 3) {
      values.emplace_back(mtus[rest % 3]);
    }
    const auto before = Ports(values).siblings().front().mtu_bytes;
    for (auto& value : values) {
      const auto kept = value;
      value = std::nullopt;
      const auto after = Ports(values).siblings().front().mtu_bytes;
      EXPECT_TRUE(after == before || after.known() == nullptr) << choice;
      value = kept;
    }
  }
}

TEST(Siblings, CompareEveryAttribute) {
  Ports ports({9000, 9000});
  for (std::size_t i = 0; i < 2; ++i) {
    auto& netdev = ports[i].netdevs[0];
    netdev.link.emplace().speed_mbps = 400000;
    netdev.fec.emplace().active = FecMode::rs;
    netdev.pause = Pause{.autoneg = false, .rx = true, .tx = false};
    netdev.dcb.pfc.emplace().enabled = {3};
    netdev.dcb.app = std::vector<AppEntry>{
        {AppSelector::dscp, 48, 6}, {AppSelector::ethertype, 0, 1}, {AppSelector::dscp, 26, 3}};
    auto& ets = netdev.dcb.ets.emplace();
    ets.prio_tc = {0, 0, 0, 3};
    ets.tc_tsa = {Tsa::ets, Tsa::strict};
    ets.tc_bandwidth_percent = {50, 50};
    netdev.dcb.tc_max_rate_kbps = std::vector<std::int64_t>{0, 100};
    auto& buffer = netdev.dcb.buffer.emplace();
    buffer.prio_buffer = {0, 0, 0, 1};
    buffer.buffer_size_bytes = {20016, 156096};
    netdev.cc.parameters.emplace() = {{"rp_gd", 11}, {"np_cnp_dscp", 48}};
    ports[i].port.active_mtu_bytes = 4096;
    ports[i].pick.index = 3;
  }
  const auto common = ports.siblings().front();
  EXPECT_TRUE(common.speed_mbps.is(400000));
  EXPECT_TRUE(common.fec_active.is(FecMode::rs));
  EXPECT_TRUE(common.mtu_bytes.is(9000));
  EXPECT_TRUE(common.active_mtu_bytes.is(4096));
  EXPECT_TRUE(common.gid_index.is(3));
  EXPECT_TRUE(common.pause_rx.is(true));
  EXPECT_TRUE(common.pause_tx.is(false));
  EXPECT_THAT(*common.pfc_enabled.known(), ElementsAre(3));
  EXPECT_THAT(*common.dscp_map.known(), ElementsAre("26:3", "48:6"));
  EXPECT_THAT(*common.prio_tc.known(), ElementsAre(0, 0, 0, 3));
  EXPECT_THAT(*common.tc_tsa.known(), ElementsAre(Tsa::ets, Tsa::strict));
  EXPECT_THAT(*common.tc_bandwidth_percent.known(), ElementsAre(50, 50));
  EXPECT_THAT(*common.tc_max_rate_kbps.known(), ElementsAre(0, 100));
  EXPECT_THAT(*common.prio_buffer.known(), ElementsAre(0, 0, 0, 1));
  EXPECT_THAT(*common.buffer_size_bytes.known(), ElementsAre(20016, 156096));
  EXPECT_THAT(*common.cc_parameter_names.known(), ElementsAre("np_cnp_dscp", "rp_gd"));
  EXPECT_EQ(common.cc_parameters.known()->at("rp_gd"), 11);
  EXPECT_EQ(common.compared.known()->size(), kFields<SiblingFacts>.size() - 1);
  EXPECT_THAT(*common.compared.known(), Contains("dscp_map"));
}

TEST(Siblings, ComparePfcOfPortsThatAreDownToo) {
  Ports ports({9000, 9000});
  for (std::size_t i = 0; i < 2; ++i) {
    ports[i].netdevs[0].dcb.pfc.emplace().enabled = {3};
  }
  ports[0].port.state = PortState::down;
  const auto common = ports.siblings().front();
  EXPECT_THAT(*common.compared.known(), Contains("pfc_enabled"));
  EXPECT_THAT(*common.compared.known(), Not(Contains("mtu_bytes")));
}

}  // namespace
}  // namespace rocelint
