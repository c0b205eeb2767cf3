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
    ("report may not use facts", "src/report/a.cpp", '#include "rocelint/facts.h"',
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


def main():
    failures = 0
    for name, path, text, expected in ROWS:
        problems = run_row(path, text)
        good = not problems if expected is None else any(expected in p for p in problems)
        if not good:
            failures += 1
            print(f"{name}: expected {expected!r}, got {problems}")
    print(f"{len(ROWS) - failures} of {len(ROWS)} rows hold")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
