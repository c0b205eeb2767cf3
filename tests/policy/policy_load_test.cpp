// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "policy/policy.h"
#include "tests/policy/loading.h"

namespace rocelint {

namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Bad {
  std::string name;
  std::string yaml;
  std::string error;
};
void PrintTo(const Bad& row, std::ostream* out) {
  *out << row.name;
}

class PolicyRefuses : public ::testing::TestWithParam<Bad> {};

TEST_P(PolicyRefuses, WithItsPlace) {
  const auto loading = test::load_text(GetParam().yaml);
  EXPECT_THAT(test::texts(loading.errors), ElementsAre(GetParam().error));
  EXPECT_FALSE(loading.policy.has_value());
}

const std::array kBad = {
    Bad{"Empty", "",
        "acme: a policy must be a mapping (policy, summary, extends, roles, groups, rules, "
        "waivers, enforce, rules_as_of), not nothing"},
    Bad{"List", "[policy, acme]",
        "acme:1:1: a policy must be a mapping (policy, summary, extends, roles, groups, rules, "
        "waivers, enforce, rules_as_of), not a list"},
    Bad{"NotYaml", "policy: acme\nroles: {", "acme:2:1: not YAML: end of map flow not found"},
    Bad{"NoName", "roles: {compute: {}}", "acme:1:1: missing policy name (policy: acme-h100)"},
    Bad{"EscapeInName", "policy: \"a\\tb\"\nroles: {compute: {}}",
        "acme:1:9: invalid policy name \"a\tb\" (at most 64 letters, digits, -, _, .)"},
    Bad{"NoRole", "policy: acme\n", "acme:1:1: the policy has no role"},
    Bad{"EmptyRoles", "policy: acme\nroles: {}\n", "acme:1:1: the policy has no role"},
    Bad{"UnknownKey", "policy: acme\nrolez: {}\nroles: {compute: {}}\n",
        R"(acme:2:1: unknown key "rolez" in a policy, did you mean "roles"?)"},
    Bad{"RolesAsList", "policy: acme\nroles: [compute]\n",
        "acme:2:8: roles must be a mapping of roles, not a list"},
    Bad{"RoleAsText", "policy: acme\nroles: {compute: yes}\n",
        "acme:2:18: a role must be a mapping of parameters, not \"yes\""},
    Bad{"RoleNamedAsParameter", "policy: acme\nroles: {pfc: {mode: required}}\n",
        "acme:2:9: invalid role name pfc (it is a parameter)"},
    Bad{"RoleWithDot", "policy: acme\nroles: {a.b: {}}\n",
        "acme:2:9: invalid role name \"a.b\" (at most 64 letters, digits, -, _)"},
    Bad{"LongText", "policy: acme\nroles: " + std::string(59, 'x') + "\xC3\xA9yz\n",
        "acme:2:8: roles must be a mapping of roles, not \"" + std::string(59, 'x') +
            "\xC3\xA9...\""},
    Bad{"RoleWithSpace", "policy: acme\nroles: {\"a b\": {}}\n",
        "acme:2:9: invalid role name \"a b\" (at most 64 letters, digits, -, _)"},
    Bad{"NoSuchRoleToTakeOut", "policy: acme\nextends: pfc-only\nroles: {comptue: null}\n",
        "acme:3:9: unknown inherited role \"comptue\", did you mean "
        "\"compute\"?"},
    Bad{"NoSuchProfile", "policy: acme\nextends: lossles\n",
        "acme:2:10: extends lossles: no such profile (rocelint policy list shows all; a file name "
        "contains / or ends in .yaml)"},
    Bad{"ExtendsItself", "policy: acme\nextends: acme\n", "acme:2:10: circular extends: acme"},
    Bad{"ExtendsList", "policy: acme\nextends: [pfc-only]\n",
        "acme:2:10: extends must be a profile or file, not a list"},
    Bad{"ProfileExtendsFile", "policy: acme\nextends: ./x.yaml\n",
        "acme:2:10: a profile can only extend profiles, not a file"},
    Bad{"Enforce", test::with_section("enforce: maybe"),
        "acme:3:10: enforce must be true or false, not \"maybe\""},
    Bad{"EnforceQuoted", test::with_section("enforce: 'false'"),
        "acme:3:10: enforce must be true or false, not \"false\""},
    Bad{"RulesAsOf", test::with_section("rules_as_of: latest"),
        R"(acme:3:14: rules_as_of must be a rocelint version such as "1.2", not "latest")"},
    Bad{"Summary", test::with_section("summary: [x]"),
        "acme:3:10: summary must be a string, not a list"},
};

INSTANTIATE_TEST_SUITE_P(Policy, PolicyRefuses, ::testing::ValuesIn(kBad),
                         [](const auto& row) { return row.param.name; });

constexpr std::string_view kWhole = R"(policy: acme
extends: lossless-dscp26
roles:
  compute:
    ports: 'dev.driver == "mlx5_core" && dev.max_speed_mbps >= 400000'
    expect: {ports: 8, speed_mbps: 400000}
    roce: [{priority: 3, dscp: 26}]
    cnp: {priority: 6, dscp: 48}
    mtu: {active_bytes: 4096}
    pfc: {mode: required}
    cc: {mode: dcqcn}
    trust: dscp
  storage:
    ports: 'glob(netdev.name, "stor*")'
    roce: [{priority: 4, dscp: 32}]
groups:
  - {where: 'dev.driver == "bnxt_en"', roles: {compute: {cnp: {priority: 7}}}}
rules:
  pcie-*: {severity: warning}
  pfc-peer-disagrees: {unknown: warn}
  gdr-*: disabled
  pfc-*: {runbook: "https://wiki.example/roce-qos"}
waivers:
  - {rule: link-flapping, where: 'host.hostname == "gpu0417" && dev.name == "mlx5_3"', until: 2027-01-31, reason: "optic on order, ticket 1234"}
enforce: true
rules_as_of: "1.2"
)";

