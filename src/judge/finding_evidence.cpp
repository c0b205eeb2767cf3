// SPDX-License-Identifier: Apache-2.0
#include "judge/finding_evidence.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rocelint/facts.h"
#include "rocelint/report.h"

#include "derive/path/traffic_path.h"
#include "expr/expression.h"
#include "facts/json/facts_json.h"
#include "judge/subjects.h"
#include "policy/policy.h"

namespace rocelint {
namespace {

constexpr std::string_view kPolicyRoot = "policy";
constexpr std::string_view kPathRoot = "path";
constexpr std::string_view kPortsRoot = "ports";

void add_once(Finding& finding, Evidence evidence) {
  auto& list = finding.evidence;
  const bool there = std::ranges::any_of(list, [&](const Evidence& other) {
    return other.fact == evidence.fact && other.unknown_reason == evidence.unknown_reason;
  });
  if (!there) {
    list.push_back(std::move(evidence));
  }
}

/// A row for each reason that leaves it open: none may hide behind another.
void add_reasons(Finding& finding, Evidence evidence, const Unknown& why) {
  add_once(finding, evidence);
  for (const auto& more : why.also) {
    evidence.unknown_reason = more.reason;
    evidence.unknown_detail = more.detail;
    add_once(finding, evidence);
  }
}

/// Where the parameter, or the nearest thing around it, was written.
std::string written_at(const Provenance& provenance, std::string_view parameter) {
  if (parameter == "roce_priorities") {
    parameter = "roce";  // the list is made from the classes
  }
  while (!parameter.empty()) {
    if (const auto found = provenance.find(parameter); found != provenance.end()) {
      return found->second;
    }
    const auto end = parameter.find_last_of(".[");
    parameter = end == std::string_view::npos ? "" : parameter.substr(0, end);
  }
  return "";
}

void add_expected(Finding& finding, const RuleSubject& subject, std::string parameter,
                  std::string value) {
  auto& list = finding.expected;
  const bool there = std::ranges::any_of(
      list, [&](const Expected& other) { return other.parameter == parameter; });
  if (there) {
    return;
  }
  auto from =
      subject.resolved == nullptr ? "" : written_at(subject.resolved->provenance, parameter);
  list.push_back(
      {.parameter = std::move(parameter), .value = std::move(value), .from = std::move(from)});
}

Evidence evidence_of(const expr::Witness& witness) {
  Evidence evidence;
  evidence.fact = witness.path;
  evidence.value = witness.value;
  if (witness.value.empty()) {
    evidence.unknown_reason = witness.why.reason;
    evidence.unknown_detail = witness.why.detail;
  }
  evidence.field = witness.field;
  if (witness.field != nullptr) {
    evidence.source = witness.field->source;
  }
  return evidence;
}

template <class T>
Evidence evidence_of(std::string fact, const Fact<T>& value, std::string_view source) {
  Evidence evidence;
  evidence.fact = std::move(fact);
  evidence.source = source;
  if (const auto* why = value.unknown()) {
    evidence.unknown_reason = why->reason;
    evidence.unknown_detail = why->detail;
  } else {
    write_json_value(evidence.value, kType<T>, value.known());
  }
  return evidence;
}

/// The class of the policy that a path of the path follows.
void add_expected_class(Finding& finding, const RuleSubject& subject, const ClassPath& path) {
  const auto* roce =
      subject.resolved == nullptr ? nullptr : subject.resolved->parameters.roce.known();
  if (roce == nullptr) {
    return;
  }
  for (std::size_t i = 0; i < roce->size(); ++i) {
    const auto name = "roce[" + std::to_string(i) + "]";
    const auto& traffic = (*roce)[i];
    if (path.dscp.known() != nullptr && traffic.dscp == path.dscp) {
      add_expected(finding, subject, name + ".dscp", std::to_string(*path.dscp.known()));
    } else if (path.dscp.known() == nullptr && traffic.pcp.known() != nullptr) {
      add_expected(finding, subject, name + ".pcp", std::to_string(*traffic.pcp.known()));
    }
  }
}

/// A member of an attribute that may be unknown as a whole.
template <class T, class Whole>
Evidence evidence_of_member(std::string fact, const Fact<Whole>& whole, T Whole::* member,
                            std::string_view source) {
  return evidence_of(
      std::move(fact),
      whole.known() == nullptr ? Fact<T>(*whole.unknown()) : Fact<T>(whole.known()->*member),
      source);
}

void add_path(Finding& finding, const RuleSubject& subject, const ClassPath& path) {
  const auto dcb = "host.netdevs[\"" + path.netdev + "\"].dcb.";
  add_once(finding, evidence_of(dcb + "app", path.app, "DCB_ATTR_IEEE_APP_TABLE"));
  add_once(finding, evidence_of(dcb + "pfc.enabled", path.pfc_enabled, "DCB_ATTR_IEEE_PFC"));
  add_expected_class(finding, subject, path);
}

void add_scheduling(Finding& finding, const std::string& netdev, const Dcb& dcb) {
  const auto ets = "host.netdevs[\"" + netdev + "\"].dcb.ets.";
  add_once(finding, evidence_of_member(ets + "prio_tc", dcb.ets, &Ets::prio_tc,
                                       "DCB_ATTR_IEEE_ETS prio_tc"));
  add_once(finding,
           evidence_of_member(ets + "tc_tsa", dcb.ets, &Ets::tc_tsa, "DCB_ATTR_IEEE_ETS tc_tsa"));
  add_once(finding, evidence_of_member(ets + "tc_bandwidth_percent", dcb.ets,
                                       &Ets::tc_bandwidth_percent, "DCB_ATTR_IEEE_ETS tc_tx_bw"));
}

void add_classification(Finding& finding, const std::string& netdev, const Dcb& dcb) {
  const auto of = "host.netdevs[\"" + netdev + "\"].dcb.";
  add_once(finding, evidence_of(of + "app", dcb.app, "DCB_ATTR_IEEE_APP_TABLE"));
}

void add_pfc(Finding& finding, const std::string& netdev, const Dcb& dcb) {
  add_once(finding, evidence_of_member("host.netdevs[\"" + netdev + "\"].dcb.pfc.enabled", dcb.pfc,
                                       &Pfc::enabled, "DCB_ATTR_IEEE_PFC"));
}

/// Whether the witness is, or lies in, the element of that list of the path.
bool is_about(const expr::Witness& witness, std::string_view list, const std::string& element) {
  return witness.path.starts_with("path." + std::string(list) + "[\"" + element + "\"]");
}

bool is_of(const expr::Witness& witness, std::string_view member) {
  return witness.path.find(member) != std::string::npos;
}

void add_classes(Finding& finding, const RuleSubject& subject, const expr::Witness& witness) {
  if (const auto* classes = subject.path->classes.known()) {
    for (const auto& path : *classes) {
      if (is_about(witness, "classes", path.name)) {
        add_path(finding, subject, path);
      }
    }
  }
}

/// A derived fact proves nothing by itself: behind it come the facts that it was made from.
void add_path(Finding& finding, const RuleSubject& subject, const expr::Witness& witness) {
  // The first is a fact of the netdev, which comes below, the second stands among what is expected.
  if (!witness.path.ends_with(".pfc_enabled") && !witness.path.ends_with(".share_min_percent")) {
    add_reasons(finding, evidence_of(witness), witness.why);
  }
  if (subject.path == nullptr || subject.lowers == nullptr) {
    return;
  }
  add_classes(finding, subject, witness);
  for (const auto* netdev : *subject.lowers) {
    const bool of_netdev = is_about(witness, "netdevs", netdev->name);
    const bool of_queue = witness.path.starts_with("path.queues[\"" + netdev->name + " priority ");
    const bool of_classes = of_netdev && is_of(witness, ".pfc_with_default");
    const bool of_shares = of_netdev && is_of(witness, ".ets_unassigned_percent");
    if (of_netdev && !of_shares) {
      add_classification(finding, netdev->name, netdev->dcb);
    }
    if (of_netdev && is_of(witness, ".pfc_")) {
      add_pfc(finding, netdev->name, netdev->dcb);
    }
    if (of_queue || of_classes || of_shares) {
      add_scheduling(finding, netdev->name, netdev->dcb);
    }
  }
}

/// Port numbers say little: the ports are named with their devices.
Evidence evidence_of_ports(const RuleSubject& subject, const expr::Witness& witness) {
  auto evidence = evidence_of(witness);
  if (!evidence.value.empty()) {
    evidence.value.clear();
    write_json_value(evidence.value, kType<std::vector<std::string>>, &subject.counted);
    evidence.source = "RDMA_NLDEV_CMD_PORT_GET";
  }
  return evidence;
}

}  // namespace

void add_witnesses(std::span<const expr::Witness> witnesses, const RuleSubject& subject,
                   Witnesses which, Finding& finding) {
  for (const auto& witness : witnesses) {
    const bool of_policy = witness.root == kPolicyRoot;
    if (of_policy && !witness.value.empty() && witness.path.size() > kPolicyRoot.size()) {
      add_expected(finding, subject, witness.path.substr(kPolicyRoot.size() + 1), witness.value);
    } else if (which == Witnesses::policy) {
      continue;
    } else if (witness.root == kPathRoot) {
      add_path(finding, subject, witness);
    } else if (witness.root == kPortsRoot) {
      add_reasons(finding, evidence_of_ports(subject, witness), witness.why);
    } else {
      add_reasons(finding, evidence_of(witness), witness.why);
    }
  }
}

}  // namespace rocelint
