// SPDX-License-Identifier: Apache-2.0
#include "judge/site_sources.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rocelint/snapshot.h"

#include "judge/judged_finding.h"

namespace rocelint {
namespace {

std::string source_of(const Snapshot& snapshot, const std::string& fact) {
  std::vector<JudgedFinding> findings(1);
  Evidence evidence;
  evidence.fact = fact;
  evidence.source = "DCB_ATTR_IEEE_PFC";
  findings[0].finding.evidence.push_back(evidence);
  name_site_sources(snapshot, findings);
  return findings[0].finding.evidence[0].source;
}

TEST(SiteSources, EvidenceOfASiteNamesItsFile) {
  Snapshot snapshot;
  snapshot.probe.site_facts = std::vector<SiteFact>{{.fact = "host.netdevs[\"eth0\"].dcb.pfc",
                                                     .source = "niccli",
                                                     .taken_at = "2027-03-02T03:00:00Z",
                                                     .file = "/etc/rocelint/facts.d/thor2.json"}};
  const std::string by_site = "niccli at 2027-03-02T03:00:00Z, by /etc/rocelint/facts.d/thor2.json";
  EXPECT_EQ(source_of(snapshot, "host.netdevs[\"eth0\"].dcb.pfc"), by_site);
  EXPECT_EQ(source_of(snapshot, "host.netdevs[\"eth0\"].dcb.pfc.enabled"), by_site);
  EXPECT_EQ(source_of(snapshot, "host.netdevs[\"eth0\"].dcb.pfc_like"), "DCB_ATTR_IEEE_PFC");
  EXPECT_EQ(source_of(snapshot, "host.netdevs[\"eth1\"].dcb.pfc.enabled"), "DCB_ATTR_IEEE_PFC");
}

TEST(SiteSources, WithoutSiteFactsTheKernelSpeaks) {
  EXPECT_EQ(source_of(Snapshot(), "host.netdevs[\"eth0\"].dcb.pfc"), "DCB_ATTR_IEEE_PFC");
}

}  // namespace
}  // namespace rocelint
