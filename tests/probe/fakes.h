// SPDX-License-Identifier: Apache-2.0
#pragma once

// Check modules that behave and misbehave, without a kernel behind them.

#include <array>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <unistd.h>

#include "rocelint/check.h"

#include "os/probe_env.h"

namespace rocelint::fakes {

using Collect = std::optional<Unknown> (*)(ProbeEnv&, const Snapshot&, Snapshot&);

inline constexpr std::array<std::string_view, 1> kNeedsLink{"link"};

/// A check of that id: it fills the facts whose rows name it.
inline Check check(std::string_view id, Collect collect,
                   std::span<const std::string_view> needs = {}) {
  return {.id = id, .summary = "a fake", .needs = needs, .collect = collect};
}

inline std::optional<Unknown> hostname(ProbeEnv& /*env*/, const Snapshot& /*so_far*/,
                                       Snapshot& out) {
  out.host.hostname = std::string("gpu0417");
  return std::nullopt;
}

inline std::optional<Unknown> pci_devices(ProbeEnv& /*env*/, const Snapshot& /*so_far*/,
                                          Snapshot& out) {
  out.host.pci_devices.emplace();
  return std::nullopt;
}

/// Three netdevs; ens2 has a PCI function that mlx5_2 shares.
inline std::optional<Unknown> links(ProbeEnv& /*env*/, const Snapshot& /*so_far*/, Snapshot& out) {
  auto& netdevs = out.host.netdevs.emplace();
  for (const char* name : {"ens1", "ens2", "ens3"}) {
    netdevs.emplace_back().name = name;
  }
  netdevs[1].pci_address = std::string("0000:9a:00.0");
  return std::nullopt;
}

using Trouble = void (*)();

inline void nothing() {}
[[noreturn]] inline void hang() {
  for (;;) {
    pause();
  }
}
[[noreturn]] inline void spin() {
  for (volatile unsigned turns = 0;;) {
    turns = turns + 1;
  }
}

/// Makes the fact `Member` known on every netdev, in trouble at ens2 while it is being read.
template <auto Member, Trouble kTrouble, Lock kLock>
std::optional<Unknown> read_each(ProbeEnv& env, const Snapshot& so_far, Snapshot& out) {
  const auto* known = so_far.host.netdevs.known();
  if (known == nullptr) {
    return std::nullopt;
  }
  auto& netdevs = out.host.netdevs.emplace();
  for (const auto& netdev : *known) {
    Netdev& mine = netdevs.emplace_back();
    mine.name = netdev.name;
    if (const auto refused = env.begin(netdev.name, "fake GET", kLock)) {
      mine.*Member = *refused;
    } else {
      if (netdev.name == "ens2") {
        kTrouble();
      }
      env.end();
      (mine.*Member).emplace();
    }
    env.keep(out);
  }
  return std::nullopt;
}

template <Trouble kTrouble, Lock kLock = Lock::none>
inline constexpr Collect kReadPause = read_each<&Netdev::pause, kTrouble, kLock>;
template <Trouble kTrouble, Lock kLock = Lock::none>
inline constexpr Collect kReadFec = read_each<&Netdev::fec, kTrouble, kLock>;

/// In trouble outside every announced read.
template <Trouble kTrouble>
std::optional<Unknown> just(ProbeEnv& /*env*/, const Snapshot& /*so_far*/, Snapshot& /*out*/) {
  kTrouble();
  return std::nullopt;
}

inline ProbeEnv::Parts no_kernel() {
  return {};
}

inline std::vector<const Check*> pointers(const std::vector<Check>& checks) {
  std::vector<const Check*> out;
  out.reserve(checks.size());
  for (const auto& one : checks) {
    out.push_back(&one);
  }
  return out;
}

inline const Netdev* netdev(const Snapshot& snapshot, std::string_view name) {
  if (const auto* netdevs = snapshot.host.netdevs.known()) {
    for (const auto& one : *netdevs) {
      if (one.name == name) {
        return &one;
      }
    }
  }
  return nullptr;
}

/// "timeout: dcbnl IEEE_GET of …", or "known".
template <class T>
std::string state(const Fact<T>& fact) {
  const Unknown* why = fact.unknown();
  return why == nullptr ? "known" : std::string(to_string(why->reason)) + ": " + why->detail;
}

/// "hostname done; mtu timeout: fake GET of …".
inline std::string runs(const Snapshot& snapshot) {
  std::string out;
  for (const auto& run : *snapshot.probe.modules.known()) {
    out += out.empty() ? "" : "; ";
    out += run.id + " " + std::string(enum_name(run.outcome));
    out += run.detail.empty() ? "" : ": " + run.detail;
  }
  return out;
}

class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    std::string pattern = (std::filesystem::temp_directory_path() / "rocelint-XXXXXX").string();
    path_ = mkdtemp(pattern.data());
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  TemporaryDirectory(TemporaryDirectory&&) = delete;
  TemporaryDirectory& operator=(TemporaryDirectory&&) = delete;
  ~TemporaryDirectory() { std::filesystem::remove_all(path_); }

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace rocelint::fakes
