// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace rocelint::cli {

/// A snapshot that ships with rocelint: an invented host, to show what a report looks like.
struct Sample {
  std::string_view name;
  std::string_view snapshot;  ///< JSON
};

/// src/cli/samples/*.json, in alphabetical order.
[[nodiscard]] std::span<const Sample> samples();

}  // namespace rocelint::cli
