#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Judges what guest/windows.sh left: over the window of each row exactly the expected root cause is
reported, on exactly that port, and where none is expected the host is ready.

usage: judge_windows.py TABLE RESULT_DIR ROCELINT
"""
import pathlib
import sys
from typing import NamedTuple

import windowed


class Row(NamedTuple):
    name: str
    host: str
    device: str
    packets: str
    event: str
    root_cause: str
    follows: str


def rows(table):
    for line in table.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield Row(*line.split("\t"))


def diagnostics(judged, row):
    if row.root_cause == "-":
        yield from judged.not_healthy()
        return
    if judged.roots() != [(row.root_cause, row.device)]:
        yield f"root causes {judged.roots()}, expected {row.root_cause} on {row.device}"
    expected = [] if row.follows == "-" else row.follows.split(",")
    if judged.follows() != expected:
        yield f"follows {','.join(judged.follows())}, expected {row.follows}"


def main():
    table, results, rocelint = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
    problems = []
    before = {}
    for row in rows(table):
        start = before.get(row.host, f"start.{row.host}")
        before[row.host] = row.name
        judged = windowed.judge(rocelint, "lossless-dscp26", results / f"{start}.json",
                                results / f"{row.name}.json")
        found = [f"{row.name}: {text}" for text in diagnostics(judged, row)]
        print(f"{'FAILED' if found else 'ok'}  {row.name}: {row.root_cause}")
        problems += found
    print("\n".join(problems) or f"{len(list(rows(table)))} windows are judged as expected")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
