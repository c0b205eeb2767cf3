// SPDX-License-Identifier: Apache-2.0
#include "inputs/job_settings.h"

#include <chrono>
#include <cstdlib>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rocelint/snapshot.h"

#include "tests/os/fakes.h"

namespace rocelint {
namespace {

using Lines = std::vector<std::string>;
using std::chrono::milliseconds;

Lines words_of(const Job& job) {
  Lines words;
  if (const auto* settings = job.settings.known()) {
    for (const auto& [name, setting] : *settings) {
      words.push_back(name + "=" + setting.value + " (" + setting.origin + ")");
    }
  } else {
    words.push_back(std::string("unknown: ") + job.settings.unknown()->detail);
  }
  return words;
}

/// A host in a directory, with the configuration of NCCL in it.
class JobSettingsTest : public testing::Test {
 protected:
  [[nodiscard]] JobPlace place() const {
    return {.root = tree_.root().string(), .deadline = milliseconds(5000)};
  }
  Lines add(const JobSource& source, Snapshot& snapshot) const {
    Lines notes;
    for (const auto& note : add_job(source, place(), snapshot)) {
      notes.push_back(to_string(note));
    }
    return notes;
  }
  static JobSource file(const std::string& text) {
    JobSource source;
    source.file = read_job_file(text, "j").environment;
    return source;
  }

