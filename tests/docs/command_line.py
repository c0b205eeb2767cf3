# SPDX-License-Identifier: Apache-2.0
"""Whether a command line of rocelint that docs show is one that it takes, by its own --help."""
import functools
import re
import shlex
import subprocess

OPTION = re.compile(r"^  (-\w)?(?:, )?(--[\w-]+)?(?: |$)", re.M)
# Commands with many options list them under these.
HEADINGS = ("Options", "Policy", "Source", "Job", "Window", "Gate", "Output", "Other")
SUBCOMMAND = re.compile(r"^  ([a-z]+) {2,}\S", re.M)
# Where a line of shell may start another command, and what may stand before one.
SEPARATOR = re.compile(r"\|\|?|&&|;|\$\(|`|^\s*[$>]\s")
PREFIX = re.compile(r"^\s*(?:(?:sudo|env|if|then|exec|timeout \S+|!|\w+=\S*|ssh \S+|srun)\s+)*")


class Help:
    def __init__(self, rocelint):
        self.rocelint = rocelint

    @functools.cache
    def text(self, subcommands):
        done = subprocess.run([self.rocelint, *subcommands, "--help"], capture_output=True,
                              text=True, check=True)
        return done.stdout

    def section(self, subcommands, name):
        found = re.search(rf"^{name}:\n((?:  .*\n|\n(?=  ))*)", self.text(subcommands), re.M)
        return found[1] if found else ""

    @functools.cache
    def options(self, subcommands):
        return {name for heading in HEADINGS
                for match in OPTION.finditer(self.section(subcommands, heading))
                for name in match.groups() if name}

    @functools.cache
    def subcommands(self, subcommands):
        return set(SUBCOMMAND.findall(self.section(subcommands, "Commands")))

    @functools.cache
    def all_options(self, subcommands=()):
        found = set(self.options(subcommands))
        for name in self.subcommands(subcommands) - {"help"}:
            found |= self.all_options((*subcommands, name))
        return found

    def diagnostic(self, words):
        """What is wrong with the words after "rocelint", or None."""
        path, known = (), set(self.options(()))
        for place, word in enumerate(words):
            if word == "--":
                return None
            if word.startswith("-") and len(word) > 1:
                name = word.split("=")[0] if word.startswith("--") else word
                if name not in known:
                    return f"{' '.join(['rocelint', *path])} has no {name}"
            elif word in self.subcommands(path) and place == len(path):
                if word == "help":
                    return None
                path = (*path, word)
                known = known | self.options(path)
            elif not path:
                return f"rocelint has no {word}"
        return None


@functools.cache
def help_of(rocelint):
    return Help(rocelint)


def calls(text):
    """The words after each "rocelint" that a line of shell calls."""
    for part in SEPARATOR.split(text):
        part = PREFIX.sub("", part)
        if not re.match(r"(?:\S*/)?rocelint(\s|$)", part):
            continue
        part = re.split(r" {3,}| [(]| ?\d?[<>]", part)[0]  # what follows is a remark, or a file
        try:
            yield shlex.split(part, comments=True)[1:]
        except ValueError:  # a quote that goes on in the next line
            yield part.split()[1:]
