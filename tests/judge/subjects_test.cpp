// SPDX-License-Identifier: Apache-2.0
#include "judge/subjects.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/snapshot.h"

#include "judge/host_view.h"
#include "rules/rule.h"
#include "tests/judge/engine_support.h"

namespace rocelint {
namespace {

using testing::ElementsAreArray;
using testing_support::healthy;
using testing_support::policy_from;

/// healthy() with a second port at its first device.
Snapshot two_ports() {
  auto snapshot = healthy();
  auto& ports = *(*snapshot.host.devices.known())[0].ports.known();
  ports.push_back(ports[0]);
  ports.back().number = 2;
  return snapshot;
}

/// "0000:18:00.0 [0 1] mtu 4096": each subject of the first device.
std::vector<std::string> first_device(const Subjects& subjects, const Rule& rule) {
  std::vector<std::string> out;
  for (const auto& subject : subjects.of(rule)) {
    if (subject.subject.device != "mlx5_0") {
      continue;
    }
    std::string ports;
    for (const auto port : subject.ports) {
      ports += (ports.empty() ? "" : " ") + std::to_string(port);
    }
    const auto* mtu = subject.resolved->parameters.mtu.active_bytes.known();
    out.push_back(subject.id + " [" + ports + "]" +
                  (mtu == nullptr ? "" : " mtu " + std::to_string(*mtu)));
  }
  return out;
}

TEST(Subjects, ADeviceIsJudgedAsEachOfItsPortsIs) {
  struct Row {
    std::string policy;
    std::vector<std::string> by_policy;
  };
  const std::string one_role = "roles: {all: {mtu: {active_bytes: 4096}}}\n";
  const auto group = [&](int mtu) {
    return one_role + "groups: [{where: port.number == 2, roles: {all: {mtu: {active_bytes: " +
           std::to_string(mtu) + "}}}}]\n";
  };
  for (const auto& row :
       {Row{one_role, {"0000:18:00.0 [0 1] mtu 4096"}},
        Row{group(4096), {"0000:18:00.0 [0 1] mtu 4096"}},
        Row{group(1024), {"0000:18:00.0 [0] mtu 4096", "0000:18:00.0:all/2 [1] mtu 1024"}},
        Row{"roles:\n  a: {ports: port.number == 1}\n  b: {ports: port.number == 2, mtu: "
            "{active_bytes: 1024}}\n",
            {"0000:18:00.0 [0]", "0000:18:00.0:b [1] mtu 1024"}}}) {
    const auto snapshot = two_ports();
    const auto policy = policy_from("policy: site\n" + row.policy);
    const auto host = build_host_view(snapshot, policy);
    const Subjects subjects(host);
    Rule rule;
    rule.scope = Scope::device;
    rule.per_role = true;
    EXPECT_THAT(first_device(subjects, rule), ElementsAreArray(row.by_policy)) << row.policy;
    rule.per_role = false;
    EXPECT_EQ(first_device(subjects, rule).size(), 1U) << row.policy;
  }
}

}  // namespace
}  // namespace rocelint
