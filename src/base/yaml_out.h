// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace rocelint {

/// A value of a YAML document that people go on editing: a list, a mapping, or else a scalar.
struct YamlOut {
  // NOLINTBEGIN(readability-redundant-member-init): GCC warns of what an initializer leaves out
  std::string scalar = {};
  std::vector<std::pair<std::string, YamlOut>> entries = {};  ///< a mapping, in this order
  std::vector<YamlOut> items = {};  ///< a list, written on one line: [{priority: 3, dscp: 26}]
  std::string comment = {};         ///< stands above the key; above the end for an empty key
  // NOLINTEND(readability-redundant-member-init)
};

/// Comments are wrapped at 80 columns. Whatever is in one, a host's name say, no line of it is
/// anything but a comment. An entry with an empty key is its comment alone.
[[nodiscard]] std::string write_yaml(const YamlOut& document);

}  // namespace rocelint
