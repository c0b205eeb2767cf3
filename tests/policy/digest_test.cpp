// SPDX-License-Identifier: Apache-2.0
#include "policy/digest.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "tests/policy/loading.h"

namespace rocelint {

namespace {

std::string digest_of(const std::string& text, std::vector<std::string> set = {}) {
  const auto loading = test::load_text(text, std::move(set));
  EXPECT_TRUE(loading.policy.has_value()) << text;
  return loading.policy ? loading.policy->digest : "";
}

TEST(Digest, DoesNotCountHowAPolicyIsWritten) {
  const auto flow = digest_of("policy: acme\nroles: {compute: {trust: dscp, cnp: {dscp: 48}}}\n");
  const auto block = digest_of(
      "# a comment\npolicy: 'acme'\nenforce: yes\n\nroles:\n  compute:\n    cnp:\n      dscp: 48\n "
      "   trust: dscp\n");
  EXPECT_EQ(flow, block);
  EXPECT_EQ(flow.size(), 16U);
  EXPECT_EQ(flow.find_first_not_of("0123456789abcdef"), std::string::npos);
}

TEST(Digest, DoesNotCountHowExtendsSplitsIt) {
  EXPECT_EQ(digest_of("policy: acme\nextends: lossless-dscp26\nroles: {compute: {cnp: {priority: "
                      "7}}}\n"),
            digest_of("policy: acme\nextends: lossless-dscp26-cnp7\n"));
}

TEST(Digest, CountsEverythingThatIsSaid) {
  const std::string role = "policy: acme\nroles: {compute: {trust: dscp}}\n";
  const std::string waiver = "waivers: [{rule: x, fleet: true, reason: y, until: 2027-01-3";
  const std::set<std::string> digests = {
      digest_of(role),
      digest_of("policy: acme2\nroles: {compute: {trust: dscp}}\n"),
      digest_of("policy: acme\nroles: {storage: {trust: dscp}}\n"),
      digest_of("policy: acme\nroles: {compute: {trust: pcp}}\n"),
      digest_of("policy: acme\nroles: {compute: {trust: dscp, ports: 'true'}}\n"),
      digest_of(role + "enforce: false\n"),
      digest_of(role + "rules_as_of: 1.2\n"),
      digest_of(role + "rules: {x: disabled}\n"),
      digest_of(role + "rules: {x: enabled}\n"),
      digest_of(role + "rules: {x: {severity: info}}\n"),
      digest_of(role + "rules: {x: {unknown: warn}}\n"),
      digest_of(role + "rules: {x: {unknown: {warn: [timeout]}}}\n"),
      digest_of(role + "rules: {x: {runbook: y}}\n"),
      digest_of(role + waiver + "0}]\n"),
      digest_of(role + waiver + "1}]\n"),
      digest_of(role + waiver + "1, also_unknown: true}]\n"),
      digest_of(role + "groups: [{where: 'true', roles: {compute: {trust: any}}}]\n"),
      digest_of(role + "groups: [{where: 'false', roles: {compute: {trust: any}}}]\n"),
      digest_of(role, {"trust=pcp"}),
  };
  EXPECT_EQ(digests.size(), 19U);
}

}  // namespace

}  // namespace rocelint
