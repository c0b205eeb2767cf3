// SPDX-License-Identifier: Apache-2.0
#include "policy/condition.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "rocelint/facts.h"

#include "base/tree.h"
#include "expr/environment.h"
#include "expr/expression.h"
#include "policy/diagnostic_sink.h"
#include "policy/policy.h"

namespace rocelint {

namespace {

using expr::BoundTo;

/// What there is, or why it is not there: the view's reason, or that it is about something else.
template <class T>
BoundTo<T> bind_or(const T* at, const Unknown* why, const Unknown& not_about_one) {
  return {.at = at, .why = why == nullptr ? &not_about_one : why};
}
Unknown not_about_one(const std::string& what) {
  return {.reason = Reason::not_found, .detail = "this is not about one " + what};
}

BoundTo<Host> bind_host(const SelectorView& view) {
  return {.at = view.host};
}
BoundTo<RdmaDevice> bind_device(const SelectorView& view) {
  static const auto kWhy = not_about_one("dev");
  return bind_or(view.device, nullptr, kWhy);
}
BoundTo<RdmaPort> bind_port(const SelectorView& view) {
  static const auto kWhy = not_about_one("port");
  return bind_or(view.port, view.port_unknown, kWhy);
}
BoundTo<Netdev> bind_netdev(const SelectorView& view) {
  static const auto kWhy = not_about_one("netdev");
  return bind_or(view.netdev, view.netdev_unknown, kWhy);
}

constexpr std::array kSelectorScope = {
    expr::scope_root<bind_host>("host"), expr::scope_root<bind_device>("dev"),
    expr::scope_root<bind_port>("port"), expr::scope_root<bind_netdev>("netdev")};
constexpr auto kSelectorRoots = expr::roots_of(kSelectorScope);

}  // namespace

std::span<const expr::Root> selector_roots() {
  return kSelectorRoots;
}

expr::ScopeEnvironment<SelectorView> bind_selector(const SelectorView& view) {
  return {kSelectorScope, view};
}

namespace policy_loading {

namespace {

/// The row that a path of Expression::paths() ends at; null for a root by itself.
const Field* field_at(std::string_view path) {
  const auto dot = path.find('.');
  const auto roots = selector_roots();
  const auto root = std::ranges::find_if(
      roots, [&](const expr::Root& candidate) { return candidate.name == path.substr(0, dot); });
  const Type* type = root == roots.end() ? nullptr : root->type;
  const Field* field = nullptr;
  auto rest = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
  while (type != nullptr && !rest.empty()) {
    while (type->element != nullptr) {
      type = type->element;
    }
    const auto end = std::min(rest.find('.'), rest.size());
    const auto name = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const auto found =
        std::ranges::find_if(type->fields, [&](const Field& row) { return row.name == name; });
    field = found == type->fields.end() ? nullptr : &*found;
    type = field == nullptr ? nullptr : field->type;
  }
  return type == nullptr ? nullptr : field;
}

bool is_identity(std::string_view path) {
  const auto* field = field_at(path);
  return field != nullptr && (field->role == FieldRole::identity || field->role == FieldRole::key);
}

}  // namespace

std::optional<expr::Expression> read_condition(const TreeNode& node, std::string_view what,
                                               DiagnosticSink& diagnostics) {
  const auto text = diagnostics.text(node, what);
  if (!text) {
    return std::nullopt;
  }
  auto compiled = expr::compile(*text, selector_roots());
  if (!compiled) {
    const auto& error = compiled.error();
    diagnostics.at(place_in(node, error.offset), std::string(what) + ": " + error.text);
    return std::nullopt;
  }
  return std::move(*compiled);
}

std::optional<expr::Expression> read_selector(const TreeNode& node, DiagnosticSink& diagnostics) {
  auto selector = read_condition(node, "ports", diagnostics);
  if (!selector) {
    return std::nullopt;
  }
  for (const auto& path : selector->paths()) {
    if (!is_identity(path)) {
      const auto at = node.scalar.find(path);
      diagnostics.at(place_in(node, at == std::string::npos ? 0 : at),
                     "ports uses " + path +
                         ", which can change at run time: a port that is down or slow would leave "
                         "the role instead of failing (use identity: driver, pci_address, name, "
                         "board_id, max_speed_mbps)");
      return std::nullopt;
    }
  }
  return selector;
}

bool reads_host(const expr::Expression& condition) {
  const auto paths = condition.paths();
  return std::ranges::any_of(paths,
                             [](const std::string& path) { return path.starts_with("host."); });
}

bool asks_about_port(const expr::Expression& condition) {
  return condition.names_root("dev") || condition.names_root("port") ||
         condition.names_root("netdev");
}

}  // namespace policy_loading

}  // namespace rocelint
