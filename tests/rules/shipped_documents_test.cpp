// SPDX-License-Identifier: Apache-2.0
#include "rules/shipped_documents.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/base/diagnostic.h"

#include "rules/rule.h"
#include "tests/support/pipe.h"

namespace rocelint {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;

class SiteRules : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(directory_); }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(directory_ / name) << text;
  }
  void make_directory(const std::string& name) const {
    std::filesystem::create_directory(directory_ / name);
  }
  [[nodiscard]] RuleLoading load(const std::string& file = "") const {
    const std::vector<std::string> paths{(file.empty() ? directory_ : directory_ / file).string()};
    return load_all_rules(paths);
  }

 private:
  std::filesystem::path directory_ =
      std::filesystem::path(testing::TempDir()) / ("site_rules_" + std::to_string(::getpid()));
};

std::string rule(const std::string& id) {
  return "rules:\n- {id: " + id +
         ", title: t, expects: e, scope: host, severity: info, assert: size(ports) > 0, impact: "
         "w}\n";
}

/// The texts with holes, each with the number of its parts.
std::vector<std::pair<std::string, std::size_t>> texts_of(const Rule& rule) {
  std::vector<std::pair<std::string, std::size_t>> texts;
  for (const auto* text : {&rule.message, &rule.verify}) {
    if (*text) {
      texts.emplace_back((*text)->text(), (*text)->parts().size());
    }
  }
  for (const auto& fix : rule.fixes) {
    texts.emplace_back(fix.run->text(), fix.run->parts().size());
  }
  return texts;
}

TEST(ShippedDocuments, LoadWithoutDiagnostics) {
  const auto loading = load_all_rules({});
  EXPECT_THAT(loading.errors, IsEmpty());
  for (const auto* id :
       {"ports-expected", "port-down", "gid-no-routable-v2", "mtu-active-below-policy", "pfc-off",
        "pfc-on-other-priority", "pause-with-pfc", "path-not-lossless"}) {
    EXPECT_NE(loading.rules.find(id), nullptr) << id;
  }
}

TEST(ShippedDocuments, AreKnownWithoutReadingThem) {
  const auto loading = load_all_rules({});
  EXPECT_EQ(about_shipped_rules().count, loading.rules.rules.size());
  EXPECT_EQ(about_shipped_rules().digest, loading.rules.digest);
}

TEST(ShippedDocuments, AreTheSameRulesWithAndWithoutTests) {
  const auto judging = load_all_rules({});
  const auto testing = load_all_rules({}, InlineTests::read);
  EXPECT_EQ(judging.rules.digest, testing.rules.digest);
  ASSERT_EQ(judging.rules.rules.size(), testing.rules.rules.size());
  for (std::size_t i = 0; i < judging.rules.rules.size(); ++i) {
    EXPECT_EQ(judging.rules.rules[i].id, testing.rules.rules[i].id);
    EXPECT_EQ(judging.rules.rules[i].line, testing.rules.rules[i].line);
    EXPECT_THAT(judging.rules.rules[i].tests, IsEmpty());
    EXPECT_GE(testing.rules.rules[i].tests.size(), 3U);
  }
}

/// Every path of every expression, in its order, and so the trees that they are made of.
std::vector<std::string> paths_of(const Rule& rule) {
  std::vector<std::string> paths;
  for (const auto* expression : {&rule.when, &rule.assertion}) {
    if (*expression) {
      paths.emplace_back((*expression)->text());
      std::ranges::copy((*expression)->paths(), std::back_inserter(paths));
    }
  }
  return paths;
}

