// SPDX-License-Identifier: Apache-2.0
#include "derive/pcie/pcie_errors.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rocelint/facts.h"

#include "tests/support/reasons.h"

namespace rocelint {
namespace {

Host host(CounterMap correctable) {
  PciDevice root;
  root.address = "0000:00:01.0";
  root.parent = std::string();
  PciDevice nic;
  nic.address = "0000:03:00.0";
  nic.parent = root.address;
  nic.aer_correctable = std::move(correctable);
  nic.aer_fatal = CounterMap{{"DLP", 1}};
  Host host;
  host.pci_devices = std::vector{root, nic};
  return host;
}

Fact<std::vector<PcieErrorGrowth>> between(const Host& since, const Host& now) {
  return derive_pcie_errors(std::string("0000:03:00.0"), now, since);
}

TEST(PcieErrors, AreOfTheNicAndTheBridgesAboveIt) {
  const auto errors = *between(host({{"RxErr", 1}}), host({{"RxErr", 4}, {"BadTLP", 2}})).known();
  ASSERT_EQ(errors.size(), 2U);
  EXPECT_EQ(errors[0].address, "0000:03:00.0");
  EXPECT_TRUE(errors[0].correctable.is(5));
  EXPECT_TRUE(errors[0].fatal.is(0));
  EXPECT_EQ(errors[1].address, "0000:00:01.0");
  EXPECT_NE(errors[1].correctable.unknown(), nullptr);
}

TEST(PcieErrors, ABridgeThatCountsNothingIsLeftOutButNotTheNic) {
  const Unknown none{.reason = Reason::unsupported, .detail = "", .sys_errno = 0};
  auto now = host({});
  for (auto& device : *now.pci_devices.known()) {
    device.aer_correctable = none;
    device.aer_nonfatal = none;
    device.aer_fatal = none;
  }
  const auto errors = *between(host({}), now).known();
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors[0].address, "0000:03:00.0");
  EXPECT_NE(errors[0].fatal.unknown(), nullptr);
}

TEST(PcieErrors, TheKernelsOwnSumIsNotCountedTwice) {
  const auto errors = *between(host({{"RxErr", 1}, {"TOTAL_ERR_COR", 1}}),
                               host({{"RxErr", 3}, {"TOTAL_ERR_COR", 3}}))
                           .known();
  EXPECT_TRUE(errors[0].correctable.is(2));
}

TEST(PcieErrors, TellEachReasonForTheirDoubt) {
  auto since = host({});
  auto now = host({});
  since.pci_devices.known()->back().aer_fatal = testing_support::kDenied;
  now.pci_devices.known()->back().aer_fatal = testing_support::kUnsupported;
  EXPECT_EQ(testing_support::reasons(between(since, now).known()->front().fatal),
            "unsupported permission");
}

TEST(PcieErrors, WhatCantBeComparedIsUnknown) {
  constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
  for (const auto& [since, now] : {std::pair(host({{"RxErr", 4}}), host({{"RxErr", 1}})),
                                   std::pair(host({}), host({{"RxErr", kMost}, {"BadTLP", kMost}})),
                                   std::pair(Host{}, host({{"RxErr", 1}}))}) {
    const auto errors = between(since, now);
    EXPECT_NE(errors.known()->front().correctable.unknown(), nullptr);
  }
  EXPECT_NE(between(host({}), Host{}).unknown(), nullptr);
}

}  // namespace
}  // namespace rocelint
