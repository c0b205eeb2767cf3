// SPDX-License-Identifier: Apache-2.0
#include "policy/contradictions.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rocelint/base/diagnostic.h"
#include "rocelint/facts/dcb.h"

#include "policy/parameters.h"
#include "policy/policy.h"

namespace rocelint::policy_loading {

namespace {

/// What RoCE v2 puts around the payload inside the IP packet, as iboe_get_mtu() in
/// include/rdma/ib_addr.h reckons it: GRH 40, UDP 8, BTH 12, XRCETH 4, AtomicETH 28, ICRC 4.
constexpr std::int64_t kHeaderBytes = 96;

class Search {
 public:
  Search(const RoleParameters& parameters, const Origins& origins, Diagnostics& errors)
      : parameters_(parameters), origins_(origins), errors_(errors) {
    if (const auto* classes = parameters.roce.known()) {
      classes_ = *classes;
    }
  }

  void pfc();
  void cnp();
  void classes();
  void shares();
  void mtu();

 private:
  [[nodiscard]] bool lossless() const { return parameters_.pfc.mode.is(PfcMode::required); }

  void complain(std::string_view path, const std::string& text) {
    auto found = origins_.find(path);
    if (found == origins_.end()) {
      found = origins_.find("role");
    }
    const Origin at = found == origins_.end() ? Origin{} : found->second;
    Diagnostic diagnostic{.file = at.file,
                          .line = at.line,
                          .column = at.column,
                          .text = "role " + parameters_.role + ": " + text};
    if (std::ranges::find(errors_, diagnostic) == errors_.end()) {
      errors_.push_back(std::move(diagnostic));
    }
  }

  static std::string path_of(std::size_t index, std::string_view member) {
    return "roce[" + std::to_string(index) + "]." + std::string(member);
  }

  /// Whether a class before this one already has its DSCP, or its PCP for another priority.
  void matched_once(std::size_t index);

  const RoleParameters& parameters_;
  const Origins& origins_;
  Diagnostics& errors_;
  std::vector<RoceClass> classes_;
};

void Search::pfc() {
  if (lossless() && classes_.empty()) {
    complain("pfc.mode", "pfc.mode is required, but roce lists no priority");
  }
}

void Search::cnp() {
  const auto& cnp = parameters_.cnp;
  const auto* priority = cnp.priority.known();
  for (const auto& one : classes_) {
    if (priority == nullptr) {
      break;
    }
    if (lossless() && one.priority == *priority) {
      complain("cnp.priority", "cnp.priority " + std::to_string(*priority) +
                                   " is a RoCE priority with PFC: pauses would delay CNPs");
    }
    if (cnp.dscp.known() != nullptr && one.dscp == cnp.dscp && one.priority != *priority) {
      complain("cnp.dscp", "cnp.dscp " + std::to_string(*cnp.dscp.known()) +
                               " is also the DSCP of priority " + std::to_string(one.priority) +
                               " (a DSCP maps to one priority)");
    }
  }
  if (cnp.strict.is(true) && priority == nullptr && cnp.dscp.known() == nullptr) {
    complain("cnp.strict", "cnp.strict needs cnp.priority or cnp.dscp");
  }
}

void Search::matched_once(std::size_t index) {
  const auto& one = classes_[index];
  for (std::size_t j = 0; j < index; ++j) {
    const auto& other = classes_[j];
    if (one.dscp.known() != nullptr && one.dscp == other.dscp) {
      complain(path_of(index, "dscp"),
               "two classes have DSCP " + std::to_string(*one.dscp.known()));
    }
    if (one.pcp.known() != nullptr && one.pcp == other.pcp && one.priority != other.priority) {
      complain(path_of(index, "pcp"),
               "two priorities have PCP " + std::to_string(*one.pcp.known()));
    }
  }
}

void Search::classes() {
  for (std::size_t i = 0; i < classes_.size(); ++i) {
    matched_once(i);
    if (parameters_.trust.is(TrustMode::dscp) && classes_[i].dscp.known() == nullptr) {
      complain("roce[" + std::to_string(i) + ']', "trust is dscp, but this roce class has no dscp");
    }
  }
}

void Search::shares() {
  std::map<std::int64_t, std::int64_t> share_of;  // classes of one priority share its traffic class
  for (std::size_t i = 0; i < classes_.size(); ++i) {
    const auto& one = classes_[i];
    if (one.share_min_percent.known() == nullptr) {
      continue;
    }
    if (one.tsa.known() != nullptr && !one.tsa.is(Tsa::ets)) {
      complain(path_of(i, "share_min_percent"), "share_min_percent needs tsa: ets");
    }
    auto& share = share_of[one.priority];
    share = std::max(share, *one.share_min_percent.known());
    const auto sum =
        std::accumulate(share_of.begin(), share_of.end(), std::int64_t{0},
                        [](std::int64_t total, const auto& entry) { return total + entry.second; });
    if (sum > 100) {
      complain(
          path_of(i, "share_min_percent"),
          "share_min_percent of all classes is " + std::to_string(sum) + " in total (at most 100)");
    }
  }
}

void Search::mtu() {
  const auto* active = parameters_.mtu.active_bytes.known();
  const auto* netdev = parameters_.mtu.netdev_bytes.known();
  if (active != nullptr && netdev != nullptr && *netdev < *active + kHeaderBytes) {
    complain("mtu.netdev_bytes", "mtu.netdev_bytes " + std::to_string(*netdev) +
                                     " is too small for mtu.active_bytes " +
                                     std::to_string(*active) + " (at least " +
                                     std::to_string(*active + kHeaderBytes) + ")");
  }
}

}  // namespace

void find_contradictions(const RoleParameters& parameters, const Origins& origins,
                         Diagnostics& errors) {
  Search search(parameters, origins, errors);
  search.pfc();
  search.cnp();
  search.classes();
  search.shares();
  search.mtu();
}

}  // namespace rocelint::policy_loading
