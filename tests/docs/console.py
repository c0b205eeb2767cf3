# SPDX-License-Identifier: Apache-2.0
"""A ```console block: commands after "$ ", and below each what it prints.

In what is expected a line "..." stands for any lines, and "..." within a line for any text.
"""
import dataclasses
import difflib
import os
import re
import signal
import subprocess

OMITTED = "..."


@dataclasses.dataclass
class Step:
    command: str
    output: list
    line: int  # of the command in its page


def steps(block):
    """A command goes on below it after "> "."""
    found = []
    for number, line in enumerate(block.lines, block.line):
        if line.startswith("$ "):
            found.append(Step(line[2:], [], number))
        elif found and not found[-1].output and line.startswith("> "):
            found[-1].command += "\n" + line[2:]
        elif found:
            found[-1].output.append(line)
        else:
            raise ValueError(f"line {number}: output before any command")
    return found


def run(commands, directory, environment, seconds=60):
    """What each printed, as lines, in one shell: variables, the directory and $? go on."""
    mark = f"<end of step {os.getpid()}>"
    script = "\n".join(f"{command}\nrc=$?; printf '%s' '{mark}'; (exit $rc)"
                       for command in commands)
    shell = subprocess.Popen(["bash", "-c", script], cwd=directory, env=environment, text=True,
                             stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, start_new_session=True)
    try:
        printed, _ = shell.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(shell.pid, signal.SIGKILL)
        printed = shell.communicate()[0] + f"\n(no end after {seconds} s)"
    outputs = [re.sub(r"[ \t]+$", "", text, flags=re.M).splitlines()
               for text in printed.split(mark)]
    return (outputs + [["(never reached)"]] * len(commands))[:len(commands)]


def same_line(expected, line):
    if OMITTED not in expected:
        return expected.rstrip() == line
    return re.fullmatch(".*".join(map(re.escape, expected.rstrip().split(OMITTED))), line) is not None


def matches(expected, printed):
    """Whether `printed` is what was expected."""
    at = {0}  # how many lines may have been taken so far
    for line in expected:
        if line == OMITTED:
            at = set(range(min(at), len(printed) + 1)) if at else at
        else:
            at = {place + 1 for place in at
                  if place < len(printed) and same_line(line, printed[place])}
    return len(printed) in at


def shape(line):
    """A line without what may change in it: figures, digests, spaces."""
    return re.sub(r"\s+", " ", re.sub(r"@[0-9a-f]+|\d+(\.\d+)?", "0", line)).strip()


def renewed(expected, printed):
    """`printed` with what `expected` leaves out left out again, or None where that can't be told."""
    if OMITTED not in expected:
        return printed
    shown = [shape(line) for line in expected if line != OMITTED]
    patterns = [line for line in shown if OMITTED in line]
    printed_shapes = [next((pattern for pattern in patterns if same_line(pattern, shape(line))),
                           shape(line)) for line in printed]
    matcher = difflib.SequenceMatcher(a=shown, b=printed_shapes, autojunk=False)
    place = {a + i: b + i for a, b, size in matcher.get_matching_blocks() for i in range(size)}
    fresh, index = [], 0
    for line in expected:
        if line == OMITTED:
            fresh.append(line)
            continue
        if index not in place:
            return None
        fresh.append(line if OMITTED in line else printed[place[index]])
        index += 1
    return fresh if matches(fresh, printed) else None


def difference(expected, printed):
    return "\n".join(difflib.unified_diff(expected, printed, "expected", "printed", lineterm="", n=2))
