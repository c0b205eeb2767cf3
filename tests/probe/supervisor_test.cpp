// SPDX-License-Identifier: Apache-2.0
#include "probe/supervisor.h"

#include <csignal>
#include <filesystem>
#include <ostream>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "probe/stuck.h"
#include "tests/probe/fakes.h"

namespace rocelint {
namespace {

using fakes::check;
using fakes::hang;
using fakes::kNeedsLink;
using fakes::kReadFec;
using fakes::kReadPause;
using fakes::netdev;
using fakes::nothing;
using fakes::runs;
using fakes::state;
using std::chrono::milliseconds;

constexpr milliseconds kModule{600};
constexpr milliseconds kAll{20'000};

SupervisorSettings settings() {
  return {.module_timeout = kModule, .timeout = kAll, .notes_directory = "", .ending = {}};
}

Snapshot supervise(const std::vector<Check>& checks, SupervisorSettings how = settings()) {
  const MakeParts make_parts = fakes::no_kernel;
  return Supervisor(fakes::pointers(checks), make_parts, std::move(how)).run();
}

void segfault() {
  raise(SIGSEGV);
  hang();
}
void leave_early() {
  _exit(0);
}
void killed() {
  kill(getpid(), SIGKILL);
  hang();
}
void allow_no_more() {
  std::abort();
}
void close_stream() {
  close(3);
  hang();
}
void write_garbage() {
  constexpr std::string_view kText = "Hello, this is the driver's library speaking\n";
  std::ignore = write(3, kText.data(), kText.size());
  hang();
}
void trickle_an_endless_frame() {
  constexpr std::array<char, 4> kLength{0, 0, 0, 1};
  for (const char* at = kLength.data(); write(3, at, 1) == 1; at = kLength.data() + 3) {
    poll(nullptr, 0, 1);
  }
}
void block_in_a_fifo() {
  const fakes::TemporaryDirectory directory;
  const std::string fifo = directory.path() + "/fifo";
  mkfifo(fifo.c_str(), S_IRUSR);
  std::ignore = open(fifo.c_str(), O_RDONLY);
}

TEST(Supervisor, RunsModulesInOrderAndMergesTheirParts) {
  const Snapshot snapshot =
      supervise({check("inventory", fakes::hostname), check("link", fakes::links),
                 check("pause", kReadPause<nothing>, kNeedsLink),
                 check("fec", kReadFec<nothing>, kNeedsLink)});
  EXPECT_EQ(runs(snapshot), "inventory done; link done; pause done; fec done");
  EXPECT_TRUE(snapshot.host.hostname.is("gpu0417"));
  ASSERT_EQ(snapshot.host.netdevs.known()->size(), 3U);
  for (const auto& one : *snapshot.host.netdevs.known()) {
    EXPECT_TRUE(one.pause.known()) << one.name;
    EXPECT_TRUE(one.fec.known()) << one.name;
  }
  EXPECT_TRUE(snapshot.probe.interrupted.is(false));
}

TEST(Supervisor, NoModulesIsNoProblem) {
  EXPECT_EQ(runs(supervise({})), "");
}

TEST(Supervisor, AFailedModuleMarksItsFacts) {
  const auto refuse = [](ProbeEnv& /*env*/, const Snapshot& /*so_far*/,
                         Snapshot& /*out*/) -> std::optional<Unknown> {
    return Unknown{.reason = Reason::permission, .detail = "no sysfs here", .sys_errno = 13};
  };
  const Snapshot snapshot =
      supervise({check("inventory", refuse), check("pcie", fakes::pci_devices)});
  EXPECT_EQ(runs(snapshot), "inventory failed: no sysfs here; pcie done");
  EXPECT_EQ(snapshot.host.hostname.unknown()->sys_errno, 13);
  EXPECT_EQ(state(snapshot.host.hostname), "permission: no sysfs here");
}

struct TroubleCase {
  const char* name;
  fakes::Collect collect;
  const char* run;
};
void PrintTo(const TroubleCase& c, std::ostream* out) {
  *out << c.name;
}

/// Whatever a module does, it costs its own facts and no more.
class Trouble : public testing::TestWithParam<TroubleCase> {};

TEST_P(Trouble, CostsOnlyTheModulesOwnFacts) {
  const Snapshot snapshot =
      supervise({check("inventory", fakes::hostname), check("pcie", GetParam().collect),
                 check("link", fakes::links)});
  EXPECT_EQ(runs(snapshot), std::string("inventory done; pcie ") + GetParam().run + "; link done");
  EXPECT_TRUE(snapshot.host.hostname.is("gpu0417"));
  EXPECT_NE(snapshot.host.netdevs.known(), nullptr);
  const std::string outcome(GetParam().run);
  EXPECT_EQ(state(snapshot.host.pci_devices), outcome);
}

INSTANTIATE_TEST_SUITE_P(
    Collect, Trouble,
    testing::Values(
        TroubleCase{"Hangs", fakes::just<hang>,
                    "timeout: module pcie did not finish within 600 ms"},
        TroubleCase{"LoopsForEver", fakes::just<fakes::spin>,
                    "timeout: module pcie did not finish within 600 ms"},
        TroubleCase{"BlocksInAFifo", fakes::just<block_in_a_fifo>,
                    "timeout: module pcie did not finish within 600 ms"},
        TroubleCase{"Segfaults", fakes::just<segfault>, "crashed: module pcie died of SIGSEGV"},
        TroubleCase{"Aborts", fakes::just<allow_no_more>, "crashed: module pcie died of SIGABRT"},
        TroubleCase{"LeavesEarly", fakes::just<leave_early>,
                    "crashed: module pcie exited with status 0"},
        TroubleCase{"IsKilled", fakes::just<killed>, "crashed: module pcie died of SIGKILL"},
        TroubleCase{"WritesGarbage", fakes::just<write_garbage>,
                    "crashed: module pcie sent a part that announces 1819043144 bytes"},
        TroubleCase{"Trickles", fakes::just<trickle_an_endless_frame>,
                    "timeout: module pcie did not finish within 600 ms"},
        TroubleCase{"ClosesItsStream", fakes::just<close_stream>,
                    "crashed: module pcie closed its stream and had to be killed"}),
    [](const auto& row) { return row.param.name; });

TEST(Supervisor, AHungDeviceIsLeftOutAndTheOthersAreRead) {
  const Snapshot snapshot =
      supervise({check("link", fakes::links), check("pause", kReadPause<hang>, kNeedsLink),
                 check("fec", kReadFec<nothing>, kNeedsLink)});
  EXPECT_EQ(runs(snapshot),
            "link done; pause timeout: fake GET of ens2 did not answer within 600 ms; "
            "the rest was read without it; fec done");
  EXPECT_TRUE(netdev(snapshot, "ens1")->pause.known());
  EXPECT_TRUE(netdev(snapshot, "ens3")->pause.known());
  EXPECT_TRUE(netdev(snapshot, "ens1")->fec.known());
  for (const auto& fact :
       {state(netdev(snapshot, "ens2")->pause), state(netdev(snapshot, "ens2")->fec)}) {
    EXPECT_EQ(fact, "timeout: fake GET of ens2 did not answer within 600 ms");
  }
}

TEST(Supervisor, AnRtnlBoundHangStopsAllRtnlBoundReads) {
  const Snapshot snapshot = supervise({check("link", fakes::links),
                                       check("pause", kReadPause<hang, Lock::rtnl>, kNeedsLink),
                                       check("fec", kReadFec<nothing, Lock::rtnl>, kNeedsLink)});
  EXPECT_TRUE(netdev(snapshot, "ens1")->pause.known()) << "it was handed over before the hang";
  EXPECT_EQ(state(netdev(snapshot, "ens2")->pause),
            "timeout: fake GET of ens2 did not answer within 600 ms");
  for (const auto& fact :
       {state(netdev(snapshot, "ens3")->pause), state(netdev(snapshot, "ens1")->fec),
        state(netdev(snapshot, "ens3")->fec)}) {
    EXPECT_EQ(fact, "timeout: rtnl held; first stuck on ens2");
  }
}

TEST(Supervisor, AnRtnlBoundHangOfNoDeviceIsTriedOnceMoreWithout) {
  const auto dump = [](ProbeEnv& env, const Snapshot& /*so_far*/,
                       Snapshot& out) -> std::optional<Unknown> {
    out.host.hostname = std::string("gpu0417");
    if (const auto refused = env.begin("", "RTM_GETLINK", Lock::rtnl)) {
      out.host.netdevs = *refused;
      return std::nullopt;
    }
    hang();
  };
  const Snapshot snapshot = supervise({check("link", dump)});
  EXPECT_EQ(runs(snapshot),
            "link timeout: RTM_GETLINK did not answer within 600 ms; the rest was read without it");
  EXPECT_TRUE(snapshot.host.hostname.is("gpu0417"));
  EXPECT_EQ(state(snapshot.host.netdevs), "timeout: rtnl held; first stuck on RTM_GETLINK");
}

TEST(Supervisor, ReadsThatNeedNoRtnlGoOn) {
  const Snapshot snapshot = supervise({check("link", fakes::links),
                                       check("pause", kReadPause<hang, Lock::rtnl>, kNeedsLink),
                                       check("fec", kReadFec<nothing>, kNeedsLink)});
  EXPECT_TRUE(netdev(snapshot, "ens3")->fec.known());
}

TEST(Supervisor, ACrashLeavesTheDeviceToOtherModules) {
  const Snapshot snapshot =
      supervise({check("link", fakes::links), check("pause", kReadPause<segfault>, kNeedsLink),
                 check("fec", kReadFec<nothing>, kNeedsLink)});
  EXPECT_EQ(state(netdev(snapshot, "ens2")->pause),
            "crashed: module pause died of SIGSEGV at fake GET of ens2");
  EXPECT_TRUE(netdev(snapshot, "ens3")->pause.known());
  EXPECT_TRUE(netdev(snapshot, "ens2")->fec.known());
}

TEST(Supervisor, AModuleIsTriedTwiceAtMost) {
  const auto hang_anywhere = [](ProbeEnv& env, const Snapshot& /*so_far*/,
                                Snapshot& /*out*/) -> std::optional<Unknown> {
    for (const char* name : {"ens1", "ens2"}) {
      if (!env.begin(name, "fake GET")) {
        hang();
      }
    }
    return std::nullopt;
  };
  const Snapshot snapshot =
      supervise({check("pcie", hang_anywhere), check("inventory", fakes::hostname)});
  EXPECT_EQ(runs(snapshot),
            "pcie timeout: fake GET of ens1 did not answer within 600 ms; then "
            "fake GET of ens2 did not answer within 600 ms; inventory done");
  EXPECT_EQ(snapshot.host.pci_devices.unknown()->reason, Reason::timeout);
}

TEST(Supervisor, WhatNeedsAHungModuleSeesWhy) {
  const Snapshot snapshot = supervise(
      {check("link", fakes::just<hang>), check("pause", kReadPause<nothing>, kNeedsLink)});
  EXPECT_EQ(runs(snapshot), "link timeout: module link did not finish within 600 ms; pause done");
  EXPECT_EQ(state(snapshot.host.netdevs), "timeout: module link did not finish within 600 ms");
}

TEST(Supervisor, AListThatWasLostIsNotBroughtBackEmpty) {
  const auto careless = [](ProbeEnv& /*env*/, const Snapshot& /*so_far*/,
                           Snapshot& out) -> std::optional<Unknown> {
    out.host.netdevs.emplace();
    return std::nullopt;
  };
  const Snapshot snapshot =
      supervise({check("link", fakes::just<hang>), check("pause", careless, kNeedsLink)});
  EXPECT_EQ(state(snapshot.host.netdevs), "timeout: module link did not finish within 600 ms");
}

TEST(Supervisor, ComesBackWhenTheTimeIsUp) {
  SupervisorSettings how = settings();
  how.module_timeout = kAll;
  how.timeout = milliseconds(900);
  const auto start = Worker::Clock::now();
  const Snapshot snapshot =
      supervise({check("inventory", fakes::hostname), check("pcie", fakes::just<hang>),
                 check("link", fakes::links)},
                how);
  EXPECT_LT(Worker::Clock::now() - start, milliseconds(5000));
  EXPECT_TRUE(snapshot.host.hostname.is("gpu0417"));
  EXPECT_EQ(snapshot.host.pci_devices.unknown()->reason, Reason::timeout);
  EXPECT_EQ(state(snapshot.host.netdevs), "timeout: not tried: the probe's 900 ms were up");
  EXPECT_EQ((*snapshot.probe.modules.known())[2].outcome, ModuleOutcome::skipped);
}

struct Timeouts {
  const char* name;
  milliseconds module;
  milliseconds all;
  ModuleOutcome outcome;
};
void PrintTo(const Timeouts& c, std::ostream* out) {
  *out << c.name;
}

class OddTimeouts : public testing::TestWithParam<Timeouts> {};

TEST_P(OddTimeouts, AreTakenAsMeant) {
  SupervisorSettings how = settings();
  how.module_timeout = GetParam().module;
  how.timeout = GetParam().all;
  const Snapshot snapshot = supervise({check("inventory", fakes::hostname)}, how);
  EXPECT_EQ(snapshot.probe.modules.known()->front().outcome, GetParam().outcome);
}

INSTANTIATE_TEST_SUITE_P(
    Collect, OddTimeouts,
    testing::Values(Timeouts{"NoTime", kModule, milliseconds(0), ModuleOutcome::skipped},
                    Timeouts{"Negative", kModule, milliseconds(-5), ModuleOutcome::skipped},
                    Timeouts{"NoModuleTime", milliseconds(0), kAll, ModuleOutcome::timeout},
                    Timeouts{"Endless", milliseconds::max(), milliseconds::max(),
                             ModuleOutcome::done}),
    [](const auto& row) { return row.param.name; });

TEST(Supervisor, AHangThatFindsNoTimeForASecondAttemptIsNotSkipped) {
  SupervisorSettings how = settings();
  how.timeout = milliseconds(900);
  how.module_timeout = kAll;
  const Snapshot snapshot =
      supervise({check("link", fakes::links), check("pause", kReadPause<hang>, kNeedsLink)}, how);
  EXPECT_EQ((*snapshot.probe.modules.known())[1].outcome, ModuleOutcome::timeout);
  EXPECT_TRUE(netdev(snapshot, "ens1")->pause.known()) << "it was handed over before the hang";
  EXPECT_EQ(netdev(snapshot, "ens3")->pause.unknown()->reason, Reason::timeout);
}

template <int kSignal>
void signal_parent() {
  kill(getppid(), kSignal);
  hang();
}

TEST(Supervisor, ASignalEndsItWithWhatItHas) {
  for (const auto interrupt :
       {fakes::just<signal_parent<SIGINT>>, fakes::just<signal_parent<SIGTERM>>}) {
    const Snapshot snapshot = supervise({check("inventory", fakes::hostname),
                                         check("pcie", interrupt), check("link", fakes::links)});
    EXPECT_EQ(runs(snapshot),
              "inventory done; pcie skipped: interrupted; link skipped: interrupted");
    EXPECT_TRUE(snapshot.probe.interrupted.is(true));
    EXPECT_TRUE(snapshot.host.hostname.is("gpu0417"));
    EXPECT_EQ(state(snapshot.host.pci_devices), "not_collected: interrupted");
    EXPECT_EQ(state(snapshot.host.netdevs), "not_collected: interrupted");
  }
}

/// A worker that does not die is what one in D state looks like from outside.
class Unkillable : public testing::Test {
 protected:
  void TearDown() override {
    for (const auto& note : read_stuck_notes(directory_.path())) {
      kill(static_cast<pid_t>(note.pid), SIGKILL);
      waitpid(static_cast<pid_t>(note.pid), nullptr, 0);
    }
  }

  [[nodiscard]] SupervisorSettings how() const {
    SupervisorSettings how = settings();
    how.notes_directory = directory_.path();
    how.ending = {.signal = 0, .grace = milliseconds(5)};
    return how;
  }

  fakes::TemporaryDirectory directory_;
};

TEST_F(Unkillable, DoesNotHoldUpTheReport) {
  const auto start = Worker::Clock::now();
  const Snapshot snapshot = supervise(
      {check("link", fakes::links), check("pause", kReadPause<hang, Lock::rtnl>, kNeedsLink),
       check("inventory", fakes::hostname)},
      how());
  EXPECT_LT(Worker::Clock::now() - start, milliseconds(5000));
  EXPECT_TRUE(snapshot.host.hostname.is("gpu0417"));
  EXPECT_EQ(state(netdev(snapshot, "ens2")->pause),
            "timeout: fake GET of ens2 did not answer within 600 ms");

  const auto notes = read_stuck_notes(directory_.path());
  ASSERT_FALSE(notes.empty());
  EXPECT_EQ(notes.size(), 1U) << "only the read that hung";
  EXPECT_TRUE(notes.front().rtnl);
  EXPECT_EQ(notes.front().devices, std::vector<std::string>{"ens2"});
}

TEST_F(Unkillable, IsLeftAloneByTheNextRun) {
  const std::vector<Check> checks{check("link", fakes::links),
                                  check("pause", kReadPause<hang>, kNeedsLink)};
  std::ignore = supervise(checks, how());
  const Snapshot second = supervise(checks, how());
  EXPECT_EQ(runs(second), "link done; pause done");
  const std::string why = state(netdev(second, "ens2")->pause);
  EXPECT_EQ(why.find("timeout: pid "), 0U) << why;
  EXPECT_NE(why.find(" stuck since 20"), std::string::npos) << why;
  EXPECT_TRUE(netdev(second, "ens3")->pause.known());
}

TEST(Supervisor, AKilledWorkerLeavesNoNote) {
  const fakes::TemporaryDirectory directory;
  SupervisorSettings how = settings();
  how.notes_directory = directory.path() + "/notes";
  std::ignore =
      supervise({check("link", fakes::links), check("pause", kReadPause<hang>, kNeedsLink)}, how);
  EXPECT_FALSE(std::filesystem::exists(how.notes_directory));
}

}  // namespace
}  // namespace rocelint
