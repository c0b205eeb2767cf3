#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that README.md, CONTRIBUTING.md, and docs/ are true.

usage: run_examples.py [--update] ROCELINT [PAGE...]

- The commands of ```console blocks run in a copy of docs/examples and print the text below them.
- A block that names a file (```yaml site.yaml) matches that file in docs/examples, or is written for the
  commands after it; a block that names a file of the repository (```cpp checks/pfc.cpp) has lines of it.
- YAML and JSON blocks parse; policies among them are lint-clean, and rules pass their tests.
- ```sh blocks are not run: their first line is "# needs ..." with the reason.
- Each call of rocelint, in any block or `code`, uses only options that --help lists.
- Links have a target, and files of the repository that `code` names exist.

--update writes the current output into the pages. Exits 77 (skipped) without python3-yaml or jq.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import command_line  # noqa: E402
import console  # noqa: E402
import page  # noqa: E402

try:
    import yaml
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

ROOT = pathlib.Path(__file__).resolve().parents[2]
OF_OTHERS = {"--env-file", "--tclass", "--ulimit", "--all-groups", "--json", "--preset", "--update",
             "--check"}
DIRECTORIES = ("src", "docs", "tests", "scripts", "rules", "profiles", "include", "checks")
IN_TREE = re.compile(rf"^(?:{'|'.join(DIRECTORIES)})/[\w./*-]+$")


class Checker:
    def __init__(self, rocelint, root, update=False):
        self.rocelint, self.root, self.update = pathlib.Path(rocelint).resolve(), root, update
        self.help = command_line.help_of(str(self.rocelint))
        self.wrong = []
        self.ran = 0

    def report(self, path, line, text):
        self.wrong.append(f"{path.relative_to(self.root)}:{line}: {text}")

    def check(self, path):
        text = path.read_text(encoding="utf-8")
        try:
            blocks, prose = page.parts(text)
        except ValueError as error:
            self.report(path, 1, str(error))
            return
        self.check_links(path, prose)
        self.check_code(path, prose)
        for block in blocks:
            self.check_calls(path, block)
            if block.language == "sh" and not block.lines[0].startswith("# needs "):
                self.report(path, block.line, "a block that is not run first says \"# needs\"")
        with tempfile.TemporaryDirectory() as directory:
            self.run_page(path, text, blocks, pathlib.Path(directory))

    # Links and code in prose

    def check_links(self, path, prose):
        for line, target in page.links(prose):
            if re.match(r"[a-z]+:", target):
                continue
            name, _, anchor = target.partition("#")
            file = (path.parent / name).resolve() if name else path
            if not file.exists():
                self.report(path, line, f"there is no {target}")
            elif anchor and file.suffix == ".md":
                if anchor not in page.anchors(page.parts(file.read_text(encoding="utf-8"))[1]):
                    self.report(path, line, f"{name or 'this page'} has no #{anchor}")

    def check_code(self, path, prose):
        for line, code in page.code_spans(prose):
            if code.startswith("--"):
                name = re.split(r"[ =]", code)[0]
                if name not in self.help.all_options() | OF_OTHERS:
                    self.report(path, line, f"no command of rocelint has {name}")
            if IN_TREE.match(code) and not any(self.root.glob(code.rstrip("/"))):
                self.report(path, line, f"there is no {code}")
            self.check_call(path, line, code)

    def check_calls(self, path, block):
        if block.language in ("json", "yaml", "cpp"):
            return
        lines = block.lines
        if block.language == "console":
            lines = [line if line.startswith(("$ ", "> ")) else "" for line in lines]
        for number, line in enumerate(lines, block.line):
            self.check_call(path, number, line)

    def check_call(self, path, line, text):
        for words in command_line.calls(text):
            if diagnostic := self.help.diagnostic(words):
                self.report(path, line, diagnostic)

    # What is run

    def environment(self, directory):
        return {"PATH": f"{self.rocelint.parent}:{os.environ['PATH']}", "HOME": str(directory),
                "LC_ALL": "C.UTF-8", "TZ": "UTC", "NO_COLOR": "1",
                # The sanitizers' own words on a system with other limits are no output of ours.
                **{key: value for key, value in os.environ.items() if key.endswith("SAN_OPTIONS")}}

    def run_page(self, path, text, blocks, directory):
        work = directory / "examples"
        examples = self.root / "docs/examples"
        if examples.is_dir():
            shutil.copytree(examples, work)
        else:
            work.mkdir()
        lines = text.splitlines()
        for block in reversed(list(self.fresh_blocks(path, blocks, work))):
            lines[block[0].line - 1:block[0].line - 1 + len(block[0].lines)] = block[1]
        fresh = "\n".join(lines) + "\n"
        if self.update and fresh != text:
            path.write_text(fresh, encoding="utf-8")

    def fresh_blocks(self, path, blocks, work):
        """Runs or checks each block; yields (block, lines that it should have)."""
        for block in blocks:
            if block.language == "console":
                yield block, self.run_console(path, block, work)
            elif IN_TREE.match(block.file) and not (work / block.file).exists():
                self.check_excerpt(path, block)
            elif block.file:
                yield block, self.place_file(path, block, work)
            if block.language in ("yaml", "json"):
                self.check_document(path, block)

    def run_console(self, path, block, work):
        try:
            steps = console.steps(block)
        except ValueError as error:
            self.report(path, block.line, str(error))
            return block.lines
        fresh = []
        printed = console.run([step.command for step in steps], work, self.environment(work.parent))
        for step, output in zip(steps, printed):
            self.ran += 1
            expected = step.output
            if not console.matches(expected, output):
                renewed = console.renewed(expected, output) if self.update else None
                if renewed is None:
                    by_hand = " (by hand: where its ... belong)" if self.update else ""
                    self.report(path, step.line, f"$ {step.command}{by_hand}\n"
                                  f"{console.difference(expected, output)}")
                else:
                    expected = renewed
            fresh += ["$ " + step.command.replace("\n", "\n> "), *expected]
        return "\n".join(fresh).split("\n")

    def check_excerpt(self, path, block):
        """Lines of a file of the repository, "..." for what is left out; the indent may differ."""
        file = self.root / block.file
        rest = [line.strip() for line in file.read_text(encoding="utf-8").splitlines()] \
            if file.exists() else []
        for number, line in enumerate(block.lines, block.line):
            if line.strip() in ("", "..."):
                continue
            if line.strip() not in rest:
                self.report(path, number, f"{block.file} has no such line (here)")
                return
            rest = rest[rest.index(line.strip()) + 1:]

    def place_file(self, path, block, work):
        file = work / block.file
        text = "\n".join(block.lines) + "\n"
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        elif file.read_text(encoding="utf-8") != text:
            if self.update:
                return file.read_text(encoding="utf-8").splitlines()
            self.report(path, block.line, f"docs/examples/{block.file} says otherwise")
        return block.lines

    # Documents

    def check_document(self, path, block):
        text = "\n".join(block.lines) + "\n"
        try:
            document = json.loads(text) if block.language == "json" else yaml.safe_load(text)
        except (json.JSONDecodeError, yaml.YAMLError) as error:
            self.report(path, block.line, f"does not parse: {error}")
            return
        if block.language != "yaml" or not isinstance(document, dict):
            return
        if "policy" in document:
            self.lint(path, block.line, text, "policy", "lint", "--strict", "block.yaml")
        elif isinstance(document.get("rules"), list):
            self.lint(path, block.line, text, "rules", "test", ".")

    def lint(self, path, line, text, *command):
        with tempfile.TemporaryDirectory() as directory:
            (pathlib.Path(directory) / "block.yaml").write_text(text, encoding="utf-8")
            done = subprocess.run([str(self.rocelint), *command], capture_output=True, text=True,
                                  check=False, cwd=directory)
        if done.returncode != 0:
            self.report(path, line, f"rocelint {' '.join(command)}: "
                          f"{(done.stdout + done.stderr).strip()}")

    def check_ready(self, policy, host):
        """The host that is made for a policy, or else the sample host, is ready under it."""
        snapshot = host.read_bytes() if host.exists() else subprocess.run(
            [str(self.rocelint), "demo", "healthy", "--snapshot"], check=True,
            capture_output=True).stdout
        done = subprocess.run([str(self.rocelint), "check", "--policy", str(policy), "--snapshot",
                               "-", "-q"], input=snapshot, capture_output=True, check=False)
        line = (done.stdout + done.stderr).decode().strip()
        if not line.startswith("READY  "):
            self.report(policy, 1, f"the host of this policy is not ready: {line}")

    def check_examples(self):
        """Every file of docs/examples by itself; its directory says whether it is a policy or rules."""
        examples = self.root / "docs/examples"
        commands = {"policies": ("policy", "lint", "--strict", "block.yaml"),
                    "rules": ("rules", "test", ".")}
        for file in sorted(examples.rglob("*.yaml")):
            if command := commands.get(file.parent.name):
                self.lint(file, 1, file.read_text(encoding="utf-8"), *command)
                if file.parent.name == "policies":
                    self.check_ready(file, examples / f"hosts/{file.stem}.json")
            else:
                self.report(file, 1, "neither in policies/ nor in rules/")
        for file in sorted(examples.rglob("*.json")):
            try:
                json.loads(file.read_text(encoding="utf-8"))
            except json.JSONDecodeError as error:
                self.report(file, 1, str(error))


def pages_of(root):
    return [root / "README.md", root / "CONTRIBUTING.md", root / "tests/lab/README.md",
            root / "tests/bench/README.md", *sorted((root / "docs").rglob("*.md"))]


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--update"]
    if not arguments:
        sys.exit(__doc__)
    if shutil.which("jq") is None:
        print("skipped: there is no jq")
        sys.exit(77)
    checker = Checker(arguments[0], ROOT, "--update" in sys.argv[1:])
    for path in [pathlib.Path(name).resolve() for name in arguments[1:]] or pages_of(ROOT):
        checker.check(path)
    checker.check_examples()
    if checker.wrong:
        sys.exit("\n".join(checker.wrong))
    print(f"{checker.ran} commands ran as shown")


if __name__ == "__main__":
    main()
