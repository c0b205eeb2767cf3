// SPDX-License-Identifier: Apache-2.0
#include "inputs/site_facts.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include "rocelint/facts.h"
#include "rocelint/snapshot.h"

namespace rocelint {
namespace {

Netdev netdev(const char* name, Fact<Pfc> pfc) {
  Netdev made;
  made.name = name;
  made.dcb.pfc = std::move(pfc);
  return made;
}

Pfc pfc_on(std::int64_t priority) {
  Pfc pfc;
  pfc.enabled = {priority};
  pfc.max_classes = 8;
  return pfc;
}

/// The PFC of eth0 was never asked for, that of eth1 hung, that of eth2 is known.
Snapshot host() {
  Snapshot snapshot;
  snapshot.taken_at = "2027-03-02T03:12:44Z";
  snapshot.host.boot_id = std::string("boot-2");
  snapshot.host.netdevs =
      std::vector{netdev("eth0", Unknown{Reason::not_authoritative, "zeros", 0}),
                  netdev("eth1", Unknown{Reason::timeout, "rtnl", 0}), netdev("eth2", pfc_on(3))};
  snapshot.host.devices = Unknown{Reason::unsupported, "no RDMA", 0};
  return snapshot;
}

constexpr auto kHead = R"({"source": "niccli", "taken_at": "2027-03-02T03:00:00Z", )";

std::string pfc_of(const std::string& netdev_name) {
  return kHead + (R"("host": {"netdevs": [{"name": ")" + netdev_name) +
         R"(", "dcb": {"pfc": {"enabled": [5], "max_classes": 8, "macsec_bypass": false,
         "delay_raw": 0, "requests": [], "indications": []}}}]}})";
}

class SiteFacts : public testing::Test {
 protected:
  void SetUp() override {
    directory_ = std::filesystem::path(testing::TempDir()) /
                 ("rocelint-facts.d-" + std::to_string(getpid()));
    std::filesystem::remove_all(directory_);
    std::filesystem::create_directory(directory_);
    std::filesystem::permissions(directory_, std::filesystem::perms(0755));
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(directory_ / name) << text;
  }
  void write_program(const std::string& name, const std::string& script) const {
    write(name, "#!/bin/sh\n" + script);
    std::filesystem::permissions(directory_ / name, std::filesystem::perms(0755));
  }
  [[nodiscard]] std::string path(const std::string& name) const {
    return (directory_ / name).string();
  }

  /// What is said, each line without its directory.
  std::vector<std::string> add(Snapshot& snapshot) const {
    std::vector<std::string> lines;
    for (const auto& note : add_site_facts(directory_.string(), options_, snapshot)) {
      lines.push_back(std::filesystem::path(note.file).filename().string() + ": " + note.text);
    }
    return lines;
  }

  std::filesystem::path directory_;
  SiteFactsOptions options_{.run_programs = false, .deadline = std::chrono::milliseconds(5000)};
};

using Lines = std::vector<std::string>;

TEST_F(SiteFacts, SupplyWhatTheHostCannotTell) {
  write("thor2.json", pfc_of("eth0"));
  auto snapshot = host();
  EXPECT_EQ(add(snapshot), Lines{"thor2.json: supplies 1 fact that this host can't tell: niccli at "
                                 "2027-03-02T03:00:00Z"});
  EXPECT_TRUE((*snapshot.host.netdevs.known())[0].dcb.pfc.is(pfc_on(5)));
  const std::vector<SiteFact> expected{{.fact = "host.netdevs[\"eth0\"].dcb.pfc",
                                        .source = "niccli",
                                        .taken_at = "2027-03-02T03:00:00Z",
                                        .file = path("thor2.json")}};
  EXPECT_TRUE(snapshot.probe.site_facts.is(expected));
}

TEST_F(SiteFacts, TheFirstFileThatHasItWins) {
  write("b.json", pfc_of("eth0"));
  auto other = pfc_of("eth0");
  other.replace(other.find("[5]"), 3, "[4]");
  write("a.json", other);
  auto snapshot = host();
  EXPECT_EQ(add(snapshot).size(), 1U);
  EXPECT_TRUE((*snapshot.host.netdevs.known())[0].dcb.pfc.is(pfc_on(4)));
}

TEST_F(SiteFacts, NoDirectoryIsNothingToSpeakOf) {
  auto snapshot = host();
  EXPECT_TRUE(add_site_facts(path("no-such-directory"), {}, snapshot).empty());
  EXPECT_EQ(snapshot, host());
}

TEST_F(SiteFacts, OnlyJsonFilesAreRead) {
  write("thor2.json.bak", "not read");
  auto snapshot = host();
  EXPECT_TRUE(add(snapshot).empty());
}