TEST(Policy, ReadsTheExampleOfTheDocumentation) {
  const auto loading = test::load_text(kWhole);
  ASSERT_THAT(test::texts(loading.errors), IsEmpty());
  ASSERT_TRUE(loading.policy.has_value());
  const auto& policy = *loading.policy;
  EXPECT_EQ(policy.name, "acme");
  EXPECT_FALSE(policy.is_default);
  EXPECT_TRUE(policy.enforce);
  EXPECT_EQ(policy.rules_as_of, "1.2");
  ASSERT_EQ(policy.roles.size(), 2U);
  const auto& compute = policy.roles[0];
  EXPECT_EQ(compute.name, "compute");
  EXPECT_EQ(compute.parameters.role, "compute");
  EXPECT_TRUE(compute.ports.has_value());
  EXPECT_TRUE(compute.parameters.expect.ports.is(8));
  EXPECT_TRUE(compute.parameters.pfc.mode.is(PfcMode::required));
  EXPECT_TRUE(compute.parameters.roce_priorities.is({3}));
  EXPECT_EQ(compute.provenance.at("pfc.mode"), "acme:10");
  EXPECT_EQ(compute.provenance.at("roce_priorities"), "acme:7");
  EXPECT_EQ(compute.provenance.at("gid.family"), "built-in");
  EXPECT_EQ(policy.roles[1].name, "storage");
  EXPECT_EQ(policy.roles[1].parameters.pfc.mode.known(), nullptr);
  EXPECT_EQ(policy.groups.size(), 1U);
  EXPECT_EQ(policy.rule_settings.size(), 6U);  // unknown: stands by itself, cm-* is the profile's
  EXPECT_EQ(policy.waivers.size(), 1U);
  EXPECT_EQ(policy.digest.size(), 16U);
}

// Whatever is cut off, a policy is either refused with its place or read; nothing else happens.
TEST(Policy, EveryPrefixIsReadOrRefused) {
  std::size_t read = 0;
  for (std::size_t size = 0; size <= kWhole.size(); ++size) {
    const auto loading = test::load_text(kWhole.substr(0, size));
    EXPECT_NE(loading.policy.has_value(), !loading.errors.empty()) << size;
    for (const auto& error : loading.errors) {
      EXPECT_FALSE(error.text.empty()) << size;
    }
    read += loading.policy ? 1U : 0U;
  }
  EXPECT_GT(read, 0U);
  EXPECT_LT(read, kWhole.size() / 2);
}

TEST(Policy, EveryByteMayBeWrong) {
  for (std::size_t i = 0; i < kWhole.size(); i += 3) {
    for (const char byte : {'\0', '{', '\'', '\n', '\x1b', '9'}) {
      std::string text(kWhole);
      text[i] = byte;
      const auto loading = test::load_text(text);
      EXPECT_NE(loading.policy.has_value(), !loading.errors.empty()) << i;
    }
  }
}

