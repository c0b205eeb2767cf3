// SPDX-License-Identifier: Apache-2.0
#include "rules/rule_pack.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "expr/expression.h"
#include "expr/template.h"
#include "expr/tree_pack.h"
#include "rules/rule.h"

namespace rocelint {
namespace {

// One function for each struct names its members once, for both directions. Numbers have the byte
// order of the machine: the bytes are part of the binary that reads them.

class Packer {
 public:
  [[nodiscard]] std::string take() { return std::move(out_); }

  template <class T>
    requires std::is_arithmetic_v<T> || std::is_enum_v<T>
  void operator()(T& value) {
    out_.append(reinterpret_cast<const char*>(&value), sizeof value);  // NOLINT: its bytes
  }
  void operator()(std::string_view text) {
    auto size = static_cast<std::uint32_t>(text.size());
    (*this)(size);
    out_ += text;
  }
  template <class T>
  std::size_t size_of(std::vector<T>& list) {
    auto size = static_cast<std::uint32_t>(list.size());
    (*this)(size);
    return size;
  }
  void compiled(std::optional<expr::Template>& text, std::span<const expr::Root> /*roots*/) {
    if (is_there(text.has_value())) {
      (*this)(text->text());
    }
  }
  void compiled(std::optional<expr::Expression>& expression,
                std::span<const expr::Root> /*roots*/) {
    if (is_there(expression.has_value())) {
      (*this)(expression->text());
      (*this)(expr::pack_tree(expression->tree()));
    }
  }

 private:
  bool is_there(bool value) {
    (*this)(value);
    return value;
  }

  std::string out_;
};

class Unpacker {
 public:
  explicit Unpacker(std::string_view bytes) : left_(bytes) {}

  template <class T>
    requires std::is_arithmetic_v<T> || std::is_enum_v<T>
  void operator()(T& value) {
    std::memcpy(&value, left_.data(), sizeof value);
    left_.remove_prefix(sizeof value);
  }
  void operator()(std::string_view& text) {
    std::uint32_t size = 0;
    (*this)(size);
    text = left_.substr(0, size);
    left_.remove_prefix(size);
  }
  void operator()(std::string& text) { text = view(); }
  template <class T>
  std::size_t size_of(std::vector<T>& list) {
    std::uint32_t size = 0;
    (*this)(size);
    list.resize(size);
    return size;
  }
  void compiled(std::optional<expr::Template>& text, std::span<const expr::Root> roots) {
    if (is_there()) {
      text = expr::Template::compiled_when_used(view(), roots);
    }
  }
  void compiled(std::optional<expr::Expression>& expression, std::span<const expr::Root> roots) {
    if (is_there()) {
      const auto text = view();
      expression = expr::Expression::built_in(text, view(), roots);
    }
  }

 private:
  bool is_there() {
    bool value = false;
    (*this)(value);
    return value;
  }
  std::string_view view() {
    std::string_view text;
    (*this)(text);
    return text;
  }

  std::string_view left_;
};

template <class Archive, class T>
void pass_list(Archive& archive, std::vector<T>& list) {
  archive.size_of(list);
  for (auto& entry : list) {
    archive(entry);
  }
}

template <class Archive>
void pass(Archive& archive, Scope scope, Fix& fix) {
  archive(fix.each_lower);
  const auto roots = fix.each_lower ? lower_fix_roots() : scope_roots(scope);
  archive.compiled(fix.when, roots);
  archive.compiled(fix.run, roots);
  archive(fix.tool);
  archive(fix.disrupts);
  archive(fix.lasts);
}

template <class Archive>
void pass(Archive& archive, Rule& rule) {
  archive(rule.id);
  archive(rule.title);
  archive(rule.expects);
  archive(rule.scope);
  archive(rule.context);
  archive(rule.severity);
  const auto roots = scope_roots(rule.scope);
  archive.compiled(rule.when, roots);
  archive.compiled(rule.assertion, roots);
  archive.compiled(rule.message, roots);
  archive(rule.impact);
  archive.size_of(rule.fixes);
  for (auto& fix : rule.fixes) {
    pass(archive, rule.scope, fix);
  }
  archive.compiled(rule.verify, rule.scope == Scope::port ? lower_fix_roots() : roots);
  pass_list(archive, rule.refs);
  pass_list(archive, rule.consequence_of);
  pass_list(archive, rule.left_open);
  archive(rule.since);
  pass_list(archive, rule.parameters);
  archive(rule.per_role);
  archive(rule.needs_window);
  archive(rule.file);
  archive(rule.line);
}

template <class Archive>
void pass(Archive& archive, RuleSet& set) {
  archive(set.digest);
  archive.size_of(set.rules);
  pass_list(archive, set.file_digests);
  for (auto& rule : set.rules) {
    pass(archive, rule);
  }
}

}  // namespace

std::string pack_rules(RuleSet& rules) {
  Packer packer;
  pass(packer, rules);
  return packer.take();
}

RuleSet unpack_rules(std::string_view bytes) {
  RuleSet rules;
  Unpacker unpacker(bytes);
  pass(unpacker, rules);
  return rules;
}

RulePackHead head_of_pack(std::string_view bytes) {
  RulePackHead head;
  Unpacker unpacker(bytes);
  unpacker(head.digest);
  std::uint32_t rules = 0;
  unpacker(rules);
  head.rules = rules;
  return head;
}

}  // namespace rocelint
