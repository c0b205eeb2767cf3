// SPDX-License-Identifier: Apache-2.0

// What a person sees: the command on a terminal of its own.

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/command_run.h"

namespace rocelint {
namespace {

using testing::HasSubstr;
using testing::Not;

struct Terminal {
  unsigned short columns = 80;
  std::map<std::string, std::string> environment = {};
};

/// What the terminal receives; it writes \r\n for \n.
std::string run_on_terminal(std::vector<std::string> words, const Terminal& terminal) {
  words.insert(words.begin(), ROCELINT_COMMAND);
  std::vector<char*> argv;
  for (auto& word : words) {
    argv.push_back(word.data());
  }
  argv.push_back(nullptr);
  const winsize size{.ws_row = 50, .ws_col = terminal.columns, .ws_xpixel = 0, .ws_ypixel = 0};
  int screen = -1;
  const auto child = forkpty(&screen, nullptr, nullptr, &size);
  if (child == 0) {
    unsetenv("NO_COLOR");
    setenv("TERM", "xterm", 1);
    for (const auto& [name, value] : terminal.environment) {
      setenv(name.c_str(), value.c_str(), 1);
    }
    execv(argv[0], argv.data());
    _exit(127);
  }
  std::string text;
  std::array<char, 4096> block{};
  for (ssize_t got = 0; (got = read(screen, block.data(), block.size())) > 0;) {
    text.append(block.data(), static_cast<std::size_t>(got));
  }
  close(screen);
  waitpid(child, nullptr, 0);
  std::erase(text, '\r');
  return text;
}

std::string without_color(const std::string& text) {
  std::string bare;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\x1b') {
      at = text.find('m', at);
    } else {
      bare += text[at];
    }
  }
  return bare;
}

std::size_t widest_line(const std::string& text) {
  std::size_t widest = 0;
  for (const auto& line : test::lines_of(without_color(text))) {
    widest = std::max(widest, line.size());
  }
  return widest;
}

TEST(OnATerminal, TheVerdictHasColor) {
  const auto text = run_on_terminal({"demo"}, {});
  EXPECT_THAT(text, HasSubstr("\x1b[1;31mNOT READY\x1b[0m"));
  EXPECT_EQ(without_color(text), test::run_rocelint({"demo"}).out);
}

TEST(OnATerminal, NoColorAndDumbTerminalsAreHonoured) {
  EXPECT_THAT(run_on_terminal({"demo"}, {.environment = {{"NO_COLOR", "1"}}}),
              Not(HasSubstr("\x1b")));
  EXPECT_THAT(run_on_terminal({"demo"}, {.environment = {{"TERM", "dumb"}}}),
              Not(HasSubstr("\x1b")));
}

TEST(OnATerminal, TheCatalogueFitsANarrowOne) {
  for (const auto columns : std::array<unsigned short, 4>{40, 52, 60, 80}) {
    const auto text = run_on_terminal({"rules"}, {.columns = columns});
    EXPECT_LE(widest_line(text), columns);
    EXPECT_THAT(text, HasSubstr("pfc-off"));
    EXPECT_LT(test::lines_of(text).size(), 1000) << columns;  // not a word broken into letters
  }
}

TEST(OnATerminal, TheReportIsAsWideAsTheTerminalButNeverTooWideToRead) {
  EXPECT_LE(widest_line(run_on_terminal({"demo"}, {.columns = 60})), 60);
  const auto wide = widest_line(run_on_terminal({"demo"}, {.columns = 250}));
  EXPECT_GT(wide, 80);
  EXPECT_LE(wide, 100);
}

}  // namespace
}  // namespace rocelint