TEST_F(SiteFacts, AddFactsOfTheSitesOwn) {
  write("a.json", std::string(kHead) + R"("host": {"custom": {
        "bmc": {"text": "1.4"}, "drained": false, "inlet_celsius": 24}}})");
  write("b.json", std::string(kHead) + R"("host": {"custom": {"bmc": "2.0", "slot": 7}}})");
  auto snapshot = host();
  EXPECT_EQ(add(snapshot), (Lines{"a.json: supplies 3 facts that this host can't tell: niccli at "
                                  "2027-03-02T03:00:00Z",
                                  "b.json: supplies 1 fact that this host can't tell: niccli at "
                                  "2027-03-02T03:00:00Z"}));
  ASSERT_NE(snapshot.host.custom.known(), nullptr);
  const auto& custom = *snapshot.host.custom.known();
  EXPECT_EQ(custom.size(), 4U);
  EXPECT_TRUE(custom.at("bmc").text.is("1.4")) << "of two files the first by name counts";
  EXPECT_TRUE(custom.at("drained").flag.is(false));
  EXPECT_TRUE(custom.at("inlet_celsius").number.is(24));
  EXPECT_TRUE(custom.at("slot").number.is(7));
  ASSERT_NE(snapshot.probe.site_facts.known(), nullptr);
  EXPECT_EQ(snapshot.probe.site_facts.known()->front().fact, "host.custom[\"bmc\"]");
  EXPECT_EQ(snapshot.probe.site_facts.known()->back().file, path("b.json"));
}

TEST_F(SiteFacts, ProgramsAreRunOnlyWhenAsked) {
  write_program("tool", "echo '" + pfc_of("eth0") + "'\necho careful >&2\n");
  auto snapshot = host();
  EXPECT_EQ(add(snapshot), Lines{"tool: is a program: it is run only with --facts-exec"});
  EXPECT_EQ(snapshot, host());
  options_.run_programs = true;
  EXPECT_EQ(add(snapshot), (Lines{"tool: says: careful",
                                  "tool: supplies 1 fact that this host can't tell: niccli "
                                  "at 2027-03-02T03:00:00Z"}));
  EXPECT_TRUE((*snapshot.host.netdevs.known())[0].dcb.pfc.is(pfc_on(5)));
}

TEST_F(SiteFacts, AProgramThatFailsIsNamed) {
  options_.run_programs = true;
  write_program("tool", "echo '" + pfc_of("eth0") + "'\nexit 3\n");
  auto snapshot = host();
  EXPECT_EQ(add(snapshot), Lines{"tool: is not used: exited with status 3"});
  EXPECT_EQ(snapshot, host());
}

struct Unused {
  const char* name;
  std::string text;
  std::string note;
};
void PrintTo(const Unused& c, std::ostream* out) {
  *out << c.name;
}

class UnusedSiteFacts : public SiteFacts, public testing::WithParamInterface<Unused> {};

TEST_P(UnusedSiteFacts, AreNamedAndChangeNothing) {
  write("site.json", GetParam().text);
  auto snapshot = host();
  const auto notes = add(snapshot);
  EXPECT_EQ(snapshot, host());
  if (GetParam().note.empty()) {
    EXPECT_TRUE(notes.empty());
  } else {
    EXPECT_EQ(notes, Lines{"site.json: " + GetParam().note});
  }
}

INSTANTIATE_TEST_SUITE_P(
    Collect, UnusedSiteFacts,
    testing::Values(
        Unused{"TheHostKnowsBetter", pfc_of("eth2"), ""},
        Unused{"AReadThatFailedStaysFailed", pfc_of("eth1"),
               "host.netdevs[\"eth1\"].dcb.pfc is not taken from here: it could not be read "
               "(timeout)"},
        Unused{"NoSuchNetdev", pfc_of("eth9"), "host.netdevs[\"eth9\"] is not on this host"},
        Unused{"DevicesAreNeverAdded",
               std::string(kHead) + R"("host": {"devices": [{"name": "bnxt_re0"}]}})",
               "host.devices is not known here: nothing in it can be supplied"},
        Unused{"CustomFactsOfNoValue", std::string(kHead) + R"("host": {"custom": {"x": {}}}})",
               "host.custom[\"x\"]: give it one of flag, number and text"},
        Unused{"CustomFactsOfTwoValues",
               std::string(kHead) + R"("host": {"custom": {"x": {"flag": true, "number": 1}}}})",
               "host.custom[\"x\"]: give it one of flag, number and text"},
        Unused{"CustomFactsOfAnotherKind",
               std::string(kHead) + R"("host": {"custom": {"x": 1.5}}})",
               "/host/custom/x: expected an object, found a fraction"},
        Unused{"NothingInIt", std::string(kHead) + R"("host": {}})", ""},
        Unused{"UnknownFact", std::string(kHead) + R"("host": {"hostnam": "x"}})",
               "/host/hostnam: unknown key (did you mean \"hostname\"?)"},
        Unused{"HalfAFact",
               std::string(kHead) +
                   R"("host": {"netdevs": [{"name": "eth0", "dcb": {"dcbx": {"host": true,
                   "lld_managed": false, "cee": false, "ieee": true}}}]}})",
               "/host/netdevs/0/dcb/dcbx/static_configured: missing"},
        Unused{"NoSource", R"({"source": "", "taken_at": "2027-03-02T03:00:00Z", "host": {}})",
               "/source: say who read these facts"},
        Unused{"NoTime", R"({"source": "x", "taken_at": "yesterday", "host": {}})",
               "/taken_at: expected UTC like 2027-03-02T03:12:44Z"},
        Unused{"FromTheFuture",
               R"({"source": "x", "taken_at": "2027-03-02T03:12:45Z", "host": {}})",
               "/taken_at: is after now, 2027-03-02T03:12:44Z"},
        Unused{"OfAnotherBoot",
               R"({"source": "x", "taken_at": "2027-03-02T03:00:00Z", "boot_id": "boot-1",
               "host": {"hostname": "gpu0417"}})",
               "/boot_id: the facts are of another boot"}),
    [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace rocelint
