// SPDX-License-Identifier: Apache-2.0
#include "facts/fact_path.h"

#include <ostream>

#include <gtest/gtest.h>

namespace rocelint {
namespace {

struct Row {
  const char* path;
  const char* outer;
  bool within;
};
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.path << " in " << row.outer;
}

class FactPath : public testing::TestWithParam<Row> {};

TEST_P(FactPath, IsWithinWhatHoldsIt) {
  EXPECT_EQ(is_within(GetParam().path, GetParam().outer), GetParam().within);
}

INSTANTIATE_TEST_SUITE_P(Paths, FactPath,
                         testing::Values(Row{"netdev.dcb", "netdev.dcb", true},
                                         Row{"netdev.dcb.pfc", "netdev.dcb", true},
                                         Row{"host.netdevs[\"a\"].dcb", "host.netdevs", true},
                                         Row{"netdev.dcbx", "netdev.dcb", false},
                                         Row{"netdev", "netdev.dcb", false},
                                         Row{"host.netdev.dcb", "netdev", false}));

}  // namespace
}  // namespace rocelint
