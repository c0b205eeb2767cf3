#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Judges what guest/breakages.sh left: each breakage has exactly one root cause, the expected one,
on exactly that port; before and after the host is ready, with nothing failed and nothing unknown.

usage: judge_breakages.py TABLE RESULT_DIR
"""
import json
import pathlib
import sys


def rows(table):
    for line in table.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line.split("\t")


def outcomes(report, wanted):
    return [f for f in report["findings"] if f["outcome"] == wanted]


def place(finding):
    subject = finding["subject"]
    return subject["device"] or subject["role"] or subject["scope"]


def not_ready(report, status):
    """Why a healthy host's report is not what it must be."""
    failed = [f["id"] for f in outcomes(report, "fail")]
    unknown = [f["id"] for f in outcomes(report, "unknown")]
    if failed or unknown:
        yield f"failed {failed}, unknown {unknown}"
    if (report["verdict"], report["gate"], status) != ("ready", "pass", 0):
        yield f"verdict {report['verdict']}, gate {report['gate']}, exit {status}"
    if not report["complete"]:
        yield f"not complete: {report['incomplete']}"
    judged = sum(role["ports_judged"] for role in report["roles"])
    if judged != 8:
        yield f"{judged} ports judged, not 8"


def not_as_expected(report, status, device, root_cause, follows):
    roots = [(f["rule"], place(f)) for f in outcomes(report, "fail") if not f["folded_under"]]
    if roots != [(root_cause, device)]:
        yield f"root causes {roots}, expected {root_cause} on {device}"
    folded = sorted(f["rule"] for f in outcomes(report, "fail") if f["folded_under"])
    expected = [] if follows == "-" else follows.split(",")
    if folded != expected:
        yield f"follows {folded}, expected {expected}"
    unknown = [f["id"] for f in outcomes(report, "unknown")]
    if unknown:
        yield f"unknown {unknown}"
    severities = {f["severity"] for f in outcomes(report, "fail")}
    stops = bool(severities & {"blocker", "error"})
    if (status == 1) != stops or (report["gate"] == "stop") != stops:
        yield f"exit {status}, gate {report['gate']} with {severities}"


def main():
    table, results = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    problems = []

    def judge(name, complaints, *expected):
        report = json.loads((results / f"{name}.json").read_text(encoding="utf-8"))
        status = int((results / f"{name}.status").read_text(encoding="utf-8"))
        found = list(complaints(report, status, *expected))
        problems.extend(f"{name}: {text}" for text in found)
        return not found

    judge("healthy", not_ready)
    count = 0
    for name, device, command, root_cause, follows in rows(table):
        count += 1
        good = judge(name, not_as_expected, device, root_cause, follows)
        mended = judge(f"{name}.mended", not_ready)
        print(f"{'ok' if good and mended else 'FAILED'}  {name}: {command} -> {root_cause}")
    if (results / "problems").exists():
        problems.extend((results / "problems").read_text(encoding="utf-8").splitlines())
    print("\n".join(problems) or f"{count} breakages, each with its one root cause, and mended")
    return 1 if problems or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
