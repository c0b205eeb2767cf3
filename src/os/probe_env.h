// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "rocelint/snapshot.h"

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
    /// Devices that hung or crashed an earlier worker, with what their facts become.
    std::map<std::string, Unknown, std::less<>> sick_devices;
    std::optional<Unknown> rtnl_held;           ///< an rtnl-bound read hung: try no further one
    std::function<void(const Snapshot&)> keep;  ///< see keep()
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

  /// Hands over what a module has filled in so far, so that a later device that hangs or crashes
  /// does not cost it. To be called between devices, when every fact and list in `out` is whole.
  void keep(const Snapshot& out) const;

 private:
  Parts parts_;
  Files files_;
};

/// The live host, or the dead tree at `root` (netlink and verbs off). Opens nothing yet.
[[nodiscard]] ProbeEnv::Parts live_parts(std::string_view root, bool verbs);

}  // namespace rocelint
