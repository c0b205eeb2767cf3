// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "os/breadcrumb.h"
#include "os/files.h"
#include "os/netlink.h"
#include "os/verbs.h"

namespace rocelint {

/// The kernel interfaces that check modules read through, and what they must leave alone. One
/// worker has one; tests build their own from fakes.
class ProbeEnv {
 public:
  struct Parts {
    std::string root;                           ///< empty: the live host
    std::unique_ptr<NetlinkTransport> netlink;  ///< null: off, as in a dead tree
    std::unique_ptr<Verbs> verbs;               ///< null: off or no library, see verbs_unknown
    Unknown verbs_unknown;
    Breadcrumb* breadcrumb = nullptr;
    std::string module;
    std::set<std::string, std::less<>> sick_devices;  ///< hung or crashed an earlier worker
    std::optional<Unknown> rtnl_held;  ///< an rtnl-bound read hung: try no further one
  };
  explicit ProbeEnv(Parts parts);

  [[nodiscard]] bool is_live() const;
  [[nodiscard]] const Files& files() const;
  /// Sends one request; unknown(unsupported) where netlink is off.
  [[nodiscard]] Read<NetlinkReplies> netlink(NetlinkFamily family, const NetlinkRequest& request);
  /// Null where verbs are off; verbs_unknown() then says why.
  [[nodiscard]] Verbs* verbs();
  [[nodiscard]] const Unknown& verbs_unknown() const;

  /// Announces a read that may hang: `device` is the RDMA device or netdev, `operation` what is
  /// asked
  /// ("dcbnl IEEE_GET"). Returns why it must not be tried, or nothing. Every read of a device goes
  /// through here.
  [[nodiscard]] std::optional<Unknown> begin(std::string_view device, std::string_view operation,
                                             Lock lock = Lock::none);
  void set_module(std::string_view module);

 private:
  Parts parts_;
  Files files_;
};

/// The live host, or the dead tree at `root` (netlink and verbs off). Opens nothing yet.
[[nodiscard]] ProbeEnv::Parts live_parts(std::string_view root, bool verbs);

}  // namespace rocelint
