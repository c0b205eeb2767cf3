// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "policy/policy.h"
#include "tests/policy/loading.h"

namespace rocelint {

namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const std::string kTwoRoles =
    "policy: acme\nroles:\n  compute: {ports: 'port.number == 1', trust: dscp}\n  storage: {ports: "
    "'port.number == 2'}\n";

using Bad = test::Refused;

class SetRefuses : public ::testing::TestWithParam<Bad> {};

TEST_P(SetRefuses, WithTheOption) {
  const auto loading = test::load_text(kTwoRoles, {GetParam().text});
  EXPECT_THAT(test::texts(loading.errors),
              ElementsAre("--set " + GetParam().text + ": " + GetParam().error));
}

const std::string kForm = "wants a parameter and its value, such as pfc.mode=required";

const std::array kBad = {
    Bad{"Empty", "", kForm},
    Bad{"NoValue", "pfc.mode", kForm},
    Bad{"NoKey", "=required", kForm},
    Bad{"DotFirst", ".mode=required", kForm},
    Bad{"DotLast", "pfc.=required", kForm},
    Bad{"TwoDots", "pfc..mode=required", kForm},
    Bad{"EmptyValue",
        "pfc.mode=", "missing value after = (null resets the parameter to its default)"},
    Bad{"NoSuchRole", "storag.trust=pcp",
        "no parameter or role is called \"storag\", did you mean \"storage\"?"},
    Bad{"NoSuchParameter", "pcf.mode=required",
        "no parameter or role is called \"pcf\", did you mean \"pfc\"?"},
    Bad{"NoSuchMember", "pfc.mod=required", "unknown key \"mod\" in pfc, did you mean \"mode\"?"},
    Bad{"BadWord", "storage.trust=dcsp",
        "trust must be one of dscp, pcp, any, not \"dcsp\", did you mean \"dscp\"?"},
    Bad{"OutOfRange", "cnp.priority=9", "cnp.priority wants 0 to 7, not \"9\""},
    Bad{"NotYaml", "roce=[{priority: 3", "not YAML: end of map flow not found"},
    Bad{"Alias", "roce=*x",
        "an alias (*name), which is not supported; quote a text that starts "
        "with *"},
    Bad{"WholeRole", "compute={trust: any}",
        "compute is a role: add a parameter, such as compute.trust"},
    Bad{"TooDeep", "pfc.mode.x=1",
        "pfc.mode must be one of required, forbidden, unmanaged, not a mapping"},
};

INSTANTIATE_TEST_SUITE_P(Policy, SetRefuses, ::testing::ValuesIn(kBad),
                         [](const auto& row) { return row.param.name; });

TEST(Set, ReachesEveryRoleOrOne) {
  const auto loading = test::load_text(
      kTwoRoles, {"gid.family=ipv4", "storage.trust=pcp", "roce=[{priority: 5, dscp: 46}]"});
  ASSERT_THAT(test::texts(loading.errors), IsEmpty());
  const auto& compute = loading.policy->roles.at(0);
  const auto& storage = loading.policy->roles.at(1);
  EXPECT_TRUE(compute.parameters.gid.family.is(GidFamily::ipv4));
  EXPECT_TRUE(storage.parameters.gid.family.is(GidFamily::ipv4));
  EXPECT_TRUE(compute.parameters.trust.is(TrustMode::dscp));
  EXPECT_TRUE(storage.parameters.trust.is(TrustMode::pcp));
  EXPECT_TRUE(compute.parameters.roce_priorities.is({5}));
  EXPECT_EQ(compute.provenance.at("gid.family"), "--set");
  EXPECT_EQ(compute.provenance.at("roce[0].dscp"), "--set");
  EXPECT_EQ(compute.provenance.at("trust"), "acme:3");
}

TEST(Set, TheLaterWins) {
  const auto loading = test::load_text(kTwoRoles, {"trust=pcp", "trust=any"});
  ASSERT_THAT(test::texts(loading.errors), IsEmpty());
  EXPECT_TRUE(loading.policy->roles.at(0).parameters.trust.is(TrustMode::any));
}

TEST(Set, NullReachesRolesThatHaveNothingToTakeBack) {
  const auto loading = test::load_text(
      "policy: acme\nroles:\n  compute: {ports: 'port.number == 1', cnp: {priority: 6}}\n  "
      "storage: {ports: 'port.number == 2'}\ngroups:\n  - {where: 'true', roles: {compute: "
      "{trust: any}}}\n",
      {"cnp=null"});
  ASSERT_THAT(test::texts(loading.errors), IsEmpty());
  EXPECT_EQ(loading.policy->roles.at(0).parameters.cnp.priority.known(), nullptr);
}

TEST(Set, MakesContradictionsToo) {
  const auto loading = test::load_text(test::with_role("trust: any"), {"pfc.mode=required"});
  EXPECT_THAT(test::texts(loading.errors),
              ElementsAre("--set: role compute: pfc.mode is required, but roce lists no priority"));
}

TEST(Set, WorksOnTheDefaultPolicy) {
  const auto loading = load_policy(PolicyRequest{.name_or_file = "", .set = {"gid.family=ipv4"}},
                                   test::find_profile);
  ASSERT_THAT(test::texts(loading.errors), IsEmpty());
  EXPECT_TRUE(loading.policy->is_default);
  EXPECT_TRUE(loading.policy->roles.at(0).parameters.gid.family.is(GidFamily::ipv4));
}

}  // namespace

}  // namespace rocelint
