// SPDX-License-Identifier: Apache-2.0
#pragma once

// Kernel interfaces made by hand: a directory that stands for the root of a host, netlink replies,
// ethtool statistics, a libibverbs and an rdma_cm.

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <linux/ethtool.h>

#include "os/ethtool/ethtool_ioctl.h"
#include "os/netlink/attributes.h"
#include "os/netlink/netlink.h"
#include "os/probe_env.h"
#include "os/verbs/rdma_cm.h"
#include "os/verbs/verbs.h"
#include "tests/support/temporary_directory.h"

namespace rocelint {

/// A directory that stands for the root of a host.
class Tree {
 public:
  [[nodiscard]] const std::filesystem::path& root() const { return directory_.path(); }
  [[nodiscard]] std::filesystem::path at(std::string_view path) const {
    return root() / path.substr(path.find_first_not_of('/'));
  }
  void directory(std::string_view path) const { std::filesystem::create_directories(at(path)); }
  void file(std::string_view path, std::string_view text) const {
    std::filesystem::create_directories(at(path).parent_path());
    std::ofstream(at(path), std::ios::binary) << text;
  }
  /// A symbolic link with that very target.
  void link(std::string_view path, std::string_view target) const {
    std::filesystem::create_directories(at(path).parent_path());
    std::filesystem::create_symlink(target, at(path));
  }

 private:
  test::TemporaryDirectory directory_;
};

/// Answers exactly the requests that it was told of; all others are EOPNOTSUPP.
class FakeNetlink final : public NetlinkTransport {
 public:
  using Answer = std::function<Read<NetlinkReplies>()>;

  void answer(NetlinkFamily family, const NetlinkRequest& request, Read<NetlinkReplies> replies) {
    answers_[key(family, request)] = [replies = std::move(replies)] { return replies; };
  }
  void answer_with(NetlinkFamily family, const NetlinkRequest& request, Answer answer) {
    answers_[key(family, request)] = std::move(answer);
  }
  [[nodiscard]] int asked(NetlinkFamily family, const NetlinkRequest& request) const {
    const auto found = asked_.find(key(family, request));
    return found == asked_.end() ? 0 : found->second;
  }
  [[nodiscard]] int asked() const {
    int sum = 0;
    for (const auto& [request, count] : asked_) {
      sum += count;
    }
    return sum;
  }

  Read<NetlinkReplies> transact(NetlinkFamily family, const NetlinkRequest& request) override {
    ++asked_[key(family, request)];
    const auto found = answers_.find(key(family, request));
    if (found == answers_.end()) {
      return tl::unexpected(unknown_from_errno(EOPNOTSUPP, ""));
    }
    return found->second();
  }

 private:
  using Key = std::pair<int, std::string>;
  static Key key(NetlinkFamily family, const NetlinkRequest& request) {
    return {static_cast<int>(family),
            std::to_string(request.type) + (request.dump ? "d" : "-") + request.payload};
  }

  std::map<Key, Answer> answers_;
  std::map<Key, int> asked_;
};

/// Statistics of netdevs in the order of their string set; a netdev without any is ENODEV.
class FakeEthtool final : public EthtoolIoctl {
 public:
  using Statistics = std::vector<std::pair<std::string, std::uint64_t>>;

  std::map<std::string, Statistics, std::less<>> statistics;
  /// By netdev; one that is not here has no such tunable.
  std::map<std::string, std::uint16_t, std::less<>> pfc_storm_prevention_ms;
  std::map<std::string, int, std::less<>> asked;
  /// What happens before a command is answered; a number other than 0 is the errno it fails with.
  std::function<int(std::uint32_t command)> before;

  Read<std::string> call(std::string_view netdev, std::string buffer) override {
    ++asked[std::string(netdev)];
    const auto command = value_at_start<std::uint32_t>(buffer).value_or(0);
    if (const int failed = before ? before(command) : 0; failed != 0) {
      return tl::unexpected(unknown_from_errno(failed, ""));
    }
    if (command == ETHTOOL_GTUNABLE) {
      return tunable(netdev, std::move(buffer));
    }
    const auto found = statistics.find(netdev);
    if (found == statistics.end()) {
      return tl::unexpected(unknown_from_errno(ENODEV, ""));
    }
    return answer(command, found->second, std::move(buffer));
  }

 private:
  // As ethtool_get_tunable() of net/ethtool/ioctl.c.
  [[nodiscard]] Read<std::string> tunable(std::string_view netdev, std::string buffer) const {
    const auto found = pfc_storm_prevention_ms.find(netdev);
    if (found == pfc_storm_prevention_ms.end()) {
      return tl::unexpected(unknown_from_errno(EOPNOTSUPP, ""));
    }
    // cmd, id, type_id, len
    const auto asked_for = value_at_start<std::array<std::uint32_t, 4>>(buffer);
    if (asked_for != std::array<std::uint32_t, 4>{ETHTOOL_GTUNABLE, ETHTOOL_PFC_PREVENTION_TOUT,
                                                  ETHTOOL_TUNABLE_U16, sizeof found->second}) {
      return tl::unexpected(unknown_from_errno(EINVAL, ""));
    }
    return buffer.replace(offsetof(ethtool_tunable, data), sizeof found->second,
                          bytes_of(found->second));
  }

