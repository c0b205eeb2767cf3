// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/command_line.h"

namespace rocelint::cli {

namespace {

constexpr std::size_t kTextColumn = 28;
constexpr std::size_t kColumns = 80;
/// A command with fewer options is read at a glance without headings.
constexpr std::size_t kLeastGrouped = 8;

constexpr std::array<std::pair<OptionGroup, std::string_view>, 6> kHeadings{
    {{OptionGroup::policy, "Policy"},
     {OptionGroup::source, "Source"},
     {OptionGroup::job, "Job"},
     {OptionGroup::window, "Window"},
     {OptionGroup::gate, "Gate"},
     {OptionGroup::output, "Output"}}};

constexpr auto kFooter = R"(Examples:
  rocelint demo                        what a report looks like: a faulty host
  rocelint check --policy lossless-dscp26
  rocelint probe > gpu0417.json        on the host, then anywhere:
  rocelint check --snapshot gpu0417.json --policy site.yaml
  rocelint explain pfc-off             one rule in full
  rocelint help check                  the options of a command

Exit codes: 0 pass, 1 stop, 2 usage, policy or rule error, 3 undetermined,
4 internal error.)";

/// `label`, and beside it the text, wrapped.
std::string row(std::string_view label, std::string_view text) {
  auto line = fmt::format("  {:<{}}", label, kTextColumn - 2);
  std::string lines;
  if (label.size() + 4 > kTextColumn) {
    lines = fmt::format("  {}\n", label);
    line = std::string(kTextColumn, ' ');
  }
  for (bool first = true; !text.empty(); first = false) {
    const auto word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    if (!first && line.size() + 1 + word.size() > kColumns) {
      lines += line + '\n';
      line = std::string(kTextColumn, ' ');
    } else if (!first) {
      line += ' ';
    }
    line += word;
  }
  return lines + line + '\n';
}

std::string label_of(const Option& option) {
  auto label = std::string(option.names);
  if (const auto comma = label.find(','); comma != std::string::npos) {
    label.insert(comma + 1, " ");
  }
  return label + (option.value.empty() ? "" : ' ' + std::string(option.value)) +
         (option.several ? "..." : "");
}

std::string usage_of(const CommandLine& command) {
  auto usage = "Usage: " + command.path;
  usage += command.run ? " [OPTIONS]" : "";
  for (const auto& option : command.options) {
    if (option.is_argument()) {
      usage += option.required ? ' ' + label_of(option) : " [" + label_of(option) + ']';
    }
  }
  if (!command.below.empty()) {
    usage += command.run ? " [COMMAND]" : " COMMAND";
  }
  return usage + '\n';
}

template <class Keep>
std::string section(std::string_view heading, std::span<const Option> options, Keep keep) {
  std::string rows;
  for (const auto& option : options) {
    rows += keep(option) ? row(label_of(option), option.help) : "";
  }
  return rows.empty() ? "" : fmt::format("\n{}:\n{}", heading, rows);
}

std::string options_of(const CommandLine& command) {
  const auto help = row("-h, --help", "this text");
  const auto is_option = [](const Option& option) { return !option.is_argument(); };
  const auto count = std::ranges::count_if(command.options, is_option);
  if (std::cmp_less(count, kLeastGrouped)) {
    const auto flat = section("Options", command.options, is_option);
    return (flat.empty() ? "\nOptions:\n" : flat) + help;
  }
  std::string text;
  for (const auto& [group, heading] : kHeadings) {
    text += section(heading, command.options, [&](const Option& option) {
      return is_option(option) && option.group == group;
    });
  }
  return text + "\nOther:\n" + help;
}

std::string commands_of(std::span<const CommandRow> rows) {
  std::string text = rows.empty() ? "" : "\nCommands:\n";
  for (const auto& command : rows) {
    text += row(command.name, command.summary);
  }
  return text;
}

std::string footer_of(std::string_view footer) {
  return footer.empty() ? "" : fmt::format("\n{}\n", footer);
}

}  // namespace

std::string help_of(const CommandLine& command) {
  return fmt::format("{}.\n\n", command.summary) + usage_of(command) +
         section("Arguments", command.options,
                 [](const Option& option) { return option.is_argument(); }) +
         options_of(command) + commands_of(command.below) + footer_of(command.footer);
}

std::string help_of_all() {
  return "Check whether this host with RoCE v2 NICs is ready for a lossless RDMA job.\n\n"
         "Usage: rocelint COMMAND [OPTIONS]\n" +
         commands_of(all_commands()) + row("help", "Show the help of a command") + "\nOptions:\n" +
         row("-h, --help", "this text") + row("-V, --version", "the version of rocelint") +
         footer_of(kFooter);
}

}  // namespace rocelint::cli
