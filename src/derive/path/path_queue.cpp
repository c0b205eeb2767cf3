// SPDX-License-Identifier: Apache-2.0
#include "derive/path/path_queue.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rocelint/facts.h"

#include "derive/path/classification.h"
#include "facts/doubt.h"
#include "facts/unknown.h"

namespace rocelint {
namespace {

constexpr std::int64_t kPriorities = 8;

template <class T>
Fact<T> element(const std::vector<T>& list, std::int64_t index, const std::string& what) {
  if (index < 0 || std::cmp_greater_equal(index, list.size())) {
    return malformed(what + " has no entry " + std::to_string(index));
  }
  return list[static_cast<std::size_t>(index)];
}

/// The priorities whose packets leave before those of an ets class. mlx5 serves `vendor` classes
/// strictly too when it mixes them with ets ones (en_dcbnl.c, MLX5E_VENDOR_TC_GROUP_NUM).
Fact<std::vector<std::int64_t>> served_before(const Ets& ets, std::int64_t own_tc,
                                              const Fact<std::string>& driver,
                                              std::optional<std::int64_t> cnp_tc) {
  std::vector<std::int64_t> before;
  std::optional<Unknown> doubt;
  for (std::int64_t priority = 0; priority < kPriorities; ++priority) {
    const auto tc = element(ets.prio_tc, priority, "prio_tc");
    if (const auto* why = tc.unknown()) {
      add_doubt(doubt, why);
      continue;
    }
    const auto tsa = element(ets.tc_tsa, *tc.known(), "tc_tsa");
    add_doubt(doubt, tsa.unknown());
    if (*tc.known() == own_tc || cnp_tc == *tc.known()) {
      continue;
    }
    if (tsa.is(Tsa::vendor)) {
      add_doubt(doubt, driver.unknown());
    }
    if (tsa.is(Tsa::strict) || (tsa.is(Tsa::vendor) && driver.is("mlx5_core"))) {
      before.push_back(priority);
    }
  }
  return known_unless(std::move(doubt), std::move(before));
}

}  // namespace

Fact<std::int64_t> traffic_class_of(const Fact<Ets>& ets, std::int64_t priority) {
  return map(ets, [&](const Ets& known) { return element(known.prio_tc, priority, "prio_tc"); });
}

PathQueue derive_path_queue(const Netdev& netdev, const Fact<std::string>& driver,
                            const PathClass& traffic, std::optional<std::int64_t> cnp_priority) {
  PathQueue queue;
  queue.priority = traffic.priority.value_or(0);
  queue.name = netdev.name + " priority " + std::to_string(queue.priority);
  queue.netdev = netdev.name;
  queue.share_min_percent = traffic.share_min_percent.value_or(0);
  queue.tc = traffic_class_of(netdev.dcb.ets, queue.priority);
  const auto* tc = queue.tc.known();
  if (tc == nullptr) {
    queue.tsa = *queue.tc.unknown();
    queue.bandwidth_percent = *queue.tc.unknown();
    queue.served_before = *queue.tc.unknown();
    return queue;
  }
  const auto& ets = *netdev.dcb.ets.known();
  std::optional<std::int64_t> cnp_tc;
  if (cnp_priority) {
    const auto known = traffic_class_of(netdev.dcb.ets, *cnp_priority);
    cnp_tc = known.known() == nullptr ? std::nullopt : std::optional(*known.known());
  }
  queue.tsa = element(ets.tc_tsa, *tc, "tc_tsa");
  queue.bandwidth_percent = element(ets.tc_bandwidth_percent, *tc, "tc_tx_bw");
  queue.served_before = served_before(ets, *tc, driver, cnp_tc);
  return queue;
}

}  // namespace rocelint
