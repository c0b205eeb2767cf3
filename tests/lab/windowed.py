# SPDX-License-Identifier: Apache-2.0
"""Judges a snapshot over the window since an earlier one, with the programme under test."""
import json
import subprocess
from typing import NamedTuple


class Judged(NamedTuple):
    report: dict
    exit_status: int

    def outcomes(self, expected):
        """What is only for information is no failure of a host."""
        return [f for f in self.report["findings"]
                if f["outcome"] == expected and f["severity"] != "info"]

    def roots(self):
        """(rule, device) of each failure that no other explains."""
        return sorted((f["rule"], f["subject"]["device"])
                      for f in self.outcomes("fail") if not f["folded_under"])

    def follows(self):
        return sorted([f["rule"] for f in self.outcomes("fail") if f["folded_under"]] +
                      [f["rule"] + "?" for f in self.outcomes("unknown")])

    def not_healthy(self):
        """Why this is not the report of a healthy host, one text each."""
        for outcome in ("fail", "unknown"):
            found = [f["id"] for f in self.outcomes(outcome)]
            if found:
                yield f"{outcome}: {found}"
        if not self.report["complete"]:
            yield f"incomplete {self.report['incomplete']}"
        gate = (self.report["verdict"], self.report["gate"], self.exit_status)
        if gate != ("ready", "pass", 0):
            yield "verdict {}, gate {}, exit {}".format(*gate)


def judge(rocelint, policy, before, after):
    run = subprocess.run(
        [rocelint, "check", "--policy", policy, "--format", "json",
         "--snapshot", after, "--since", before],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    report = json.loads(run.stdout or "{}")
    if "findings" not in report:
        raise RuntimeError(f"{after} is not judged: exit {run.returncode}, {report} {run.stderr}")
    return Judged(report, run.returncode)
