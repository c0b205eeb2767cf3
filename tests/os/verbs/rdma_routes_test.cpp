// SPDX-License-Identifier: Apache-2.0
#include "os/verbs/rdma_routes.h"

#include <cstddef>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rocelint/facts.h"

namespace rocelint {
namespace {

using enum RouteType;

Route route(const std::string& destination, const std::string& netdev,
            RouteType type = RouteType::unicast) {
  const bool is_ipv6 = destination.find(':') != std::string::npos;
  return {.family = is_ipv6 ? AddressFamily::ipv6 : AddressFamily::ipv4,
          .destination = destination,
          .table = 254,
          .netdev = netdev,
          .gateway = "",
          .source = "",
          .metric = 0,
          .from = std::string(),
          .type = type,
          .preference = RoutePreference::medium,
          .next_hops = 1};
}

struct Case {
  const char* name;
  Route route;
  bool is_kept;
};
void PrintTo(const Case& row, std::ostream* out) {
  *out << row.name;
}

class RoutesOfRdma : public testing::TestWithParam<Case> {};

TEST_P(RoutesOfRdma, AreThoseThatALookupCanComeTo) {
  const auto& row = GetParam();
  const std::vector<Route> of_rdma{route("10.1.0.0/16", "ens0"), route("10.1.4.0/24", "ens0"),
                                   route("10.5.0.0/16", "ens1"), route("10.8.0.0/16", "ens1"),
                                   route("fd00:1::/64", "ens1")};
  auto routes = of_rdma;
  routes.push_back(row.route);
  auto expected = of_rdma;
  if (row.is_kept) {
    expected.push_back(row.route);
  }
  const auto kept = routes_of_rdma(routes, {"ens0", "ens1"});
  ASSERT_TRUE(kept);
  EXPECT_EQ(*kept, expected);
}

INSTANTIATE_TEST_SUITE_P(
    All, RoutesOfRdma,
    testing::Values(Case{"by_rdma", route("192.0.2.0/24", "ens1"), true},
                    Case{"by_another", route("192.0.2.0/24", "mgmt0"), false},
                    Case{"default_by_another", route("default", "mgmt0"), true},
                    Case{"of_no_netdev_here", route("10.1.2.0/24", ""), false},
                    Case{"no_default", route("default", "", unreachable), true},
                    Case{"blackhole_within", route("10.1.5.0/24", "", blackhole), true},
                    Case{"blackhole_of_an_address", route("10.5.255.255/32", "", blackhole), true},
                    Case{"blackhole_of_the_same", route("10.1.4.0/24", "", blackhole), true},
                    Case{"blackhole_around", route("10.0.0.0/8", "", blackhole), true},
                    Case{"throw_around_the_last", route("10.8.0.0/15", "", thrown), true},
                    Case{"prohibit_within_ipv6", route("fd00:1::/96", "", prohibit), true},
                    Case{"blackhole_before", route("10.0.0.0/16", "", blackhole), false},
                    Case{"blackhole_between", route("10.2.0.0/15", "", blackhole), false},
                    Case{"blackhole_behind", route("10.6.0.0/16", "", blackhole), false},
                    Case{"ipv6_by_another_within", route("fd00:1::/80", "mgmt0"), true},
                    Case{"ipv6_by_another_around", route("fd00::/16", "mgmt0"), true},
                    Case{"ipv6_of_no_netdev_here", route("fd00:1::/64", ""), true},
                    Case{"ipv6_by_another_elsewhere", route("fd00:2::/64", "mgmt0"), false},
                    Case{"ipv4_by_another_within", route("10.1.5.0/24", "mgmt0"), false},
                    Case{"blackhole_elsewhere_in_ipv6", route("fd00:2::/64", "", blackhole),
                         false}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(RoutesOfRdmaTogether, LeaveLinkLocalOnesToTheirNetdevs) {
  const auto own = route("fe80::/64", "ens0");
  const auto everywhere = route("default", "ens0");
  const auto all = route("::/0", "ens0");
  const auto kept = routes_of_rdma(
      {own, everywhere, all, route("fe80::/64", "mgmt0"), route("ff00::/8", "mgmt0")}, {"ens0"});
  ASSERT_TRUE(kept);
  EXPECT_EQ(*kept, (std::vector<Route>{own, everywhere, all}));
}

TEST(RoutesOfRdmaTogether, AreUnknownWhereTooManyLeadNowhere) {
  std::vector<Route> routes{route("default", "ens0")};
  for (std::size_t i = 0; i < kMostOfOthers; ++i) {
    routes.push_back(route(
        "10." + std::to_string(i / 256) + '.' + std::to_string(i % 256) + ".0/24", "", blackhole));
  }
  const auto most = routes_of_rdma(routes, {"ens0"});
  ASSERT_TRUE(most);
  EXPECT_EQ(most->size(), kMostOfOthers + 1);
  routes.push_back(route("192.0.2.0/24", "", blackhole));
  const auto more = routes_of_rdma(routes, {"ens0"});
  ASSERT_FALSE(more);
  EXPECT_EQ(more.error().reason, Reason::unsupported);
  EXPECT_TRUE(routes_of_rdma(routes, {"ens1"})) << "none of them is on a way of RDMA";
}

}  // namespace
}  // namespace rocelint
