// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <forward_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/tree.h"
#include "policy/diagnostic_sink.h"
#include "rules/rule.h"

namespace rocelint {

/// What holds for all rules of a file.
struct RuleFileHead {
  std::string tests_policy;
};

/// Reads one entry of `rules:`; diagnostics say what is wrong with it. A rule comes back only when
/// all that judging needs is there. It points into `texts`.
[[nodiscard]] std::optional<Rule> read_rule(const TreeNode& node, const RuleFileHead& head,
                                            std::forward_list<std::string>& texts,
                                            policy_loading::DiagnosticSink& diagnostics);

/// Reads the inline test cases of a rule.
[[nodiscard]] std::vector<RuleTest> read_rule_tests(const TreeNode& node, const RuleFileHead& head,
                                                    policy_loading::DiagnosticSink& diagnostics);

/// A list of texts; `what` names it.
[[nodiscard]] std::vector<std::string> read_texts(const TreeNode& node, std::string_view what,
                                                  policy_loading::DiagnosticSink& diagnostics);

}  // namespace rocelint
