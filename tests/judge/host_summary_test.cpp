// SPDX-License-Identifier: Apache-2.0
#include "judge/host_summary.h"

#include <cstdint>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/snapshot.h"

#include "judge/host_view.h"
#include "policy/policy.h"
#include "tests/judge/engine_support.h"

namespace rocelint {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing_support::healthy;
using testing_support::profile;

std::vector<std::string> lines(const Snapshot& snapshot, const std::string& policy_name) {
  const auto policy = profile(policy_name);
  const auto host = build_host_view(snapshot, policy);
  std::vector<std::string> out;
  for (const auto& line : summary_of(host, host.roles[0])) {
    out.push_back(line.label + ": " + line.text);
  }
  return out;
}

TEST(Summary, SaysWhatThePortsHaveInCommon) {
  EXPECT_THAT(lines(healthy(), "lossless-dscp26"),
              ElementsAre("link: 400G  RS-FEC  0 carrier losses  netdev MTU 9000  RoCE MTU 4096",
                          "path: DSCP 26 > prio 3 > PFC on 3 only > TC 3, 50 % > buffer 1",
                          "cnp: DSCP 48 > prio 6, no PFC", "gid: v2 IPv4 on every port"));
}

TEST(Summary, SaysNoLaneWithoutAClass) {
  EXPECT_THAT(lines(healthy(), "baseline"), ElementsAre(HasSubstr("link:"), HasSubstr("gid:")));
}

TEST(Summary, LeavesOutWhatIsUnknownOnOnePort) {
  auto snapshot = healthy();
  (*snapshot.host.netdevs.known())[1].mtu_bytes =
      Unknown{.reason = Reason::timeout, .detail = "", .sys_errno = 0};
  (*snapshot.host.netdevs.known())[2].dcb.pfc =
      Unknown{.reason = Reason::timeout, .detail = "", .sys_errno = 0};
  EXPECT_THAT(
      lines(snapshot, "lossless-dscp26"),
      ElementsAre("link: 400G  RS-FEC  0 carrier losses  RoCE MTU 4096", HasSubstr("gid:")));
}

TEST(Summary, LeavesOutASumThatNothingCanCount) {
  auto snapshot = healthy();
  (*snapshot.host.netdevs.known())[1].carrier_down_count = std::numeric_limits<std::int64_t>::max();
  (*snapshot.host.netdevs.known())[2].carrier_down_count = 1;
  EXPECT_THAT(lines(snapshot, "lossless-dscp26").front(), Not(HasSubstr("carrier")));
}

TEST(Summary, NamesWhatDiffers) {
  auto snapshot = healthy();
  auto& netdevs = *snapshot.host.netdevs.known();
  netdevs[1].link.known()->speed_mbps = 200000;
  netdevs[2].carrier_down_count = 1;
  netdevs[3].dcb.pfc.known()->enabled = {3, 4};
  const auto said = lines(snapshot, "lossless-dscp26");
  EXPECT_THAT(said[0], HasSubstr("unlike (200G, 400G)"));
  EXPECT_THAT(said[0], HasSubstr("1 carrier loss "));
  EXPECT_THAT(said[1], HasSubstr("unlike ("));
}

std::vector<Gid> gids_of(const std::vector<std::string>& texts,
                         const Fact<GidType>& type = GidType::roce_v2) {
  std::vector<Gid> gids;
  for (const auto& text : texts) {
    gids.push_back(
        {.index = std::ssize(gids), .gid = text, .type = type, .netdev = std::string("ens1np0")});
  }
  return gids;
}

TEST(Summary, TellsTheFamiliesOfRoutableGids) {
  const Unknown denied{.reason = Reason::permission, .detail = "", .sys_errno = 0};
  struct Row {
    Fact<std::vector<Gid>> gids;
    std::vector<std::string> said;
  };
  for (const auto& row :
       {Row{gids_of({"fe80::1", "fd93::1"}), {"gid: v2 IPv6 on every port"}},
        Row{gids_of({"fd93::1", "::ffff:10.1.0.1"}), {"gid: v2 IPv4 and IPv6 on every port"}},
        Row{gids_of({"fe80::1", "febf::1"}), {"gid: no routable RoCE v2 GID on every port"}},
        Row{gids_of({"::ffff:10.1.0.1"}, GidType::roce_v1),
            {"gid: no routable RoCE v2 GID on every port"}},
        Row{gids_of({"::ffff:10.1.0.1"}, denied), {}}, Row{gids_of({"no address"}), {}},
        Row{denied, {}}}) {
    auto snapshot = healthy();
    for (auto& device : *snapshot.host.devices.known()) {
      device.ports.known()->front().gids = row.gids;
    }
    auto said = lines(snapshot, "baseline");
    std::erase_if(said, [](const std::string& line) { return !line.starts_with("gid:"); });
    EXPECT_EQ(said, row.said);
  }
}

TEST(Summary, NamesTheHardware) {
  const auto policy = profile("baseline");
  const auto host = build_host_view(healthy(), policy);
  EXPECT_EQ(hardware_of(host, host.roles[0]), "ConnectX-7  fw 28.43.2566  mlx5_core");
  auto snapshot = healthy();
  for (auto& device : *snapshot.host.devices.known()) {
    device.hca_type = std::string("Thor9");
  }
  const auto other = build_host_view(snapshot, policy);
  EXPECT_THAT(hardware_of(other, other.roles[0]), HasSubstr("Thor9"));
}

}  // namespace
}  // namespace rocelint