TEST(ShippedDocuments, ArePackedAsTheyAreWritten) {
  const auto written = load_all_rules({}, InlineTests::read);
  EXPECT_THAT(written.errors, IsEmpty());
  const auto packed = load_all_rules({});
  EXPECT_EQ(written.rules.digest, packed.rules.digest);
  ASSERT_EQ(written.rules.rules.size(), packed.rules.rules.size());
  for (std::size_t i = 0; i < written.rules.rules.size(); ++i) {
    const auto& again = written.rules.rules[i];
    const auto& rule = packed.rules.rules[i];
    EXPECT_EQ(std::tie(again.id, again.title, again.expects, again.impact, again.since, again.file),
              std::tie(rule.id, rule.title, rule.expects, rule.impact, rule.since, rule.file));
    EXPECT_EQ(std::tie(again.scope, again.context, again.severity, again.per_role,
                       again.needs_window, again.line),
              std::tie(rule.scope, rule.context, rule.severity, rule.per_role, rule.needs_window,
                       rule.line))
        << rule.id;
    EXPECT_EQ(std::tie(again.parameters, again.left_open, again.consequence_of, again.refs),
              std::tie(rule.parameters, rule.left_open, rule.consequence_of, rule.refs))
        << rule.id;
    EXPECT_EQ(texts_of(again), texts_of(rule)) << rule.id;
    EXPECT_EQ(paths_of(again), paths_of(rule)) << rule.id;
  }
}

TEST(ShippedDocuments, ProfilesLoadByName) {
  const auto lookup = shipped_profile_lookup();
  EXPECT_FALSE(lookup("no-such").has_value());
  for (const auto& profile : shipped_profiles()) {
    const auto loading =
        load_policy({.name_or_file = std::string(profile.name), .set = {}}, lookup);
    EXPECT_THAT(loading.errors, IsEmpty()) << profile.name;
  }
}

TEST_F(SiteRules, StandBesideTheShippedOnes) {
  write("b.yaml", rule("site-b"));
  write("a.yml", rule("site-a"));
  write("notes.txt", "not a rule");
  const auto loading = load();
  EXPECT_THAT(loading.errors, IsEmpty());
  EXPECT_NE(loading.rules.find("site-a"), nullptr);
  EXPECT_NE(loading.rules.find("site-b"), nullptr);
  EXPECT_NE(loading.rules.digest, load_all_rules({}).rules.digest);
}

TEST_F(SiteRules, OfOneFileAlone) {
  write("a.yaml", rule("site-a"));
  write("b.yaml", rule("site-b"));
  const auto loading = load("b.yaml");
  EXPECT_THAT(loading.errors, IsEmpty());
  EXPECT_EQ(loading.rules.find("site-a"), nullptr);
  EXPECT_NE(loading.rules.find("site-b"), nullptr);
}

TEST_F(SiteRules, MayNotReplaceAShippedOne) {
  write("a.yaml", rule("pfc-off"));
  const auto loading = load();
  ASSERT_EQ(loading.errors.size(), 1U);
  EXPECT_THAT(loading.errors[0].text, HasSubstr("stands already in"));
}

TEST_F(SiteRules, AreComplainedOfWithTheirFile) {
  write("a.yaml", "rules: [");
  const auto loading = load();
  ASSERT_EQ(loading.errors.size(), 1U);
  EXPECT_THAT(loading.errors[0].file, HasSubstr("a.yaml"));
  EXPECT_THAT(loading.rules.rules, IsEmpty());
}

TEST_F(SiteRules, OneThatCantBeReadIsNotPassedOver) {
  write("a.yaml", rule("site-a"));
  make_directory("b.yaml");
  const auto loading = load();
  ASSERT_EQ(loading.errors.size(), 1U);
  EXPECT_THAT(loading.errors[0].file, EndsWith("/b.yaml"));
  EXPECT_THAT(loading.errors[0].text, HasSubstr("not a regular file"));
  EXPECT_THAT(loading.rules.rules, IsEmpty());
}

TEST(SiteRulePipe, IsReadLikeAFile) {
  test::Pipe pipe;
  pipe.write(rule("site-a"));
  pipe.end();
  const std::vector<std::string> paths{pipe.path()};
  const auto loading = load_all_rules(paths);
  EXPECT_THAT(loading.errors, IsEmpty());
  EXPECT_NE(loading.rules.find("site-a"), nullptr);
}

TEST(SiteRuleDirectory, MustBeThere) {
  const std::vector<std::string> directories{"/no/such/directory"};
  const auto loading = load_all_rules(directories);
  ASSERT_EQ(loading.errors.size(), 1U);
  EXPECT_EQ(loading.errors[0].file, "/no/such/directory");
  EXPECT_EQ(loading.errors[0].text, "can't be read: No such file or directory");
}

}  // namespace
}  // namespace rocelint
