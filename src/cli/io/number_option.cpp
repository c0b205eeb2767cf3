// SPDX-License-Identifier: Apache-2.0
#include "cli/io/number_option.h"

#include <cstdint>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/whole_number.h"

namespace rocelint::cli {

CLI::Option* add_number_option(CLI::App& command, const std::string& name,
                               std::optional<std::int64_t>& number, NumberRange range,
                               const std::string& description) {
  const auto diagnostic = [range](const std::string& text) {
    const auto read = whole_number<std::int64_t>(text);
    return read && *read >= range.least && *read <= range.most
               ? ""
               : fmt::format(R"("{}" is no whole number from {} to {})", text, range.least,
                             range.most);
  };
  return command
      .add_option_function<std::string>(
          name, [&number](const std::string& text) { number = whole_number<std::int64_t>(text); },
          description)
      ->type_name("N")
      ->check(diagnostic);
}

}  // namespace rocelint::cli
