// SPDX-License-Identifier: Apache-2.0

// Counters of RDMA ports and of the physical netdevs under them, by the drivers' names and by one
// set of names. The id sorts before "pfc": mlx5 refreshes the PFC counts that dcbnl tells only when
// all its statistics are read.

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "rocelint/check.h"
#include "rocelint/facts.h"
#include "rocelint/snapshot.h"

#include "drivers/counter_names.h"
#include "facts/netdev_named.h"
#include "facts/unknown.h"
#include "os/counter_set.h"
#include "os/ethtool/ethtool_standard.h"
#include "os/netlink/netdev_stack.h"
#include "os/netlink/nldev_decode.h"
#include "os/part.h"
#include "os/probe_env.h"
#include "os/read.h"
#include "os/sysfs/sysfs_counters.h"
#include "os/sysfs/sysfs_rdma.h"

namespace rocelint::checks {

namespace {

constexpr std::array<std::string_view, 2> kNeeds{"inventory", "link"};

/// What was read of one device, in the order of its ports.
struct DeviceReading {
  Read<CounterSet> device;
  struct Port {
    Read<CounterSet> hardware;
    Read<CounterSet> architecture;
  };
  std::vector<Port> ports;
};
/// Statistics by netdev.
using NetdevReadings = std::map<std::string, Read<CounterSet>, std::less<>>;

Fact<std::int64_t> now_us(const ProbeEnv& env) {
  if (!env.is_live()) {
    return unsupported("an offline sysfs tree has no clock");
  }
  timespec now{};
  if (::clock_gettime(CLOCK_BOOTTIME, &now) != 0) {
    return unknown_from_errno(errno, "CLOCK_BOOTTIME");
  }
  return std::int64_t{now.tv_sec} * 1'000'000 + now.tv_nsec / 1'000;
}

template <class ReadDirectory>
Read<CounterSet> read_directory(ProbeEnv& env, const std::string& device,
                                const std::string& directory, ReadDirectory read) {
  if (const auto refused = env.begin(device, directory)) {
    return tl::unexpected(*refused);
  }
  auto counters = read(env.files(), directory);
  env.end();
  return counters;
}

using PortRequest = NetlinkRequest(std::int64_t device_index, std::int64_t port);

Read<std::string> ask_nldev(ProbeEnv& env, const RdmaDevice& device, std::int64_t port,
                            std::string_view operation, PortRequest& request) {
  const auto* index = device.index.known();
  if (index == nullptr) {
    return tl::unexpected(*device.index.unknown());
  }
  return env.ask_one({.device = device.name,
                      .operation = operation,
                      .family = NetlinkFamily::rdma,
                      .request = request(*index, port)});
}

Read<CounterSet> ask_hardware(ProbeEnv& env, const RdmaDevice& device, std::int64_t port) {
  const auto reply = ask_nldev(env, device, port, "nldev STAT_GET", rdma_counters_request);
  if (!reply) {
    return tl::unexpected(reply.error());
  }
  return decode_rdma_counters(*reply);
}

// nldev answers EMSGSIZE where the counters do not fit into one message, and EINVAL for four
// things: the kernel is older than 5.3, the device is of another network namespace, the driver has
// no counters, or it failed to read them, with whatever errno (core/nldev.c,
// stat_get_doit_default_counter()). Any other refusal is the device's own, and it is not asked
// again.
bool may_ask_sysfs(const Unknown& why) {
  return why.sys_errno == EMSGSIZE || why.sys_errno == EINVAL ||
         why.reason == Reason::unsupported || why.reason == Reason::not_found;
}

// Nor is a driver asked again that failed to read: many log each failure. nldev knows the names of
// a port's counters without asking the driver: where it tells them, EINVAL was such a failure.
// Before Linux 5.16 it does not, and only sysfs can tell.
bool driver_failed(ProbeEnv& env, const RdmaDevice& device, std::int64_t port, const Unknown& why) {
  return why.sys_errno == EINVAL &&
         ask_nldev(env, device, port, "nldev STAT_GET_STATUS", rdma_counter_names_request);
}

Read<CounterSet> read_hardware(ProbeEnv& env, const RdmaDevice& device, std::int64_t port) {
  auto asked = ask_hardware(env, device, port);
  if (asked || !may_ask_sysfs(asked.error())) {
    return asked;
  }
  if (driver_failed(env, device, port, asked.error())) {
    return tl::unexpected(Unknown{.reason = Reason::io_error,
                                  .detail = "nldev STAT_GET: the driver failed to read them",
                                  .sys_errno = EINVAL});
  }
  const std::string directory = rdma_port_directory(device.name, port);
  auto read = read_directory(env, device.name, directory + "/hw_counters", read_sysfs_hw_counters);
  if (read || read.error().reason != Reason::not_found || !env.files().exists(directory)) {
    return read;
  }
  return tl::unexpected(unsupported("the driver has no hardware counters"));
}

DeviceReading read_device(ProbeEnv& env, const RdmaDevice& device, RdmaDevice& out) {
  DeviceReading reading;
  reading.device = read_directory(env, device.name, rdma_directory(device.name) + "/hw_counters",
                                  read_sysfs_hw_counters);
  out.hw_counters = counter_map(reading.device);
  const auto* ports = device.ports.known();
  if (ports == nullptr) {
    return reading;
  }
  auto& out_ports = out.ports.emplace();
  for (const auto& port : *ports) {
    RdmaPort& out_port = out_ports.emplace_back();
    out_port.number = port.number;
    auto& read = reading.ports.emplace_back();
    read.hardware = read_hardware(env, device, port.number);
    out_port.counters_at_us = now_us(env);
    read.architecture = read_directory(env, device.name,
                                       rdma_port_directory(device.name, port.number) + "/counters",
                                       read_sysfs_port_counters);
    out_port.hw_counters = counter_map(read.hardware);
    out_port.counters = counter_map(read.architecture);
  }
  return reading;
}

// drivers/infiniband/hw/bnxt_re/hw_counters.c bnxt_re_ib_get_hw_stats(): what the firmware counts
// of these is asked for on a physical function alone, and a virtual one shows them all the same.
void leave_out_what_was_not_asked(const RdmaDevice& device, TransportCounters& transport) {
  if (!device.driver.is("bnxt_en") || !device.virtual_function.is(true)) {
    return;
  }
  for (auto* counter : {&transport.out_of_buffer, &transport.ecn_marked, &transport.cnp_sent,
                        &transport.cnp_handled}) {
    if (counter->is(0)) {
      *counter = unsupported("bnxt_re shows 0 on a virtual function, and has not asked for it");
    }
  }
}

// `known` has the ports in the same order as `out`.
void name_transport(const RdmaDevice& known, const DeviceReading& reading,
                    const NetdevReadings& netdevs, RdmaDevice& out) {
  for (std::size_t i = 0; i < reading.ports.size(); ++i) {
    CounterSources sources;
    sources.set(CounterPlace::port, &reading.ports[i].hardware);
    sources.set(CounterPlace::ib_port, &reading.ports[i].architecture);
    sources.set(CounterPlace::device, &reading.device);
    if (const auto* netdev = (*known.ports.known())[i].netdev.known()) {
      const auto found = netdevs.find(*netdev);
      sources.set(CounterPlace::netdev, found != netdevs.end() ? &found->second : nullptr);
    }
    auto& transport = (*out.ports.known())[i].transport;
    transport = transport_counters(known.driver, sources);
    leave_out_what_was_not_asked(known, transport);
  }
}

Read<CounterSet> ask_standard(ProbeEnv& env, const std::string& netdev) {
  const auto reply =
      env.ask_ethtool(netdev, "ethtool STATS_GET", standard_statistics_request(netdev));
  if (!reply) {
    return tl::unexpected(reply.error());
  }
  return decode_standard_statistics(*reply);
}

Fact<std::int64_t> ask_link_downs(ProbeEnv& env, const std::string& netdev) {
  const auto reply = env.ask_ethtool(netdev, "ethtool LINKSTATE_GET", link_state_request(netdev));
  return reply ? decode_link_down_count(*reply) : Fact<std::int64_t>(reply.error());
}

Read<CounterSet> read_netdev(ProbeEnv& env, const Host& host, const std::string& name,
                             Netdev& out) {
  auto statistics = env.ethtool_statistics(name);
  out.counters_at_us = now_us(env);
  const auto standard = ask_standard(env, name);
  out.link_down_count = ask_link_downs(env, name);
  out.statistics = counter_map(statistics);
  out.standard_statistics = counter_map(standard);
  CounterSources sources;
  sources.set(CounterPlace::netdev, &statistics);
  sources.set(CounterPlace::standard, &standard);
  const Netdev* known = netdev_named(host, name);
  const auto driver = known != nullptr ? known->driver : Fact<std::string>();
  out.phy = phy_counters(driver, sources);
  out.prio = priority_counters(driver, sources);
  return statistics;
}

// The RDMA devices first: their counters need no rtnl, which a sick netdev may hold.
std::optional<Unknown> collect_counters(ProbeEnv& env, const Snapshot& so_far, Snapshot& out) {
  const std::vector<RdmaDevice> none;
  const auto* found = so_far.host.devices.known();
  const auto& devices = found != nullptr ? *found : none;
  std::vector<DeviceReading> readings;
  NetdevReadings netdevs;
  for (const auto& device : devices) {
    RdmaDevice& added = add_device(out.host, device.name);
    readings.push_back(read_device(env, device, added));
    name_transport(device, readings.back(), netdevs, added);
    env.keep(out);
  }
  for (const auto& name : rdma_lowers(so_far.host)) {
    netdevs.emplace(name, read_netdev(env, so_far.host, name, add_netdev(out.host, name)));
    env.keep(out);
  }
  for (std::size_t i = 0; i < devices.size(); ++i) {
    name_transport(devices[i], readings[i], netdevs, (*out.host.devices.known())[i]);
  }
  return std::nullopt;
}

}  // namespace

extern const Check counters{.id = "counters",
                            .summary = "counters of RDMA ports and of the netdevs under them",
                            .needs = kNeeds,
                            .collect = collect_counters};

}  // namespace rocelint::checks
