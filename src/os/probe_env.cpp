// SPDX-License-Identifier: Apache-2.0
#include "os/probe_env.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <tl/expected.hpp>

#include "rocelint/facts/fact.h"
#include "rocelint/snapshot.h"

#include "facts/unknown.h"
#include "os/breadcrumb.h"
#include "os/counter_set.h"
#include "os/ethtool/ethtool_ioctl.h"
#include "os/ethtool/ethtool_tunable.h"
#include "os/netlink/netlink.h"
#include "os/read.h"
#include "os/sysfs/files.h"
#include "os/verbs/rdma_cm.h"
#include "os/verbs/verbs.h"

namespace rocelint {

namespace {

template <std::size_t N>
void write_name(char (&into)[N], std::string_view text) {
  const std::size_t size = std::min(text.size(), N - 1);
  std::copy_n(text.data(), size, static_cast<char*>(into));
  std::fill(static_cast<char*>(into) + size, static_cast<char*>(into) + N, '\0');
}

// An odd sequence says that a read is under way, an even one that none is.
void make_even(Breadcrumb& crumb) {
  const std::uint32_t now = crumb.sequence.load(std::memory_order_relaxed);
  crumb.sequence.store(now + (now & 1U), std::memory_order_release);
}

void make_odd(Breadcrumb& crumb) {
  const std::uint32_t now = crumb.sequence.load(std::memory_order_relaxed);
  crumb.sequence.store(now | 1U, std::memory_order_release);
}

Unknown within(std::string_view operation, Unknown why) {
  why.detail = std::string(operation) + (why.detail.empty() ? "" : ": ") + why.detail;
  return why;
}

}  // namespace

ProbeEnv::ProbeEnv(Parts parts) : parts_(std::move(parts)), files_(parts_.root) {
  set_module(parts_.module);
}

bool ProbeEnv::is_live() const {
  return parts_.netlink != nullptr;
}

const Files& ProbeEnv::files() const {
  return files_;
}

Read<NetlinkReplies> ProbeEnv::ask(const Question& question) {
  if (const auto refused = begin(question.device, question.operation, question.lock)) {
    return tl::unexpected(*refused);
  }
  auto replies =
      parts_.netlink != nullptr
          ? parts_.netlink->transact(question.family, question.request)
          : tl::unexpected(unsupported("netlink is off: these facts come from files only"));
  end();
  if (!replies) {
    return tl::unexpected(within(question.operation, std::move(replies).error()));
  }
  return replies;
}

Read<std::string> ProbeEnv::ask_one(const Question& question) {
  auto replies = ask(question);
  if (!replies) {
    return tl::unexpected(std::move(replies).error());
  }
  if (replies->size() != 1) {
    return tl::unexpected(malformed(std::string(question.operation) + ": " +
                                    std::to_string(replies->size()) + " replies, not 1"));
  }
  return std::move(replies->front());
}

Read<std::string> ProbeEnv::ask_ethtool(std::string_view netdev, std::string_view operation,
                                        NetlinkRequest request) {
  return ask_one({.device = netdev,
                  .operation = operation,
                  .lock = Lock::rtnl,
                  .family = NetlinkFamily::ethtool,
                  .request = std::move(request)});
}

template <class T>
Read<T> ProbeEnv::ask_ioctl(std::string_view netdev, std::string_view operation,
                            Read<T> (*read)(EthtoolIoctl&, std::string_view)) {
  if (parts_.ethtool == nullptr) {
    return tl::unexpected(unsupported("ethtool is off: these facts come from files only"));
  }
  if (const auto refused = begin(netdev, operation, Lock::rtnl)) {
    return tl::unexpected(*refused);
  }
  auto answer = read(*parts_.ethtool, netdev);
  end();
  if (!answer) {
    return tl::unexpected(within(operation, std::move(answer).error()));
  }
  return answer;
}

Read<CounterSet> ProbeEnv::ethtool_statistics(std::string_view netdev) {
  return ask_ioctl(netdev, "ethtool GSTATS", read_ethtool_statistics);
}

Read<std::int64_t> ProbeEnv::pfc_storm_prevention_ms(std::string_view netdev) {
  return ask_ioctl(netdev, "ethtool GTUNABLE", read_pfc_storm_prevention_ms);
}

Read<CmBinding> ProbeEnv::rdma_cm_bind(const std::string& address) {
  if (parts_.rdma_cm == nullptr) {
    return tl::unexpected(unsupported("rdma_cm is off: these facts come from files only"));
  }
  if (const auto refused = begin("", "rdma_cm BIND")) {
    return tl::unexpected(*refused);
  }
  auto binding = parts_.rdma_cm->bind(address);
  end();
  return binding;
}

bool ProbeEnv::is_deep() const {
  return parts_.deep;
}

Verbs* ProbeEnv::verbs() const {
  return parts_.verbs.get();
}

const Unknown& ProbeEnv::verbs_unknown() const {
  return parts_.verbs_unknown;
}

const Read<VerbsDevice>& ProbeEnv::verbs_device(std::string_view device, std::uint32_t ports) {
  if (const auto known = verbs_devices_.find(device); known != verbs_devices_.end()) {
    return known->second;
  }
  const auto query = [&]() -> Read<VerbsDevice> {
    if (verbs() == nullptr) {
      return tl::unexpected(verbs_unknown());
    }
    // query_port of several drivers (irdma, rxe, bnxt_re) takes rtnl in ib_get_eth_speed().
    if (const auto refused = begin(device, "ibv_query_port", Lock::rtnl)) {
      return tl::unexpected(*refused);
    }
    auto answer = verbs()->query(device, ports);
    end();
    return answer;
  };
  return verbs_devices_.emplace(std::string(device), query()).first->second;
}

std::optional<Unknown> ProbeEnv::begin(std::string_view device, std::string_view operation,
                                       Lock lock) {
  if (const auto sick = parts_.sick_devices.find(device); sick != parts_.sick_devices.end()) {
    return sick->second;
  }
  if (lock == Lock::rtnl && parts_.rtnl_held) {
    return parts_.rtnl_held;
  }
  if (parts_.breadcrumb != nullptr) {
    Breadcrumb& crumb = *parts_.breadcrumb;
    make_even(crumb);
    write_name(crumb.device, device);
    write_name(crumb.operation, operation);
    crumb.lock.store(lock, std::memory_order_relaxed);
    make_odd(crumb);
  }
  return std::nullopt;
}

void ProbeEnv::end() const {
  if (parts_.breadcrumb != nullptr) {
    make_even(*parts_.breadcrumb);
  }
}

void ProbeEnv::set_module(std::string_view module) {
  parts_.module = module;
  if (parts_.breadcrumb == nullptr) {
    return;
  }
  Breadcrumb& crumb = *parts_.breadcrumb;
  make_even(crumb);
  write_name(crumb.module, module);
  write_name(crumb.device, "");
  write_name(crumb.operation, "");
  crumb.lock.store(Lock::none, std::memory_order_relaxed);
}

void ProbeEnv::keep(const Snapshot& out) const {
  if (parts_.keep) {
    parts_.keep(out);
  }
}

ProbeEnv::Parts live_parts(std::string_view root, bool verbs) {
  ProbeEnv::Parts parts;
  parts.root = root;
  if (!root.empty()) {
    parts.verbs_unknown = unsupported("no verbs in an offline sysfs tree");
    return parts;
  }
  parts.netlink = make_kernel_netlink();
  parts.ethtool = make_kernel_ethtool();
  parts.rdma_cm = make_kernel_rdma_cm();
  if (!verbs) {
    parts.verbs_unknown = not_collected("verbs are switched off");
    return parts;
  }
  auto opened = open_verbs();
  if (opened) {
    parts.verbs = std::move(*opened);
  } else {
    parts.verbs_unknown = std::move(opened).error();
  }
  return parts;
}

}  // namespace rocelint
