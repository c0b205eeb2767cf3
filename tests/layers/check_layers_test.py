#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check_layers.py must be able to fail: each row is a file that breaks the matrix, or does not."""
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import check_layers  # noqa: E402

ROWS = [
    ("facts may use base", "src/facts/a.cpp", '#include "base/text.h"', None),
    ("a system header is fine", "src/facts/a.cpp", "#include <vector>", None),
    ("base may not use facts", "src/base/a.cpp", '#include "facts/json.h"', "may not include"),
    ("angle brackets count too", "src/base/a.cpp", "#include <facts/json.h>", "may not include"),
    ("spaces do not hide it", "src/base/a.cpp", '  #  include   "facts/json.h"', "may not include"),
    ("report may not use judge", "src/report/a.cpp", '#include "rocelint/judge.h"',
     "may not include"),
    ("report may use the Report", "src/report/a.cpp", '#include "rocelint/report.h"', None),
    ("judge may not use os", "src/judge/a.cpp", '#include "os/files.h"', "may not include"),
    ("netlink only in os", "checks/a.cpp", "#include <netlink/netlink.h>", "kernel interface"),
    ("verbs only in os", "src/cli/a.cpp", "#include <infiniband/verbs.h>", "kernel interface"),
    ("os may use netlink", "src/os/a.cpp", "#include <netlink/netlink.h>", None),
    ("a directory not named", "src/extra/a.cpp", "#include <vector>", "not in the matrix"),
    ("a public header not named", "include/rocelint/extra.h", "#include <vector>", "not name"),
    ("public facts may not use os", "include/rocelint/facts/a.h", '#include "os/files.h"',
     "may not include"),
]


def run_row(path, text):
    with tempfile.TemporaryDirectory() as directory:
        root = pathlib.Path(directory)
        for known in ("src/base/text.h", "src/facts/json.h", "src/os/files.h"):
            (root / known).parent.mkdir(parents=True, exist_ok=True)
            (root / known).touch()
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text + "\n", encoding="utf-8")
        return list(check_layers.check_tree(root))


def problems_of(check, paths):
    with tempfile.TemporaryDirectory() as directory:
        root = pathlib.Path(directory)
        for path in paths:
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).touch()
        return list(check(root))


# check, files, whether it has something to say
TREES = [
    ("one name in two directories", check_layers.check_names, ["src/os/a.h", "src/cli/io/a.cpp"], 1),
    ("a source and its header", check_layers.check_names, ["src/os/a.h", "src/os/a.cpp"], 0),
    ("the facts of a check", check_layers.check_names,
     ["checks/pfc.cpp", "include/rocelint/facts/pfc.h"], 0),
    ("a crowded directory", check_layers.check_sizes,
     [f"src/os/sysfs/{i}.cpp" for i in range(check_layers.MOST_FILES + 1)], 1),
    ("a full directory", check_layers.check_sizes,
     [f"src/os/sysfs/{i}.cpp" for i in range(check_layers.MOST_FILES)], 0),
]


def main():
    failures = 0
    for name, check, paths, expected in TREES:
        problems = problems_of(check, paths)
        if len(problems) != expected:
            failures += 1
            print(f"{name}: expected {expected} problems, got {problems}")
    for name, path, text, expected in ROWS:
        problems = run_row(path, text)
        good = not problems if expected is None else any(expected in p for p in problems)
        if not good:
            failures += 1
            print(f"{name}: expected {expected!r}, got {problems}")
    rows = len(ROWS) + len(TREES)
    print(f"{rows - failures} of {rows} rows hold")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
