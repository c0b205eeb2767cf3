# SPDX-License-Identifier: Apache-2.0
"""docs/profiles/: a page for each shipped profile, from its file and from the program.

The words are the comment at the head of profiles/NAME.yaml, its last paragraph names the sources;
the values are what `rocelint policy show NAME` says.
"""
import re
import subprocess
import sys

COLUMNS = re.compile(r"\s{2,}")
ORIGIN = re.compile(r"^(built-in|[a-z0-9-]+:\d+)$")  # "lossless-dscp26:10"


def head_of(profile):
    """The comment at the head of the file: its prose, and what it says of sources."""
    lines = []
    for line in profile.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            break
        lines.append(line[1:].strip())
    prose, mark, sources = "\n".join(lines).partition("\nSource")
    if not mark:
        sys.exit(f"{profile}: its comment names no source")
    return prose, sources.partition(":")[2].strip()


def whole_lines(text):
    """What the width of the terminal broke is one line again: a row begins after two blanks."""
    lines = []
    for line in text.splitlines():
        if line.startswith("   "):
            lines[-1] += ("  " if ORIGIN.match(line.strip()) else " ") + line.strip()
        else:
            lines.append(line)
    return lines


def shown(rocelint, name):
    """(summary, {heading: rows}) of `policy show`; a row is (name, value), asked for."""
    text = subprocess.run([rocelint, "policy", "show", name], check=True, capture_output=True,
                          encoding="utf-8").stdout
    head, _, rest = text.partition("\n\n")
    summary = " ".join(head.splitlines()[1:])
    sections = {}
    rows = []
    for line in filter(None, whole_lines(rest)):
        if not line.startswith(" "):
            rows = sections.setdefault(line, [])
            continue
        cells = COLUMNS.split(line.strip())
        if ORIGIN.match(cells[-1]) and len(cells) > 1:
            cells.pop()
        if len(cells) > 1 and cells[1] != "-" and cells[0] != "roce_priorities":
            rows.append((cells[0], " ".join(cells[1:])))
    return summary, sections


def table(heading, rows):
    kind, _, role = heading.partition(" ")
    title = (f"What it asks of the ports of role `{role}`" if kind == "role" else
             "Rules that it treats apart")
    return "\n".join([f"## {title}", "", "| | |", "|---|---|",
                      *(f"| `{name}` | {value} |" for name, value in rows), ""])


def page(rocelint, profile):
    name = profile.stem
    prose, sources = head_of(profile)
    summary, sections = shown(rocelint, name)
    parts = [f"# {name}\n", f"{summary[0].upper()}{summary[1:]}.\n", f"{prose}\n",
             f"Sources: {sources}\n"]
    parts += [table(heading, rows) for heading, rows in sections.items() if rows]
    parts.append("A parameter that is not named here is not asked for. "
                 f"`rocelint policy show {name}`\nlists them all.\n\n"
                 f"<!-- written by scripts/update_docs from profiles/{profile.name} -->\n")
    return "\n".join(parts)


def index(pages):
    rows = [f"| [{name}]({name}.md) | {text.splitlines()[2].rstrip('.')} |"
            for name, text in pages.items()]
    return "\n".join(["# Profiles", "",
                      "A profile is a policy that ships with rocelint: whose fabric it is like, "
                      "what it asks, and where\nits values are from. Name one with `--policy`, or "
                      "extend it in a policy of your own.", "",
                      "| profile | fabric |", "|---|---|", *rows, "",
                      "<!-- written by scripts/update_docs -->", ""])


def pages(root, rocelint):
    """{path below docs/: text}"""
    written = {profile.stem: page(rocelint, profile)
               for profile in sorted((root / "profiles").glob("*.yaml"))}
    written["README"] = index(written)
    return {f"profiles/{name}.md": text for name, text in written.items()}
