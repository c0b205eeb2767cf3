// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "tests/checks/run.h"

namespace rocelint {
namespace {

constexpr auto kFile = "/run/rocelint/lldp.json";
constexpr auto kText =
    R"({"lldp":[{"interface":[{"name":"eth0","port":[{"id":[{"value":"Ethernet1/3"}]}]}]}]})";

class LldpModule : public testing::Test {
 protected:
  static Snapshot collect(ProbeEnv::Parts parts) {
    ProbeEnv env(std::move(parts));
    return run(checks::lldp, env, host_of(2));
  }
  void write_hours_ago(int hours) const {
    host_.tree.file(kFile, kText);
    std::filesystem::last_write_time(
        host_.tree.at(kFile),
        std::filesystem::file_time_type::clock::now() - std::chrono::hours(hours));
  }
  FakeHost host_;
};

TEST_F(LldpModule, NamesTheSwitchPortOfEachLower) {
  write_hours_ago(0);
  const auto snapshot = collect(host_.live());
  EXPECT_EQ(value_of(netdev_of(snapshot, "eth0").lldp).port_id, "Ethernet1/3");
  EXPECT_EQ(reason_of(netdev_of(snapshot, "eth1").lldp), Reason::not_found);
}

TEST_F(LldpModule, SaysHowTheFileCanBeWritten) {
  const auto without = collect(host_.live());
  EXPECT_EQ(reason_of(netdev_of(without, "eth0").lldp), Reason::not_found);
  EXPECT_EQ(netdev_of(without, "eth0").lldp.unknown()->detail,
            "no /run/rocelint/lldp.json: start lldpd, then run \"lldpcli -f json0 show "
            "neighbors > /run/rocelint/lldp.json\"");
  const FakeHost other;
  other.tree.file("/run/lldpd.socket", "");
  ProbeEnv env(other.dead());
  const auto with_lldpd = run(checks::lldp, env, host_of(1));
  EXPECT_NE(netdev_of(with_lldpd, "eth0").lldp.unknown()->detail.find("lldpd runs, so run"),
            std::string::npos);
}

TEST_F(LldpModule, DoesNotTrustAnOldFile) {
  write_hours_ago(3);
  const auto snapshot = collect(host_.live());
  EXPECT_EQ(reason_of(netdev_of(snapshot, "eth0").lldp), Reason::not_authoritative);
  EXPECT_NE(netdev_of(snapshot, "eth0").lldp.unknown()->detail.find("180 minutes ago"),
            std::string::npos);
}

TEST_F(LldpModule, DoesNotTrustAFileOfNoKnownAge) {
  write_hours_ago(-3);
  const auto ahead = collect(host_.live());
  EXPECT_EQ(reason_of(netdev_of(ahead, "eth0").lldp), Reason::not_authoritative);
  std::filesystem::remove(host_.tree.at(kFile));
  host_.tree.link(kFile, kFile);
  const auto in_a_circle = collect(host_.live());
  EXPECT_EQ(reason_of(netdev_of(in_a_circle, "eth0").lldp), Reason::io_error);
}

TEST_F(LldpModule, TakesADeadTreeAsItIs) {
  write_hours_ago(3);
  const auto snapshot = collect(host_.dead());
  EXPECT_EQ(value_of(netdev_of(snapshot, "eth0").lldp).port_id, "Ethernet1/3");
}

TEST_F(LldpModule, SaysWhatIsNoSuchFile) {
  host_.tree.file(kFile, "LLDP neighbors:");
  const auto snapshot = collect(host_.live());
  EXPECT_EQ(reason_of(netdev_of(snapshot, "eth0").lldp), Reason::malformed);
}

}  // namespace
}  // namespace rocelint
