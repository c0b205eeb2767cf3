# SPDX-License-Identifier: Apache-2.0
"""docs/facts.md: every fact, from the field tables (`rocelint facts`)."""
import json
import subprocess

HEAD = """# Facts

Every fact that a snapshot can hold and that rules can use. A fact that could not be read is unknown,
with a [reason](unknowns.md#by-reason); [security](security.md) lists the side effects of reading.
`needs` is the privilege that the kernel requires; if it is empty, every user can read the fact. Where
drivers differ, the source names them in brackets; [counters](counters.md) lists the counters of each
driver.
"""
TAIL = "<!-- written by scripts/update_docs from the field tables -->\n"


def cell(text):
    return text.replace("|", "\\|").replace("\n", " ")


def sections(facts):
    """Facts by struct, in the order of the tables."""
    found = {}
    for fact in facts:
        found.setdefault(fact["path"].rpartition(".")[0], []).append(fact)
    return found


def row(fact):
    name = fact["path"].rpartition(".")[2]
    kind = " ".join(filter(None, (fact["type"], fact["unit"])))
    needs = "" if fact["privilege"] == "none" else fact["privilege"]
    module = fact["module"] + (" `--deep`" if fact["deep"] else "")
    return f"| `{name}` | {cell(kind)} | {cell(fact['doc'])} | {cell(fact['source'])} | {needs} | {module} |"


def pages(_root, rocelint):
    """{path below docs/: text}"""
    facts = json.loads(subprocess.run([rocelint, "facts", "--format", "json"], check=True,
                                      capture_output=True, encoding="utf-8").stdout)
    parts = [HEAD]
    for struct, rows in sections(facts).items():
        parts.append(f"## `{struct}`\n" if struct else "## The document\n")
        parts.append("| fact | type | description | source | needs | check |\n|---|---|---|---|---|---|")
        parts.append("\n".join(map(row, rows)) + "\n")
    return {"facts.md": "\n".join(parts) + "\n" + TAIL}
