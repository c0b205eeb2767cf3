#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Judges what guest/breakages.sh left: each breakage has exactly one root cause, the expected one,
on exactly that port; before it, and once fixed, the host is ready, with nothing failed and nothing
unknown. What only looks like one (root cause -) leaves it ready.

usage: judge_breakages.py TABLE RESULT_DIR
"""
import json
import pathlib
import sys
from typing import NamedTuple

# How many ports each kind of host has: the second slave of a RoCE LAG has no device of its own.
PORTS = {"vendor": 8, "ets": 8, "bond": 4, "vlan": 8, "bnxt": 8, "pcie": 4}


class Row(NamedTuple):
    name: str
    host: str
    policy: str
    device: str
    command: str
    root_cause: str
    follows: str
    fixed_by: str


def rows(table):
    for line in table.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield Row(*line.split("\t"))


def outcomes(report, expected):
    """What is only for information is no failure of a host."""
    return [f for f in report["findings"] if f["outcome"] == expected and f["severity"] != "info"]


def place(finding):
    subject = finding["subject"]
    return subject["device"] or subject["role"] or subject["scope"]


def incomplete(report):
    if not report["complete"]:
        yield f"incomplete {report['incomplete']}"


def not_ready(report, status, row):
    """Why a healthy host's report is not what it must be."""
    failed = [f["id"] for f in outcomes(report, "fail")]
    if failed:
        yield f"failed {failed}"
    unknown = [f["id"] for f in outcomes(report, "unknown")]
    if unknown:
        yield f"unknown {unknown}"
    yield from incomplete(report)
    if (report["verdict"], report["gate"], status) != ("ready", "pass", 0):
        yield f"verdict {report['verdict']}, gate {report['gate']}, exit {status}"
    judged = sum(role["ports_judged"] for role in report["roles"])
    if judged != PORTS[row.host]:
        yield f"{judged} ports judged, not {PORTS[row.host]}"


def not_as_expected(report, status, row):
    failed = outcomes(report, "fail")
    roots = [(f["rule"], place(f)) for f in failed if not f["folded_under"]]
    rule, _, elsewhere = row.root_cause.partition("@")
    places = (elsewhere or row.device).split("+")
    if sorted(roots) != [(rule, at) for at in places]:
        yield f"root causes {roots}, expected {rule} on {places}"
    folded = [f["rule"] for f in failed if f["folded_under"]]
    folded += [f["rule"] + "?" for f in outcomes(report, "unknown")]
    expected = [] if row.follows == "-" else row.follows.split(",")
    if sorted(folded) != expected:
        yield f"follows {','.join(sorted(folded))}, expected {row.follows}"
    yield from incomplete(report)
    stops = bool({f["severity"] for f in failed} & {"blocker", "error"})
    if (status == 1) != stops or (report["gate"] == "stop") != stops:
        yield f"exit {status}, gate {report['gate']}, stops {stops}"


class Judge:
    def __init__(self, results):
        self.results = results
        self.problems = []

    def __call__(self, name, diagnostics, row):
        report = json.loads((self.results / f"{name}.json").read_text(encoding="utf-8"))
        status = int((self.results / f"{name}.status").read_text(encoding="utf-8"))
        found = [f"{name}: {text}" for text in diagnostics(report, status, row)]
        self.problems += found
        return not found


def main():
    table, results = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    judge = Judge(results)
    count = {"fix": 0, "hand": 0}
    for row in rows(table):
        started = judge(f"healthy.{row.host}.{row.policy}", not_ready, row)
        good = judge(row.name, not_ready if row.root_cause == "-" else not_as_expected, row)
        fixed = judge(f"{row.name}.fixed", not_ready, row)
        count[row.fixed_by] += 1
        print(f"{'ok' if started and good and fixed else 'FAILED'}  {row.name}: {row.root_cause}")
    if (results / "problems").exists():
        judge.problems += (results / "problems").read_text(encoding="utf-8").splitlines()
    print("\n".join(dict.fromkeys(judge.problems)))
    print(f"{sum(count.values())} breakages, {count['fix']} of them fixed as the report says")
    return 1 if judge.problems or not count["fix"] else 0


if __name__ == "__main__":
    sys.exit(main())
