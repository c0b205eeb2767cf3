// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <csignal>
#include <string>
#include <system_error>
#include <tuple>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include "base/write_all.h"
#include "cli/command.h"
#include "cli/commands/commands.h"

namespace rocelint::cli {

namespace {

// A descriptor that the caller closed would be given to the next file or socket, and the report
// written into it. Opened for reading only, standard output still fails as it should.
void occupy_standard_descriptors() {
  for (int expected = STDIN_FILENO; expected <= STDERR_FILENO; ++expected) {
    if (fcntl(expected, F_GETFD) < 0 && errno == EBADF) {
      open("/dev/null", O_RDONLY);  // takes the lowest number that is free: `expected`
    }
  }
}

// Lost output must not look like a pass. Whoever closed the pipe (head) knows that already.
int finish(const CommandOutput& output) {
  std::signal(SIGPIPE, SIG_IGN);
  std::ignore = write_all(STDERR_FILENO, output.err);
  const int error = write_all(STDOUT_FILENO, output.out);
  if (error == 0) {
    return output.exit_code;
  }
  if (error != EPIPE) {
    std::ignore = write_all(STDERR_FILENO, line_of("can't write to standard output: " +
                                                   std::generic_category().message(error)));
  }
  return output.exit_code == kExitPass ? output.exit_code_if_lost : output.exit_code;
}

}  // namespace

}  // namespace rocelint::cli

int main(int argc, char** argv) {
  rocelint::cli::occupy_standard_descriptors();
  const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
  return rocelint::cli::finish(rocelint::cli::run_command(arguments));
}
