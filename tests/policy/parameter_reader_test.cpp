// SPDX-License-Identifier: Apache-2.0
#include "policy/parameter_reader.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/facts/reflect.h"

#include "policy/parameters.h"
#include "tests/policy/loading.h"

namespace rocelint {

namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

using Bad = test::Refused;  // in flow style, from line 3 column 13 on

class ParametersRefuse : public ::testing::TestWithParam<Bad> {};

TEST_P(ParametersRefuse, WithTheirPlace) {
  const auto loading = test::load_text(test::with_role(GetParam().text));
  EXPECT_THAT(test::texts(loading.errors), ElementsAre("acme:3:" + GetParam().error));
}

const std::array kBad = {
    Bad{"UnknownParameter", "pfcs: {mode: required}",
        "13: unknown key \"pfcs\" in a role, did you mean \"pfc\"?"},
    Bad{"UnknownMember", "pfc: {mod: required}",
        "19: unknown key \"mod\" in pfc, did you mean \"mode\"?"},
    Bad{"UnitLeftOut", "mtu: {active: 4096}",
        "19: unknown key \"active\" in mtu, did you mean \"active_bytes\"?"},
    Bad{"DerivedIsNotWritten", "roce_priorities: [3]",
        "13: unknown key \"roce_priorities\" in a "
        "role"},
    Bad{"RoleIsNotWritten", "role: storage",
        "13: unknown key \"role\" in a role, did you mean "
        "\"roce\"?"},
    Bad{"GroupWantsKeys", "pfc: required", "18: pfc must be a mapping (mode), not \"required\""},
    Bad{"WordWithSlip", "pfc: {mode: requird}",
        "25: pfc.mode must be one of required, forbidden, unmanaged, not \"requird\", did you mean "
        "\"required\"?"},
    Bad{"WordIsList", "pfc: {mode: [required]}",
        "25: pfc.mode must be one of required, forbidden, unmanaged, not a list"},
    Bad{"OffIsNotAMode", "cc: {mode: off}",
        "24: cc.mode must be one of dcqcn, other, disabled, unmanaged, not \"off\""},
    Bad{"NumberIsText", "cnp: {priority: six}",
        "29: cnp.priority must be a decimal number, not \"six\""},
    Bad{"NumberInQuotes", "cnp: {priority: '6'}",
        "29: cnp.priority must be a decimal number, not \"6\""},
    Bad{"Octal", "cnp: {priority: 06}", "29: cnp.priority must be a decimal number, not \"06\""},
    Bad{"Hex", "cnp: {dscp: 0x30}", "25: cnp.dscp must be a decimal number, not \"0x30\""},
    Bad{"Real", "cnp: {dscp: 48.0}", "25: cnp.dscp must be a decimal number, not \"48.0\""},
    Bad{"Plus", "cnp: {dscp: +48}", "25: cnp.dscp must be a decimal number, not \"+48\""},
    Bad{"Negative", "cnp: {priority: -1}", "29: cnp.priority wants 0 to 7, not \"-1\""},
    Bad{"Priority8", "cnp: {priority: 8}", "29: cnp.priority wants 0 to 7, not \"8\""},
    Bad{"Dscp64", "cnp: {dscp: 64}", "25: cnp.dscp wants 0 to 63, not \"64\""},
    Bad{"Huge", "expect: {ports: 99999999999999999999}",
        "29: expect.ports wants 0 to 1024, not \"99999999999999999999\""},
    Bad{"Mtu9000", "mtu: {active_bytes: 9000}",
        "33: mtu.active_bytes wants one of 256, 512, 1024, 2048, 4096, not \"9000\""},
    Bad{"Share0", "roce: [{priority: 3, share_min_percent: 0}]",
        "53: roce[0].share_min_percent wants 1 to 100, not \"0\""},
    Bad{"BooleanIsNumber", "cnp: {strict: 1}", "27: cnp.strict must be true or false, not \"1\""},
    Bad{"ListIsNumber", "roce: 3", "19: roce must be a list, not \"3\""},
    Bad{"ItemIsNumber", "roce: [3]",
        "20: roce[0] must be a mapping (priority, dscp, pcp, tsa, share_min_percent), not \"3\""},
    Bad{"ItemWithoutPriority", "roce: [{dscp: 26}]", "20: roce[0] has no priority"},
    Bad{"ItemInRow", "roce: [{priority: 3}, {priority: 3, dcsp: 26}]",
        "49: unknown key \"dcsp\" in roce[1], did you mean \"dscp\"?"},
    Bad{"PriorityNull", "roce: [{priority: null}]",
        "21: roce[0].priority must be a decimal number, not nothing"},
    Bad{"FecWord", "fec: [rs, firecode]",
        "23: fec[1] must be one of none, baser, rs, llrs, not \"firecode\""},
    Bad{"NoSubnet", "addressing: {subnets: [10.1.0.0/16, banana]}",
        "49: addressing.subnets[1] wants a subnet such as 10.1.0.0/16, not \"banana\""},
    Bad{"SubnetBeyondItsFamily", "addressing: {subnets: [10.1.0.0/33]}",
        "36: addressing.subnets[0] wants a subnet such as 10.1.0.0/16, not \"10.1.0.0/33\""},
    Bad{"AddressAlone", "addressing: {subnets: ['fd00::1']}",
        "36: addressing.subnets[0] wants a subnet such as 10.1.0.0/16, not \"fd00::1\""},
    Bad{"KernelWithoutNumber", "system: {kernel_release: v5.15}",
        "38: system.kernel_release wants a release such as 5.15, not \"v5.15\""},
    Bad{"NothingToTakeBack", "pfc: {mode: null}",
        "19: pfc.mode has no inherited value that null could reset"},
    Bad{"GroupWithoutValue", "pfc: ", "13: pfc has no inherited value that null could reset"},
};

INSTANTIATE_TEST_SUITE_P(Policy, ParametersRefuse, ::testing::ValuesIn(kBad),
                         [](const auto& row) { return row.param.name; });

TEST(Parameters, ReadEveryKindOfValue) {
  const auto loading = test::load_text(test::with_role(
      "roce: [{priority: 4, dscp: 32, pcp: 4, tsa: ets, share_min_percent: 40}, {priority: 3, "
      "dscp: "
      "26}], cnp: {priority: 6, dscp: 48, strict: yes}, mtu: {active_bytes: 4096, netdev_bytes: "
      "9000}, gid: {family: ipv6}, dcbx: {owner: firmware}, fec: [llrs, rs, rs], trust: dscp"));
  ASSERT_THAT(test::texts(loading.errors), IsEmpty());
  const auto& parameters = loading.policy->roles.at(0).parameters;
  ASSERT_NE(parameters.roce.known(), nullptr);
  EXPECT_EQ(parameters.roce.known()->size(), 2U);
  EXPECT_TRUE(parameters.roce.known()->at(0).tsa.is(Tsa::ets));
  EXPECT_TRUE(parameters.roce.known()->at(0).share_min_percent.is(40));
  EXPECT_TRUE(parameters.roce_priorities.is({3, 4}));
  EXPECT_TRUE(parameters.cnp.strict.is(true));
  EXPECT_TRUE(parameters.gid.family.is(GidFamily::ipv6));
  EXPECT_TRUE(parameters.dcbx.owner.is(DcbxOwner::firmware));
  EXPECT_TRUE(parameters.fec.is({FecMode::rs, FecMode::llrs}));
}

TEST(Parameters, AnyAsksForNothing) {
  const auto loading = test::load_text(
      "policy: acme\nextends: lossless-dscp26\nroles: {compute: {mtu: {active_bytes: any}, fec: "
      "any, trust: any}}\n");
  ASSERT_THAT(test::texts(loading.errors), IsEmpty());
  const auto& role = loading.policy->roles.at(0);
  EXPECT_EQ(role.parameters.mtu.active_bytes.known(), nullptr);
  EXPECT_EQ(role.provenance.at("mtu.active_bytes"), "acme:3");
  EXPECT_EQ(role.parameters.fec.known(), nullptr);
  EXPECT_TRUE(role.parameters.trust.is(TrustMode::any));
}

TEST(Parameters, NullTakesBackWhatIsInherited) {
  const auto loading = test::load_text(
      "policy: acme\nextends: lossless-dscp26\nroles: {compute: {cnp: null, trust: null, mtu: "
      "{active_bytes: null}}}\n");
  ASSERT_THAT(test::texts(loading.errors), IsEmpty());
  const auto& role = loading.policy->roles.at(0);
  EXPECT_EQ(role.parameters.cnp, CnpPolicy{});
  EXPECT_EQ(role.provenance.count("cnp.priority"), 0U);
  EXPECT_TRUE(role.parameters.trust.is(TrustMode::any));
  EXPECT_EQ(role.provenance.at("trust"), "built-in");
  EXPECT_EQ(role.parameters.mtu, MtuPolicy{});
  EXPECT_TRUE(role.parameters.pfc.mode.is(PfcMode::required));
}

TEST(Parameters, ListsReplace) {
  const auto loading = test::load_text(
      "policy: acme\nextends: lossless-sonic\nroles: {compute: {roce: [{priority: 5, dscp: "
      "46}]}}\n");
  ASSERT_THAT(test::texts(loading.errors), IsEmpty());
  const auto& role = loading.policy->roles.at(0);
  EXPECT_TRUE(role.parameters.roce_priorities.is({5}));
  EXPECT_EQ(role.provenance.at("roce[0].dscp"), "acme:3");
  EXPECT_EQ(role.provenance.count("roce[1].dscp"), 0U);
}

/// Whether a default is one that the reader can take over: a word of the enum, or a number.
bool is_value(const Type& type, std::string_view text) {
  if (type.kind == Kind::integer) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
  }
  return std::ranges::any_of(type.enum_names,
                             [&](const EnumName& word) { return word.name == text; });
}

