// SPDX-License-Identifier: Apache-2.0
#include "probe/stuck.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <ostream>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/probe/fakes.h"

namespace rocelint {
namespace {

namespace fs = std::filesystem;

StuckNote note_of(pid_t pid) {
  return {.pid = pid,
          .start_time = 0,
          .devices = {"ens2", "mlx5_2"},
          .rtnl = true,
          .since = "2027-03-02T03:12:44Z"};
}

class StuckNotes : public testing::Test {
 protected:
  [[nodiscard]] std::string directory() const { return temporary_.path() + "/rocelint"; }
  [[nodiscard]] std::string note() const {
    return directory() + "/stuck-" + std::to_string(getpid());
  }
  [[nodiscard]] static mode_t mode_of(const std::string& path) {
    struct stat status{};
    return lstat(path.c_str(), &status) == 0 ? status.st_mode & 07777U : 0U;
  }
  void write_raw(const std::string& name, std::string_view text) const {
    mkdir(directory().c_str(), 0700);
    std::ofstream(directory() + "/" + name) << text;
  }

  fakes::TemporaryDirectory temporary_;
};

TEST_F(StuckNotes, ComeBackWhileTheProcessLives) {
  write_stuck_note(directory(), note_of(getpid()));
  const auto notes = read_stuck_notes(directory());
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0].pid, getpid());
  EXPECT_GT(notes[0].start_time, 0);
  EXPECT_EQ(notes[0].devices, (std::vector<std::string>{"ens2", "mlx5_2"}));
  EXPECT_EQ(mode_of(directory()), 0700U);
  EXPECT_EQ(mode_of(note()), 0600U);
}

TEST_F(StuckNotes, OfADeadProcessAreRemoved) {
  const pid_t child = fork();
  if (child == 0) {
    fakes::hang();
  }
  write_stuck_note(directory(), note_of(child));
  EXPECT_EQ(read_stuck_notes(directory()).size(), 1U);
  kill(child, SIGKILL);
  siginfo_t info{};
  waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT);
  EXPECT_TRUE(read_stuck_notes(directory()).empty()) << "a zombie is not stuck";
  EXPECT_TRUE(fs::is_empty(directory()));
  EXPECT_EQ(waitpid(child, nullptr, 0), -1) << "and is reaped, if it is ours";
}

TEST_F(StuckNotes, OfALaterProcessWithThePidDoNotCount) {
  write_raw("stuck-1", R"({"pid":)" + std::to_string(getpid()) +
                           R"(,"start_time":1,"devices":["ens2"],"rtnl":false,"since":"x"})");
  EXPECT_TRUE(read_stuck_notes(directory()).empty());
  EXPECT_TRUE(fs::is_empty(directory()));
}

struct Damaged {
  const char* name;
  const char* text;
};
void PrintTo(const Damaged& d, std::ostream* out) {
  *out << d.name;
}

class DamagedNotes : public StuckNotes, public testing::WithParamInterface<Damaged> {};

TEST_P(DamagedNotes, AreRemovedAndNeverBelieved) {
  write_raw("stuck-1", GetParam().text);
  write_raw("other", "not ours");
  EXPECT_TRUE(read_stuck_notes(directory()).empty());
  EXPECT_FALSE(fs::exists(directory() + "/stuck-1"));
  EXPECT_TRUE(fs::exists(directory() + "/other"));
}

INSTANTIATE_TEST_SUITE_P(
    Collect, DamagedNotes,
    testing::Values(Damaged{"Empty", ""}, Damaged{"NoJson", "stuck!"}, Damaged{"CutShort", "{"},
                    Damaged{"NoPid", "{}"},
                    Damaged{"NegativePid", R"({"pid":-1,"start_time":1,"devices":[],"rtnl":false,)"
                                           R"("since":""})"}),
    [](const auto& row) { return row.param.name; });

TEST_F(StuckNotes, ALinkIsNotFollowed) {
  const std::string target = temporary_.path() + "/target";
  mkdir(directory().c_str(), 0700);
  fs::create_symlink(target, note());
  write_stuck_note(directory(), note_of(getpid()));
  EXPECT_FALSE(fs::exists(target));
}

TEST_F(StuckNotes, ADirectoryThatIsALinkIsNotUsed) {
  const std::string target = temporary_.path() + "/target";
  mkdir(target.c_str(), 0700);
  fs::create_directory_symlink(target, directory());
  write_stuck_note(directory(), note_of(getpid()));
  EXPECT_TRUE(fs::is_empty(target));
  EXPECT_TRUE(read_stuck_notes(directory()).empty());
}

TEST_F(StuckNotes, ADirectoryThatOthersCanWriteToIsNotUsed) {
  write_stuck_note(directory(), note_of(getpid()));
  fs::permissions(directory(), fs::perms::owner_all | fs::perms::others_all);
  EXPECT_TRUE(read_stuck_notes(directory()).empty());
  fs::remove(note());
  write_stuck_note(directory(), note_of(getpid()));
  EXPECT_TRUE(fs::is_empty(directory()));
}

TEST_F(StuckNotes, AFailureIsNoError) {
  const std::string nowhere = temporary_.path() + "/no/such/directory";
  write_stuck_note(nowhere, note_of(getpid()));
  EXPECT_TRUE(read_stuck_notes(nowhere).empty());
  EXPECT_FALSE(fs::exists(nowhere));
  write_stuck_note("", note_of(getpid()));
  EXPECT_TRUE(read_stuck_notes("").empty());
  write_stuck_note(directory(), note_of(-5));
  EXPECT_FALSE(fs::exists(directory()));
}

TEST_F(StuckNotes, ReadingMakesNoDirectory) {
  EXPECT_TRUE(read_stuck_notes(directory()).empty());
  EXPECT_FALSE(fs::exists(directory()));
}

TEST(StuckLeaveAlone, NamesTheProcess) {
  const LeaveAlone list = leave_alone({note_of(4242)});
  const Unknown why{Reason::timeout, "pid 4242 stuck since 2027-03-02T03:12:44Z", 0};
  EXPECT_EQ(list.devices, (DeviceReasons{{"ens2", why}, {"mlx5_2", why}}));
  EXPECT_EQ(list.rtnl->detail, "rtnl held; pid 4242 stuck since 2027-03-02T03:12:44Z");
  EXPECT_FALSE(leave_alone(std::vector<StuckNote>{}).rtnl);
}

}  // namespace
}  // namespace rocelint