  // As in the kernel since 7b07be1ff1cb: where the counts differ, it tells 0 and nothing else.
  static std::string answer(std::uint32_t command, const Statistics& statistics,
                            std::string buffer) {
    const auto count = static_cast<std::uint32_t>(statistics.size());
    const std::size_t count_at = command == ETHTOOL_GSTRINGS ? 8 : 4;
    if (command == ETHTOOL_GSSET_INFO) {
      buffer.replace(offsetof(ethtool_sset_info, data), sizeof count, bytes_of(count));
      return buffer;
    }
    const bool same = value_at_start<std::uint32_t>(buffer.substr(count_at)) == count;
    buffer.replace(count_at, sizeof count, bytes_of(same ? count : 0U));
    std::size_t at = count_at + sizeof count;
    for (std::size_t i = 0; same && i < statistics.size(); ++i) {
      std::string part = bytes_of(statistics[i].second);
      if (command == ETHTOOL_GSTRINGS) {
        part = statistics[i].first.substr(0, ETH_GSTRING_LEN);
        part.resize(ETH_GSTRING_LEN);
      }
      buffer.replace(at, part.size(), part);
      at += part.size();
    }
    return buffer;
  }
};

class FakeVerbs final : public Verbs {
 public:
  std::map<std::string, Read<VerbsDevice>, std::less<>> devices;
  std::map<std::string, int, std::less<>> asked;

  Read<VerbsDevice> query(std::string_view device, std::uint32_t /*ports*/) override {
    ++asked[std::string(device)];
    const auto found = devices.find(device);
    if (found == devices.end()) {
      return tl::unexpected(unknown_from_errno(ENODEV, "ibv_open_device"));
    }
    return found->second;
  }
};

/// Addresses that are bound to something; all others are ENODEV, as one without RDMA.
class FakeRdmaCm final : public RdmaCm {
 public:
  std::map<std::string, Read<CmBinding>, std::less<>> addresses;

  Read<CmBinding> bind(const std::string& address) override {
    const auto found = addresses.find(address);
    return found == addresses.end() ? tl::unexpected(unknown_from_errno(ENODEV, "rdma_cm BIND"))
                                    : found->second;
  }
};

/// A host of fakes. `netlink` and the others belong to the env once it is made.
struct FakeHost {
  Tree tree;
  std::unique_ptr<FakeNetlink> netlink_owner = std::make_unique<FakeNetlink>();
  std::unique_ptr<FakeEthtool> ethtool_owner = std::make_unique<FakeEthtool>();
  std::unique_ptr<FakeVerbs> verbs_owner = std::make_unique<FakeVerbs>();
  std::unique_ptr<FakeRdmaCm> rdma_cm_owner = std::make_unique<FakeRdmaCm>();
  FakeNetlink* netlink = netlink_owner.get();
  FakeEthtool* ethtool = ethtool_owner.get();
  FakeVerbs* verbs = verbs_owner.get();
  FakeRdmaCm* rdma_cm = rdma_cm_owner.get();

  [[nodiscard]] ProbeEnv::Parts live() {
    ProbeEnv::Parts parts = dead();
    parts.netlink = std::move(netlink_owner);
    parts.ethtool = std::move(ethtool_owner);
    parts.verbs = std::move(verbs_owner);
    parts.rdma_cm = std::move(rdma_cm_owner);
    parts.verbs_unknown = {};
    return parts;
  }
  [[nodiscard]] ProbeEnv::Parts dead() const {
    ProbeEnv::Parts parts;
    parts.root = tree.root().string();
    parts.verbs_unknown = {.reason = Reason::unsupported, .detail = "verbs are off"};
    return parts;
  }
};

// Netlink payloads.

using Part = std::pair<int, std::string>;

/// A cut of so much at the end of a reply takes more than the last attribute's padding.
inline constexpr std::size_t kPadding = 3;

/// Attributes one after another.
inline std::string attributes(std::initializer_list<Part> parts) {
  std::string out;
  for (const auto& [type, bytes] : parts) {
    append_attribute(out, type, bytes);
  }
  return out;
}

template <class T>
Part number(int type, T value) {
  return {type, bytes_of(value)};
}
inline Part text(int type, std::string_view value) {
  return {type, text_bytes(value)};
}
inline Part nest(int type, std::initializer_list<Part> parts) {
  return {type, attributes(parts)};
}

/// A fixed header, then attributes.
template <class Header>
std::string message(const Header& header, std::initializer_list<Part> parts) {
  return bytes_of(header) + attributes(parts);
}

/// Why a fact is unknown; not_collected's opposite number for a known one would hide a slip, so
/// that fails the test.
template <class T>
Reason reason_of(const Fact<T>& fact) {
  const Unknown* why = fact.unknown();
  EXPECT_NE(why, nullptr) << "the fact is known";
  return why != nullptr ? why->reason : Reason::not_collected;
}

/// The value, or a failed test and a default one.
template <class T>
T value_of(const Fact<T>& fact) {
  const T* value = fact.known();
  EXPECT_NE(value, nullptr) << to_string(fact.unknown() != nullptr ? fact.unknown()->reason
                                                                   : Reason::not_collected)
                            << ": " << (fact.unknown() != nullptr ? fact.unknown()->detail : "");
  return value != nullptr ? *value : T{};
}

}  // namespace rocelint
