// SPDX-License-Identifier: Apache-2.0
#pragma once

// Runs the command that was built, as a user would: arguments, standard input, environment.

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/temporary_directory.h"  // IWYU pragma: export

namespace rocelint::test {

inline std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

struct CommandRun {
  std::string out;
  std::string err;
  int exit_code = -1;  ///< 128 + the signal when one ended it
};

struct CommandInput {
  std::string stdin_text = {};
  std::map<std::string, std::string> environment = {};
  std::string stdout_file = {};  ///< written there instead of being returned
};

namespace command_run_detail {

inline void redirect(const std::string& file, int flags, int descriptor) {
  const int opened = open(file.c_str(), flags, 0600);
  if (opened < 0 || dup2(opened, descriptor) < 0) {
    _exit(126);
  }
}

}  // namespace command_run_detail

/// The command while it runs. The policy of the machine that runs the test must not matter, so
/// ROCELINT_POLICY is unset.
class RunningCommand {
 public:
  explicit RunningCommand(const std::vector<std::string>& arguments, const CommandInput& input = {})
      : out_(input.stdout_file.empty() ? (directory_.path() / "out").string() : input.stdout_file),
        returns_out_(input.stdout_file.empty()) {
    const auto in = directory_.write("in", input.stdin_text);
    std::vector<std::string> words{ROCELINT_COMMAND};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (auto& word : words) {
      argv.push_back(word.data());
    }
    argv.push_back(nullptr);
    process_ = fork();
    if (process_ == 0) {
      command_run_detail::redirect(in, O_RDONLY, STDIN_FILENO);
      command_run_detail::redirect(out_, O_WRONLY | O_CREAT, STDOUT_FILENO);
      command_run_detail::redirect(err_, O_WRONLY | O_CREAT, STDERR_FILENO);
      std::signal(SIGINT, SIG_DFL);  // what a shell starts in the background ignores it
      unsetenv("ROCELINT_POLICY");
      for (const auto& [name, value] : input.environment) {
        setenv(name.c_str(), value.c_str(), 1);
      }
      execv(argv[0], argv.data());
      _exit(127);
    }
  }

  [[nodiscard]] pid_t process() const { return process_; }
  [[nodiscard]] bool has_ended() { return ended_ || take_status(WNOHANG); }

  [[nodiscard]] CommandRun wait() {
    while (!ended_ && !take_status(0)) {
    }
    return {.out = returns_out_ ? read_file(out_) : "",
            .err = read_file(err_),
            .exit_code = WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_)};
  }

 private:
  bool take_status(int flags) {
    const auto got = waitpid(process_, &status_, flags);
    ended_ = got == process_ || (got < 0 && errno != EINTR);
    return ended_;
  }

  TemporaryDirectory directory_;
  std::string out_;
  std::string err_ = (directory_.path() / "err").string();
  bool returns_out_;
  pid_t process_ = -1;
  int status_ = 0;
  bool ended_ = false;
};

inline CommandRun run_rocelint(const std::vector<std::string>& arguments,
                               const CommandInput& input = {}) {
  return RunningCommand(arguments, input).wait();
}

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    lines.push_back(line);
  }
  return lines;
}

/// Nothing but printable ASCII and newlines: what may reach a terminal.
inline bool is_tame(const std::string& text) {
  return std::ranges::all_of(text, [](char c) { return (c >= 0x20 && c < 0x7F) || c == '\n'; });
}

/// A bundled sample host, as its file in src/cli/samples.
inline std::string sample_file(const std::string& name) {
  return std::string(ROCELINT_SOURCE_DIR) + "/src/cli/samples/" + name + ".json";
}

}  // namespace rocelint::test
