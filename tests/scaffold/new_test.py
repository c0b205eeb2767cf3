#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What scripts/new writes compiles, loads and passes its tests, in a copy of the tree.

usage: new_test.py COMPILER GENERATED ROCELINT
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMPILER, GENERATED, ROCELINT = sys.argv[1:4]
COPIED = ("checks", "include", "rules", "tests/checks")
SHOW_FACTS = """#include "rocelint/snapshot.h"
static_assert(rocelint::kType<rocelint::Snapshot>.fields.size() > 0);
"""


class New(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.tree = pathlib.Path(place.name)
        for name in COPIED:
            shutil.copytree(ROOT / name, self.tree / name)
        (self.tree / "scripts").mkdir()
        shutil.copy(ROOT / "scripts/new", self.tree / "scripts")

    def new(self, *arguments):
        return subprocess.run([sys.executable, self.tree / "scripts/new", *arguments],
                              capture_output=True, encoding="utf-8", check=False)

    def write(self, *arguments):
        done = self.new(*arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("next:", done.stdout)

    def compile(self, *files):
        for file in files:
            includes = [self.tree / "include", ROOT / "src", self.tree, ROOT, GENERATED]
            done = subprocess.run([COMPILER, "-std=c++20", "-fsyntax-only", "-Wall", "-x", "c++",
                                   '-DROCELINT_SOURCE_DIR=""',
                                   *(f"-I{path}" for path in includes), self.tree / file],
                                  capture_output=True, encoding="utf-8", check=False)
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_a_check_with_a_fact_of_its_own(self):
        self.write("check", "ring_size")
        self.write("fact", "host.netdevs.ring_entries", "int", "ring_size")
        netdev = (self.tree / "include/rocelint/facts/netdev.h").read_text(encoding="utf-8")
        self.assertIn('read").by("ring_size"),', netdev)
        self.compile("checks/ring_size.cpp", "tests/checks/ring_size_test.cpp")

    def test_facts_of_every_type(self):
        for number, kind in enumerate(("bool", "int", "double", "string", "list<string>",
                                       "AddressFamily")):
            self.write("fact", f"host.routing.fact_{number}", kind)
        self.write("fact", "host.system.firewall.input_chains.hook", "string")
        (self.tree / "facts.cpp").write_text(SHOW_FACTS, encoding="utf-8")
        self.compile("facts.cpp")

    def test_a_rule(self):
        self.write("rule", "ring-too-small", "ring")
        self.write("rule", "ring-too-large", "ring")
        done = subprocess.run([ROCELINT, "rules", "test", self.tree / "rules/ring.yaml"],
                              capture_output=True, encoding="utf-8", check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_a_rule_among_others(self):
        self.write("rule", "pfc-odd", "pfc")
        rules = (self.tree / "rules/pfc.yaml").read_text(encoding="utf-8")
        self.assertTrue(rules.startswith((ROOT / "rules/pfc.yaml").read_text(encoding="utf-8")))

    def test_what_is_there_or_is_not(self):
        for arguments in (("check", "pfc"), ("check", "Pfc"), ("fact", "host.netdevs.mtu_bytes", "int"),
                          ("fact", "host.nets.x", "int"), ("fact", "host.x", "integer"),
                          ("fact", "host.x", "int", "nobody"), ("rule", "pfc-off", "pfc"),
                          ("rule", "pfc", "pfc"), ("facts",), ()):
            done = self.new(*arguments)
            self.assertNotEqual(done.returncode, 0, arguments)
            self.assertNotIn("Traceback", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
