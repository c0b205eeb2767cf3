// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <linux/fib_rules.h>
#include <linux/rtnetlink.h>
#include <tl/expected.hpp>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/routing.h"

#include "facts/unknown.h"
#include "os/netlink/attributes.h"
#include "os/netlink/netlink.h"
#include "os/netlink/rtnl_common.h"
#include "os/netlink/rtnl_routing.h"
#include "os/read.h"

namespace rocelint {

namespace {

// Of include/uapi/linux/fib_rules.h, where the header of Linux 6.1 ends with FRA_DPORT_RANGE.
constexpr int kDscp = 25;
constexpr int kFlowlabel = 26;
constexpr int kDscpMask = 30;
constexpr int kLastKnown = kDscpMask;

// Conditions on what RoutingRule can't tell. FRA_*_MASK are none: they tell which bits count, and
// but for FRA_FWMASK hold all that the value has (fib6_nl2rule_flowlabel and its like).
constexpr std::array<int, 8> kConditions{FRA_FWMARK,   FRA_TUN_ID,      FRA_UID_RANGE,
                                         FRA_IP_PROTO, FRA_SPORT_RANGE, FRA_DPORT_RANGE,
                                         kDscp,        kFlowlabel};

bool is_zero(std::string_view bytes) {
  return bytes.find_first_not_of('\0') == std::string_view::npos;
}

/// The kernel looks for RDMA's way with zero for all of that (drivers/infiniband/core/addr.c,
/// addr4_resolve, addr6_resolve): what asks for zero, or for users from root on, asks for nothing.
bool asks_for_zero(int condition, const Attributes& attributes) {
  if (condition == FRA_FWMARK) {
    const auto mask = attributes.number<std::uint32_t>(FRA_FWMASK, "").value_or(UINT32_MAX);
    return (attributes.number<std::uint32_t>(FRA_FWMARK, "").value_or(0) & mask) == 0;
  }
  const auto value = attributes.find(condition).value_or(std::string_view());
  return is_zero(condition == FRA_UID_RANGE ? value.substr(0, sizeof(std::uint32_t)) : value);
}

/// Whether packets of RDMA can't be what it asks for.
bool has_unmet_condition(const fib_rule_hdr& header, const Attributes& attributes) {
  return header.tos != 0 || !std::ranges::all_of(kConditions, [&](int condition) {
           return asks_for_zero(condition, attributes);
         });
}

/// An attribute that Linux had not at the time of writing: a condition, as all of late have been.
std::optional<int> newer_attribute(const Attributes& attributes) {
  const auto& all = attributes.all();
  const auto newer = std::ranges::find_if(all, [](const Attribute& attribute) {
    return attribute.type > kLastKnown && !is_zero(attribute.bytes);
  });
  return newer == all.end() ? std::nullopt : std::optional(int{newer->type});
}

Unknown undecided(std::string what) {
  return unsupported("a routing rule " + std::move(what));
}

Fact<RuleAction> action_of(const fib_rule_hdr& header, const Attributes& attributes) {
  constexpr std::array kActions{RuleAction::to_table, RuleAction::blackhole,
                                RuleAction::unreachable, RuleAction::prohibit};
  if (const auto newer = newer_attribute(attributes)) {
    return undecided("asks for what is not known here (attribute " + std::to_string(*newer) + ')');
  }
  if (header.action == FR_ACT_GOTO) {
    return undecided("jumps to another one (goto)");
  }
  if (attributes.find(FRA_SUPPRESS_IFGROUP)) {
    return undecided("passes over routes by a group of interfaces (suppress_ifgroup)");
  }
  const RuleAction action{header.action};
  return std::ranges::find(kActions, action) == kActions.end()
             ? Fact<RuleAction>(undecided("has action " + std::to_string(header.action)))
             : Fact<RuleAction>(action);
}

/// 0 is the table of the VRF. A rule that asks no table may name none, which is 0 too.
std::int64_t table_of(const fib_rule_hdr& header, const Attributes& attributes) {
  if (attributes.number<std::uint8_t>(FRA_L3MDEV, "").value_or(0) != 0) {
    return 0;
  }
  const auto table = attributes.number<std::uint32_t>(FRA_TABLE, "").value_or(header.table);
  return table == RT_TABLE_UNSPEC ? std::int64_t{RT_TABLE_MAIN} : std::int64_t{table};
}

Read<RoutingRule> decode_rule(const fib_rule_hdr& header, const Attributes& attributes) {
  RoutingRule rule;
  rule.family = family_of(header.family);
  rule.priority = attributes.number<std::uint32_t>(FRA_PRIORITY, "").value_or(0);
  auto source = optional_prefix(attributes, FRA_SRC, header.family, header.src_len);
  auto destination = optional_prefix(attributes, FRA_DST, header.family, header.dst_len);
  if (!source || !destination) {
    return tl::unexpected(source ? destination.error() : source.error());
  }
  rule.source = *std::move(source);
  rule.destination = *std::move(destination);
  rule.input_netdev = attributes.text(FRA_IIFNAME, "").value_or("");
  rule.output_netdev = attributes.text(FRA_OIFNAME, "").value_or("");
  rule.table = table_of(header, attributes);
  rule.action = action_of(header, attributes);
  const auto bits = attributes.number<std::uint32_t>(FRA_SUPPRESS_PREFIXLEN, "");
  rule.suppress_prefixlen = static_cast<std::int32_t>(bits.value_or(UINT32_MAX));
  return rule;
}

bool is_for_all(const RoutingRule& rule, const Attributes& attributes) {
  return rule.source.empty() && rule.destination.empty() && rule.input_netdev.empty() &&
         rule.output_netdev.empty() && rule.table != 0 && !newer_attribute(attributes);
}

/// "not": it holds where its conditions don't.
RoutingRule inverted(RoutingRule rule, bool has_unmet_condition) {
  // One condition that packets of RDMA don't meet is enough for it to hold for all of them.
  if (!has_unmet_condition || rule.table == 0) {
    rule.action = undecided("is inverted (not)");
    rule.table = RT_TABLE_MAIN;
  }
  rule.source.clear();
  rule.destination.clear();
  rule.input_netdev.clear();
  rule.output_netdev.clear();
  return rule;
}

/// Nothing if it never holds for packets of RDMA, or does nothing.
Read<std::optional<RoutingRule>> decode_held(const fib_rule_hdr& header,
                                             const Attributes& attributes) {
  const bool is_inverted = (header.flags & unsigned{FIB_RULE_INVERT}) != 0;
  const bool is_unmet = has_unmet_condition(header, attributes);
  if (!is_ip(header.family) || header.action == FR_ACT_NOP || (is_unmet && !is_inverted)) {
    return std::nullopt;
  }
  auto rule = decode_rule(header, attributes);
  if (!rule) {
    return tl::unexpected(std::move(rule).error());
  }
  if (!is_inverted) {
    return *std::move(rule);
  }
  if (is_for_all(*rule, attributes) && !is_unmet) {
    return std::nullopt;
  }
  return inverted(*std::move(rule), is_unmet);
}

}  // namespace

NetlinkRequest rules_request() {
  return dump_request<fib_rule_hdr>(RTM_GETRULE);
}

Read<std::vector<RoutingRule>> decode_rules(const NetlinkReplies& replies) {
  std::vector<RoutingRule> rules;
  for (const auto& reply : replies) {
    const auto header = value_at_start<fib_rule_hdr>(reply);
    const auto attributes = Attributes::parse(after<fib_rule_hdr>(reply));
    if (!header || !attributes) {
      return tl::unexpected(malformed("an RTM_NEWRULE is cut short"));
    }
    auto rule = decode_held(*header, *attributes);
    if (!rule) {
      return tl::unexpected(std::move(rule).error());
    }
    if (*rule) {
      rules.push_back(**std::move(rule));
    }
  }
  std::ranges::stable_sort(
      rules, {}, [](const RoutingRule& rule) { return std::tie(rule.family, rule.priority); });
  return rules;
}

}  // namespace rocelint
