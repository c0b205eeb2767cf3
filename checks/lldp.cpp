// SPDX-License-Identifier: Apache-2.0

// The switch port at the other end of each cable. lldpd tells it to whoever may use its socket, in
// a form of its own; so the site writes down what its client prints, and that is read here.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <tl/expected.hpp>

#include "rocelint/check.h"
#include "rocelint/facts.h"
#include "rocelint/snapshot.h"

#include "base/clock.h"
#include "facts/netdev_named.h"
#include "facts/unknown.h"
#include "os/host/lldp_json.h"
#include "os/netlink/netdev_stack.h"
#include "os/part.h"
#include "os/probe_env.h"
#include "os/read.h"

namespace rocelint::checks {

namespace {

constexpr std::array<std::string_view, 2> kNeeds{"inventory", "link"};

constexpr std::string_view kFile = "/run/rocelint/lldp.json";
constexpr std::string_view kSocket = "/run/lldpd.socket";
constexpr std::string_view kCommand = "lldpcli -f json0 show neighbors > /run/rocelint/lldp.json";
constexpr std::int64_t kMostAgeS = 3600;

Unknown no_file(const Files& files) {
  return not_found(files.exists(kSocket)
                       ? fmt::format("no {}: lldpd runs, so run \"{}\"", kFile, kCommand)
                       : fmt::format("no {}: start lldpd, then run \"{}\"", kFile, kCommand));
}

/// A cable may have been moved since.
std::optional<Unknown> too_old(std::int64_t written_s) {
  const auto age_s = current_second().time_since_epoch().count() - written_s;
  if (age_s >= 0 && age_s <= kMostAgeS) {
    return std::nullopt;
  }
  // The clock has been set back since, or the time of the file by hand.
  const std::string when =
      age_s < 0 ? "at a time yet to come" : std::to_string(age_s / 60) + " minutes ago";
  return not_authoritative(
      fmt::format("{} was written {}: \"{}\" writes it again", kFile, when, kCommand));
}

Read<LldpNeighbors> read_neighbors(const ProbeEnv& env) {
  const auto written_s = env.files().modified_at_s(kFile);
  if (!written_s) {
    return tl::unexpected(written_s.error().reason == Reason::not_found ? no_file(env.files())
                                                                        : written_s.error());
  }
  // What a dead tree holds is as old as the tree.
  if (auto why = env.is_live() ? too_old(*written_s) : std::nullopt) {
    return tl::unexpected(*std::move(why));
  }
  const auto text = env.files().read(kFile);
  if (!text) {
    return tl::unexpected(text.error());
  }
  auto neighbors = decode_lldp(*text);
  if (!neighbors) {
    neighbors.error().detail = fmt::format("{}: {}", kFile, neighbors.error().detail);
  }
  return neighbors;
}

Fact<LldpNeighbor> neighbor_of(const std::string& netdev, const Read<LldpNeighbors>& all) {
  if (!all) {
    return all.error();
  }
  const auto found = all->find(netdev);
  if (found == all->end()) {
    return not_found("lldpd has heard nothing at " + netdev +
                     ": the firmware of the NIC may keep LLDP to itself");
  }
  return found->second;
}

std::optional<Unknown> collect_lldp(ProbeEnv& env, const Snapshot& so_far, Snapshot& out) {
  const auto neighbors = read_neighbors(env);
  for (const auto& name : rdma_lowers(so_far.host)) {
    if (netdev_named(so_far.host, name) != nullptr) {
      add_netdev(out.host, name).lldp = neighbor_of(name, neighbors);
    }
  }
  return std::nullopt;
}

}  // namespace

extern const Check lldp{.id = "lldp",
                        .summary = "the switch ports that RDMA ports are cabled to",
                        .needs = kNeeds,
                        .collect = collect_lldp};

}  // namespace rocelint::checks
