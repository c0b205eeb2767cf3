# SPDX-License-Identifier: Apache-2.0
"""docs/coverage.md and docs/rules/not-shipped.md: what operators check, and which rules and facts cover it.

rules/coverage.tsv has a line for each question: an id, the question, the rules that answer it (separated
by spaces, or -), and what is left out and why.
"""
import csv
import json
import subprocess
import sys

HEAD = """# Coverage

What to check on a RoCE host, the rules that check it, and the facts that they read. If no rule checks it,
or only a part, the last column says why. Paths that begin with `policy` are parameters of the policy;
`path`, `growth`, `pcie`, and the like are [derived facts](concepts.md#what-is-read).

What can be read on one host depends on its drivers, its kernel, and the user:
`scripts/host_coverage SNAPSHOT` counts it by driver and area.
"""


def pages(root, rocelint):
    """{path below docs/: text}"""
    rules = {rule["id"]: rule for rule in json.loads(subprocess.run(
        [rocelint, "rules", "--format", "json"], check=True, capture_output=True,
        encoding="utf-8").stdout)}
    with (root / "rules/coverage.tsv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    parts = [HEAD, "| id | question | rules | facts | left out |", "|---|---|---|---|---|"]
    named = set()
    for row in rows:
        ids = [] if row["rules"] == "-" else row["rules"].split()
        unknown = [rule for rule in ids if rule not in rules]
        if unknown:
            sys.exit(f"rules/coverage.tsv: {row['id']}: no such rule: {' '.join(unknown)}")
        if not ids and not row["left_out"]:
            sys.exit(f"rules/coverage.tsv: {row['id']}: neither a rule nor a reason")
        named.update(ids)
        links = ", ".join(f"[{rule}](rules/{rules[rule]['file'].removesuffix('.yaml')}.md#{rule})"
                          for rule in ids)
        reads = sorted({path for rule in ids for path in rules[rule]["reads"]})
        parts.append(f"| {row['id']} | {row['asks']} | {links} | "
                     f"{', '.join(f'`{path}`' for path in reads)} | {row['left_out']} |")
    others = sorted(rules.keys() - named)
    covered = sum(row["rules"] != "-" for row in rows)
    parts += ["", f"{len(named)} rules cover {covered} of {len(rows)} questions. Other rules: "
              + ", ".join(f"`{rule}`" for rule in others) + ".", "",
              "<!-- written by scripts/update_docs from rules/coverage.tsv -->", ""]
    return {"coverage.md": "\n".join(parts), "rules/not-shipped.md": not_shipped(rows)}


def not_shipped(rows):
    """What no rule checks, and why."""
    lines = [f"| {row['id']} | {row['asks']} | {row['left_out']} |" for row in rows
             if row["rules"] == "-"]
    return "\n".join(["# Rules that do not ship", "",
                      "What to check on a RoCE host that no rule checks, and why. What rules check is in",
                      "[coverage](../coverage.md).", "",
                      "| id | question | why there is no rule |", "|---|---|---|", *lines, "",
                      "<!-- written by scripts/update_docs from rules/coverage.tsv -->", ""])
