# SPDX-License-Identifier: Apache-2.0
"""docs/rules/: a page for each rule file, with the output of `rocelint explain` for each rule."""
import json
import subprocess


def run(*arguments):
    return subprocess.run(arguments, check=True, capture_output=True, encoding="utf-8").stdout


def head_of(path):
    """The comment at the head of a rule file."""
    lines = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            break
        lines.append(line[1:].strip())
    return " ".join(lines)


def page(rocelint, path, rules):
    parts = [f"# Rules: {path.stem}\n", f"{head_of(path)}\n"]
    for rule in rules:
        parts += [f"## {rule['id']}\n", f"{rule['title']}. Expected: {rule['expects']}.\n",
                  f"```text\n{run(rocelint, 'explain', rule['id']).rstrip()}\n```\n"]
    parts.append(f"<!-- written by scripts/update_docs from rules/{path.name} -->\n")
    return "\n".join(parts)


def index(rules):
    rows = [f"| [{rule['id']}]({rule['file'].removesuffix('.yaml')}.md#{rule['id']}) | "
            f"{rule['severity']} | {rule['scope']} | {rule['title']} |" for rule in rules]
    return "\n".join(["# Rules", "",
                      f"The {len(rules)} rules that ship with rocelint. `rocelint explain RULE` prints "
                      "a rule in full; a policy",
                      "changes its severity or disables it. What no rule checks, and why: "
                      "[not shipped](not-shipped.md).",
                      "", "| rule | severity | judges each | fault |", "|---|---|---|---|", *rows, "",
                      "<!-- written by scripts/update_docs -->", ""])


def pages(root, rocelint):
    """{path below docs/: text}"""
    rules = json.loads(run(rocelint, "rules", "--format", "json"))
    written = {"rules/README.md": index(rules)}
    for path in sorted((root / "rules").glob("*.yaml")):
        in_file = sorted((rule for rule in rules if rule["file"] == path.name),
                         key=lambda rule: rule["line"])
        written[f"rules/{path.stem}.md"] = page(rocelint, path, in_file)
    return written
