// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

namespace rocelint::cli {

struct NumberRange {
  std::int64_t least;
  std::int64_t most;
};

/// An option that takes a whole number in decimal. CLI11's own conversion takes 010 for 8 and
/// 0x10 for 16 (strtoll with base 0, CLI/TypeTools.hpp).
CLI::Option* add_number_option(CLI::App& command, const std::string& name,
                               std::optional<std::int64_t>& number, NumberRange range,
                               const std::string& description);

}  // namespace rocelint::cli
