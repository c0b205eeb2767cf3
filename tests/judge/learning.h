// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the tests of policy learn share: hosts with names, and what is learned from them.

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "rocelint/snapshot.h"

#include "advise/learn.h"
#include "advise/learn_verdicts.h"
#include "advise/policy_fit.h"
#include "rules/rule.h"
#include "tests/judge/engine_support.h"

namespace rocelint::testing_support {

inline const RuleSet& learning_rules() {
  static const RuleSet kRules = shipped_rule_set();
  return kRules;
}

inline NamedHost named(std::string name, Snapshot host) {
  host.host.hostname = name;
  return {.name = std::move(name), .snapshot = std::move(host)};
}

/// Comments of several lines as one.
inline std::string joined(std::string text) {
  for (auto at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1)) {
    const auto word = text.find_first_not_of(" #", at + 1);
    const auto hash = text.find('#', at + 1);
    if (hash != std::string::npos && word != std::string::npos && hash < word) {
      text.replace(at, word - at, " ");
    }
  }
  return text;
}

/// What was learned, with what it makes of the hosts.
inline std::string learn(const std::vector<NamedHost>& hosts) {
  const auto text = learn_policy(hosts, learning_rules());
  EXPECT_TRUE(text) << (text ? "" : to_string(text.error()));
  const auto verdicts = text ? verdicts_by(*text, hosts, learning_rules()) : std::string();
  EXPECT_TRUE(verdicts) << (verdicts ? "" : to_string(verdicts.error())) << *text;
  return text && verdicts ? *text + *verdicts : "";
}

inline std::vector<NamedHost> one(Snapshot host, const std::function<void(Snapshot&)>& change) {
  change(host);
  return {named("a", std::move(host))};
}

/// Beside the first NIC, under the same root port.
inline void add_gpu(Snapshot& host) {
  auto gpu = (*host.host.pci_devices.known())[1];
  gpu.address = "0000:19:00.0";
  gpu.class_code = std::string("0x030200");
  gpu.vendor_id = std::string("0x10de");
  host.host.pci_devices.known()->push_back(gpu);
}

}  // namespace rocelint::testing_support
