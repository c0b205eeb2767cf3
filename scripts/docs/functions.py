# SPDX-License-Identifier: Apache-2.0
"""docs/rule-functions.md: what expressions of rules may call (`rocelint rules functions`)."""
import json
import subprocess

HEAD = """# Functions of the rule language

What `when`, `assert` and the braces of a message may call, beside the facts that
[facts.md](facts.md) lists. The language is a subset of CEL: `==` `!=` `<` `<=` `>` `>=` `in`, `&&`
`||` `!` `?:`, `+` `-` `*` `/` `%`, `list[0]`, `map["key"]`, `[1, 2]`. Each example is true.

`has(netdev.mtu_bytes)` is false where there is no such thing: the driver or the kernel lacks it.
Anything that is unknown for another reason stays unknown.
"""
KINDS = {"function": "Functions", "macro": "Lists: a variable for each element",
         "list": "Names of lists"}


def cell(text):
    return text.replace("|", "\\|")


def row(entry):
    return (f"| `{entry['name']}` | {cell(entry['type'])} | {cell(entry['doc'])} | "
            f"`{cell(entry['example'])}` |")


def pages(_root, rocelint):
    """{path below docs/: text}"""
    entries = json.loads(subprocess.run([rocelint, "rules", "functions", "--format", "json"],
                                        check=True, capture_output=True, encoding="utf-8").stdout)
    parts = [HEAD]
    for kind, title in KINDS.items():
        rows = [row(entry) for entry in entries if entry["kind"] == kind]
        parts.append("\n".join([f"## {title}", "", "| name | yields | what | example |",
                                "|---|---|---|---|", *rows, ""]))
    return {"rule-functions.md": "\n".join(parts)
            + "\n<!-- written by scripts/update_docs from the tables of src/expr/functions.cpp -->\n"}
