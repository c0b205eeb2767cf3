// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rocelint/base/diagnostic.h"

#include "base/text.h"
#include "base/tree.h"
#include "policy/diagnostic_sink.h"
#include "rules/rule.h"
#include "rules/rule_digest.h"
#include "rules/rule_reader.h"

namespace rocelint {
namespace {

using policy_loading::DiagnosticSink;

constexpr std::array<std::string_view, 2> kFileKeys = {"tests_policy", "rules"};

void read_file(const RuleFile& file, RuleLoading& loading) {
  DiagnosticSink diagnostics(file.name, loading.errors);
  if (!diagnostics.expect_mapping(file.tree, "a file of rules", kFileKeys)) {
    return;
  }
  RuleFileHead head;
  if (const auto* policy = file.tree.find("tests_policy")) {
    head.tests_policy = diagnostics.text(*policy, "tests_policy").value_or("");
  }
  const auto* rules = file.tree.find("rules");
  if (rules == nullptr || rules->kind != TreeNode::Kind::sequence) {
    diagnostics.at(rules == nullptr ? file.tree : *rules, "a file of rules needs a list 'rules'");
    return;
  }
  for (const auto& node : rules->items) {
    if (auto rule = read_rule(node, head, loading.rules.texts, diagnostics)) {
      loading.rules.rules.push_back(*std::move(rule));
    }
  }
}

void complain(const Rule& rule, std::string text, Diagnostics& errors) {
  errors.push_back({.file = rule.file, .line = rule.line, .column = 0, .text = std::move(text)});
}

void forbid_duplicates(std::vector<Rule>& rules, Diagnostics& errors) {
  for (std::size_t i = 1; i < rules.size(); ++i) {
    if (rules[i].id == rules[i - 1].id) {
      complain(rules[i],
               "rule \"" + rules[i].id + "\" stands already in " + rules[i - 1].file + ':' +
                   std::to_string(rules[i - 1].line),
               errors);
    }
  }
}

void check_causes(const RuleSet& set, Diagnostics& errors) {
  const auto ids = set.ids();
  for (const auto& rule : set.rules) {
    for (const auto& cause : rule.consequence_of) {
      if (set.find(cause) == nullptr) {
        complain(rule,
                 "rule \"" + rule.id + "\" is a consequence of \"" + cause +
                     "\", which no rule is called" + policy_loading::suggestion(cause, ids),
                 errors);
      }
    }
  }
}

/// Looks for a rule that is, over some causes, a consequence of itself.
class CycleSearch {
 public:
  CycleSearch(const RuleSet& set, Diagnostics& errors) : set_(set), errors_(errors) {}

  void run() {
    for (const auto& rule : set_.rules) {
      visit(rule);
    }
  }

 private:
  void visit(const Rule& rule) {
    if (done_.contains(rule.id)) {
      return;
    }
    if (std::ranges::find(chain_, rule.id) != chain_.end()) {
      complain(rule,
               "rule \"" + rule.id + "\" is a consequence of itself: " + join(chain_, " < ") +
                   " < " + rule.id,
               errors_);
      return;
    }
    chain_.push_back(rule.id);
    for (const auto& cause : rule.consequence_of) {
      if (const auto* found = set_.find(cause)) {
        visit(*found);
      }
    }
    chain_.pop_back();
    done_.insert(rule.id);
  }

  const RuleSet& set_;
  Diagnostics& errors_;
  std::vector<std::string> chain_;
  std::set<std::string_view> done_;
};

}  // namespace

const Rule* RuleSet::find(std::string_view id) const {
  const auto found = std::ranges::lower_bound(rules, id, {}, &Rule::id);
  return found == rules.end() || found->id != id ? nullptr : &*found;
}

std::vector<std::string_view> RuleSet::ids() const {
  std::vector<std::string_view> ids(rules.size());
  std::ranges::transform(rules, ids.begin(), &Rule::id);
  return ids;
}

RuleLoading load_rules(std::span<const RuleFile> files, RuleSet loaded) {
  RuleLoading loading{.rules = std::move(loaded), .errors = {}};
  for (const auto& file : files) {
    read_file(file, loading);
    loading.rules.file_digests.push_back(rule_file_digest(file.tree));
  }
  auto& rules = loading.rules.rules;
  std::ranges::stable_sort(rules, [](const Rule& a, const Rule& b) { return a.id < b.id; });
  forbid_duplicates(rules, loading.errors);
  check_causes(loading.rules, loading.errors);
  CycleSearch(loading.rules, loading.errors).run();
  loading.rules.digest = rules_digest(loading.rules.file_digests);
  return loading;
}

}  // namespace rocelint
