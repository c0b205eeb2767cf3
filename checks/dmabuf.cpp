// SPDX-License-Identifier: Apache-2.0

// Whether an RDMA device can register memory that a driver hands out as a dma-buf, a GPU's among
// it.

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "rocelint/check.h"
#include "rocelint/facts.h"
#include "rocelint/snapshot.h"

#include "os/part.h"
#include "os/probe_env.h"
#include "os/read.h"

namespace rocelint::checks {

namespace {

// The device is open once, for all that verbs are asked: whatever may hang comes first.
constexpr std::array<std::string_view, 2> kNeeds{"inventory", "mtu"};

Fact<bool> read_dmabuf(ProbeEnv& env, const RdmaDevice& device) {
  const auto* ports = device.ports.known();
  if (ports == nullptr) {
    return *device.ports.unknown();
  }
  const auto& answer = env.verbs_device(device.name, static_cast<std::uint32_t>(ports->size()));
  return answer ? to_fact(answer->dmabuf) : Fact<bool>(answer.error());
}

std::optional<Unknown> collect_dmabuf(ProbeEnv& env, const Snapshot& so_far, Snapshot& out) {
  const auto* devices = so_far.host.devices.known();
  if (devices == nullptr) {
    return std::nullopt;
  }
  for (const auto& device : *devices) {
    add_device(out.host, device.name).dmabuf = read_dmabuf(env, device);
    env.keep(out);
  }
  return std::nullopt;
}

}  // namespace

extern const Check dmabuf{.id = "dmabuf",
                          .summary = "whether RDMA devices take dma-bufs",
                          .needs = kNeeds,
                          .collect = collect_dmabuf};

}  // namespace rocelint::checks
