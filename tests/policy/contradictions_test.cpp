// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <ostream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/policy/loading.h"

namespace rocelint {

namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Pair {
  std::string name;
  std::string parameters;  ///< in flow style, from line 3 column 13 on
  std::string error;
};
void PrintTo(const Pair& row, std::ostream* out) {
  *out << row.name;
}

class Contradiction : public ::testing::TestWithParam<Pair> {};

TEST_P(Contradiction, IsFoundAtTheValueToBlame) {
  const auto loading = test::load_text(test::with_role(GetParam().parameters));
  EXPECT_THAT(test::texts(loading.errors), ElementsAre("acme:3:" + GetParam().error));
}

const std::array kContradictions = {
    Pair{"PfcWithoutClass", "pfc: {mode: required}",
         "25: role compute: pfc.mode is required, but roce lists no priority"},
    Pair{"PfcWithEmptyList", "pfc: {mode: required}, roce: []",
         "25: role compute: pfc.mode is required, but roce lists no priority"},
    Pair{"CnpOnDataPriority", "pfc: {mode: required}, roce: [{priority: 3}], cnp: {priority: 3}",
         "75: role compute: cnp.priority 3 is a RoCE priority with PFC: pauses would delay CNPs"},
    Pair{"CnpDscpOfData", "roce: [{priority: 3, dscp: 26}], cnp: {priority: 6, dscp: 26}",
         "71: role compute: cnp.dscp 26 is also the DSCP of priority 3 (a DSCP maps to one "
         "priority)"},
    Pair{"CnpStrictNowhere", "cnp: {strict: true}",
         "27: role compute: cnp.strict needs cnp.priority or cnp.dscp"},
    Pair{"DscpTwice", "roce: [{priority: 3, dscp: 26}, {priority: 4, dscp: 26}]",
         "65: role compute: two classes have DSCP 26"},
    Pair{"PcpTwice", "roce: [{priority: 3, pcp: 3}, {priority: 4, pcp: 3}]",
         "62: role compute: two priorities have PCP 3"},
    Pair{"TrustWithoutDscp", "trust: dscp, roce: [{priority: 3, dscp: 26}, {priority: 4}]",
         "58: role compute: trust is dscp, but this roce class has no dscp"},
    Pair{"SharesOver100",
         "roce: [{priority: 3, share_min_percent: 60}, {priority: 4, share_min_percent: 50}]",
         "91: role compute: share_min_percent of all classes is 110 in total (at most 100)"},
    Pair{"ShareOfStrict", "roce: [{priority: 3, tsa: strict, share_min_percent: 60}]",
         "66: role compute: share_min_percent needs tsa: ets"},
    Pair{"MtuTooSmall", "mtu: {active_bytes: 4096, netdev_bytes: 4191}",
         "53: role compute: mtu.netdev_bytes 4191 is too small for mtu.active_bytes 4096 (at least "
         "4192)"},
};

INSTANTIATE_TEST_SUITE_P(Policy, Contradiction, ::testing::ValuesIn(kContradictions),
                         [](const auto& row) { return row.param.name; });

struct Legal {
  std::string name;
  std::string parameters;
};
void PrintTo(const Legal& row, std::ostream* out) {
  *out << row.name;
}

class NoContradiction : public ::testing::TestWithParam<Legal> {};

TEST_P(NoContradiction, Loads) {
  EXPECT_THAT(test::texts(test::load_text(test::with_role(GetParam().parameters)).errors),
              IsEmpty());
}

const std::array kLegal = {
    Legal{"CnpOnDataPriorityWithoutPfc",
          "pfc: {mode: forbidden}, roce: [{priority: 3}], cnp: {priority: 3}"},
    Legal{"CnpSharesTheClass", "roce: [{priority: 3, dscp: 26}], cnp: {priority: 3, dscp: 26}"},
    Legal{"TwoDscpsOnePriority",
          "pfc: {mode: required}, roce: [{priority: 3, dscp: 24}, {priority: 3, dscp: 26}]"},
    Legal{"OnePcpOnePriority", "roce: [{priority: 3, pcp: 3, dscp: 24}, {priority: 3, pcp: 3}]"},
    Legal{"PcpWithoutDscp", "trust: pcp, pfc: {mode: required}, roce: [{priority: 3}]"},
    Legal{"SharesOfOneTrafficClass",
          "roce: [{priority: 3, share_min_percent: 60}, {priority: 3, share_min_percent: 60}]"},
    Legal{"SharesOf100",
          "roce: [{priority: 3, share_min_percent: 50}, {priority: 4, share_min_percent: 50}]"},
    Legal{"StrictCnpByDscp", "cnp: {dscp: 48, strict: true}"},
    Legal{"MtuJustEnough", "mtu: {active_bytes: 4096, netdev_bytes: 4192}"},
    Legal{"NoClassNoPfc", "pfc: {mode: forbidden}, roce: []"},
};

INSTANTIATE_TEST_SUITE_P(Policy, NoContradiction, ::testing::ValuesIn(kLegal),
                         [](const auto& row) { return row.param.name; });

TEST(Contradictions, BlameTheFileThatBroughtThem) {
  const auto loading = test::load_text(
      "policy: acme\nextends: lossless-dscp26\nroles:\n  compute:\n    roce: [{priority: 6, dscp: "
      "40}]\n");
  EXPECT_THAT(
      test::texts(loading.errors),
      ElementsAre(testing::AllOf(testing::StartsWith("lossless-dscp26:"),
                                 testing::EndsWith(":21: role compute: cnp.priority 6 is a RoCE "
                                                   "priority with PFC: pauses would delay CNPs"))));
}

}  // namespace

}  // namespace rocelint
