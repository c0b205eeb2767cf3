// SPDX-License-Identifier: Apache-2.0
#pragma once

// Running check modules on a FakeHost, and replaying recorded netlink.

#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "rocelint/check.h"
#include "rocelint/snapshot.h"

#include "facts/snapshot_paths.h"
#include "tests/os/fakes.h"

namespace rocelint {

// NOLINTBEGIN(readability-identifier-naming): a check is called like its file
namespace checks {
extern const Check addressing;
extern const Check cc;
extern const Check counters;
extern const Check devlink;
extern const Check dmabuf;
extern const Check fec;
extern const Check firewall;
extern const Check gid;
extern const Check inventory;
extern const Check link;
extern const Check lldp;
extern const Check modules;
extern const Check mtu;
extern const Check optics;
extern const Check pause;
extern const Check pcie;
extern const Check pfc;
extern const Check roce_cm;
extern const Check speed;
extern const Check system;
}  // namespace checks
// NOLINTEND(readability-identifier-naming)

/// What one module adds to `so_far`.
inline Snapshot run(const Check& check, ProbeEnv& env, const Snapshot& so_far = {}) {
  Snapshot part;
  const auto failed = check.collect(env, so_far, part);
  EXPECT_FALSE(failed) << failed->detail;
  return part;
}

/// All modules in an order that their needs allow.
inline Snapshot run_all(ProbeEnv& env) {
  Snapshot whole;
  for (const Check* check :
       {&checks::inventory, &checks::link, &checks::counters, &checks::fec, &checks::pause,
        &checks::pfc, &checks::speed, &checks::mtu, &checks::gid, &checks::cc, &checks::roce_cm}) {
    const auto part = run(*check, env, whole);
    merge_snapshot(whole, part);
  }
  return whole;
}

inline const RdmaDevice& device_of(const Snapshot& snapshot, std::string_view name) {
  static const RdmaDevice kNone;
  if (const auto* devices = snapshot.host.devices.known()) {
    for (const auto& device : *devices) {
      if (device.name == name) {
        return device;
      }
    }
  }
  ADD_FAILURE() << "no device " << name;
  return kNone;
}

inline const RdmaPort& port_of(const Snapshot& snapshot, std::string_view device,
                               std::int64_t number = 1) {
  static const RdmaPort kNone;
  if (const auto* ports = device_of(snapshot, device).ports.known()) {
    for (const auto& port : *ports) {
      if (port.number == number) {
        return port;
      }
    }
  }
  ADD_FAILURE() << "no port " << number << " of " << device;
  return kNone;
}

inline const Netdev& netdev_of(const Snapshot& snapshot, std::string_view name) {
  static const Netdev kNone;
  if (const auto* netdevs = snapshot.host.netdevs.known()) {
    for (const auto& netdev : *netdevs) {
      if (netdev.name == name) {
        return netdev;
      }
    }
  }
  ADD_FAILURE() << "no netdev " << name;
  return kNone;
}

/// A host of RoCE devices, each with one port on a netdev; mlx5_0 on eth0 and so on.
inline Snapshot host_of(int nics) {
  Snapshot snapshot;
  auto& devices = snapshot.host.devices.emplace();
  auto& netdevs = snapshot.host.netdevs.emplace();
  for (int i = 0; i < nics; ++i) {
    Netdev& netdev = netdevs.emplace_back();
    netdev.name = "eth" + std::to_string(i);
    netdev.ifindex = std::int64_t{i} + 2;
    netdev.link_kind = std::string();
    netdev.driver = std::string("mlx5_core");
    netdev.uppers.emplace();
    netdev.lowers = std::vector<std::string>{netdev.name};
    RdmaDevice& device = devices.emplace_back();
    device.name = "mlx5_" + std::to_string(i);
    device.index = i;
    device.protocol = RdmaProtocol::roce;
    RdmaPort& port = device.ports.emplace().emplace_back();
    port.number = 1;
    port.netdev = netdev.name;
  }
  return snapshot;
}

inline std::string from_hex(std::string_view text) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    bytes.push_back(static_cast<char>(std::stoi(std::string(text.substr(i, 2)), nullptr, 16)));
  }
  return bytes;
}

/// Teaches `netlink` a recording of tests/fixtures/netlink.
inline void replay(const std::string& name, FakeNetlink& netlink) {
  std::ifstream file(std::string(ROCELINT_SOURCE_DIR) + "/tests/fixtures/netlink/" + name);
  ASSERT_TRUE(file) << name;
  int family = 0;
  NetlinkRequest request;
  Read<NetlinkReplies> replies;
  const auto finish = [&] {
    netlink.answer(static_cast<NetlinkFamily>(family), request, replies);
    replies = NetlinkReplies{};
  };
  bool any = false;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string kind;
    words >> kind;
    if (kind == "ask") {
      if (any) {
        finish();
      }
      any = true;
      std::string payload;
      words >> family >> request.type >> request.dump >> payload;
      request.payload = from_hex(payload);
    } else if (kind == "reply") {
      std::string payload;
      words >> payload;
      replies->push_back(from_hex(payload));
    } else if (kind == "refused") {
      int sys_errno = 0;
      words >> sys_errno;
      replies = tl::unexpected(unknown_from_errno(sys_errno, ""));
    }
  }
  ASSERT_TRUE(any);
  finish();
}

}  // namespace rocelint
