// SPDX-License-Identifier: Apache-2.0
#include "rules/rule_reader.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <forward_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rocelint/base/severity.h"
#include "rocelint/report.h"

#include "base/tree.h"
#include "expr/expression.h"
#include "expr/template.h"
#include "policy/diagnostic_sink.h"
#include "rules/parameter_use.h"
#include "rules/rule.h"
#include "rules/rule_paths.h"

namespace rocelint {
namespace {

using policy_loading::DiagnosticSink;

constexpr std::array<std::string_view, 17> kRuleKeys = {
    "id",        "title", "expects",        "scope",   "context", "severity",
    "left_open", "when",  "assert",         "message", "impact",  "fix",
    "verify",    "refs",  "consequence_of", "since",   "tests"};
constexpr std::array<std::string_view, 6> kFixKeys = {"each", "when",     "tool",
                                                      "run",  "disrupts", "lasts"};
constexpr std::array<std::string_view, 5> kScopes = {"host", "device", "port", "gid", "netdev"};
constexpr std::array<std::string_view, 2> kContexts = {"host", "job"};
constexpr std::array<std::string_view, 4> kSeverities = {"info", "warning", "error", "blocker"};
constexpr std::array<std::string_view, 4> kDisrupts = {"none", "link", "reset", "reboot"};
constexpr std::array<std::string_view, 4> kLasts = {"boot", "reboot", "persistent", "next_boot"};
constexpr std::array<std::string_view, 1> kEach = {"lowers"};
constexpr std::size_t kMaxIdBytes = 64;

bool is_slug(std::string_view id) {
  const auto plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  return !id.empty() && id.size() <= kMaxIdBytes && id.front() >= 'a' && id.front() <= 'z' &&
         id.back() != '-' && id.find("--") == std::string_view::npos &&
         std::ranges::all_of(id, [&](char c) { return plain(c) || c == '-'; });
}

/// Reads one rule; every member of it that is wrong is complained of, not only the first.
class RuleReader {
 public:
  RuleReader(const TreeNode& node, const RuleFileHead& head, std::forward_list<std::string>& texts,
             DiagnosticSink& diagnostics)
      : node_(node), head_(head), texts_(texts), diagnostics_(diagnostics) {}

  std::optional<Rule> read();

 private:
  /// The member, or null with a diagnostic that it is missing.
  const TreeNode* required(const TreeNode& owner, std::string_view key, std::string_view what);
  std::string text_of(const TreeNode& owner, std::string_view key, std::string_view what);
  std::string_view keep(std::string text) { return texts_.emplace_front(std::move(text)); }
  template <class E, std::size_t N>
  std::optional<E> word_of(const TreeNode& owner, std::string_view key,
                           const std::array<std::string_view, N>& words) {
    const auto* node = owner.find(key);
    const auto index = node == nullptr ? std::nullopt : diagnostics_.word(*node, key, words);
    return index ? std::optional(static_cast<E>(*index)) : std::nullopt;
  }
  void read_names();
  void read_left_open();
  void read_since();
  void read_conditions();
  void read_templates();
  void read_fixes();
  std::optional<Fix> read_fix(const TreeNode& node);
  std::optional<expr::Expression> condition(const TreeNode& node,
                                            std::span<const expr::Root> roots);
  std::optional<expr::Template> text_template(const TreeNode& node,
                                              std::span<const expr::Root> roots);
  std::optional<expr::Template> shell_line(const TreeNode& node, std::string_view what,
                                           std::span<const expr::Root> roots);
  void forbid_guarded_operands();

