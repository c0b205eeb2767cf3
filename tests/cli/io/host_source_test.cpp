// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/command_run.h"

namespace rocelint {
namespace {

using testing::Not;

TEST(PartialHost, EveryCommandThatLooksAtOneSaysSo) {
  struct Row {
    std::vector<std::string> command;
    std::string what;
  };
  const test::TemporaryDirectory directory;
  auto snapshot = test::read_file(test::sample_file("faulty"));
  const std::string whole = R"("interrupted":false)";
  ASSERT_NE(snapshot.find(whole), std::string::npos);
  snapshot.replace(snapshot.find(whole), whole.size(), R"("interrupted":true)");
  const auto file = directory.write("partial.json", snapshot);
  for (auto [command, what] : {Row{{"check"}, "report"}, Row{{"fix"}, "script"}}) {
    const auto note = testing::HasSubstr("rocelint: interrupted: the " + what + " is partial\n");
    command.insert(command.end(), {"--snapshot", file});
    EXPECT_THAT(test::run_rocelint(command).err, note);
    command.back() = test::sample_file("faulty");
    EXPECT_THAT(test::run_rocelint(command).err, Not(note));
  }
}

}  // namespace
}  // namespace rocelint
