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
#include "expr/expression.h"
#include "policy/diagnostic_sink.h"
#include "policy/policy.h"

namespace rocelint {

std::span<const expr::Root> selector_roots() {
  static constexpr std::array kRoots = {expr::Root{.name = "host", .type = &kType<Host>},
                                        expr::Root{.name = "dev", .type = &kType<RdmaDevice>},
                                        expr::Root{.name = "port", .type = &kType<RdmaPort>},
                                        expr::Root{.name = "netdev", .type = &kType<Netdev>}};
  return kRoots;
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
