// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <tl/expected.hpp>

#include "cli/command.h"

namespace rocelint::cli {

/// The heading of --help that an option stands under, in this order.
enum class OptionGroup : std::uint8_t { policy, source, job, window, gate, output };

/// Where the value of an option goes. Nowhere: run_command() acts on it.
using OptionTarget = std::variant<std::monostate, bool*, std::string*, std::vector<std::string>*,
                                  std::function<void(const std::string&)>>;

/// One option or argument of a command: plain data, from which come the parser, --help and what is
/// said of a wrong value.
// NOLINTBEGIN(readability-redundant-member-init): GCC warns of what an initializer leaves out
struct Option {
  std::string_view names;       ///< "-q,--quiet"; without a dash an argument: "SNAPSHOT"
  std::string_view value = {};  ///< what --help calls the value of an option: "FILE"
  std::string_view help;
  OptionTarget target = {};  ///< bool: a flag, which takes no value; a list: may be given again
  OptionGroup group = OptionGroup::output;
  bool required = false;
  bool several = false;  ///< takes all the values that follow
  char delimiter = '\0';
  std::vector<std::string_view> one_of = {};
  /// What is wrong with a value; empty when nothing is.
  std::function<std::string(const std::string&)> check = {};
  std::vector<std::string_view> excludes = {};  ///< the longest name of each
  std::vector<std::string> given = {};          ///< by parse()

  [[nodiscard]] bool is_flag() const { return std::holds_alternative<bool*>(target); }
  [[nodiscard]] bool is_argument() const { return !names.starts_with('-'); }
  /// "--quiet", "SNAPSHOT".
  [[nodiscard]] std::string_view longest_name() const;
};
// NOLINTEND(readability-redundant-member-init)

struct CommandLine;

/// One command: a row of the table of all commands. What it takes is declared only when it is asked
/// for.
struct CommandRow {
  std::string_view name;
  std::string_view summary;  ///< a sentence without its full stop
  void (*declare)(CommandLine&);
  std::span<const CommandRow> below = {};  // NOLINT(readability-redundant-member-init)
};

/// What a command takes.
struct CommandLine {
  std::string path;  ///< "rocelint policy lint"
  std::string_view summary;
  std::span<const CommandRow> below;
  std::vector<Option> options;
  std::string_view footer;  ///< below the options in --help
  Command run;              ///< empty: the command is one of those below it

  [[nodiscard]] const Option* find(std::string_view longest_name) const;
  [[nodiscard]] Option& at(std::string_view longest_name);  ///< which must be there
};

/// All that there is, for --help and whoever writes it down (man pages, completion).
[[nodiscard]] std::span<const CommandRow> all_commands();
[[nodiscard]] const CommandRow* find_command(std::span<const CommandRow> rows,
                                             std::string_view name);

/// The command with its options. `above`: "rocelint policy".
[[nodiscard]] CommandLine declare(const CommandRow& row, std::string_view above);

enum class Asked : std::uint8_t { run, help };

/// Puts the arguments into the targets of the options, or says what is wrong with them.
[[nodiscard]] tl::expected<Asked, std::string> parse(CommandLine& command,
                                                     std::span<const std::string> arguments);

/// What --help prints, within 80 columns.
[[nodiscard]] std::string help_of(const CommandLine& command);
/// The same for rocelint itself.
[[nodiscard]] std::string help_of_all();

}  // namespace rocelint::cli
