// SPDX-License-Identifier: Apache-2.0

// Commands of shipped rules that depend on what the port has, or on what its driver refuses.

#include <ostream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/report.h"

#include "tests/engine/engine_support.h"
#include "tests/engine/third_port.h"

namespace rocelint {
namespace {

using testing_support::finding;
using testing_support::judge_with;
using testing_support::on_netdev;
using testing_support::patch;
using testing_support::patched;
using testing_support::profile;

struct Row {
  std::string name;
  std::string rule;
  std::vector<std::string> set;      ///< over lossless-dscp26
  std::vector<std::string> changes;  ///< of the third port
  std::string command;
};
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name;
}

class ShippedFix : public testing::TestWithParam<Row> {};

TEST_P(ShippedFix, IsOneThatTheDriverTakes) {
  static const RuleSet kRules = testing_support::shipped_rule_set();
  const auto& row = GetParam();
  const auto report =
      judge_with(patched(patch(row.changes)), profile("lossless-dscp26", row.set), kRules);
  const auto& found = finding(report, row.rule + "@0000:38:00.0/1");
  EXPECT_EQ(found.outcome, Outcome::fail);
  ASSERT_THAT(found.fix, testing::SizeIs(1));
  EXPECT_EQ(found.fix[0].run, row.command);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, ShippedFix,
    testing::Values(
        Row{"one_encoding_of_several",
            "fec-not-policy",
            {"fec=[llrs, rs]"},
            {on_netdev("fec/active", R"("baser")")},
            "ethtool --set-fec ens3np0 encoding rs"},
        Row{"the_encoding_of_the_policy",
            "fec-not-policy",
            {"fec=[llrs]"},
            {on_netdev("fec/active", R"("rs")")},
            "ethtool --set-fec ens3np0 encoding llrs"},
        Row{"no_encoding",
            "fec-not-policy",
            {"fec=[none]"},
            {on_netdev("fec/active", R"("rs")")},
            "ethtool --set-fec ens3np0 encoding off"}),
    [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace rocelint
