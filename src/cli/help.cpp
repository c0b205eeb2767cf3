// SPDX-License-Identifier: Apache-2.0
#include "cli/help.h"

#include <cstddef>
#include <string>

#include <CLI/CLI.hpp>

namespace rocelint::cli {

namespace {

constexpr std::size_t kOptionColumn = 28;

}  // namespace

HelpFormatter::HelpFormatter() {
  column_width(kOptionColumn);
}

std::string HelpFormatter::make_option_opts(const CLI::Option* option) const {
  const auto type = option->get_type_name();
  return option->get_type_size() == 0 || type.empty() || type == "TEXT" ? "" : ' ' + type;
}

std::string HelpFormatter::make_description(const CLI::App* app) const {
  return app->get_description() + ".\n\n";
}

}  // namespace rocelint::cli
