// SPDX-License-Identifier: Apache-2.0
#include "cli/io/terminal.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include <sys/ioctl.h>
#include <unistd.h>

#include "rocelint/report.h"

namespace rocelint::cli {

namespace {

constexpr int kColumns = 80;
constexpr int kWidest = 100;  // longer lines are harder to read

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): one thread
  return value == nullptr ? std::string_view{} : std::string_view(value);
}

int terminal_columns() {
  winsize size{};
  const bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? std::min<int>(size.ws_col, kWidest) : kColumns;
}

}  // namespace

TextOptions text_options(Verbosity verbosity) {
  const bool is_terminal = isatty(STDOUT_FILENO) == 1;
  const bool colors =
      is_terminal && environment("NO_COLOR").empty() && environment("TERM") != "dumb";
  return {.verbosity = verbosity,
          .color = colors ? Color::on : Color::off,
          .columns = is_terminal ? terminal_columns() : kColumns};
}

}  // namespace rocelint::cli
