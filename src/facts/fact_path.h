// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rocelint {

/// Whether `path` is `outer` itself or something in it: a member, or an element of a list or map.
[[nodiscard]] inline bool is_within(std::string_view path, std::string_view outer) {
  if (!path.starts_with(outer)) {
    return false;
  }
  const auto rest = path.substr(outer.size());
  return rest.empty() || rest.front() == '.' || rest.front() == '[';
}

}  // namespace rocelint
