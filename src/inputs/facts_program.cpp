// SPDX-License-Identifier: Apache-2.0
#include "inputs/facts_program.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <sstream>
#include <string>
#include <system_error>
#include <tuple>
#include <utility>

#include <sys/prctl.h>
#include <sys/stat.h>
#include <tl/expected.hpp>
#include <unistd.h>

#include "rocelint/base/diagnostic.h"

#include "base/result.h"
#include "probe/child.h"

namespace rocelint {
namespace {

constexpr std::size_t kMostBytes = 1'000'000;
constexpr std::size_t kMostLines = 10;  ///< of its standard error
constexpr int kCannotStart = 126;       // as shells have it

Diagnostic note(const std::string& file, std::string text) {
  return {.file = file, .line = 0, .column = 0, .text = std::move(text)};
}

/// Whoever can write it says what we run, with our rights.
std::string diagnostic_about_owner(const struct stat& status) {
  if (status.st_uid != 0 && status.st_uid != geteuid()) {
    return "belongs neither to root nor to who runs rocelint";
  }
  return (status.st_mode & (S_IWGRP | S_IWOTH)) != 0 ? "can be written by others" : "";
}

std::string diagnostic_about(const std::string& path) {
  struct stat status{};
  const auto directory = std::filesystem::path(path).parent_path().string();
  if (stat(directory.c_str(), &status) != 0) {
    return std::generic_category().message(errno);
  }
  if (const auto why = diagnostic_about_owner(status); !why.empty()) {
    return "its directory " + why;
  }
  if (lstat(path.c_str(), &status) != 0) {
    return std::generic_category().message(errno);
  }
  if (!S_ISREG(status.st_mode)) {
    return "is no regular file";
  }
  if ((status.st_mode & (S_ISUID | S_ISGID)) != 0) {
    return "is set-user-ID or set-group-ID";
  }
  return diagnostic_about_owner(status);
}

[[noreturn]] void execute(const std::string& path) {
  std::string name = path;
  std::string search = "PATH=/usr/sbin:/usr/bin:/sbin:/bin";
  std::string language = "LC_ALL=C";
  std::array<char*, 2> arguments{name.data(), nullptr};
  std::array<char*, 3> environment{search.data(), language.data(), nullptr};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && chdir("/") == 0) {
    execve(path.c_str(), arguments.data(), environment.data());
  }
  const auto why = std::generic_category().message(errno) + '\n';
  std::ignore = write(STDERR_FILENO, why.data(), why.size());
  _exit(kCannotStart);
}

void add_lines(const std::string& path, const std::string& err, Diagnostics& notes) {
  std::istringstream lines(err);
  std::size_t count = 0;
  for (std::string line; count < kMostLines && std::getline(lines, line); ++count) {
    notes.push_back(note(path, "says: " + line));
  }
}

}  // namespace

bool is_program(const std::string& path) {
  constexpr unsigned kExecute = S_IXUSR | S_IXGRP | S_IXOTH;
  struct stat status{};
  return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         (status.st_mode & kExecute) != 0;
}

Result<std::string> run_facts_program(const std::string& path, std::chrono::milliseconds deadline,
                                      Diagnostics& notes) {
  if (auto why = diagnostic_about(path); !why.empty()) {
    return tl::unexpected(note(path, "is not run: " + why));
  }
  auto run = run_in_child([&] { execute(path); }, {.deadline = deadline, .most_bytes = kMostBytes});
  add_lines(path, run.err, notes);
  if (run.failure) {
    return tl::unexpected(note(path, "is not used: " + run.failure->detail));
  }
  return std::move(run.out);
}

}  // namespace rocelint
