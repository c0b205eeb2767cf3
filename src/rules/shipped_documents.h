// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "policy/policy.h"
#include "rules/rule.h"

namespace rocelint {

/// What was embedded at build time, checked by the build tool: the rules by pack_rules(), and once
/// more as they are written, with their tests.
[[nodiscard]] std::string_view packed_rules();
[[nodiscard]] std::span<const ShippedDocument> shipped_rules_with_tests();
[[nodiscard]] std::span<const ShippedDocument> shipped_profiles();

/// The shipped rules without reading them.
struct ShippedRules {
  std::size_t count = 0;
  std::string digest;  ///< that of load_all_rules() without rules of the site
};
[[nodiscard]] ShippedRules about_shipped_rules();

/// Inline tests are the larger part of the shipped rules, and judging needs none of them: without,
/// the packed rules are taken, which costs next to nothing.
enum class InlineTests : std::uint8_t { left_out, read };

/// The shipped rules plus those of the site, by directory or file, which are always read whole.
[[nodiscard]] RuleLoading load_all_rules(std::span<const std::string> site_rules,
                                         InlineTests tests = InlineTests::left_out);

[[nodiscard]] ProfileLookup shipped_profile_lookup();

}  // namespace rocelint
