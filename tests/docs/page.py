# SPDX-License-Identifier: Apache-2.0
"""A page of the docs as its parts: fenced blocks, links, code spans, headings."""
import dataclasses
import re

FENCE = re.compile(r"^( {0,3})(```+)\s*(\S*)\s*(.*?)\s*$")
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"(`+)(.+?)\1", re.S)


@dataclasses.dataclass
class Block:
    """What stands between two fences. `line` is the number of its first line."""
    language: str
    file: str
    line: int
    lines: list


def parts(text):
    """(blocks, prose): prose has an empty line for each line of a block, so that lines keep their
    number."""
    blocks, prose, block, fence = [], [], None, ""
    for number, line in enumerate(text.splitlines(), 1):
        match = FENCE.match(line)
        if block is None and match:
            block = Block(match[3], match[4], number + 1, [])
            fence = match[2]
        elif block is not None and match and match[2] == fence and not match[3]:
            blocks.append(block)
            block = None
        elif block is not None:
            block.lines.append(line)
            prose.append("")
            continue
        else:
            prose.append(line)
            continue
        prose.append("")
    if block is not None:
        raise ValueError(f"line {block.line - 1}: the block has no end")
    return blocks, prose


def numbered(prose, pattern, group):
    """(line, text) of each match; a match may run over the end of a line."""
    text = "\n".join(prose)
    return [(text.count("\n", 0, match.start()) + 1, match[group].replace("\n", " "))
            for match in pattern.finditer(text)]


def links(prose):
    return numbered(prose, LINK, 1)


def code_spans(prose):
    return numbered(prose, CODE, 2)


def anchors(prose):
    """What GitHub makes of headings, and explicit ones."""
    found = set(re.findall(r'<a (?:id|name)="([^"]+)"', "\n".join(prose)))
    for line in prose:
        if match := re.match(r"#+\s+(.*?)\s*#*$", line):
            slug = re.sub(r"[^\w\- ]", "", match[1].lower()).replace(" ", "-")
            times = sum(1 for anchor in found if re.fullmatch(re.escape(slug) + r"(-\d+)?", anchor))
            found.add(f"{slug}-{times}" if times else slug)
    return found
