// SPDX-License-Identifier: Apache-2.0
#include "probe/check_order.h"

#include <ostream>

#include <gtest/gtest.h>

#include "tests/probe/fakes.h"

namespace rocelint {
namespace {

using Ids = std::vector<std::string_view>;

struct Module {
  std::string_view id;
  Ids needs;
};

struct Case {
  const char* name;
  std::vector<Module> modules;
  Ids order;
  std::vector<std::string> errors;
};
void PrintTo(const Case& c, std::ostream* out) {
  *out << c.name;
}

class Order : public testing::TestWithParam<Case> {};

TEST_P(Order, IsByNeedsThenAsListed) {
  std::vector<Check> checks;
  for (const auto& module : GetParam().modules) {
    checks.push_back(fakes::check(module.id, fakes::hostname, module.needs));
  }
  const RunOrder order = order_modules(fakes::pointers(checks));
  Ids ids;
  for (const Check* check : order.modules) {
    ids.push_back(check->id);
  }
  std::vector<std::string> errors;
  for (const auto& error : order.errors) {
    errors.push_back(to_string(error));
  }
  EXPECT_EQ(ids, GetParam().order);
  EXPECT_EQ(errors, GetParam().errors);
}

INSTANTIATE_TEST_SUITE_P(
    Collect, Order,
    testing::Values(Case{"Nothing", {}, {}, {}},
                    Case{"AsListed", {{"b", {}}, {"a", {}}}, {"b", "a"}, {}},
                    Case{
                        "NeedsFirst", {{"a", {"c"}}, {"b", {}}, {"c", {"b"}}}, {"b", "c", "a"}, {}},
                    Case{"Diamond",
                         {{"a", {"b", "c"}}, {"b", {"d"}}, {"c", {"d"}}, {"d", {}}},
                         {"d", "b", "c", "a"},
                         {}},
                    Case{"UnknownNeed",
                         {{"a", {"nowhere"}}, {"b", {}}},
                         {"a", "b"},
                         {"checks/a.cpp: needs 'nowhere', which is no module"}},
                    Case{"NeedsItself",
                         {{"a", {"a"}}, {"b", {}}},
                         {"b", "a"},
                         {"checks/a.cpp: its needs form a cycle or lead to one"}},
                    Case{"Cycle",
                         {{"a", {"b"}}, {"b", {"a"}}, {"c", {"b"}}, {"d", {}}},
                         {"d", "a", "b", "c"},
                         {"checks/a.cpp: its needs form a cycle or lead to one",
                          "checks/b.cpp: its needs form a cycle or lead to one",
                          "checks/c.cpp: its needs form a cycle or lead to one"}},
                    Case{"IdTwice",
                         {{"a", {}}, {"a", {}}},
                         {"a", "a"},
                         {"checks/a.cpp: the id is taken by another module"}}),
    [](const auto& row) { return row.param.name; });

TEST(AllChecks, CanBeOrdered) {
  for (const auto& error : order_modules(all_checks()).errors) {
    ADD_FAILURE() << to_string(error);
  }
}

}  // namespace
}  // namespace rocelint
