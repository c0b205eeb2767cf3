#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""run_examples.py must be able to fail: each row is a page that is wrong in one way, or is right.

usage: run_examples_test.py ROCELINT
"""
import pathlib
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import console  # noqa: E402
import page  # noqa: E402
import run_examples  # noqa: E402

OK_POLICY = "policy: ok\nroles: {a: {pfc: {mode: unmanaged}}}"

# A page, or after EXAMPLE the policy among the examples, and what is said of it.
PAGES = [
    ("right output", "```console\n$ echo a; echo b\na\nb\n```", None),
    ("other output", "```console\n$ echo a\nb\n```", "+a"),
    ("output that is missing", "```console\n$ echo a\n```", "+a"),
    ("output that does not come", "```console\n$ true\na\n```", "-a"),
    ("errors are output", "```console\n$ echo a >&2\na\n```", None),
    ("lines left out", "```console\n$ seq 9\n1\n...\n9\n```", None),
    ("lines left out, another end", "```console\n$ seq 9\n1\n...\n8\n```", "+9"),
    ("nothing left out", "```console\n$ seq 2\n1\n...\n2\n```", None),
    ("text left out", "```console\n$ echo took 12 s\ntook ... s\n```", None),
    ("text left out, another end", "```console\n$ echo took 12 s\ntook ... ms\n```", "+took 12 s"),
    ("no pattern but dots", "```console\n$ echo a+b\na.b\n```", "+a+b"),
    ("the exit code goes on", "```console\n$ false\n$ echo $?\n1\n```", None),
    ("a longer command", "```console\n$ echo a \\\n> b\na b\n```", None),
    ("the shell went away", "```console\n$ exit\n$ echo a\na\n```", "never reached"),
    ("output before a command", "```console\na\n```", "before any command"),
    ("a file for the next block", "```text a.txt\nhi\n```\n```console\n$ cat a.txt\nhi\n```", None),
    ("a block without an end", "```console\n$ true", "has no end"),
    ("a file of the examples", "```yaml policies/ok.yaml\npolicy: ok\nroles: {a: {pfc: {mode: unmanaged}}}\n```", None),
    ("another than the example", "```yaml policies/ok.yaml\npolicy: no\nroles: {a: {pfc: {mode: unmanaged}}}\n```",
     "says otherwise"),
    ("a host that is not ready", "EXAMPLE policy: ok\nroles: {a: {pfc: {mode: unmanaged}, expect: {ports: 9}}}",
     "is not ready: NOT READY"),
    ("lines of a file of the tree", "```text docs/examples/policies/ok.yaml\n  policy: ok\n```",
     None),
    ("lines that it has not", "```text docs/examples/policies/ok.yaml\npolicy: no\n```",
     "no such line"),
    ("YAML that does not parse", "```yaml\na: [\n```", "does not parse"),
    ("JSON that does not parse", "```json\n{,}\n```", "does not parse"),
    ("a policy with an unknown key", "```yaml\npolicy: a\nrolez: {}\n```", "rolez"),
    ("a rule without tests", "```yaml\nrules:\n- id: x-y\n```", "rules test"),
    ("an option there is", "```text\nrocelint check --deep -q\n```", None),
    ("an option there is not", "```text\nrocelint check --depp\n```", "has no --depp"),
    ("of another subcommand", "```sh\n# needs NICs\nsudo rocelint probe --fail-on new\n```",
     "probe has no --fail-on"),
    ("behind a pipe", "```text\ncat x | rocelint diff --fromat json - b\n```", "has no --fromat"),
    ("options of jq are its own", "```text\nrocelint rules --format json | jq -r .[0]\n```", None),
    ("a subcommand there is not", "run `rocelint chek`", "has no chek"),
    ("of a subcommand's own", "run `rocelint policy lint --strict a`", None),
    ("an option by itself", "`--job-env` and `--fail-on new`", None),
    ("an option by itself there is not", "with `--job-enf`", "has --job-enf"),
    ("a block that is not run and says why", "```sh\n# needs root\ntrue\n```", None),
    ("a block that is not run", "```sh\nmodprobe x\n```", "# needs"),
    ("a link", "[a](README.md#a-heading-here)\n# A heading: here", None),
    ("a link to nothing", "[a](b.md)", "there is no b.md"),
    ("an anchor that is not there", "[a](#b)\n# A", "no #b"),
    ("a link in a block is none", "```text\n[a](b.md)\n```", None),
    ("a link to elsewhere", "[a](https://example.org/b.md)", None),
    ("a file of the tree", "see `docs/examples`", None),
    ("a file that has gone", "see `src/gone.cpp`", "there is no src/gone.cpp"),
]

RENEWED = [
    ("all of it", ["a"], ["b", "c"], ["b", "c"]),
    ("a figure", ["188 rules", "..."], ["190 rules", "x"], ["190 rules", "..."]),
    ("what is left out stays out", ["a 1", "...", "z 1"], ["a 2", "b", "z 2"],
     ["a 2", "...", "z 2"]),
    ("a line that has gone", ["a", "...", "z"], ["a", "b"], None),
    ("new lines where none were left out", ["a", "z", "..."], ["a", "b", "z"], None),
    ("text left out stays out", ["t 0.19 s ...", "n 1", "..."], ["t 0.19 s b", "n 2"],
     ["t 0.19 s ...", "n 2", "..."]),
]


def check_page(rocelint, text, update=False):
    with tempfile.TemporaryDirectory() as directory:
        root = pathlib.Path(directory)
        (root / "docs/examples/policies").mkdir(parents=True)
        policy = text.removeprefix("EXAMPLE ") if text.startswith("EXAMPLE ") else OK_POLICY
        (root / "docs/examples/policies/ok.yaml").write_text(policy + "\n")
        path = root / "README.md"
        path.write_text(text + "\n", encoding="utf-8")
        checker = run_examples.Checker(rocelint, root, update)
        checker.check(path)
        checker.check_examples()
        return "\n".join(checker.wrong), path.read_text(encoding="utf-8")


def main():
    rocelint = sys.argv[1]
    wrong = []
    for name, text, diagnostic in PAGES:
        said, _ = check_page(rocelint, text)
        if (diagnostic is None and said) or (diagnostic is not None and diagnostic not in said):
            wrong.append(f"{name}: expected {diagnostic!r}, got {said!r}")
    for name, expected, printed, fresh in RENEWED:
        got = console.renewed(expected, printed)
        if got != fresh:
            wrong.append(f"renewed, {name}: expected {fresh}, got {got}")
    before = "# A\n\n```console\n$ echo 2 a\n1 a\n$ echo b\n```\n\nend"
    after = "# A\n\n```console\n$ echo 2 a\n2 a\n$ echo b\nb\n```\n\nend\n"
    if check_page(rocelint, before, update=True) != ("", after):
        wrong.append("--update does not write what is printed")
    if page.anchors(["# A b", "## A b", "### C's `d`"]) != {"a-b", "a-b-1", "cs-d"}:
        wrong.append("anchors")
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
