// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line.h"

#include <algorithm>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <tl/expected.hpp>

#include "base/text.h"
#include "cli/command.h"

namespace rocelint::cli {

namespace {

/// Only what splits the arguments: how an option may be written, and how many values follow it.
CLI::Option* declare_to(CLI::App& app, const Option& option) {
  const std::string names(option.names);
  if (option.is_flag()) {
    return app.add_flag(names);
  }
  auto* declared = app.add_option(names);
  declared->expected(option.several ? -1 : 1)->take_all();
  return option.delimiter == '\0' ? declared : declared->delimiter(option.delimiter);
}

std::string value_of(const Option& option) {
  return std::string(option.value) + (option.several ? "..." : "");
}

std::string diagnostic_about_value(const Option& option, const std::string& value) {
  if (!option.one_of.empty() && std::ranges::find(option.one_of, value) == option.one_of.end()) {
    return fmt::format("unknown value {} ({}){}", value, fmt::join(option.one_of, ", "),
                       did_you_mean(value, option.one_of));
  }
  return option.check ? option.check(value) : "";
}

std::string diagnostic_about(const Option& option) {
  const auto name = option.longest_name();
  for (const auto& value : option.given) {
    if (auto wrong = diagnostic_about_value(option, value); !wrong.empty()) {
      return fmt::format("{}: {}", name, wrong);
    }
  }
  const bool takes_all = std::holds_alternative<std::vector<std::string>*>(option.target);
  if (!takes_all && option.given.size() > 1) {
    return fmt::format("{} can be given only once", name);
  }
  if (option.required && option.given.empty()) {
    return option.is_argument() ? fmt::format("missing argument {}", name)
                                : fmt::format("missing option {} {}", name, option.value);
  }
  return "";
}

std::string diagnostic_about_pairs(const CommandLine& command) {
  for (const auto& option : command.options) {
    for (const auto name : option.excludes) {
      const auto* other = command.find(name);
      if (!option.given.empty() && other != nullptr && !other->given.empty()) {
        return fmt::format("{} and {} can't be used together", option.longest_name(),
                           other->longest_name());
      }
    }
  }
  return "";
}

std::string not_known(const CommandLine& command, const std::string& word) {
  std::vector<std::string_view> names;
  if (find_command(command.below, word) != nullptr) {
    return fmt::format("{} must come before the options", word);
  }
  if (!word.starts_with('-')) {
    std::ranges::transform(command.below, std::back_inserter(names), &CommandRow::name);
    return (command.below.empty() ? "unexpected argument " : "unknown command ") + word +
           did_you_mean(word, names);
  }
  names.emplace_back("--help");
  for (const auto& option : command.options) {
    if (!option.is_argument()) {
      names.push_back(option.longest_name());
    }
  }
  return "unknown option " + word + did_you_mean(word.substr(0, word.find('=')), names);
}

/// CLI11 throws while it splits only where the values of the last option have run out.
std::string values_run_out(const CommandLine& command, const std::string& last,
                           const CLI::ParseError& error) {
  const auto* option = command.find(last);
  return option == nullptr ? error.what()
                           : fmt::format("{} needs an argument ({})", last, value_of(*option));
}

struct Put {
  const std::vector<std::string>& given;
  void operator()(std::monostate) const {}
  void operator()(bool*) const {}  // a flag is put by its own rules
  void operator()(std::string* target) const { *target = given.back(); }
  void operator()(std::vector<std::string>* target) const { *target = given; }
  void operator()(const std::function<void(const std::string&)>& target) const {
    target(given.back());
  }
};

/// Takes over what was given; what is wrong with a flag that was given a value, or nothing.
std::string take(Option& option, const CLI::Option& parsed) {
  option.given = parsed.results();
  if (!option.is_flag() || option.given.empty()) {
    return "";
  }
  try {
    *std::get<bool*>(option.target) = parsed.as<bool>();  // --strict=false
  } catch (const CLI::ConversionError&) {
    return fmt::format("{} takes no value", option.longest_name());
  }
  return "";
}

std::string check_and_put(CommandLine& command) {
  for (const auto& option : command.options) {
    if (auto wrong = diagnostic_about(option); !wrong.empty()) {
      return wrong;
    }
  }
  if (auto wrong = diagnostic_about_pairs(command); !wrong.empty()) {
    return wrong;
  }
  for (const auto& option : command.options) {
    if (!option.given.empty()) {
      std::visit(Put{option.given}, option.target);
    }
  }
  return "";
}

}  // namespace

std::string_view Option::longest_name() const {
  const auto comma = names.rfind(',');
  return comma == std::string_view::npos ? names : names.substr(comma + 1);
}

const Option* CommandLine::find(std::string_view longest_name) const {
  const auto found = std::ranges::find(options, longest_name, &Option::longest_name);
  return found == options.end() ? nullptr : &*found;
}

Option& CommandLine::at(std::string_view longest_name) {
  const auto found = std::ranges::find(options, longest_name, &Option::longest_name);
  if (found == options.end()) {
    throw std::out_of_range(path + " has no option " + std::string(longest_name));
  }
  return *found;
}

const CommandRow* find_command(std::span<const CommandRow> rows, std::string_view name) {
  const auto found = std::ranges::find(rows, name, &CommandRow::name);
  return found == rows.end() ? nullptr : &*found;
}

CommandLine declare(const CommandRow& row, std::string_view above) {
  CommandLine command{.path = fmt::format("{} {}", above, row.name),
                      .summary = row.summary,
                      .below = row.below,
                      .options = {},
                      .footer = {},
                      .run = {}};
  row.declare(command);
  return command;
}

tl::expected<Asked, std::string> parse(CommandLine& command,
                                       std::span<const std::string> arguments) {
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  const auto* help = app.add_flag("-h,--help");
  std::vector<const CLI::Option*> declared;
  for (const auto& option : command.options) {
    declared.push_back(declare_to(app, option));
  }
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ParseError& error) {
    return tl::unexpected(values_run_out(command, arguments.back(), error));
  }
  if (help->count() > 0) {
    return Asked::help;
  }
  if (const auto rest = app.remaining(); !rest.empty()) {
    return tl::unexpected(not_known(command, rest.front()));
  }
  for (std::size_t i = 0; i < declared.size(); ++i) {
    if (auto wrong = take(command.options[i], *declared[i]); !wrong.empty()) {
      return tl::unexpected(std::move(wrong));
    }
  }
  auto wrong = check_and_put(command);
  return wrong.empty() ? tl::expected<Asked, std::string>(Asked::run)
                       : tl::unexpected(std::move(wrong));
}

}  // namespace rocelint::cli
