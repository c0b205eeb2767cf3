// SPDX-License-Identifier: Apache-2.0

// What only verbs tell of a port: RDMA MTU, speed as NCCL sees it, slots of the GID table. Opening
// a device is not free of effects, so this runs after everything that can be read without.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "rocelint/check.h"
#include "rocelint/facts.h"
#include "rocelint/snapshot.h"

#include "facts/unknown.h"
#include "os/each_port.h"
#include "os/probe_env.h"
#include "os/sysfs/sysfs_rdma.h"
#include "os/verbs/verbs_decode.h"

namespace rocelint::checks {

namespace {

constexpr std::array<std::string_view, 6> kNeeds{"fec",   "inventory", "link",
                                                 "pause", "pfc",       "speed"};

void fill_from_verbs(const VerbsPort& verbs, RdmaPort& port) {
  port.active_mtu_bytes = verbs_mtu_bytes(verbs.active_mtu);
  port.max_mtu_bytes = verbs_mtu_bytes(verbs.max_mtu);
  port.verbs_speed_mbps = verbs_speed_mbps(verbs.active_width, verbs.active_speed);
  port.gid_table_length = verbs.gid_table_length;
}

// The kernel's rate file multiplies the same width and speed; the directory of GIDs has a file a
// slot.
void fill_without_verbs(ProbeEnv& env, const RdmaDevice& device, const Unknown& why,
                        RdmaPort& port) {
  port.active_mtu_bytes = why;
  port.max_mtu_bytes = why;
  port.verbs_speed_mbps = why;
  port.gid_table_length = why;
  if (env.begin(device.name, "sysfs port rate")) {
    return;
  }
  const auto rate = env.files().read(rdma_port_directory(device.name, port.number) + "/rate");
  const auto slots = read_sysfs_gid_table_length(env.files(), device.name, port.number);
  env.end();
  if (rate) {
    port.verbs_speed_mbps = parse_rate_mbps(*rate);
  }
  if (slots.known() != nullptr) {
    port.gid_table_length = slots;
  }
}

RdmaPort read_port(ProbeEnv& env, const RdmaDevice& device, std::size_t ports,
                   std::int64_t number) {
  RdmaPort port;
  port.number = number;
  const auto& answer = env.verbs_device(device.name, static_cast<std::uint32_t>(ports));
  if (!answer) {
    fill_without_verbs(env, device, answer.error(), port);
  } else if (const auto at = static_cast<std::size_t>(number - 1); at < answer->ports.size()) {
    fill_from_verbs(answer->ports[at], port);
  } else {
    fill_without_verbs(env, device, vanished("verbs do not show the port"), port);
  }
  return port;
}

std::optional<Unknown> collect_mtu(ProbeEnv& env, const Snapshot& so_far, Snapshot& out) {
  fill_each_port(env, so_far, out, [&](const RdmaDevice& device, const RdmaPort& port) {
    return read_port(env, device, device.ports.known()->size(), port.number);
  });
  return std::nullopt;
}

}  // namespace

extern const Check mtu{.id = "mtu",
                       .summary = "RDMA MTU, speed and GID table size as verbs tell them",
                       .needs = kNeeds,
                       .collect = collect_mtu};

}  // namespace rocelint::checks