void collect(const Type& type, const std::string& prefix, std::vector<std::string>& numbers) {
  for (const auto& field : type.fields) {
    const auto path = prefix + std::string(field.name);
    const Type* inner = field.type;
    EXPECT_FALSE(field.doc.empty()) << path;
    EXPECT_TRUE(inner->kind != Kind::real && inner->kind != Kind::map) << path;
    if (field.source == kDerived) {
      continue;
    }
    if (inner->kind == Kind::list) {
      inner = inner->element;
    }
    if (inner->kind == Kind::structure) {
      collect(*inner, path + '.', numbers);
    } else if (inner->kind == Kind::integer) {
      numbers.push_back(path);
    }
    const bool has_default =
        !field.source.empty() && field.source != kNoDefault && field.source != kMustBeGiven;
    EXPECT_TRUE(!has_default || is_value(*inner, field.source)) << path;
  }
}

// What the reader takes for granted of the tables.
TEST(Parameters, TablesAreWhole) {
  std::vector<std::string> numbers;
  collect(kType<RoleParameters>, "", numbers);
  std::vector<std::string> limited;
  for (const auto& limit : kParameterLimits) {
    limited.emplace_back(limit.parameter);
    EXPECT_TRUE(limit.allowed.empty() ? limit.least < limit.most : limit.least == limit.most);
  }
  EXPECT_THAT(limited, ::testing::UnorderedElementsAreArray(numbers));
}

}  // namespace

}  // namespace rocelint
