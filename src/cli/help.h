// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace rocelint::cli {

/// Lays out --help: what an option takes, without CLI11's list of what excludes what.
class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter();
  [[nodiscard]] std::string make_option_opts(const CLI::Option* option) const override;
  [[nodiscard]] std::string make_description(const CLI::App* app) const override;
};

}  // namespace rocelint::cli
