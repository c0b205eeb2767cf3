// SPDX-License-Identifier: Apache-2.0

// The first byte picks what is unknown, the rest is an expression and a template.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "rocelint/facts.h"

#include "expr/expression.h"
#include "expr/template.h"
#include "tests/expr/bindings.h"

namespace {

namespace expr = rocelint::expr;

struct World {
  rocelint::Host host;
  rocelint::Fact<std::vector<const rocelint::Netdev*>> lowers;

  explicit World(std::uint8_t unknown) {
    auto& netdevs = host.netdevs.emplace();
    netdevs.resize(2);
    netdevs[0].name = "ens5";
    netdevs[1].name = "a\"b\n";
    if ((unknown & 1U) == 0) {
      netdevs[0].mtu_bytes = std::int64_t{9000};
      netdevs[0].dcb.pfc.emplace().enabled = {3, 4};
      netdevs[0].link.emplace().speed_mbps = std::int64_t{400'000};
    }
    if ((unknown & 2U) == 0) {
      netdevs[1].dcb.app.emplace() = {{rocelint::AppSelector::dscp, 26, 3}};
      netdevs[1].oper_state = static_cast<rocelint::OperState>(unknown);
      lowers.emplace() = {netdevs.data(), &netdevs[1]};
    }
    if ((unknown & 4U) == 0) {
      host.hostname = std::string("gpu0417");
    }
  }
};

// What is wrong is a crash: an error outside of its text, or an explanation of nothing.
void check_error(const expr::Error& error, std::string_view text) {
  if (error.offset > text.size() || error.text.empty()) {
    std::abort();
  }
}

void try_expression(std::string_view text, std::span<const expr::Root> roots,
                    const expr::Environment& environment) {
  const auto expression = expr::compile(text, roots);
  if (!expression) {
    check_error(expression.error(), text);
    return;
  }
  const auto decision = expr::evaluate(*expression, environment);
  const bool again = expr::evaluate(*expression, environment).outcome == decision.outcome;
  for (const auto& witness : expr::explain(*expression, environment)) {
    if (witness.path.empty() || witness.root.empty()) {
      std::abort();
    }
  }
  const auto all = expression->paths().size();
  if (!again || all < expression->paths(expr::PathUse::operand).size() ||
      all < expression->paths(expr::PathUse::tested).size()) {
    std::abort();
  }
}

void try_template(std::string_view text, std::span<const expr::Root> roots,
                  const expr::Environment& environment) {
  const auto compiled = expr::compile_template(text, roots);
  if (!compiled) {
    check_error(compiled.error(), text);
    return;
  }
  if (!expr::render(*compiled, environment, expr::Quoting::message)) {
    std::abort();
  }
  static_cast<void>(expr::render(*compiled, environment, expr::Quoting::shell));
  static_cast<void>(compiled->holes_are_outside_shell_quotes());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) {
    return 0;
  }
  const World world(data[0]);
  const std::vector<expr::Root> roots{
      {"host", &rocelint::kType<rocelint::Host>},
      {"netdev", &rocelint::kType<rocelint::Netdev>},
      {"lowers", &rocelint::kType<rocelint::Fact<std::vector<const rocelint::Netdev*>>>},
      {"gone", &rocelint::kType<rocelint::Netdev>}};
  const expr::Bindings environment(std::vector<expr::Binding>{
      {&world.host, {}, "host"},
      {world.host.netdevs.known()->data(), {}, "host.netdevs[\"ens5\"]"},
      {&world.lowers, {}, "host.netdevs"},
      {nullptr, {rocelint::Reason::not_found, "no netdev", 0}, "host.netdevs[?]"}});
  const std::string_view text(reinterpret_cast<const char*>(data + 1), size - 1);
  try_expression(text, roots, environment);
  try_template(text, roots, environment);
  return 0;
}
