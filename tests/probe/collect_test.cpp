// SPDX-License-Identifier: Apache-2.0
#include "probe/collect.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <functional>
#include <regex>
#include <string>

#include <gtest/gtest.h>
#include <sys/wait.h>

#include "rocelint_version.h"
#include "tests/probe/fakes.h"

namespace rocelint {
namespace {

using fakes::check;
using fakes::kNeedsLink;
using std::chrono::milliseconds;

/// Out of order, and with one module that dies.
std::vector<Check> some_checks() {
  return {check("fec", fakes::kReadFec<fakes::nothing>, kNeedsLink),
          check("pcie", fakes::just<abort>), check("inventory", fakes::hostname),
          check("link", fakes::links)};
}

ProbeOptions with(const std::function<void(ProbeOptions&)>& change) {
  ProbeOptions options;
  change(options);
  return options;
}

ProbeOptions only(const std::string& module) {
  return with([&](ProbeOptions& options) { options.modules = {module}; });
}

Snapshot collect_some(const ProbeOptions& options = {}) {
  const auto checks = some_checks();
  return collect(fakes::pointers(checks), options, fakes::no_kernel);
}

TEST(Collect, SaysWhoLookedWhenAndFromWhere) {
  const Snapshot snapshot =
      collect_some(with([](ProbeOptions& options) { options.root = "/some/tree"; }));
  EXPECT_EQ(snapshot.schema, kSnapshotSchema);
  EXPECT_EQ(snapshot.tool_version, kVersion);
  EXPECT_TRUE(
      std::regex_match(snapshot.taken_at, std::regex(R"(20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ)")))
      << snapshot.taken_at;
  EXPECT_EQ(snapshot.probe.root, "/some/tree");
  EXPECT_TRUE(snapshot.probe.effective_uid.is(geteuid()));
  EXPECT_GT(*snapshot.probe.duration_us.known(), 0);
  EXPECT_TRUE(snapshot.probe.interrupted.is(false));
}

TEST(Collect, RunsEveryModuleByItsNeeds) {
  const Snapshot snapshot = collect_some();
  EXPECT_EQ(fakes::runs(snapshot),
            "fec done; inventory done; link done; pcie crashed: module pcie died of SIGABRT");
  EXPECT_TRUE(fakes::netdev(snapshot, "ens2")->fec.known()) << "it needs link";
}

TEST(Collect, OnlyTheNamedModulesRunWithWhatTheyNeed) {
  EXPECT_EQ(fakes::runs(collect_some(only("fec"))), "fec done; link done");
  EXPECT_EQ(fakes::runs(collect_some(only("inventory"))), "inventory done");
}

TEST(Collect, DeepModulesRunOnlyWhenAskedFor) {
  auto checks = some_checks();
  checks[2].deep = true;
  const auto run = [&](const ProbeOptions& options) {
    return collect(fakes::pointers(checks), options, fakes::no_kernel);
  };
  const Snapshot shallow = run({});
  EXPECT_EQ(fakes::state(shallow.host.hostname), "needs_deep: ");
  EXPECT_EQ(
      fakes::state(run(with([](ProbeOptions& options) { options.deep = true; })).host.hostname),
      "known");
}

TEST(Collect, WhatWasWrittenReadsBackEqual) {
  const Snapshot snapshot = collect_some();
  const auto again = read_snapshot(write_snapshot(snapshot), "round trip");
  ASSERT_TRUE(again.snapshot.has_value());
  EXPECT_TRUE(*again.snapshot == snapshot);
}

TEST(Collect, ACycleCostsNoModule) {
  static constexpr std::array<std::string_view, 1> kNeedsSelf{"inventory"};
  const std::vector<Check> checks{check("inventory", fakes::hostname, kNeedsSelf)};
  EXPECT_TRUE(collect(fakes::pointers(checks), {}, fakes::no_kernel).host.hostname.is("gpu0417"));
}

std::string without_times(Snapshot snapshot) {
  snapshot.taken_at.clear();
  snapshot.probe.duration_us = 0;
  for (auto& run : *snapshot.probe.modules.known()) {
    run.duration_us = 0;
  }
  return write_snapshot(snapshot);
}

TEST(Collect, DiffersOnlyInTime) {
  EXPECT_EQ(without_times(collect_some()), without_times(collect_some()));
}

TEST(Collect, ComesBackFromJsonAsItWas) {
  const Snapshot snapshot = collect_some();
  const auto back = read_snapshot(write_snapshot(snapshot), "-");
  ASSERT_TRUE(back.snapshot) << to_string(back.errors.front());
  EXPECT_EQ(back.snapshot->host, snapshot.host);
}

std::ptrdiff_t open_files() {
  const auto files = std::filesystem::directory_iterator("/proc/self/fd");
  return std::distance(begin(files), end(files));
}

TEST(Collect, LeavesNoFileAndNoProcessBehind) {
  const auto before = open_files();
  for (int i = 0; i < 50; ++i) {
    std::ignore = collect_some();
  }
  EXPECT_EQ(open_files(), before);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

}  // namespace
}  // namespace rocelint
