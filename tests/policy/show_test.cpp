// SPDX-License-Identifier: Apache-2.0
#include "policy/show.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/policy/loading.h"

namespace rocelint {

namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr const char* kPolicy = R"(policy: acme
summary: one of each
extends: lossless-dscp26
enforce: false
rules_as_of: 1.2
roles:
  compute: {ports: 'dev.driver == "mlx5_core"', fec: [rs]}
groups:
  - {where: 'true', roles: {compute: {cnp: {priority: 7}, mtu: null, fec: [rs, llrs]}}}
rules:
  pcie-*: {severity: warning, unknown: {accept: [timeout, permission]}}
  gdr-*: disabled
waivers:
  - {rule: link-*, fleet: true, until: 2027-01-31, reason: "no optics", also_unknown: true}
)";

TEST(ShowPolicy, ShowsEverythingWithItsPlace) {
  const auto loading = test::load_text(kPolicy);
  ASSERT_THAT(test::texts(loading.errors), IsEmpty());
  const std::string first_line = "acme@" + loading.policy->digest + "  one of each\n";
  EXPECT_EQ(show_policy(*loading.policy),
            first_line +
                R"(enforce: false, failures are reported and stop nothing
rules newer than 1.2 stay at info

role compute
  ports                        dev.driver == "mlx5_core"  acme:7
  expect.ports                 -
  expect.speed_mbps            -
  roce[0].priority             3                          lossless-dscp26:11
  roce[0].dscp                 26                         lossless-dscp26:11
  roce[0].pcp                  -
  roce[0].tsa                  -
  roce[0].share_min_percent    50                         lossless-dscp26:11
  cnp.priority                 6                          lossless-dscp26:12
  cnp.dscp                     48                         lossless-dscp26:12
  cnp.strict                   -
  mtu.active_bytes             4096                       lossless-dscp26:16
  mtu.netdev_bytes             -
  pfc.mode                     required                   lossless-dscp26:14
  cc.mode                      dcqcn                      lossless-dscp26:15
  gid.family                   any                        built-in
  dcbx.owner                   any                        built-in
  pcie.max_read_request_bytes  -
  pcie.gpu_distances           -
  pcie.ats                     -
  gdr.required                 -
  addressing.subnets           -
  addressing.source_routing    -
  addressing.neighbours        -
  firmware.allowed             -
  firmware.denied              -
  system.memlock_bytes         1073741824                 built-in
  system.open_files            -
  system.shm_bytes             1073741824                 built-in
  system.max_map_count         -
  system.kernel_release        -
  system.cpu_governor          -
  system.rdma_namespace_mode   -
  rates.min_packets            10000                      built-in
  rates.loss_per_million       0                          built-in
  rates.rx_pause_permille      10                         built-in
  rates.tx_pause_permille      1                          built-in
  rates.cnp_per_second         10000                      built-in
  rates.link_downs             0                          built-in
  bonding                      any                        built-in
  rails                        -
  lldp_neighbors               -
  socket_interfaces            -
  reordering                   never                      built-in
  optics                       -
  fec                          [rs]                       acme:7
  trust                        dscp                       lossless-dscp26:13
  roce_priorities              [3]                        lossless-dscp26:11

groups
  compute  {cnp: {priority: 7}, mtu: null, fec: [rs, llrs]}  where true  acme:9

rules, the last that matches counts
  cm-*    disabled                              lossless-dscp26:19
  pcie-*  severity warning                      acme:11
  pcie-*  unknown accept (timeout, permission)  acme:11
  gdr-*   disabled                              acme:12

waivers
  link-*  everywhere  until 2027-01-31  unknown too  no optics  acme:14
)");
}

TEST(ShowPolicy, SendsNoControlCharacterToTheTerminal) {
  auto loading = test::load_text(kPolicy);
  ASSERT_TRUE(loading.policy.has_value());
  auto& policy = *loading.policy;
  policy.summary = "\x1b[31mred";
  policy.waivers.at(0).reason = "two\nlines";
  policy.rule_settings.at(0).pattern = "a\x07";
  const auto text = show_policy(policy);
  EXPECT_THAT(text, HasSubstr("\\x1b[31mred"));
  EXPECT_THAT(text, HasSubstr("two\\nlines"));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
  EXPECT_THAT(text, Not(HasSubstr("\x07")));
}

TEST(ShowPolicy, ALongCellMakesNoOtherLineLonger) {
  const auto loading = test::load_text(R"(policy: acme
roles:
  compute:
    ports: 'dev.driver == "mlx5_core" && dev.max_speed_mbps >= 400000'
    mtu: {active_bytes: 4096}
)");
  ASSERT_THAT(test::texts(loading.errors), IsEmpty());
  EXPECT_THAT(show_policy(*loading.policy),
              HasSubstr("\n  mtu.active_bytes             4096        acme:5\n"));
}

TEST(ShowPolicy, ListsWhatIsNotSetToo) {
  const auto loading = load_policy({}, test::find_profile);
  ASSERT_TRUE(loading.policy.has_value());
  const auto& role = loading.policy->roles.at(0);
  const auto shown = list_parameters(role.parameters, role.provenance);
  ASSERT_FALSE(shown.empty());
  bool seen = false;
  for (const auto& parameter : shown) {
    EXPECT_FALSE(parameter.doc.empty()) << parameter.parameter;
    EXPECT_EQ(parameter.value.empty(), parameter.from.empty()) << parameter.parameter;
    seen = seen || (parameter.parameter == "pfc.mode" && parameter.value.empty());
  }
  EXPECT_TRUE(seen);
}

}  // namespace

}  // namespace rocelint
