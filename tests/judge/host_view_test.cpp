// SPDX-License-Identifier: Apache-2.0
#include "judge/host_view.h"

#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/snapshot.h"

#include "policy/policy.h"
#include "tests/judge/engine_support.h"
#include "tests/support/reasons.h"

namespace rocelint {
namespace {

using testing::ElementsAre;
using testing_support::healthy;
using testing_support::policy_from;
using testing_support::profile;

Unknown denied() {
  return {.reason = Reason::permission, .detail = "no", .sys_errno = 13};
}

RdmaDevice& device(Snapshot& snapshot, std::size_t i) {
  return (*snapshot.host.devices.known())[i];
}
RdmaPort& port(Snapshot& snapshot, std::size_t i) {
  return device(snapshot, i).ports.known()->front();
}
Netdev& netdev(Snapshot& snapshot, std::size_t i) {
  return (*snapshot.host.netdevs.known())[i];
}

void make_unused(Snapshot& snapshot, std::size_t i) {
  netdev(snapshot, i).carrier = false;
  netdev(snapshot, i).addresses = std::vector<Address>{};
}

std::vector<std::string> devices_of(const HostView& host, std::size_t role) {
  std::vector<std::string> names;
  for (const auto index : host.roles[role].ports) {
    names.push_back(host.ports[index].view.device->name);
  }
  return names;
}

TEST(LookAt, GivesAPortToTheFirstRoleThatPicksIt) {
  const auto policy = policy_from(R"(
policy: site
roles:
  compute: {ports: 'dev.name == "mlx5_0" || dev.name == "mlx5_1"'}
  storage: {ports: 'dev.name != "mlx5_3"'}
)");
  const auto host = build_host_view(healthy(), policy);
  EXPECT_THAT(devices_of(host, 0), ElementsAre("mlx5_0", "mlx5_1"));
  EXPECT_THAT(devices_of(host, 1), ElementsAre("mlx5_2"));
  ASSERT_EQ(host.rest.size(), 1U);
  EXPECT_EQ(host.rest[0].view.device->name, "mlx5_3");
  EXPECT_EQ(host.rest[0].reason, "no role of the policy picks it");
}

TEST(LookAt, SelectsWhatCantBeDecided) {
  const auto policy = policy_from(
      "policy: site\nroles: {compute: {ports: 'dev.max_speed_mbps >= 400000', "
      "expect: {ports: 4}}}\n");
  auto snapshot = healthy();
  device(snapshot, 1).max_speed_mbps = denied();
  const auto host = build_host_view(snapshot, policy);
  EXPECT_EQ(host.ports.size(), 4U);
  EXPECT_NE(host.roles[0].countable.unknown(), nullptr) << "three are certain, four expected";
}

TEST(LookAt, NamesPortsByTheirFunction) {
  auto snapshot = healthy();
  device(snapshot, 1).pci_address = denied();
  device(snapshot, 3).pci_address = *device(snapshot, 2).pci_address.known();  // a subfunction
  const auto host = build_host_view(snapshot, profile("baseline"));
  std::vector<std::string> ids;
  for (const auto& judged : host.ports) {
    ids.push_back(judged.id);
  }
  EXPECT_THAT(ids, ElementsAre("0000:18:00.0/1", "mlx5_1/1", "mlx5_2/1", "mlx5_3/1"));
}

// A role has one number for all of its ports: what a policy accepts must not hide what it does not.
TEST(LookAt, DoubtsTheNumberOfPortsForEachReason) {
  auto snapshot = healthy();
  device(snapshot, 0).protocol = testing_support::kUnsupported;
  device(snapshot, 1).protocol = denied();
  netdev(snapshot, 2).carrier = false;
  netdev(snapshot, 2).addresses = Unknown{.reason = Reason::timeout, .detail = ""};
  const auto doubt = [&](const Policy& policy) {
    return testing_support::reasons(build_host_view(snapshot, policy).roles[0].countable);
  };
  EXPECT_EQ(doubt(profile("lossless-dscp26", {"expect.ports=4"})), "unsupported permission");
  EXPECT_EQ(doubt(profile("lossless-dscp26", {"expect.ports=3"})),
            "unsupported permission timeout");
}

TEST(LookAt, DoubtsAPortForEachReasonThatItsRoleMayNotHaveIt) {
  auto snapshot = healthy();
  device(snapshot, 0).protocol = testing_support::kUnsupported;
  device(snapshot, 0).driver = denied();
  device(snapshot, 0).board_id = Unknown{.reason = Reason::timeout, .detail = ""};
  const auto host = build_host_view(snapshot, policy_from(R"(
policy: site
roles:
  compute: {ports: 'dev.driver == "mlx5_core" && dev.board_id != ""', expect: {ports: 4}}
)"));
  EXPECT_EQ(testing_support::reasons(host.roles[0].countable), "unsupported permission timeout");
}

struct PortCountRow {
  std::string name;
  int expected;
  std::function<void(Snapshot&)> change;
  std::size_t judged;
  int counted;  ///< -1: unknown
};
void PrintTo(const PortCountRow& row, std::ostream* out) {
  *out << row.name;
}

class PortCountOf : public testing::TestWithParam<PortCountRow> {};

TEST_P(PortCountOf, OneRole) {
  const auto& row = GetParam();
  auto snapshot = healthy();
  row.change(snapshot);
  const auto host = build_host_view(
      snapshot, profile("lossless-dscp26", {"expect.ports=" + std::to_string(row.expected)}));
  EXPECT_EQ(host.ports.size(), row.judged);
  const auto* counted = host.roles[0].countable.known();
  EXPECT_EQ(counted == nullptr ? -1 : static_cast<int>(counted->size()), row.counted);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, PortCountOf,
    testing::Values(PortCountRow{"all_there", 4, [](Snapshot&) {}, 4, 4},
                    PortCountRow{"more_than_expected", 2, [](Snapshot&) {}, 4, 4},
                    PortCountRow{"one_unused_beyond_the_expected", 3,
                                 [](Snapshot& s) { make_unused(s, 0); }, 3, 3},
                    PortCountRow{"one_unused_that_is_expected", 4,
                                 [](Snapshot& s) { make_unused(s, 0); }, 4, 4},
                    PortCountRow{"two_unused_one_expected", 3,
                                 [](Snapshot& s) {
                                   make_unused(s, 0);
                                   make_unused(s, 1);
                                 },
                                 2, 2},
                    PortCountRow{"protocol_unknown_and_needed", 4,
                                 [](Snapshot& s) { device(s, 0).protocol = denied(); }, 4, -1},
                    PortCountRow{"protocol_unknown_and_not_needed", 3,
                                 [](Snapshot& s) { device(s, 0).protocol = denied(); }, 4, 4},
                    PortCountRow{"protocol_unknown_and_too_few_at_best", 5,
                                 [](Snapshot& s) { device(s, 0).protocol = denied(); }, 4, 4},
                    PortCountRow{"use_unknown_and_needed", 3,
                                 [](Snapshot& s) {
                                   make_unused(s, 0);
                                   make_unused(s, 1);
                                   netdev(s, 1).carrier = denied();
                                 },
                                 3, -1},
                    PortCountRow{"use_unknown_where_all_are_expected", 4,
                                 [](Snapshot& s) {
                                   make_unused(s, 1);
                                   netdev(s, 1).carrier = denied();
                                 },
                                 4, 4},
                    PortCountRow{"ports_of_a_device_unknown", 4,
                                 [](Snapshot& s) { device(s, 0).ports = denied(); }, 4, -1},
                    PortCountRow{"ports_of_a_device_unknown_may_be_many", 6,
                                 [](Snapshot& s) { device(s, 0).ports = denied(); }, 4, -1},
                    PortCountRow{"netdev_in_another_namespace", 4,
                                 [](Snapshot& s) {
                                   port(s, 0).netdev = Unknown{
                                       .reason = Reason::not_found, .detail = "", .sys_errno = 0};
                                 },
                                 3, 3},
                    PortCountRow{"devices_unknown", 4,
                                 [](Snapshot& s) { s.host.devices = denied(); }, 0, -1}),
    [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace rocelint
