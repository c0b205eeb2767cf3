// SPDX-License-Identifier: Apache-2.0

// Devlink instances: health, parameters and, in a deep probe, firmware. Health and most parameters
// are the driver's memory; versions are a question to the firmware of each device, so a device that
// is not healthy is not asked for them. Ports' parameters, dumps and diagnoses are left alone.

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "rocelint/check.h"
#include "rocelint/facts.h"
#include "rocelint/snapshot.h"

#include "facts/unknown.h"
#include "os/netlink/devlink_decode.h"
#include "os/probe_env.h"
#include "os/read.h"
#include "os/sysfs/sysfs_device.h"

namespace rocelint::checks {

namespace {

/// Of all devices.
Read<NetlinkReplies> ask(ProbeEnv& env, std::string_view operation, NetlinkRequest request) {
  return env.ask({.device = "",
                  .operation = operation,
                  .family = NetlinkFamily::devlink,
                  .request = std::move(request)});
}

Read<std::vector<DevlinkDevice>> list_devices(ProbeEnv& env) {
  const auto replies = ask(env, "devlink GET", devlink_devices_request());
  return replies ? decode_devlink_devices(*replies)
                 : Read<std::vector<DevlinkDevice>>(tl::unexpected(replies.error()));
}

/// The directory of "pci/0000:03:00.0" or "auxiliary/mlx5_core.sf.4".
std::string device_directory(const std::string& handle) {
  const auto slash = handle.find('/');
  return "/sys/bus/" + handle.substr(0, slash) + "/devices/" + handle.substr(slash + 1);
}

template <class T>
Fact<T> part_of(const Read<ByHandle<T>>& all, const std::string& handle) {
  if (!all) {
    return all.error();
  }
  const auto found = all->find(handle);
  return found == all->end() ? T{} : found->second;
}

void read_health(ProbeEnv& env, std::vector<DevlinkDevice>& devices) {
  using Reporters = ByHandle<std::vector<HealthReporter>>;
  const auto replies = ask(env, "devlink HEALTH_REPORTER_GET", devlink_health_request());
  const auto all =
      replies ? decode_devlink_health(*replies) : Read<Reporters>(tl::unexpected(replies.error()));
  for (auto& device : devices) {
    device.health = part_of(all, device.handle);
  }
}

void read_parameters(ProbeEnv& env, std::vector<DevlinkDevice>& devices) {
  using Parameters = ByHandle<DevlinkParameters>;
  const auto replies = ask(env, "devlink PARAM_GET", devlink_parameters_request());
  const auto all = replies ? decode_devlink_parameters(*replies)
                           : Read<Parameters>(tl::unexpected(replies.error()));
  for (auto& device : devices) {
    device.parameters = part_of(all, device.handle);
  }
}

const HealthReporter* find_sick_reporter(const DevlinkDevice& device) {
  const auto* reporters = device.health.known();
  if (reporters == nullptr) {
    return nullptr;
  }
  const auto sick = std::ranges::find_if(
      *reporters, [](const HealthReporter& reporter) { return reporter.healthy.is(false); });
  return sick == reporters->end() ? nullptr : &*sick;
}

Fact<DevlinkVersions> read_versions(ProbeEnv& env, const DevlinkDevice& device) {
  if (!env.is_deep()) {
    return needs_deep();
  }
  if (const auto* sick = find_sick_reporter(device)) {
    return not_collected("not asked, for health reporter " + sick->name + " is in error");
  }
  const auto reply = env.ask_one({.device = device.handle,
                                  .operation = "devlink INFO_GET",
                                  .family = NetlinkFamily::devlink,
                                  .request = devlink_info_request(device.handle)});
  return reply ? to_fact(decode_devlink_info(*reply)) : Fact<DevlinkVersions>(reply.error());
}

std::optional<Unknown> collect_devlink(ProbeEnv& env, const Snapshot& /*so_far*/, Snapshot& out) {
  auto& list = out.host.devlink;
  list = to_fact(list_devices(env));
  auto* const devices = list.known();
  if (devices == nullptr) {
    return std::nullopt;
  }
  for (auto& device : *devices) {
    device.driver = read_sysfs_driver(env.files(), device_directory(device.handle));
  }
  env.keep(out);
  read_health(env, *devices);
  env.keep(out);
  read_parameters(env, *devices);
  env.keep(out);
  for (auto& device : *devices) {
    device.versions = read_versions(env, device);
    env.keep(out);
  }
  return std::nullopt;
}

}  // namespace

extern const Check devlink{.id = "devlink",
                           .summary = "devlink: health, parameters, firmware",
                           .needs = {},
                           .collect = collect_devlink};

}  // namespace rocelint::checks
