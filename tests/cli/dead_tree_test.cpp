// SPDX-License-Identifier: Apache-2.0

// --root on what people have: nothing, a bare tree, a sosreport, the published fixtures of others.

#include <cctype>
#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "rocelint/check.h"
#include "rocelint/snapshot.h"

#include "tests/support/command_run.h"
#include "tests/support/public_data.h"

namespace rocelint {
namespace {

using test::run_rocelint;
using test::TemporaryDirectory;
using testing::AnyOf;

/// Facts outside lists that are unknown, by name, with the reason.
using UnknownFacts = std::map<std::string, Unknown>;

void add_facts(const Type& type, const void* at, const std::string& prefix, UnknownFacts& unknown) {
  for (const auto& field : type.fields) {
    const std::string path = prefix + std::string(field.name);
    const void* here = member(field, at);
    if (!field.type->fact) {
      add_facts(*field.type, here, path + '.', unknown);
    } else if (path != "custom") {  // the site says these
      const Unknown* why = field.type->unknown(here);
      ASSERT_NE(why, nullptr) << path << " is known of a host of which there is nothing";
      unknown.emplace(path, *why);
    }
  }
}

TEST(DeadTree, OfNothingEveryFactIsUnknownAndSaysWhy) {
  const TemporaryDirectory tree;
  ProbeOptions options;
  options.root = tree.path().string();
  const auto snapshot = probe(options);
  UnknownFacts unknown;
  add_facts(kType<Host>, &snapshot.host, "", unknown);
  for (const auto& [path, why] : unknown) {
    EXPECT_NE(why, Unknown{}) << path << " does not say why";
  }
  EXPECT_GT(unknown.size(), 8U);
}

nlohmann::json report_on(const std::filesystem::path& tree) {
  const auto run = run_rocelint({"check", "--root", tree.string(), "--format", "json"});
  EXPECT_THAT(run.exit_code, AnyOf(0, 1, 3)) << run.err;
  EXPECT_TRUE(test::is_tame(run.err));
  const auto text = run_rocelint({"check", "--root", tree.string()});
  EXPECT_TRUE(test::is_tame(text.out));
  EXPECT_EQ(text.exit_code, run.exit_code);
  return nlohmann::json::parse(run.out);
}

TEST(DeadTree, OfNothingIsUndetermined) {
  const TemporaryDirectory tree;
  EXPECT_EQ(report_on(tree.path())["verdict"], "undetermined");
}

/// What sos collects keeps the paths of the host below one directory; what it has from commands is
/// not read, and much of /sys is missing.
TEST(DeadTree, OfASosreportTellsWhatItsFilesTell) {
  const TemporaryDirectory tree;
  for (const auto& [file, text] : std::vector<std::pair<std::string, std::string>>{
           {"version.txt", "sosreport: 4.5.6\n"},
           {"sos_commands/networking/ip_-d_address", "1: lo: <LOOPBACK,UP,LOWER_UP>\n"},
           {"sos_commands/infiniband/ibstat", "CA 'mlx5_0'\n"},
           {"etc/hostname", "gpu0417\n"},
           {"proc/sys/kernel/hostname", "gpu0417\n"},
           {"proc/sys/kernel/osrelease", "5.14.0-427.el9.x86_64\n"},
           {"proc/sys/kernel/random/boot_id", "5a1c6d80-93c4-4f0c-9c3f-6a6f5e1f2b7d\n"},
           {"sys/class/net/ens1/mtu", "9000\n"},
           {"sys/class/infiniband/mlx5_0/ports/1/state", "4: ACTIVE\n"},
           {"sys/class/infiniband/mlx5_0/node_type", "1: CA\n"},
           {"sys/class/infiniband/mlx5_0/ports/1/link_layer", "Ethernet\n"}}) {
    ASSERT_FALSE(tree.write(file, text).empty());
  }
  const auto report = report_on(tree.path());
  EXPECT_EQ(report["verdict"], "undetermined");
  EXPECT_EQ(report["host"]["hostname"], "gpu0417");
}

class PublicTree : public testing::TestWithParam<const char*> {};

TEST_P(PublicTree, IsJudgedAndNeverCalledReady) {
  const auto data = test::public_data();
  if (!data) {
    GTEST_SKIP() << test::kNoPublicData;
  }
  const auto tree = *data / GetParam();
  ASSERT_TRUE(std::filesystem::exists(tree)) << tree;
  EXPECT_THAT(report_on(tree)["verdict"].get<std::string>(),
              AnyOf("undetermined", "degraded", "not_ready"));
}

INSTANTIATE_TEST_SUITE_P(Cli, PublicTree,
                         testing::Values("prometheus+procfs/fixtures", "prometheus+node_exporter",
                                         "leptonai+gpud", "sonic-net+SONiC"),
                         [](const auto& info) {
                           std::string name(info.param);
                           for (auto& c : name) {
                             c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
                           }
                           return name;
                         });

}  // namespace
}  // namespace rocelint