  Tree tree_;
};

TEST_F(JobSettingsTest, WithoutAJobNothingIsReadNotEvenTheSystemsFile) {
  tree_.file("/etc/nccl.conf", "NCCL_A=1");
  Snapshot snapshot;
  EXPECT_TRUE(add({}, snapshot).empty());
  EXPECT_EQ(snapshot, Snapshot());
}

TEST_F(JobSettingsTest, TheEnvironmentThenTheUsersFileThenTheSystems) {
  tree_.file("/home/ada/.nccl.conf", "NCCL_A=user\nNCCL_B=user");
  tree_.file("/etc/nccl.conf", "NCCL_A=system\nNCCL_B=system\nNCCL_C=system");
  Snapshot snapshot;
  EXPECT_TRUE(add(file("NCCL_A=job\nHOME=/home/ada\n"), snapshot).empty());
  EXPECT_EQ(words_of(snapshot.job),
            (Lines{"NCCL_A=job (--job j:1)", "NCCL_B=user (/home/ada/.nccl.conf:2)",
                   "NCCL_C=system (/etc/nccl.conf:3)"}));
}

TEST_F(JobSettingsTest, AFileThatTheJobNamesStandsForTheUsers) {
  tree_.file("/home/ada/.nccl.conf", "NCCL_B=user");
  tree_.file("/etc/nccl.conf", "NCCL_B=system\nNCCL_C=system");
  tree_.file("/opt/job.conf", "NCCL_B=named");
  Snapshot snapshot;
  EXPECT_TRUE(add(file("NCCL_CONF_FILE=/opt/job.conf\nHOME=/home/ada\n"), snapshot).empty());
  EXPECT_EQ(words_of(snapshot.job),
            (Lines{"NCCL_B=named (/opt/job.conf:1)", "NCCL_C=system (/etc/nccl.conf:2)",
                   "NCCL_CONF_FILE=/opt/job.conf (--job j:1)"}));
}

TEST_F(JobSettingsTest, AFileThatIsNotThereIsSaid) {
  Snapshot snapshot;
  EXPECT_EQ(add(file("NCCL_CONF_FILE=/opt/job.conf\n"), snapshot),
            Lines{"NCCL_CONF_FILE: /opt/job.conf: No such file or directory; NCCL goes on without "
                  "it"});
  EXPECT_EQ(words_of(snapshot.job), Lines{"NCCL_CONF_FILE=/opt/job.conf (--job j:1)"});
}

TEST_F(JobSettingsTest, AFileThatCantBeReadMakesTheSettingsUnknown) {
  tree_.directory("/etc/nccl.conf");
  Snapshot snapshot;
  EXPECT_TRUE(add(file("NCCL_A=1\n"), snapshot).empty());
  EXPECT_EQ(words_of(snapshot.job), Lines{"unknown: /etc/nccl.conf: Is a directory"});
}

TEST_F(JobSettingsTest, ARelativeNameSaysNothingOutsideTheJob) {
  Snapshot snapshot;
  EXPECT_TRUE(add(file("NCCL_CONF_FILE=job.conf\n"), snapshot).empty());
  EXPECT_EQ(words_of(snapshot.job),
            Lines{"unknown: job.conf is relative to a working directory that is not known here"});
}

TEST_F(JobSettingsTest, HostsWithGpusOfAmdReadTheFilesOfRccl) {
  tree_.file("/etc/nccl.conf", "NCCL_A=1");
  tree_.file("/etc/rccl.conf", "NCCL_B=1");
  Snapshot snapshot;
  PciDevice gpu;
  gpu.address = "0000:05:00.0";
  gpu.vendor_id = std::string("0x1002");
  gpu.class_code = std::string("0x120000");
  snapshot.host.pci_devices = std::vector{gpu};
  EXPECT_TRUE(add(file(""), snapshot).empty());
  EXPECT_EQ(words_of(snapshot.job), Lines{"NCCL_B=1 (/etc/rccl.conf:1)"});
}

TEST_F(JobSettingsTest, NoSettingAtAllIsSaid) {
  Snapshot snapshot;
  EXPECT_EQ(add(file("PATH=/bin\n"), snapshot),
            Lines{"the job sets no variable NCCL_*, RCCL_* or UCX_*"});
  EXPECT_TRUE(words_of(snapshot.job).empty());
}

TEST_F(JobSettingsTest, AProcessHasItsOwnFilesAndLimits) {
  using namespace std::string_literals;
  tree_.file("/proc/4711/environ", "NCCL_A=1\0HOME=/root\0SECRET=x\0"s);
  tree_.file("/proc/4711/limits", "Max locked memory 65536 65536 bytes\nMax open files 9 9 files");
  tree_.file("/proc/4711/root/root/.nccl.conf", "NCCL_B=2");
  tree_.file("/proc/4711/root/etc/nccl.conf", "NCCL_C=3");
  tree_.file("/etc/nccl.conf", "NCCL_D=not in the container");
  Snapshot snapshot;
  JobSource source;
  source.pid = 4711;
  EXPECT_TRUE(add(source, snapshot).empty());
  EXPECT_EQ(words_of(snapshot.job), (Lines{"NCCL_A=1 (pid 4711)", "NCCL_B=2 (/root/.nccl.conf:1)",
                                           "NCCL_C=3 (/etc/nccl.conf:1)"}));
  EXPECT_TRUE(snapshot.job.limits.memlock_bytes.is(65'536));
}

TEST_F(JobSettingsTest, AnEnvironmentAloneTellsNoLimits) {
  Snapshot snapshot;
  std::ignore = add(file("NCCL_A=1\n"), snapshot);
  ASSERT_NE(snapshot.job.limits.memlock_bytes.unknown(), nullptr);
  EXPECT_EQ(snapshot.job.limits.memlock_bytes.unknown()->reason, Reason::unsupported);
}

TEST_F(JobSettingsTest, WithinTheJobItsLimitsAreOurs) {
  Snapshot snapshot;
  JobSource source;
  source.own_environment = true;
  std::ignore = add(source, snapshot);
  EXPECT_NE(snapshot.job.limits.memlock_bytes.known(), nullptr);
}

TEST_F(JobSettingsTest, AProcessThatIsGoneIsUnknown) {
  Snapshot snapshot;
  JobSource source;
  source.pid = 4711;
  EXPECT_TRUE(add(source, snapshot).empty());
  EXPECT_EQ(words_of(snapshot.job),
            Lines{"unknown: /proc/4711/environ: No such file or directory"});
  EXPECT_NE(snapshot.job.limits.memlock_bytes.unknown(), nullptr);
}

TEST_F(JobSettingsTest, AServerThatIsGoneCostsTheSettingsAndNotTheReport) {
  ASSERT_EQ(mkdir(tree_.at("/etc").c_str(), 0700), 0);
  ASSERT_EQ(mkfifo(tree_.at("/etc/nccl.conf").c_str(), 0600), 0);
  Snapshot snapshot;
  const auto notes = add_job(
      file("NCCL_A=1"), {.root = tree_.root().string(), .deadline = milliseconds(200)}, snapshot);
  EXPECT_TRUE(notes.empty());
  ASSERT_NE(snapshot.job.settings.unknown(), nullptr);
  EXPECT_EQ(snapshot.job.settings.unknown()->reason, Reason::timeout);
  EXPECT_EQ(snapshot.job.settings.unknown()->detail,
            "reading what the job is told did not end within 200 ms");
}

TEST_F(JobSettingsTest, TheOwnEnvironmentIsTakenWhenAsked) {
  ::setenv("NCCL_OF_THIS_TEST", "1", 1);  // NOLINT(concurrency-mt-unsafe)
  JobSource source;
  source.own_environment = true;
  Snapshot snapshot;
  std::ignore = add_job(source, {.root = "", .deadline = milliseconds(5000)}, snapshot);
  ::unsetenv("NCCL_OF_THIS_TEST");  // NOLINT(concurrency-mt-unsafe)
  ASSERT_NE(snapshot.job.settings.known(), nullptr);
  EXPECT_EQ(snapshot.job.settings.known()->at("NCCL_OF_THIS_TEST").origin, "environment");
}

TEST_F(JobSettingsTest, TheTopologyThatTheJobIsTold) {
  tree_.file("/opt/topo.xml", R"(<system><pci class="0x030200"/><pci class="0x020000"/></system>)");
  Snapshot snapshot;
  std::ignore = add(file("NCCL_TOPO_FILE=/opt/topo.xml\n"), snapshot);
  ASSERT_NE(snapshot.job.topology_file.known(), nullptr);
  EXPECT_EQ(snapshot.job.topology_file.known()->path, "/opt/topo.xml");
  EXPECT_TRUE(snapshot.job.topology_file.known()->gpus.is(1));
  EXPECT_TRUE(snapshot.job.topology_file.known()->nics.is(1));

  std::ignore = add(file("NCCL_TOPO_FILE=/opt/none.xml\n"), snapshot);
  ASSERT_NE(snapshot.job.topology_file.known(), nullptr);
  EXPECT_EQ(snapshot.job.topology_file.known()->gpus.unknown()->reason, Reason::not_found);

  std::ignore = add(file("NCCL_A=1\n"), snapshot);
  ASSERT_NE(snapshot.job.topology_file.unknown(), nullptr);
  EXPECT_EQ(snapshot.job.topology_file.unknown()->reason, Reason::not_found);

  tree_.file("/var/run/nvidia-topologyd/virtualTopology.xml", "<system/>");
  std::ignore = add(file("NCCL_A=1\n"), snapshot);
  ASSERT_NE(snapshot.job.topology_file.known(), nullptr) << "NCCL looks there by itself";
}

TEST(JobOverASavedHost, StandsInThePlaceOfTheSavedOne) {
  Snapshot snapshot;
  snapshot.job.settings = JobSettings{{"NCCL_OLD", {.value = "1", .origin = "pid 1"}}};
  snapshot.job.limits.open_files = 1024;
  lay_job_over(read_job_file("NCCL_TOPO_FILE=/x\n", "j").environment, snapshot);
  EXPECT_EQ(words_of(snapshot.job), Lines{"NCCL_TOPO_FILE=/x (--job j:1)"});
  ASSERT_NE(snapshot.job.topology_file.known(), nullptr);
  EXPECT_EQ(snapshot.job.topology_file.known()->gpus.unknown()->reason, Reason::not_collected);
  ASSERT_NE(snapshot.job.limits.open_files.unknown(), nullptr) << "those of the saved job";
  EXPECT_EQ(snapshot.job.limits.open_files.unknown()->reason, Reason::unsupported);
}

}  // namespace
}  // namespace rocelint
