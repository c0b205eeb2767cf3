// SPDX-License-Identifier: Apache-2.0
#include "expr/expression_paths.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "expr/expression.h"
#include "expr/node.h"
#include "expr/op.h"

namespace rocelint::expr {
namespace {

/// The static paths that a value may come from: several with ?: and +, none if it is computed.
using Paths = std::vector<std::string>;

void keep_each_once(Paths& paths) {
  std::ranges::sort(paths);
  const auto repeated = std::ranges::unique(paths);
  paths.erase(repeated.begin(), repeated.end());
}

class PathCollector {
 public:
  explicit PathCollector(PathUse expected) : expected_(expected) {}

  std::vector<std::string> collect(const Node& tree) {
    use(tree);
    keep_each_once(found_);
    return std::move(found_);
  }

 private:
  void use(const Node& node) { keep(trace(node), PathUse::operand); }

  void keep(const Paths& paths, PathUse how) {
    if (expected_ == PathUse::any || expected_ == how) {
      found_.insert(found_.end(), paths.begin(), paths.end());
    }
  }

  Paths trace(const Node& node);
  Paths trace_field(const Node& node);
  Paths trace_macro(const Node& node);
  Paths trace_any_of(const Node& node, std::size_t first);
  Paths trace_computed(const Node& node);

  PathUse expected_;
  Paths found_;
  std::vector<Paths> variables_;
};

// Visits each node once: what is used on the way is kept, where the value comes from is returned.
Paths PathCollector::trace(const Node& node) {
  switch (node.op) {
    case Op::root:
      return {node.text};
    case Op::variable:
      return variables_[node.slot];
    case Op::field:
      return trace_field(node);
    case Op::index:
      use(*node.kids[1]);
      return trace(*node.kids[0]);
    case Op::has:
      keep(trace(*node.kids[0]), PathUse::tested);
      return {};
    case Op::conditional:
      use(*node.kids[0]);
      return trace_any_of(node, 1);
    case Op::list:
      return trace_any_of(node, 0);
    case Op::add:
      return node.type.is_list() ? trace_any_of(node, 0) : trace_computed(node);
    case Op::all:
    case Op::exists:
    case Op::exists_one:
    case Op::filter:
    case Op::map:
      return trace_macro(node);
    default:
      return trace_computed(node);
  }
}

Paths PathCollector::trace_field(const Node& node) {
  auto out = trace(*node.kids[0]);
  for (auto& path : out) {
    path += '.';
    path += node.field->name;
  }
  return out;
}

Paths PathCollector::trace_any_of(const Node& node, std::size_t first) {
  Paths out;
  for (auto i = first; i < node.kids.size(); ++i) {
    const auto more = trace(*node.kids[i]);
    out.insert(out.end(), more.begin(), more.end());
  }
  keep_each_once(out);  // or each step could double them
  return out;
}

Paths PathCollector::trace_computed(const Node& node) {
  for (const auto& kid : node.kids) {
    use(*kid);
  }
  return {};
}

Paths PathCollector::trace_macro(const Node& node) {
  auto range = trace(*node.kids[0]);
  keep(range, PathUse::operand);
  variables_.push_back(range);
  auto body = trace(*node.kids[1]);
  variables_.pop_back();
  if (node.op == Op::map) {
    return body;
  }
  keep(body, PathUse::operand);
  return node.op == Op::filter ? range : Paths{};
}

}  // namespace

std::vector<std::string> collect_paths(const Node& tree, PathUse use) {
  return PathCollector(use).collect(tree);
}

bool names_root(const Node& tree, std::string_view root) {
  return (tree.op == Op::root && tree.text == root) ||
         std::ranges::any_of(tree.kids, [&](const auto& kid) { return names_root(*kid, root); });
}

}  // namespace rocelint::expr
