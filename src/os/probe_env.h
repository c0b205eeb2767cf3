// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "rocelint/snapshot.h"

#include "os/breadcrumb.h"             // IWYU pragma: export
#include "os/counter_set.h"            // IWYU pragma: export
#include "os/ethtool/ethtool_ioctl.h"  // IWYU pragma: export
#include "os/netlink/netlink.h"        // IWYU pragma: export
#include "os/sysfs/files.h"            // IWYU pragma: export
#include "os/verbs/rdma_cm.h"          // IWYU pragma: export
#include "os/verbs/verbs.h"            // IWYU pragma: export

namespace rocelint {

/// One netlink request about one device.
struct Question {
  std::string_view device;     ///< RDMA device or netdev; empty for the whole host
  std::string_view operation;  ///< "dcbnl IEEE_GET", for the breadcrumb and the detail
  Lock lock{Lock::none};
  NetlinkFamily family{NetlinkFamily::route};
  NetlinkRequest request;
};

/// The kernel interfaces that check modules read through, and what they must leave alone. One
/// worker has one; tests build their own from fakes.
class ProbeEnv {
 public:
  struct Parts {
    std::string root;                           ///< empty: the live host
    std::unique_ptr<NetlinkTransport> netlink;  ///< null: off, as in a dead tree
    std::unique_ptr<EthtoolIoctl> ethtool;      ///< null: off, as in a dead tree
    std::unique_ptr<Verbs> verbs;               ///< null: off or no library, see verbs_unknown
    Unknown verbs_unknown;
    std::unique_ptr<RdmaCm> rdma_cm;  ///< null: off, as in a dead tree
    Breadcrumb* breadcrumb = nullptr;
    std::string module;
    /// Devices that hung or crashed an earlier worker, with what their facts become.
    std::map<std::string, Unknown, std::less<>> sick_devices;
    std::optional<Unknown> rtnl_held;           ///< an rtnl-bound read hung: try no further one
    std::function<void(const Snapshot&)> keep;  ///< see keep()
    bool deep = false;                          ///< see is_deep()
  };
  explicit ProbeEnv(Parts parts);

  /// False for a dead tree: netlink is off, and only files tell.
  [[nodiscard]] bool is_live() const;
  /// Whether files that only root can read, or that cost a firmware command each, are asked too.
  [[nodiscard]] bool is_deep() const;
  [[nodiscard]] const Files& files() const;
  /// All replies to a request, begin() included, with the operation in the Unknown's detail;
  /// unknown(unsupported) where netlink is off.
  [[nodiscard]] Read<NetlinkReplies> ask(const Question& question);
  /// The same where exactly one reply is due.
  [[nodiscard]] Read<std::string> ask_one(const Question& question);
  /// The same of a netdev by ethtool's netlink, which the kernel answers under rtnl.
  [[nodiscard]] Read<std::string> ask_ethtool(std::string_view netdev, std::string_view operation,
                                              NetlinkRequest request);
  /// A netdev's statistics by string set, begin() included; unknown(unsupported) in a dead tree.
  [[nodiscard]] Read<CounterSet> ethtool_statistics(std::string_view netdev);
  /// See os/ethtool_tunable.h; the same.
  [[nodiscard]] Read<std::int64_t> pfc_storm_prevention_ms(std::string_view netdev);

  /// What rdma_cm makes of a local address, begin() included; unknown(unsupported) in a dead tree.
  [[nodiscard]] Read<CmBinding> rdma_cm_bind(const std::string& address);

  /// Null where verbs are off; verbs_unknown() then says why.
  [[nodiscard]] Verbs* verbs() const;
  [[nodiscard]] const Unknown& verbs_unknown() const;
  /// What verbs say of a device. It is opened once per worker, whoever asks first.
  [[nodiscard]] const Read<VerbsDevice>& verbs_device(std::string_view device, std::uint32_t ports);

  /// Announces a read that may hang: `device` is the RDMA device or netdev, `operation` what is
  /// asked ("dcbnl IEEE_GET"). Returns why it must not be tried, or nothing. Every read of a device
  /// goes through here.
  [[nodiscard]] std::optional<Unknown> begin(std::string_view device, std::string_view operation,
                                             Lock lock = Lock::none);
  /// The read that begin() announced came back.
  void end() const;
  void set_module(std::string_view module);

  /// Hands over what a module has filled in so far, so that a later device that hangs or crashes
  /// does not cost it. To be called between devices, when every fact and list in `out` is whole.
  void keep(const Snapshot& out) const;

 private:
  /// What `read` asks over ioctls of one netdev, which the kernel answers under rtnl.
  template <class T>
  [[nodiscard]] Read<T> ask_ioctl(std::string_view netdev, std::string_view operation,
                                  Read<T> (*read)(EthtoolIoctl&, std::string_view));

  Parts parts_;
  Files files_;
  std::map<std::string, Read<VerbsDevice>, std::less<>> verbs_devices_;
};

/// The live host, or the dead tree at `root` (netlink and verbs off). libibverbs is loaded, no
/// device and no socket is opened yet.
[[nodiscard]] ProbeEnv::Parts live_parts(std::string_view root, bool verbs);

}  // namespace rocelint
