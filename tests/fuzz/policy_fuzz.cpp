// SPDX-License-Identifier: Apache-2.0

// A policy takes any bytes: it never crashes, it is either refused with an error or loaded, and
// what is loaded can be resolved and listed. A line that starts with "#set " is a --set option, so
// that these are fuzzed too.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rocelint/facts.h"

#include "base/tree.h"
#include "expr/expression.h"
#include "policy/parameter_list.h"
#include "policy/policy.h"
#include "policy/policy_lint.h"

namespace {

void require(bool holds) {
  if (!holds) {
    std::abort();
  }
}

std::vector<std::string> set_options(std::string_view text) {
  static constexpr std::string_view kMark = "#set ";
  std::vector<std::string> options;
  while (text.starts_with(kMark)) {
    const auto end = text.find('\n');
    options.emplace_back(text.substr(kMark.size(), end - kMark.size()));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return options;
}

void use(const rocelint::Policy& policy) {
  const rocelint::Host host;
  const rocelint::RdmaDevice device;
  const rocelint::RdmaPort port;
  const rocelint::SelectorView view{.host = &host, .device = &device, .port = &port};
  require(!policy.roles.empty() && policy.digest.size() == 16);
  for (const auto& role : policy.roles) {
    const auto resolved =
        rocelint::resolve_role(policy, role, rocelint::groups_here(policy, role, view));
    require(resolved.parameters.role == role.name);
    require(!rocelint::list_parameters(resolved.parameters, resolved.provenance).empty());
  }
  static_cast<void>(rocelint::lint_policy(policy, {}, {}));
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name is libFuzzer's
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes are characters
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto tree = rocelint::read_yaml(text, "fuzz");
  if (!tree) {
    require(!tree.error().text.empty());
    return 0;
  }
  const auto json = rocelint::write_tree(*tree);
  const auto again = rocelint::read_tree(json, "fuzz");
  require(again.has_value() && *again == *tree);
  const auto loading = rocelint::load_policy(
      rocelint::PolicyRequest{.name_or_file = "fuzz", .set = set_options(text)},
      [&](std::string_view name) {
        return name == "fuzz"
                   ? std::optional(rocelint::ShippedDocument{.name = "fuzz", .tree = json})
                   : std::nullopt;
      });
  require(loading.policy.has_value() == loading.errors.empty());
  if (loading.policy) {
    use(*loading.policy);
  }
  return 0;
}
