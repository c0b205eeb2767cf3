// SPDX-License-Identifier: Apache-2.0
#include "policy/policy_lint.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rocelint/base/diagnostic.h"

#include "base/text.h"
#include "expr/expression.h"
#include "policy/document.h"
#include "policy/parameters.h"
#include "policy/policy.h"

namespace rocelint {

namespace {

/// What is not alike on hosts that were set up alike.
bool tells_hosts_apart(const expr::Expression& where) {
  constexpr std::array<std::string_view, 9> kOfOneHost{
      "host.hostname",     "host.boot_id", ".mac_address",   ".node_guid",   ".system_image_guid",
      "addresses.address", ".gids.gid",    ".module.serial", ".lldp.port_id"};
  return std::ranges::any_of(where.paths(), [&](std::string_view path) {
    return path.starts_with("host.custom") ||
           std::ranges::any_of(kOfOneHost,
                               [&](std::string_view own) { return path.ends_with(own); });
  });
}

class Lint {
 public:
  Lint(std::chrono::sys_seconds now, std::span<const Group> groups) : now_(now), groups_(groups) {}

  void waiver(const Waiver& waiver) {
    if (auto notice = waiver_notice(waiver, now_)) {
      found_.push_back(*std::move(notice));
    }
    if (waiver.fleet && waiver.rule.find_first_not_of('*') == std::string::npos) {
      complain(waiver.at, "this waiver covers every rule on every host, so nothing can fail");
    }
    if (!waiver.fleet && waiver.where && !tells_hosts_apart(*waiver.where)) {
      complain(waiver.at, "this waiver of " + waiver.rule +
                              " can match every host: its where tests nothing that differs between "
                              "hosts, such as host.hostname (add fleet: true if this is intended)");
    }
  }

  /// The first role that picks a port has it, so one with the selector of another gets none.
  void roles(const std::vector<Role>& roles) {
    for (std::size_t i = 0; i < roles.size(); ++i) {
      unprotected(roles[i]);
      unset(roles[i]);
      for (std::size_t j = 0; j < i; ++j) {
        if (roles[i].ports && roles[j].ports && roles[i].ports->text() == roles[j].ports->text()) {
          complain(roles[i].origins.at("ports"), "role " + roles[i].name +
                                                     " has the same ports as role " +
                                                     roles[j].name + ", which takes all of them");
        }
      }
    }
  }

  [[nodiscard]] const Diagnostics& found() const { return found_; }

 private:
  void unprotected(const Role& role) {
    if (role.parameters.pfc.mode.is(PfcMode::forbidden) &&
        role.parameters.cc.mode.is(CcMode::disabled)) {
      complain(
          role.origins.at("cc.mode"),
          "role " + role.name +
              " has neither PFC nor congestion control (pfc.mode: forbidden, cc.mode: disabled)");
    }
  }

  /// Without these a host that drops RoCE packets is ready. `trust` has a default, which asks for
  /// nothing.
  void unset(const Role& role) {
    const auto& at = role.origins.at("role");
    const auto& mode = role.parameters.pfc.mode;
    if (!policy_loading::names_a_file(at.file) || mode.is(PfcMode::unmanaged)) {
      return;
    }
    std::vector<std::string> names;
    if (mode.known() == nullptr && !set_by_group(role, "pfc")) {
      names.emplace_back("pfc.mode");
    }
    if (role.parameters.roce.known() == nullptr && !set_by_group(role, "roce")) {
      names.emplace_back("roce");
    }
    const auto trust = role.origins.find("trust");
    const bool is_default = trust == role.origins.end() || trust->second.file == "built-in";
    if (is_default && !set_by_group(role, "trust")) {
      names.emplace_back("trust");
    }
    if (!names.empty()) {
      complain(at, "role " + role.name + " leaves " + join(names, ", ") +
                       " unset: " + (names.size() == 1 ? "it is" : "they are") + " not checked");
    }
  }

  [[nodiscard]] bool set_by_group(const Role& role, std::string_view parameter) const {
    return std::ranges::any_of(groups_, [&](const Group& group) {
      const auto found = group.roles.find(role.name);
      return found != group.roles.end() && found->second.find(parameter) != nullptr;
    });
  }

  void complain(const Origin& at, std::string text) {
    found_.push_back(
        Diagnostic{.file = at.file, .line = at.line, .column = at.column, .text = std::move(text)});
  }

  std::chrono::sys_seconds now_;
  std::span<const Group> groups_;
  Diagnostics found_;
};

std::optional<Diagnostic> without_a_rule(std::string_view glob, const Origin& at,
                                         std::span<const std::string_view> rule_ids) {
  const bool matches =
      std::ranges::any_of(rule_ids, [&](std::string_view id) { return glob_match(id, glob); });
  if (matches || !policy_loading::names_a_file(at.file)) {
    return std::nullopt;
  }
  const auto near = nearest(glob, rule_ids);
  return Diagnostic{
      .file = at.file,
      .line = at.line,
      .column = at.column,
      .text = "no rule matches \"" + std::string(glob) +
              (near.empty() ? "\"" : "\", did you mean \"" + std::string(near) + "\"?")};
}

}  // namespace

std::optional<Diagnostic> waiver_notice(const Waiver& waiver, std::chrono::sys_seconds now) {
  const auto left = days_left(waiver, now).count();
  auto text = "this waiver of " + waiver.rule;
  switch (waiver_state(waiver, now)) {
    case WaiverState::running:
      return std::nullopt;
    case WaiverState::ended:
      text += " expired on " + to_string(waiver.until);
      break;
    case WaiverState::ending:
      text += " ends " + (left == 0 ? "today" : "in " + std::to_string(left) + " day");
      text += left > 1 ? "s" : "";
      break;
  }
  return Diagnostic{.file = waiver.at.file,
                    .line = waiver.at.line,
                    .column = waiver.at.column,
                    .text = std::move(text)};
}

std::chrono::days days_left(const Waiver& waiver, std::chrono::sys_seconds now) {
  return waiver.until - std::chrono::floor<std::chrono::days>(now);
}

WaiverState waiver_state(const Waiver& waiver, std::chrono::sys_seconds now) {
  const auto left = days_left(waiver, now);
  if (left < std::chrono::days(0)) {
    return WaiverState::ended;
  }
  return left <= kWaiverNotice ? WaiverState::ending : WaiverState::running;
}

Diagnostics patterns_without_a_rule(const Policy& policy,
                                    std::span<const std::string_view> rule_ids) {
  Diagnostics found;
  if (rule_ids.empty()) {
    return found;
  }
  const auto check_pattern = [&](std::string_view glob, const Origin& at) {
    auto diagnostic = without_a_rule(glob, at, rule_ids);
    // A setting that was split in several stands at one place: say it once.
    if (diagnostic && (found.empty() || *diagnostic != found.back())) {
      found.push_back(*std::move(diagnostic));
    }
  };
  for (const auto& setting : policy.rule_settings) {
    check_pattern(setting.pattern, setting.at);
  }
  for (const auto& waiver : policy.waivers) {
    check_pattern(waiver.rule, waiver.at);
  }
  return found;
}

Diagnostics lint_policy(const Policy& policy, std::chrono::sys_seconds now,
                        std::span<const std::string_view> rule_ids) {
  Lint lint(now, policy.groups);
  lint.roles(policy.roles);
  for (const auto& waiver : policy.waivers) {
    lint.waiver(waiver);
  }
  auto found = lint.found();
  std::ranges::move(patterns_without_a_rule(policy, rule_ids), std::back_inserter(found));
  return found;
}

}  // namespace rocelint
