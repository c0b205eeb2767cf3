#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the include matrix of docs/architecture.md: which directory may include which.

usage: check_layers.py ROOT
A directory or a public header that the matrix does not name fails, so that nobody adds a layer
unseen. So do a directory of too many files, and a file name that stands in two directories: readers
and tools look for files by name.
"""
import pathlib
import re
import sys

# directory → directories that it may include, beside itself
_FACTS = ["src/base", "src/facts"]
_READ = [*_FACTS, "src/os", "src/drivers"]
_LOGIC = [*_FACTS, "src/derive", "src/expr", "src/policy"]
MATRIX = {
    "src/base": [],
    "src/facts": ["src/base"],
    "src/os": _FACTS,
    "src/drivers": [*_FACTS, "src/os"],
    "checks": _READ,
    "src/probe": [*_READ, "checks"],
    "src/inputs": [*_READ, "checks", "src/probe"],
    "src/derive": _FACTS,
    "src/expr": _FACTS,
    "src/policy": [*_FACTS, "src/expr"],
    "src/rules": [*_LOGIC, "report type"],
    "src/judge": [*_LOGIC, "src/rules", "report type"],
    "src/advise": [*_LOGIC, "src/rules", "src/judge", "report type"],
    "src/report": ["src/base", "src/facts", "report type"],
}
MATRIX["src/cli"] = sorted({name for names in MATRIX.values() for name in names} | set(MATRIX))
# What is to come: traffic tests, switches, fleets. They reuse facts, rules and judging.
_LATER = sorted({*_READ, *_LOGIC, "src/probe", "src/rules", "src/judge", "report type"})
MATRIX |= {"src/active": _LATER, "src/fabric": _LATER, "src/fleet": _LATER}

# public header → the layer that it belongs to
PUBLIC = {
    "rocelint/base/": "src/base",
    "rocelint/facts/": "src/facts",
    "rocelint/facts.h": "src/facts",
    "rocelint/snapshot.h": "src/facts",
    "rocelint/check.h": "checks",
    "rocelint/judge.h": "src/judge",
    "rocelint/report.h": "report type",
}
GENERATED = {"rocelint_version.h": "src/base"}
# What the layer of a public header may include.
PUBLIC_MATRIX = {**MATRIX, "report type": _FACTS, "checks": _FACTS}

# Kernel interfaces stay behind src/os.
KERNEL = re.compile(r"^(infiniband|rdma|netlink|linux|net|dlfcn)(/|\.h|$)")
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:<([^>]+)>|"([^"]+)")')
SOURCES = {".cpp", ".h"}
MOST_FILES = 35


def layer_of_include(path, directory, root):
    """The layer of an included file, "" for a system header, None if it is ours but unknown."""
    for prefix, layer in PUBLIC.items():
        if path == prefix or (prefix.endswith("/") and path.startswith(prefix)):
            return layer
    if path in GENERATED:
        return GENERATED[path]
    if path.startswith("rocelint/"):
        return None
    for candidate in (root / "src" / path, root / path, root / directory / path):
        if candidate.exists():
            return directory_of(candidate.relative_to(root))
    return ""


def directory_of(path):
    return "/".join(path.parts[:2]) if path.parts[0] == "src" else path.parts[0]


def check_file(file, directory, allowed, root):
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        path = match.group(1) or match.group(2)
        place = f"{file.relative_to(root)}:{number}"
        layer = layer_of_include(path, directory, root)
        if layer is None:
            yield f"{place}: {path} is a public header that the matrix does not name"
        elif layer == "" and KERNEL.match(path) and directory != "src/os":
            yield f"{place}: {path} is a kernel interface: only src/os may include it"
        elif layer not in ("", directory) and layer not in allowed:
            yield f"{place}: {directory} may not include {path} of {layer}"


def check_tree(root):
    for top in (root / "src", root / "checks", root / "include"):
        for file in sorted(top.rglob("*")) if top.exists() else []:
            if file.suffix not in SOURCES:
                continue
            relative = file.relative_to(root)
            if top.name == "include":
                layer = layer_of_include(str(relative.relative_to("include")), "include", root)
                if layer is None:
                    yield f"{relative}: a public header that the matrix does not name"
                    continue
                yield from check_file(file, layer, PUBLIC_MATRIX.get(layer, []), root)
                continue
            directory = directory_of(relative)
            if directory not in MATRIX:
                yield f"{relative}: directory {directory} is not in the matrix"
                continue
            yield from check_file(file, directory, MATRIX[directory], root)


def check_names(root):
    """One name, one place. A public header goes with the source of its name, the facts of an area
    with its check."""
    places = {}
    for top in ("src", "checks"):
        for file in sorted((root / top).rglob("*")):
            if file.suffix in SOURCES:
                places.setdefault(file.stem, set()).add(str(file.parent.relative_to(root)))
    for stem, directories in sorted(places.items()):
        if len(directories) > 1:
            yield f"{stem}: a file of this name is in {', '.join(sorted(directories))}"


def check_sizes(root):
    for top in ("src", "checks", "include"):
        for directory in [root / top, *sorted((root / top).rglob("*/"))]:
            files = [file for file in directory.glob("*.*") if file.suffix in SOURCES]
            if len(files) > MOST_FILES:
                yield f"{directory.relative_to(root)}: {len(files)} files, {MOST_FILES} are the most"


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    problems = [*check_tree(root), *check_names(root), *check_sizes(root)]
    print("\n".join(problems) or "every include is within the matrix")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
