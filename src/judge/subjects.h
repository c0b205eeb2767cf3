// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "rocelint/report.h"

#include "expr/expression.h"
#include "judge/host_view.h"
#include "policy/policy.h"
#include "rules/rule.h"

namespace rocelint {

/// What a rule is asked about: the names that it sees, and how the report spells it.
struct RuleSubject {
  Scope scope{Scope::host};
  Subject subject;
  std::string id;                  ///< what follows the rule's id in a finding's: "0000:9a:00.0/1"
  std::vector<std::size_t> ports;  ///< judged ports that it is about
  std::vector<expr::Binding> environment;  ///< in the order of scope_roots()
  std::vector<expr::Binding> selector;     ///< in the order of selector_roots(), for waivers
  const ResolvedRole* resolved = nullptr;  ///< the policy that it sees; null for none
  const NetdevList* lowers = nullptr;      ///< scope port and gid, where it is known
  std::vector<std::string> counted;        ///< scope host: the ports of the root `ports`, by name
  const TrafficPath* path = nullptr;       ///< scope port and gid
};

/// Every subject of every scope on one host. Points into the HostView.
class Subjects {
 public:
  explicit Subjects(const HostView& host);

  /// The subjects that `rule` is asked about.
  [[nodiscard]] const std::vector<RuleSubject>& of(const Rule& rule) const;

 private:
  void add_host(const HostView& host);
  void add_devices(const HostView& host);
  void add_port(const HostView& host, std::size_t index);
  void add_gids(const HostView& host, const RuleSubject& port_subject);
  void add_netdevs(const HostView& host, const RuleSubject& port_subject);

  std::vector<RuleSubject> host_;
  std::vector<RuleSubject> host_by_role_;
  std::vector<RuleSubject> devices_;
  std::vector<RuleSubject> devices_by_role_;
  std::vector<RuleSubject> ports_;
  std::vector<RuleSubject> gids_;
  std::vector<RuleSubject> netdevs_;
};

/// Whether `outer` is `inner` or encloses it: host, device, port, then its GIDs and netdevs.
[[nodiscard]] bool same_or_encloses(const RuleSubject& outer, const RuleSubject& inner);

}  // namespace rocelint