  const TreeNode& node_;
  const RuleFileHead& head_;
  std::forward_list<std::string>& texts_;
  DiagnosticSink& diagnostics_;
  Rule rule_;
  bool complete_ = true;
};

const TreeNode* RuleReader::required(const TreeNode& owner, std::string_view key,
                                     std::string_view what) {
  const auto* node = owner.find(key);
  if (node == nullptr) {
    diagnostics_.at(owner, std::string(what) + " needs '" + std::string(key) + "'");
    complete_ = false;
  }
  return node;
}

std::string RuleReader::text_of(const TreeNode& owner, std::string_view key,
                                std::string_view what) {
  const auto* node = required(owner, key, what);
  auto text = node == nullptr ? std::nullopt : diagnostics_.text(*node, key);
  complete_ = complete_ && text.has_value();
  auto out = std::move(text).value_or("");
  while (out.ends_with('\n')) {
    out.pop_back();  // what a block scalar leaves
  }
  return out;
}

void RuleReader::read_names() {
  rule_.line = node_.line;
  rule_.file = diagnostics_.file();
  rule_.id = text_of(node_, "id", "a rule");
  if (!rule_.id.empty() && !is_slug(rule_.id)) {
    diagnostics_.at(*node_.find("id"), "a rule's id is a slug such as \"pfc-off\", not " +
                                           policy_loading::shown(*node_.find("id")));
    complete_ = false;
  }
  rule_.title = keep(text_of(node_, "title", "a rule"));
  rule_.expects = keep(text_of(node_, "expects", "a rule"));
  rule_.impact = keep(text_of(node_, "impact", "a rule"));
  if (required(node_, "scope", "a rule") != nullptr) {
    const auto scope = word_of<Scope>(node_, "scope", kScopes);
    complete_ = complete_ && scope.has_value();
    rule_.scope = scope.value_or(Scope::port);
  }
  if (required(node_, "severity", "a rule") != nullptr) {
    const auto severity = word_of<Severity>(node_, "severity", kSeverities);
    complete_ = complete_ && severity.has_value();
    rule_.severity = severity.value_or(Severity::blocker);
  }
  rule_.context = word_of<RuleContext>(node_, "context", kContexts).value_or(RuleContext::host);
  if (const auto* refs = node_.find("refs")) {
    for (auto& ref : read_texts(*refs, "refs", diagnostics_)) {
      rule_.refs.push_back(keep(std::move(ref)));
    }
  }
  if (const auto* causes = node_.find("consequence_of")) {
    rule_.consequence_of = read_texts(*causes, "consequence_of", diagnostics_);
  }
  read_left_open();
  read_since();
}

void RuleReader::read_left_open() {
  const auto* node = node_.find("left_open");
  if (node == nullptr) {
    return;
  }
  rule_.left_open = read_texts(*node, "left_open", diagnostics_);
  for (const auto& parameter : rule_.left_open) {
    if (!is_parameter(parameter)) {
      diagnostics_.at(*node, "left_open names \"" + parameter + "\", which is no policy parameter");
      complete_ = false;
    }
  }
}

void RuleReader::read_since() {
  const auto* node = node_.find("since");
  if (node == nullptr) {
    return;
  }
  if (!policy_loading::is_version(*node)) {
    diagnostics_.at(*node,
                    "since wants the version of rocelint that brings the rule, such as 1.2, not " +
                        policy_loading::shown(*node));
    complete_ = false;
  }
  rule_.since = node->scalar;
}

std::optional<expr::Expression> RuleReader::condition(const TreeNode& node,
                                                      std::span<const expr::Root> roots) {
  if (!diagnostics_.text(node, "an expression")) {
    return std::nullopt;
  }
  auto compiled = expr::compile(node.scalar, roots);
  if (!compiled) {
    diagnostics_.at(place_in(node, compiled.error().offset), compiled.error().text);
    return std::nullopt;
  }
  return *std::move(compiled);
}

std::optional<expr::Template> RuleReader::text_template(const TreeNode& node,
                                                        std::span<const expr::Root> roots) {
  if (!diagnostics_.text(node, "a text with {holes}")) {
    return std::nullopt;
  }
  std::string_view text = node.scalar;
  while (text.ends_with('\n')) {
    text.remove_suffix(1);
  }
  auto compiled = expr::compile_template(text, roots);
  if (!compiled) {
    diagnostics_.at(place_in(node, compiled.error().offset), compiled.error().text);
    return std::nullopt;
  }
  return *std::move(compiled);
}

std::optional<expr::Template> RuleReader::shell_line(const TreeNode& node, std::string_view what,
                                                     std::span<const expr::Root> roots) {
  auto line = text_template(node, roots);
  if (!line) {
    return line;
  }
  const auto end = node.scalar.find_last_not_of('\n');
  if (node.scalar.find('\n') < end) {
    diagnostics_.at(node, std::string(what) + " is one line for a shell");
    return std::nullopt;
  }
  if (!line->holes_are_outside_shell_quotes()) {
    diagnostics_.at(
        node, std::string(what) + " has a hole inside quotes; its words are quoted one by one");
    return std::nullopt;
  }
  return line;
}

void RuleReader::read_conditions() {
  const auto roots = scope_roots(rule_.scope);
  if (const auto* node = node_.find("when")) {
    rule_.when = condition(*node, roots);
    complete_ = complete_ && rule_.when.has_value();
  }
  if (const auto* node = required(node_, "assert", "a rule")) {
    rule_.assertion = condition(*node, roots);
    complete_ = complete_ && rule_.assertion.has_value();
  }
}

void RuleReader::read_templates() {
  const auto roots = scope_roots(rule_.scope);
  if (const auto* node = node_.find("message")) {
    rule_.message = text_template(*node, roots);
  }
  if (const auto* node = node_.find("verify")) {
    rule_.verify =
        shell_line(*node, "verify", rule_.scope == Scope::port ? lower_fix_roots() : roots);
  }
}

std::optional<Fix> RuleReader::read_fix(const TreeNode& node) {
  if (!diagnostics_.expect_mapping(node, "a fix", kFixKeys)) {
    return std::nullopt;
  }
  const auto* run = required(node, "run", "a fix");
  const auto* disrupts_node = required(node, "disrupts", "a fix");
  const auto disrupts = word_of<Disrupts>(node, "disrupts", kDisrupts);
  bool each_lower = false;
  if (const auto* each = node.find("each")) {
    each_lower = diagnostics_.word(*each, "each", kEach).has_value();
    if (rule_.scope != Scope::port) {
      diagnostics_.at(*each, "'each' stands only in fixes of scope port");
      return std::nullopt;
    }
  }
  const auto roots = each_lower ? lower_fix_roots() : scope_roots(rule_.scope);
  std::optional<expr::Expression> when;
  if (const auto* node_when = node.find("when")) {
    when = condition(*node_when, roots);
    if (!when) {
      return std::nullopt;
    }
  }
  auto line = run == nullptr ? std::nullopt : shell_line(*run, "run", roots);
  if (!line || disrupts_node == nullptr || !disrupts) {
    return std::nullopt;
  }
  Fix fix{.each_lower = each_lower,
          .when = std::move(when),
          .tool = {},
          .run = *std::move(line),
          .disrupts = *disrupts,
          .lasts = word_of<Lasts>(node, "lasts", kLasts).value_or(Lasts::reboot)};
  if (const auto* tool = node.find("tool")) {
    fix.tool = diagnostics_.text(*tool, "tool").value_or("");
  }
  return fix;
}

void RuleReader::read_fixes() {
  const auto* node = node_.find("fix");
  if (node == nullptr) {
    return;
  }
  if (node->kind != TreeNode::Kind::sequence) {
    diagnostics_.at(*node, "fix wants a list of steps to choose from");
    return;
  }
  for (const auto& item : node->items) {
    if (auto fix = read_fix(item)) {
      rule_.fixes.push_back(*std::move(fix));
    }
  }
}

void RuleReader::forbid_guarded_operands() {
  const auto guarded = find_guarded_operand(rule_);
  if (!guarded) {
    return;
  }
  diagnostics_.at(*node_.find("assert"),
                  "has(" + guarded->guard + ") guards " + guarded->operand +
                      ", which the assert reads: a fact that is not there would pass in silence");
  complete_ = false;
}

std::optional<Rule> RuleReader::read() {
  if (!diagnostics_.expect_mapping(node_, "a rule", kRuleKeys)) {
    return std::nullopt;
  }
  read_names();
  if (!complete_) {
    return std::nullopt;
  }
  read_conditions();
  read_templates();
  read_fixes();
  forbid_guarded_operands();
  note_use_of_policy(rule_);
  if (const auto* tests = node_.find("tests")) {
    rule_.tests = read_rule_tests(*tests, head_, diagnostics_);
  }
  return complete_ ? std::optional(std::move(rule_)) : std::nullopt;
}

}  // namespace

std::optional<Rule> read_rule(const TreeNode& node, const RuleFileHead& head,
                              std::forward_list<std::string>& texts, DiagnosticSink& diagnostics) {
  return RuleReader(node, head, texts, diagnostics).read();
}

std::vector<std::string> read_texts(const TreeNode& node, std::string_view what,
                                    DiagnosticSink& diagnostics) {
  std::vector<std::string> texts;
  if (node.kind != TreeNode::Kind::sequence) {
    diagnostics.at(
        node, std::string(what) + " wants a list of texts, not " + policy_loading::shown(node));
    return texts;
  }
  for (const auto& item : node.items) {
    if (auto text = diagnostics.text(item, "an entry of " + std::string(what))) {
      texts.push_back(*std::move(text));
    }
  }
  return texts;
}

}  // namespace rocelint