TEST(Policy, IsBaselineWhenNobodyNamesOne) {
  const auto loading = load_policy({}, test::find_profile);
  ASSERT_THAT(test::texts(loading.errors), IsEmpty());
  const auto& policy = *loading.policy;
  EXPECT_EQ(policy.name, "baseline");
  EXPECT_TRUE(policy.is_default);
  ASSERT_EQ(policy.roles.size(), 1U);
  EXPECT_FALSE(policy.roles[0].ports.has_value());
  const auto& parameters = policy.roles[0].parameters;
  EXPECT_EQ(parameters.roce.known(), nullptr);
  EXPECT_EQ(parameters.pfc.mode.known(), nullptr);
  EXPECT_EQ(parameters.fec.known(), nullptr);
  EXPECT_EQ(parameters.expect, ExpectPolicy{});
  EXPECT_TRUE(parameters.gid.family.is(GidFamily::any));
  EXPECT_TRUE(parameters.dcbx.owner.is(DcbxOwner::any));
}

TEST(Policy, SaysWhenThereIsNoProfileAtAll) {
  const auto loading = load_policy({}, nullptr);
  EXPECT_THAT(test::texts(loading.errors),
              ElementsAre("baseline: no such profile (rocelint policy list shows all; a file name "
                          "contains / or ends in .yaml)"));
}

TEST(Policy, ManyErrorsEndWithAndMore) {
  std::string yaml = "policy: acme\nroles:\n  compute:\n";
  for (int i = 0; i < 500; ++i) {
    yaml += "    x" + std::to_string(i) + ": 1\n";
  }
  const auto loading = test::load_text(yaml);
  ASSERT_EQ(loading.errors.size(), 101U);
  EXPECT_EQ(to_string(loading.errors.back()), "acme: more errors not shown");
}

TEST(Policy, SwitchesGoBackToTheirDefaultByNull) {
  const auto off = test::load_text(test::with_section("enforce: no\nrules_as_of: 1.2"));
  ASSERT_TRUE(off.policy.has_value());
  EXPECT_FALSE(off.policy->enforce);
  EXPECT_EQ(off.policy->rules_as_of, "1.2");
  const auto on = test::load_text(test::with_section("enforce: null\nrules_as_of: null"));
  ASSERT_TRUE(on.policy.has_value());
  EXPECT_TRUE(on.policy->enforce);
  EXPECT_EQ(on.policy->rules_as_of, "");
}

struct Profile {
  std::string name;
  std::string role;
  std::vector<std::int64_t> priorities;
  std::string pfc;
};
void PrintTo(const Profile& row, std::ostream* out) {
  *out << row.name;
}

class ShippedProfile : public ::testing::TestWithParam<Profile> {};

TEST_P(ShippedProfile, SaysWhatItsNameSays) {
  const auto& row = GetParam();
  const auto loading =
      load_policy(PolicyRequest{.name_or_file = row.name, .set = {}}, test::find_profile);
  ASSERT_THAT(test::texts(loading.errors), IsEmpty());
  const auto& policy = *loading.policy;
  EXPECT_EQ(policy.name, row.name);
  EXPECT_FALSE(policy.is_default);
  EXPECT_FALSE(policy.summary.empty());
  EXPECT_LE(policy.summary.size(), 80U);
  ASSERT_EQ(policy.roles.size(), 1U);
  EXPECT_EQ(policy.roles[0].name, row.role);
  const auto& parameters = policy.roles[0].parameters;
  const auto* priorities = parameters.roce_priorities.known();
  EXPECT_EQ(priorities == nullptr ? std::vector<std::int64_t>{} : *priorities, row.priorities);
  const auto* pfc = parameters.pfc.mode.known();
  EXPECT_EQ(pfc == nullptr ? "" : enum_name(*pfc), row.pfc);
}

const std::array kProfiles = {
    Profile{"baseline", "all", {}, ""},
    Profile{"lossless-dscp26", "compute", {3}, "required"},
    Profile{"lossless-dscp26-cnp7", "compute", {3}, "required"},
    Profile{"lossless-sonic", "compute", {3, 4}, "required"},
    Profile{"lossless-prio5", "compute", {5}, "required"},
    Profile{"lossy-ecn", "compute", {3}, "forbidden"},
    Profile{"pfc-only", "compute", {3}, "required"},
    Profile{"storage-pcp", "storage", {3}, "required"},
    Profile{"cloud-unmanaged", "compute", {}, "unmanaged"},
    Profile{"soft-roce", "compute", {}, "unmanaged"},
};

INSTANTIATE_TEST_SUITE_P(Policy, ShippedProfile, ::testing::ValuesIn(kProfiles),
                         [](const auto& row) {
                           std::string name = row.param.name;
                           std::erase(name, '-');
                           return name;
                         });

TEST(ShippedProfiles, AreAllTested) {
  EXPECT_EQ(test::source_profiles().size(), kProfiles.size());
}

}  // namespace

}  // namespace rocelint
