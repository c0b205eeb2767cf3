# SPDX-License-Identifier: Apache-2.0
"""docs/profiles/: a page for each shipped profile, from its file and from the program.

The text is the comment at the head of profiles/NAME.yaml, whose last paragraph names the sources; the
values come from `rocelint policy show NAME`.
"""
import re
import subprocess
import sys

COLUMNS = re.compile(r"\s{2,}")
ORIGIN = re.compile(r"^(built-in|[a-z0-9-]+:\d+)$")  # "lossless-dscp26:10"


def head_of(profile):
    """The comment at the head of the file: its text, and its sources."""
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
    """Joins lines that were wrapped at the terminal width; a row begins after two spaces."""
    lines = []
    for line in text.splitlines():
        if line.startswith("   "):
            lines[-1] += ("  " if ORIGIN.match(line.strip()) else " ") + line.strip()
        else:
            lines.append(line)
    return lines


def shown(rocelint, name):
    """(summary, {heading: rows}) of `policy show`; a row is (name, value) with a value."""
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
    title = (f"Parameters of role `{role}`" if kind == "role" else
             "Rule settings")
    return "\n".join([f"## {title}", "", "| | |", "|---|---|",
                      *(f"| `{name}` | {value} |" for name, value in rows), ""])


def page(rocelint, profile):
    name = profile.stem
    prose, sources = head_of(profile)
    summary, sections = shown(rocelint, name)
    parts = [f"# {name}\n", f"{summary[0].upper()}{summary[1:]}.\n", f"{prose}\n",
             f"Sources: {sources}\n"]
    parts += [table(heading, rows) for heading, rows in sections.items() if rows]
    parts.append("Parameters that are not listed here are not set. "
                 f"`rocelint policy show {name}`\nlists them all.\n\n"
                 f"<!-- written by scripts/update_docs from profiles/{profile.name} -->\n")
    return "\n".join(parts)


def index(pages):
    rows = [f"| [{name}]({name}.md) | {text.splitlines()[2].rstrip('.')} |"
            for name, text in pages.items()]
    return "\n".join(["# Profiles", "",
                      "A profile is a [policy](../concepts.md#what-is-expected) that ships with "
                      "rocelint. Each page lists the fabric it\ndescribes, its parameters, and the "
                      "sources of their values. Select one with `--policy`, or extend\nit in a policy "
                      "of your own.", "",
                      "| profile | fabric |", "|---|---|", *rows, "",
                      "<!-- written by scripts/update_docs -->", ""])


def pages(root, rocelint):
    """{path below docs/: text}"""
    written = {profile.stem: page(rocelint, profile)
               for profile in sorted((root / "profiles").glob("*.yaml"))}
    written["README"] = index(written)
    return {f"profiles/{name}.md": text for name, text in written.items()}
