// SPDX-License-Identifier: Apache-2.0
// Uses each public header once, as an outsider would: probe, write, read, judge, print.
#include <cstdio>

#include <rocelint/check.h>
#include <rocelint/facts.h>
#include <rocelint/judge.h>
#include <rocelint/report.h>
#include <rocelint/snapshot.h>

int main() {
  const rocelint::Snapshot snapshot = rocelint::probe({});
  const rocelint::SnapshotReading again =
      rocelint::read_snapshot(rocelint::write_snapshot(snapshot), "round trip");
  if (!again.snapshot) {
    std::fputs(rocelint::to_string(again.errors.front()).c_str(), stderr);
    return 1;
  }
  if (*again.snapshot != snapshot) {
    std::fputs("the snapshot changed on its way through JSON\n", stderr);
    return 1;
  }
  const rocelint::Judgement judgement = rocelint::judge(*again.snapshot, {});
  if (!judgement.report) {
    std::fputs(rocelint::to_string(judgement.errors.front()).c_str(), stderr);
    return 1;
  }
  std::fputs(rocelint::write_text(*judgement.report, {}).c_str(), stdout);
  return 0;
}
