// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "rocelint/report.h"

#include "base/made_once.h"
#include "judge/host_view.h"
#include "policy/policy.h"
#include "rules/rule.h"
#include "rules/rule_view.h"

namespace rocelint {

/// What a rule is asked about: the names that it sees, and how the report spells it.
struct RuleSubject {
  Scope scope{Scope::host};
  Subject subject;
  std::string id;                  ///< what follows the rule's id in a finding's: "0000:9a:00.0/1"
  std::vector<std::size_t> ports;  ///< judged ports that it is about
  RuleView view;                   ///< what the names of its rules stand for
  SelectorView selector;           ///< the same for waivers
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
  std::vector<RuleSubject> host_;
  std::vector<RuleSubject> host_by_role_;
  std::vector<RuleSubject> devices_;
  std::vector<RuleSubject> devices_by_role_;
  std::vector<RuleSubject> ports_;
  // Made when a rule first asks for them: no shipped one does.
  MadeOnce<std::vector<RuleSubject>> gids_;
  MadeOnce<std::vector<RuleSubject>> netdevs_;
};

/// Whether `outer` is `inner` or encloses it: host, device, port, then its GIDs and netdevs.
[[nodiscard]] bool same_or_encloses(const RuleSubject& outer, const RuleSubject& inner);

}  // namespace rocelint
