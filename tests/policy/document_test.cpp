// SPDX-License-Identifier: Apache-2.0
#include "policy/document.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "policy/policy.h"
#include "tests/policy/loading.h"

namespace rocelint {

namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Policies in files of their own directory.
class PolicyFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    directory_ = std::filesystem::path(::testing::TempDir()) /
                 ("rocelint-policy-" + std::to_string(::getpid()));
    std::filesystem::create_directories(directory_ / "site");
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  [[nodiscard]] std::string path(std::string_view name) const {
    return (directory_ / name).string();
  }

  void write(std::string_view name, std::string_view text) const {
    std::ofstream(path(name), std::ios::binary) << text;
  }

  [[nodiscard]] PolicyLoading load(std::string_view name) const {
    return load_policy(PolicyRequest{.name_or_file = path(name), .set = {}}, test::find_profile);
  }

  /// The errors, without the directory.
  [[nodiscard]] std::vector<std::string> errors(std::string_view name) const {
    auto lines = test::texts(load(name).errors);
    for (auto& line : lines) {
      for (auto at = line.find(directory_.string()); at != std::string::npos;
           at = line.find(directory_.string())) {
        line.erase(at, directory_.string().size() + 1);
      }
    }
    return lines;
  }

 private:
  std::filesystem::path directory_;
};

TEST_F(PolicyFiles, ExtendAFileBesideThem) {
  write("acme.yaml", "policy: acme\nextends: site/base.yaml\nroles: {compute: {trust: any}}\n");
  write("site/base.yaml",
        "policy: base\nextends: ../root.yaml\nroles:\n  compute:\n    cnp: {priority: 7}\n");
  write("root.yaml", "policy: root\nextends: lossless-dscp26\n");
  const auto loading = load("acme.yaml");
  ASSERT_THAT(test::texts(loading.errors), IsEmpty());
  EXPECT_EQ(loading.policy->name, "acme");
  const auto& role = loading.policy->roles.at(0);
  EXPECT_EQ(role.provenance.at("cnp.priority"), path("site/base.yaml") + ":5");
  EXPECT_EQ(role.provenance.at("trust"), path("acme.yaml") + ":3");
  EXPECT_EQ(role.provenance.at("cnp.dscp"), "lossless-dscp26:12");
}

TEST_F(PolicyFiles, ThatAreMissing) {
  EXPECT_THAT(errors("acme.yaml"),
              ElementsAre("acme.yaml: can't be read: No such file or directory"));
}

TEST_F(PolicyFiles, WhoseParentIsMissing) {
  write("acme.yaml", "policy: acme\nextends: ./base.yml\n");
  EXPECT_THAT(errors("acme.yaml"),
              ElementsAre("acme.yaml:2:10: extends base.yml: can't be read: No such file or "
                          "directory"));
}

TEST_F(PolicyFiles, WhoseParentIsBroken) {
  write("acme.yaml", "policy: acme\nextends: base.yaml\n");
  write("base.yaml", "policy: base\nroles: [\n");
  EXPECT_THAT(errors("acme.yaml"),
              ElementsAre("base.yaml:3:1: not YAML: end of sequence flow not found"));
}

TEST_F(PolicyFiles, ThatAreDirectories) {
  EXPECT_THAT(errors("site"),
              ElementsAre("site: can't be read: neither a regular file nor a pipe"));
}

TEST_F(PolicyFiles, ThatWouldNeverEnd) {
  EXPECT_THAT(errors("/dev/zero"),
              ElementsAre("/dev/zero: can't be read: neither a regular file nor a pipe"));
}

TEST_F(PolicyFiles, ThatAreTooBig) {
  write("big.yaml", std::string(kMaxYamlBytes + 10, '#'));
  EXPECT_THAT(errors("big.yaml"),
              ElementsAre("big.yaml: can't be read: larger than 4000000 bytes"));
}

TEST_F(PolicyFiles, ThatGoRoundInACircle) {
  write("a.yaml", "policy: a\nextends: site/b.yaml\n");
  write("site/b.yaml", "policy: b\nextends: ../site/../a.yaml\n");
  EXPECT_THAT(errors("a.yaml"), ElementsAre("site/b.yaml:2:10: circular extends: a.yaml"));
}

TEST_F(PolicyFiles, ThatGoTooDeep) {
  for (int i = 0; i < 20; ++i) {
    write("p" + std::to_string(i) + ".yaml",
          "policy: p\nextends: p" + std::to_string(i + 1) + ".yaml\n");
  }
  EXPECT_THAT(errors("p0.yaml"),
              ElementsAre("p15.yaml:2:10: extends chain is too long (at most 16)"));
}

TEST(PolicyNames, TellFilesFromProfiles) {
  EXPECT_TRUE(policy_loading::names_a_file("acme.yaml"));
  EXPECT_TRUE(policy_loading::names_a_file("acme.yml"));
  EXPECT_TRUE(policy_loading::names_a_file("./acme"));
  EXPECT_FALSE(policy_loading::names_a_file("acme"));
  EXPECT_FALSE(policy_loading::names_a_file(""));
}

}  // namespace

}  // namespace rocelint
