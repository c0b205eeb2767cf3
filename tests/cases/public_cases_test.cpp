// SPDX-License-Identifier: Apache-2.0

// What users of RoCE reported in public, as facts of a host: rocelint finds what was wrong there,
// and nothing besides. The cases are in tests/cases/*.yaml; docs/validation.md lists them.

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "rocelint/base/severity.h"
#include "rocelint/report.h"
#include "rocelint/snapshot.h"

#include "base/text.h"
#include "facts/json/facts_json.h"
#include "facts/snapshot_diff.h"
#include "judge/engine.h"
#include "tests/cases/case_file.h"
#include "tests/cases/case_hosts.h"
#include "tests/cases/set_fact.h"
#include "tests/judge/engine_support.h"

namespace rocelint {
namespace {

using namespace testing_support;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::int64_t kMinuteUs = 60'000'000;

Snapshot read_facts(const Json& json, const std::string& name) {
  Snapshot snapshot;
  const auto reading = read_json_value(json.dump(), name, kType<Snapshot>, &snapshot,
                                       JsonRules{UnknownKeys::refuse, Missing::default_value});
  EXPECT_TRUE(reading.ok);
  expect_none(reading.errors);
  return snapshot;
}

/// Devices and netdevs under the names that they have in the report.
void rename(Json& json, const std::map<std::string, std::string>& names) {
  if (json.is_string()) {
    if (const auto found = names.find(json.get<std::string>()); found != names.end()) {
      json = found->second;
    }
  } else if (json.is_structured()) {
    for (auto& part : json) {
      rename(part, names);
    }
  }
}

Json facts_of(const PublicCase& row) {
  const auto base = case_hosts().find(row.base);
  if (base == case_hosts().end()) {
    ADD_FAILURE() << "there is no base " << row.base;
    return Json::object();
  }
  auto json = Json::parse(write_snapshot(base->second()));
  rename(json, row.rename);
  for (const auto& fact : row.facts) {
    set_fact(json, kType<Snapshot>, fact.path, fact.value);
  }
  if (row.job) {
    json["job"]["settings"] = Json::object();
    for (const auto& [name, value] : *row.job) {
      json["job"]["settings"][name] = {{"value", value}, {"origin", "job.env"}};
    }
  }
  return json;
}

Snapshot host_of(const PublicCase& row) {
  return read_facts(facts_of(row), row.name);
}

void set_back(Fact<std::int64_t>& at_us) {
  if (auto* known = at_us.known()) {
    *known -= kMinuteUs;
  }
}

/// The same host a minute before.
Snapshot earlier_host_of(const PublicCase& row) {
  auto json = facts_of(row);
  for (const auto& fact : row.earlier) {
    set_fact(json, kType<Snapshot>, fact.path, fact.value);
  }
  auto host = read_facts(json, row.name);
  for (auto& netdev : *host.host.netdevs.known()) {
    set_back(netdev.counters_at_us);
  }
  for (auto& device : *host.host.devices.known()) {
    for (auto& port : *device.ports.known()) {
      set_back(port.counters_at_us);
    }
  }
  return host;
}

const RuleSet& rules() {
  static const RuleSet kRules = shipped_rule_set();
  return kRules;
}

Report judge(const PublicCase& row) {
  const auto policy = profile(row.policy, row.set);
  auto now = host_of(row);
  EngineOptions options;
  options.fail_on = {FailOn::not_ready, FailOn::degraded, FailOn::undetermined};
  Snapshot before;
  if (!row.earlier.empty()) {
    before = earlier_host_of(row);
    before.host.boot_id = now.host.boot_id = std::string("one boot");
    options.since = &before;
  }
  return rocelint::judge(now, policy, rules(), options).report.value();
}

bool is_about(const Finding& finding, const std::string& subject) {
  const auto& about = finding.subject;
  return subject.empty() || subject == about.device || subject == about.netdev ||
         subject == about.pci_address || subject == enum_name(about.scope);
}

bool matches_any(const std::string& rule, const std::vector<std::string>& globs) {
  return std::ranges::any_of(globs,
                             [&](const std::string& glob) { return glob_match(rule, glob); });
}

bool meets(const Finding& finding, const ExpectedFinding& expected) {
  if (finding.rule != expected.rule || !is_about(finding, expected.subject)) {
    return false;
  }
  if (expected.level == "unknown") {
    return finding.outcome == Outcome::unknown;
  }
  constexpr std::array kSeverities = {Severity::info, Severity::warning, Severity::error,
                                      Severity::blocker};
  const auto least =
      std::ranges::find(kSeverities, expected.level, [](auto s) { return to_string(s); });
  EXPECT_NE(least, kSeverities.end()) << "there is no severity " << expected.level;
  return finding.outcome == Outcome::fail && least != kSeverities.end() &&
         finding.severity >= *least;
}

/// Everything that a user reads of a finding.
std::string words_of(const Finding& finding) {
  auto words = finding.message + '\n' + finding.impact + '\n' + finding.verify;
  for (const auto& step : finding.fix) {
    words += '\n' + step.run;
  }
  return words;
}

class PublicCaseTest : public testing::TestWithParam<PublicCase> {};

TEST_P(PublicCaseTest, HasItsFindings) {
  const auto& row = GetParam();
  const auto report = judge(row);
  for (const auto& expected : row.expect) {
    const auto found = std::ranges::find_if(
        report.findings, [&](const Finding& finding) { return meets(finding, expected); });
    ASSERT_NE(found, report.findings.end())
        << expected.rule << '@' << expected.subject << ' ' << expected.level << " is not among "
        << testing::PrintToString(ids(report, Outcome::fail)) << " and the unknown "
        << testing::PrintToString(ids(report, Outcome::unknown));
    if (const auto says = row.says.find(expected.rule); says != row.says.end()) {
      for (const auto& text : says->second) {
        EXPECT_THAT(words_of(*found), HasSubstr(text)) << expected.rule;
      }
    }
  }
  for (const auto& device : row.not_judged) {
    EXPECT_TRUE(std::ranges::any_of(report.ports, [&](const PortReport& port) {
      return port.device == device && port.role.empty() && !port.reason.empty();
    })) << device;
  }
}

TEST_P(PublicCaseTest, HasNoOtherFinding) {
  const auto& row = GetParam();
  const auto report = judge(row);
  for (const auto& finding : report.findings) {
    if (finding.outcome != Outcome::fail) {
      continue;
    }
    EXPECT_FALSE(matches_any(finding.rule, row.forbid)) << finding.id << ": " << finding.message;
    const bool known = std::ranges::any_of(
        row.expect, [&](const auto& expected) { return meets(finding, expected); });
    EXPECT_TRUE(known || !finding.folded_under.empty() || matches_any(finding.rule, row.allow))
        << finding.id << ": " << finding.message;
  }
}

class PublicCasePeer : public testing::TestWithParam<PublicCase> {};

TEST_P(PublicCasePeer, DiffersInWhatIsSaid) {
  const auto& row = GetParam();
  std::set<std::string> differ;
  for (const auto& change :
       diff_snapshots(host_of(public_cases().cases[*row.peer]), host_of(row))) {
    differ.insert(change.fact);
  }
  for (const auto& fact : row.differs) {
    EXPECT_THAT(differ, Contains(fact));
  }
}

std::vector<PublicCase> peers() {
  auto cases = public_cases().cases;
  std::erase_if(cases, [](const PublicCase& row) { return !row.peer; });
  return cases;
}

std::string test_name(const testing::TestParamInfo<PublicCase>& row) {
  auto name = row.param.name;
  std::ranges::replace_if(name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Rows, PublicCaseTest, testing::ValuesIn(public_cases().cases), test_name);
INSTANTIATE_TEST_SUITE_P(Rows, PublicCasePeer, testing::ValuesIn(peers()), test_name);

TEST(PublicCaseFiles, AreReadWithoutDiagnostic) {
  EXPECT_THAT(public_cases().errors, IsEmpty());
}

TEST(PublicCaseFiles, NameRulesThatExist) {
  const auto exists = [](const std::string& glob) {
    return std::ranges::any_of(rules().rules,
                               [&](const Rule& rule) { return glob_match(rule.id, glob); });
  };
  for (const auto& row : public_cases().cases) {
    for (const auto& expected : row.expect) {
      EXPECT_TRUE(exists(expected.rule)) << row.name << ": " << expected.rule;
    }
    for (const auto* globs : {&row.allow, &row.forbid}) {
      for (const auto& glob : *globs) {
        EXPECT_TRUE(exists(glob)) << row.name << ": " << glob;
      }
    }
    for (const auto& [rule, texts] : row.says) {
      EXPECT_TRUE(exists(rule)) << row.name << ": " << rule;
    }
  }
}

}  // namespace
}  // namespace rocelint
