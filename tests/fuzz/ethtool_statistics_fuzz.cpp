// SPDX-License-Identifier: Apache-2.0
#include "drivers/counter_names.h"
#include "os/ethtool/ethtool_ioctl.h"
#include "os/ethtool/ethtool_standard.h"
#include "tests/fuzz/fuzz_input.h"

// The first half stands for the answer with the names, the second for the one with the values.
// NOLINTNEXTLINE(readability-identifier-naming): the name is libFuzzer's
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = rocelint::fuzz::text_of(data, size);
  const auto statistics =
      rocelint::decode_ethtool_statistics(bytes.substr(0, size / 2), bytes.substr(size / 2));
  const auto standard = rocelint::decode_standard_statistics(bytes);
  rocelint::CounterSources sources;
  sources.set(rocelint::CounterPlace::netdev, &statistics);
  sources.set(rocelint::CounterPlace::standard, &standard);
  rocelint::Snapshot snapshot;
  auto& netdev = snapshot.host.netdevs.emplace().emplace_back();
  netdev.name = "eth0";
  netdev.statistics = counter_map(statistics);
  netdev.standard_statistics = counter_map(standard);
  netdev.link_down_count = rocelint::decode_link_down_count(bytes);
  netdev.phy = rocelint::phy_counters(std::string("bnxt_en"), sources);
  netdev.prio = rocelint::priority_counters(std::string("bnxt_en"), sources);
  rocelint::fuzz::require_readable(snapshot);
  return 0;
}
