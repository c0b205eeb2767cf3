// SPDX-License-Identifier: Apache-2.0
#include "policy/policy_schema.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/tree.h"
#include "policy/diagnostic_sink.h"
#include "policy/parameters.h"
#include "tests/policy/loading.h"
#include "tests/support/json_schema_check.h"

namespace rocelint {

namespace {

using nlohmann::json;
using ::testing::IsEmpty;
using ::testing::Not;

const json& schema() {
  static const json kSchema = json::parse(policy_json_schema());
  return kSchema;
}

json scalar_as_json(const TreeNode& node) {
  if (const auto boolean = policy_loading::as_boolean(node)) {
    return *boolean;
  }
  std::int64_t number = 0;
  const auto* end = node.scalar.data() + node.scalar.size();
  const auto [stop, error] = std::from_chars(node.scalar.data(), end, number);
  return !node.quoted && stop == end && error == std::errc() ? json(number) : json(node.scalar);
}

/// A policy as a reader of YAML hands it to a validator.
json as_json(const TreeNode& node) {
  switch (node.kind) {
    case TreeNode::Kind::null:
      return nullptr;
    case TreeNode::Kind::scalar:
      return scalar_as_json(node);
    case TreeNode::Kind::sequence: {
      auto list = json::array();
      for (const auto& item : node.items) {
        list.push_back(as_json(item));
      }
      return list;
    }
    case TreeNode::Kind::mapping:
      break;
  }
  auto object = json::object();
  for (const auto& [key, value] : node.entries) {
    object[key.scalar] = as_json(value);
  }
  return object;
}

std::vector<std::string> diagnostics(std::string_view yaml) {
  const auto tree = read_yaml(yaml, "acme");
  EXPECT_TRUE(tree) << yaml;
  return test::SchemaCheck(schema()).check(tree ? as_json(*tree) : json());
}

TEST(PolicySchema, TakesEveryShippedProfile) {
  for (const auto& [name, text] : test::source_profiles()) {
    const auto tree = read_tree(text, name);
    ASSERT_TRUE(tree) << name;
    EXPECT_THAT(test::SchemaCheck(schema()).check(as_json(*tree)), IsEmpty()) << name;
  }
}

TEST(PolicySchema, HasEveryParameterWithItsDocumentation) {
  const auto& properties = schema()["$defs"]["role"]["properties"];
  for (const auto& field : kType<RoleParameters>.fields) {
    const std::string name(field.name);
    ASSERT_EQ(properties.contains(name), field.source != kDerived) << name;
    if (field.source != kDerived) {
      EXPECT_THAT(properties[name]["description"].get<std::string>(),
                  ::testing::HasSubstr(std::string(field.doc)));
    }
  }
}

struct Row {
  std::string name;
  std::string yaml;
};
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name;
}
std::string name_of(const ::testing::TestParamInfo<Row>& row) {
  return row.param.name;
}

class GoodPolicy : public ::testing::TestWithParam<Row> {};

TEST_P(GoodPolicy, FitsAndLoads) {
  EXPECT_THAT(diagnostics(GetParam().yaml), IsEmpty());
  EXPECT_THAT(test::texts(test::load_text(GetParam().yaml).errors), IsEmpty());
}

const std::string kRole = "policy: acme\nroles:\n  a: ";
const std::vector<Row> kGood = {
    {"Everything", R"(policy: acme
summary: all there is
extends: lossless-dscp26
enforce: off
rules_as_of: "1.2"
roles:
  compute:
    ports: 'dev.driver == "mlx5_core"'
    expect: {ports: 8, speed_mbps: 400000}
    roce: [{priority: 3, dscp: 26, pcp: any, tsa: ets, share_min_percent: 50}]
    cnp: {priority: 6, dscp: 48, strict: yes}
    mtu: {active_bytes: 4096, netdev_bytes: 9000}
    pfc: {mode: required}
    cc: {mode: dcqcn}
    gid: {family: any}
    dcbx: {owner: firmware}
    fec: [rs, llrs]
    trust: dscp
groups:
- {where: 'true', roles: {compute: {mtu: {netdev_bytes: null}}}}
rules:
  pfc-*: disabled
  gid-*: false
  link-*: {severity: warning, unknown: warn, runbook: here, enabled: enabled}
  mtu-*: {unknown: {accept: [timeout], warn: [permission]}}
waivers:
- {rule: port-down, where: 'host.hostname == "x"', until: 2027-01-31, reason: y, also_unknown: true}
- {rule: '*-unlike-*', fleet: true, until: 2027-01-31, reason: y}
)"},
    {"TakesBack",
     "policy: acme\nextends: lossless-dscp26\nroles: {compute: {cnp: null}}\ngroups: "
     "null\nrules: null\nwaivers: null\nenforce: null\nrules_as_of: null\n"},
    {"NotAskedFor", kRole + "{expect: {ports: any}, fec: any}\n"},
};
INSTANTIATE_TEST_SUITE_P(Rows, GoodPolicy, ::testing::ValuesIn(kGood), name_of);

class BadPolicyForm : public ::testing::TestWithParam<Row> {};

TEST_P(BadPolicyForm, FitsNotAndLoadsNot) {
  EXPECT_THAT(diagnostics(GetParam().yaml), Not(IsEmpty()));
  EXPECT_THAT(test::texts(test::load_text(GetParam().yaml).errors), Not(IsEmpty()));
}

const std::vector<Row> kBad = {
    {"NoName", "roles: {a: {}}\n"},
    {"BadName", "policy: -x\nroles: {a: {}}\n"},
    {"UnknownKey", "policy: acme\nroels: {a: {}}\n"},
    {"UnknownParameter", kRole + "{trsut: dscp}\n"},
    {"UnknownMember", kRole + "{mtu: {activ_bytes: 4096}}\n"},
    {"BadRoleName", "policy: acme\nroles: {'a b': {}}\n"},
    {"BadWord", kRole + "{trust: dcsp}\n"},
    {"NumberTooLarge", kRole + "{cnp: {priority: 8}}\n"},
    {"NumberTooSmall", kRole + "{mtu: {netdev_bytes: 100}}\n"},
    {"NumberNotOfTheList", kRole + "{mtu: {active_bytes: 1500}}\n"},
    {"TextForNumber", kRole + "{expect: {ports: eight}}\n"},
    {"ClassWithoutPriority", kRole + "{roce: [{dscp: 26}]}\n"},
    {"NullInAClass", kRole + "{roce: [{priority: 3, dscp: null}]}\n"},
    {"ListForMapping", kRole + "[trust]\n"},
    {"GroupWithoutWhere", kRole + "{}\ngroups: [{roles: {a: {trust: any}}}]\n"},
    {"GroupWithPorts", kRole + "{}\ngroups: [{where: 'true', roles: {a: {ports: 'true'}}}]\n"},
    {"RulePattern", kRole + "{}\nrules: {PFC: disabled}\n"},
    {"RuleSetting", kRole + "{}\nrules: {pfc-*: {severity: fatal}}\n"},
    {"UnknownReason", kRole + "{}\nrules: {pfc-*: {unknown: {warn: [bored]}}}\n"},
    {"WaiverWithoutReason",
     kRole + "{}\nwaivers: [{rule: pfc-off, fleet: true, until: 2027-01-31}]\n"},
    {"WaiverDay", kRole + "{}\nwaivers: [{rule: pfc-off, fleet: true, reason: x, until: soon}]\n"},
    {"Enforce", kRole + "{}\nenforce: perhaps\n"},
    {"RulesAsOf", kRole + "{}\nrules_as_of: \"latest\"\n"},
};
INSTANTIATE_TEST_SUITE_P(Rows, BadPolicyForm, ::testing::ValuesIn(kBad), name_of);

}  // namespace

}  // namespace rocelint
