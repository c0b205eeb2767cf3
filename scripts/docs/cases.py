# SPDX-License-Identifier: Apache-2.0
"""The public cases in docs/validation.md, between two marks: what tests/cases/*.yaml expect, and what
the facts of one host cannot show (tests/cases/not_shown.tsv).
"""
import csv
import json
import subprocess
import sys

import yaml

BEGIN = "<!-- public cases: written by scripts/update_docs from tests/cases -->"
END = "<!-- end of the public cases -->"
HEAD = """
Each row is a test (`PublicCaseTest`) on a host that reproduces the report with our own figures; any
finding that the row does not name fails the test. The source says who reported the case, not that all of
it was confirmed there. The host has either only the facts that the report shows, or is a healthy host
with that one change.

"""
NOT_SHOWN = """
What the facts of one host cannot show:

"""


def cell(text):
    return text.replace("|", "\\|")


def link(finding, rules):
    rule = finding.partition("@")[0]
    if rule not in rules:
        sys.exit(f"tests/cases: no such rule: {rule}")
    return f"[{rule}](rules/{rules[rule]['file'].removesuffix('.yaml')}.md#{rule})"


def says(case, rules):
    """The rules that fail there, each once; unknown ones are marked."""
    found = {link(finding, rules) + (" unknown" if level == "unknown" else ""): None
             for finding, level in case["expect"].items()}
    return ", ".join(found) or "nothing"


def shown(root, rules):
    rows = []
    for path in sorted((root / "tests/cases").glob("*.yaml")):
        for case in yaml.safe_load(path.read_text(encoding="utf-8"))["cases"]:
            for entry in [case, *case.get("variants", [])]:
                source = ", ".join(entry.get("source", []))
                rows.append(f"| {cell(source)} | {cell(entry['state'])} | {says(entry, rules)} |")
    return rows


def not_shown(root):
    with (root / "tests/cases/not_shown.tsv").open(encoding="utf-8") as file:
        lines = [line for line in file if not line.startswith("#")]
    return [f"| {cell(row['source'])} | {cell(row['state'])} | {cell(row['why'])} |"
            for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)]


def pages(root, rocelint):
    """{path below docs/: text}"""
    rules = {rule["id"]: rule for rule in json.loads(subprocess.run(
        [rocelint, "rules", "--format", "json"], check=True, capture_output=True,
        encoding="utf-8").stdout)}
    old = (root / "docs/validation.md").read_text(encoding="utf-8")
    before, mark, rest = old.partition(BEGIN)
    inside, end, after = rest.partition(END)
    if not mark or not end:
        sys.exit("docs/validation.md: the marks around the public cases are not there")
    tables = [HEAD, "| reported in | situation | rocelint reports |\n|---|---|---|\n",
              "\n".join(shown(root, rules)), "\n", NOT_SHOWN,
              "| reported in | situation | why not |\n|---|---|---|\n",
              "\n".join(not_shown(root)), "\n\n"]
    return {"validation.md": before + BEGIN + "\n" + "".join(tables) + END + after}
