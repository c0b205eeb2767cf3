// SPDX-License-Identifier: Apache-2.0
#include "inputs/facts_program.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <ostream>
#include <string>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/os/fakes.h"

namespace rocelint {
namespace {

using std::chrono::milliseconds;

/// A directory that only its owner can write, with one program in it.
class FactsProgram : public testing::Test {
 protected:
  FactsProgram() {
    tree_.directory("/facts.d");
    std::filesystem::permissions(tree_.at("/facts.d"), std::filesystem::perms(0755));
  }

  std::string write(const std::string& script, mode_t mode = 0755) {
    tree_.file("/facts.d/tool", "#!/bin/sh\n" + script);
    const auto path = tree_.at("/facts.d/tool").string();
    EXPECT_EQ(chmod(path.c_str(), mode), 0);
    return path;
  }
  std::string run(const std::string& path, milliseconds deadline = milliseconds(5000)) {
    auto out = run_facts_program(path, deadline, notes_);
    return out ? *out : to_string(out.error()).substr(path.size() + 2);
  }

  Tree tree_;
  Diagnostics notes_;
};

TEST_F(FactsProgram, HasABareEnvironmentAndNoInput) {
  ASSERT_EQ(::setenv("SECRET", "x", 1), 0);  // NOLINT(concurrency-mt-unsafe)
  const auto out =
      run(write("pwd; echo \"$SECRET\"; echo \"$PATH $LC_ALL\"; cat\n"
                "grep NoNewPrivs /proc/self/status | tr -d '\\t'\n"));
  ::unsetenv("SECRET");  // NOLINT(concurrency-mt-unsafe)
  EXPECT_EQ(out, "/\n\n/usr/sbin:/usr/bin:/sbin:/bin C\nNoNewPrivs:1\n");
}

TEST_F(FactsProgram, WhatItSaysBesidesIsToldLineByLine) {
  EXPECT_EQ(run(write("echo out; echo one >&2; echo two >&2")), "out\n");
  ASSERT_EQ(notes_.size(), 2U);
  EXPECT_EQ(notes_[0].text, "says: one");
  EXPECT_EQ(notes_[1].text, "says: two");
}

TEST_F(FactsProgram, ThatTalksForEverIsCut) {
  EXPECT_EQ(run(write("yes >&2 & yes")), "is not used: says more than 1000000 bytes");
  EXPECT_LE(notes_.size(), 10U);
}

TEST_F(FactsProgram, ThatHangsIsKilledWithItsChildren) {
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(run(write("sleep 60 & sleep 60"), milliseconds(200)),
            "is not used: did not end within 200 ms");
  EXPECT_LT(std::chrono::steady_clock::now() - start, milliseconds(3000));
}

TEST_F(FactsProgram, ThatCantBeStartedSaysWhy) {
  tree_.file("/facts.d/tool", "#!/no/such/shell\n");
  const auto path = tree_.at("/facts.d/tool").string();
  ASSERT_EQ(chmod(path.c_str(), 0755), 0);
  EXPECT_EQ(run(path), "is not used: exited with status 126");
  ASSERT_EQ(notes_.size(), 1U);
  EXPECT_EQ(notes_[0].text, "says: No such file or directory");
}

struct Refused {
  const char* name;
  mode_t program;
  mode_t directory;
  const char* why;
};
void PrintTo(const Refused& c, std::ostream* out) {
  *out << c.name;
}

class RefusedProgram : public FactsProgram, public testing::WithParamInterface<Refused> {};

TEST_P(RefusedProgram, IsNotRun) {
  const auto path = write("echo out", GetParam().program);
  ASSERT_EQ(chmod(tree_.at("/facts.d").c_str(), GetParam().directory), 0);
  EXPECT_EQ(run(path), GetParam().why);
}

INSTANTIATE_TEST_SUITE_P(
    Collect, RefusedProgram,
    testing::Values(
        Refused{"ItsGroupMayWrite", 0775, 0755, "is not run: can be written by others"},
        Refused{"EverybodyMayWrite", 0757, 0755, "is not run: can be written by others"},
        Refused{"SetUserId", 04755, 0755, "is not run: is set-user-ID or set-group-ID"},
        Refused{"SetGroupId", 02755, 0755, "is not run: is set-user-ID or set-group-ID"},
        Refused{"ItsDirectoryIsOpenToAll", 0755, 0777,
                "is not run: its directory can be written by others"}),
    [](const auto& info) { return info.param.name; });

TEST_F(FactsProgram, ALinkIsNotRun) {
  std::filesystem::create_symlink("/bin/true", tree_.at("/facts.d/link"));
  EXPECT_EQ(run(tree_.at("/facts.d/link").string()), "is not run: is no regular file");
}

TEST_F(FactsProgram, OnlyWhatMayBeExecutedIsAProgram) {
  EXPECT_TRUE(is_program(write("true", 0700)));
  EXPECT_FALSE(is_program(write("true", 0644)));
  EXPECT_FALSE(is_program(tree_.at("/facts.d").string()));
  EXPECT_FALSE(is_program(tree_.at("/none").string()));
}

}  // namespace
}  // namespace rocelint
