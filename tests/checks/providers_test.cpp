// SPDX-License-Identifier: Apache-2.0

// Every fact of the host has exactly one module that provides it, so that a module that dies marks
// all that is missing, and no two modules overwrite each other.

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rocelint/check.h"
#include "rocelint/snapshot.h"

#include "facts/snapshot_paths.h"

namespace rocelint {
namespace {

// Lists that several modules fill together, element by element.
const std::set<std::string> kShared{"host.devices", "host.devices.ports", "host.netdevs"};

// Facts that no module reads: the site says them.
const std::set<std::string> kOfTheSite{"host.custom"};

void add_facts(const Type& structure, const std::string& path, std::vector<std::string>& facts) {
  for (const auto& field : structure.fields) {
    const std::string name = path + '.' + std::string(field.name);
    if (field.type->fact && !kOfTheSite.contains(name)) {
      facts.push_back(name);
    }
    if (kShared.contains(name)) {
      add_facts(*field.type->element, name, facts);
    } else if (!field.type->fact && field.type->kind == Kind::structure) {
      add_facts(*field.type, name, facts);
    }
  }
}

TEST(Providers, AreOneForEachFact) {
  std::map<std::string, std::vector<std::string>> providers;
  for (const Check* check : all_checks()) {
    for (const auto path : check->provides) {
      providers[std::string(path)].emplace_back(check->id);
    }
  }
  std::vector<std::string> facts;
  add_facts(kType<Host>, "host", facts);
  ASSERT_GT(facts.size(), 40U);
  for (const auto& fact : facts) {
    EXPECT_EQ(providers[fact].size(), 1U) << fact << " has " << providers[fact].size();
    providers.erase(fact);
  }
  for (const auto& [path, modules] : providers) {
    ADD_FAILURE() << path << " of " << modules.front() << " is no fact";
  }
}

TEST(Providers, NeedOnlyModulesThatThereAre) {
  std::set<std::string_view> ids;
  for (const Check* check : all_checks()) {
    ids.insert(check->id);
    EXPECT_FALSE(check->summary.empty());
    EXPECT_NE(check->collect, nullptr);
    EXPECT_FALSE(check->provides.empty());
  }
  EXPECT_EQ(ids.size(), all_checks().size());
  for (const Check* check : all_checks()) {
    for (const auto need : check->needs) {
      EXPECT_TRUE(ids.contains(need)) << check->id << " needs " << need;
    }
  }
}

}  // namespace
}  // namespace rocelint
