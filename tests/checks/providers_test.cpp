// SPDX-License-Identifier: Apache-2.0

// Every fact of the host has exactly one check that reads it: a check that dies marks all that is
// missing, and no two overwrite each other.

#include <set>
#include <string_view>

#include <gtest/gtest.h>

#include "rocelint/check.h"
#include "rocelint/snapshot.h"

#include "facts/fact_list.h"

namespace rocelint {
namespace {

// Facts that no check reads: the site says them.
constexpr std::string_view kOfTheSite = "custom";

std::set<std::string_view> check_ids() {
  std::set<std::string_view> ids;
  for (const Check* check : all_checks()) {
    ids.insert(check->id);
  }
  return ids;
}

TEST(Providers, AreOneForEachFact) {
  const auto ids = check_ids();
  std::set<std::string_view> idle = ids;
  for (const auto& fact : list_facts(kType<Host>)) {
    idle.erase(fact.check);
    EXPECT_EQ(ids.contains(fact.check), !fact.path.starts_with(kOfTheSite))
        << fact.path << " is read by '" << fact.check << "', which is no check";
  }
  for (const auto id : idle) {
    ADD_FAILURE() << "no row names the check " << id;
  }
}

TEST(Providers, AreNamedForTheHostAlone) {
  for (const auto& fact : list_facts(kType<Snapshot>)) {
    EXPECT_TRUE(fact.check.empty() || fact.path.starts_with("host.")) << fact.path;
  }
}

TEST(Providers, NeedOnlyModulesThatThereAre) {
  const auto ids = check_ids();
  EXPECT_EQ(ids.size(), all_checks().size());
  for (const Check* check : all_checks()) {
    EXPECT_FALSE(check->summary.empty());
    EXPECT_NE(check->collect, nullptr);
    for (const auto need : check->needs) {
      EXPECT_TRUE(ids.contains(need)) << check->id << " needs " << need;
    }
  }
}

}  // namespace
}  // namespace rocelint
