#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Judges what guest/readonly.sh left: everything that the probes did is on the allow-list, and what
changes a host is caught.

usage: judge_readonly.py ALLOW_LIST RESULT_DIR
"""
import fnmatch
import pathlib
import re
import struct
import sys

# How many different acts a probe shows at least: else strace saw nothing.
LEAST_ACTS = 60
MAKES_FILES = ("O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC", "O_APPEND", "O_TMPFILE")
INVOKE_WRITE = ("0", "0")  # UVERBS_OBJECT_DEVICE, UVERBS_METHOD_INVOKE_WRITE
WRITE_COMMAND = "2"        # UVERBS_ATTR_WRITE_CMD


class Call:
    """A system call as strace -yy prints it, with the bytes that it wrote."""

    def __init__(self, name, arguments):
        self.name = name
        self.arguments = arguments
        self.data = b""

    def descriptor(self):
        """(number, what is behind it)"""
        match = re.match(r"(-?\d+)(?:<(.*?)>(?=[,)]| ))?", self.arguments)
        return int(match.group(1)), match.group(2) or ""

    def path(self):
        match = re.match(r'(?:AT_FDCWD|\d+)(?:<(.*?)>)?, "(.*?)"', self.arguments)
        directory, name = match.groups()
        return name if name.startswith("/") else f"{directory}/{name}"


def calls_in(text):
    """A line is a call, or some bytes of the last one; all else is about signals and ends."""
    call = None
    for line in text.splitlines():
        if row := re.match(r" \| [0-9a-f]+  ((?:[0-9a-f]{2} {1,2}){1,16})", line):
            call.data += bytes.fromhex(row.group(1))
        elif start := re.match(r"(\w+)\((.*)", line):
            if call:
                yield call
            call = Call(*start.groups())
    if call:
        yield call


def netlink_messages(data):
    """(type, what follows the header) of each message in a datagram"""
    while len(data) >= 16:
        length, kind = struct.unpack_from("=IH", data)
        yield kind, data[16:length]
        data = data[max(16, (length + 3) & ~3):]


def netlink_acts(call, behind):
    protocol = re.search(r"NETLINK:\[?(\w+)", behind).group(1)
    family = re.search(r"nlmsg_type=([\w-]+)", call.arguments).group(1)
    for kind, payload in netlink_messages(call.data):
        if protocol == "GENERIC":
            yield f"netlink GENERIC {family} {payload[0]}"
        elif protocol == "RDMA":
            yield f"netlink RDMA {kind & 0x3ff}"  # RDMA_NL_GET_OP
        else:
            yield f"netlink {protocol} {kind}"


def open_act(call):
    flags = call.arguments.split('", ', 1)[1].split(")")[0]
    if "O_PATH" in flags:
        return f"name {call.path()}"  # neither opened nor read
    makes = [flag for flag in MAKES_FILES if flag in flags]
    return f"open {makes[0]} {call.path()}" if makes else f"read {call.path()}"


def write_acts(call):
    number, behind = call.descriptor()
    if "NETLINK" in behind:
        yield from netlink_acts(call, behind)
    elif behind.endswith(("/rdma_cm", "/rdma_cm>")) or "/dev/infiniband/rdma_cm" in behind:
        yield f"rdma_cm {struct.unpack_from('=I', call.data)[0]}"
    elif "/dev/infiniband/uverbs" in behind:
        yield f"uverbs-write {struct.unpack_from('=I', call.data)[0]}"
    elif number in (1, 2):
        yield "write stdout" if number == 1 else "write stderr"
    else:
        yield "write pipe" if behind.startswith("pipe:") else f"write {behind}"


def socket_act(call):
    family, kind, protocol = call.arguments.split(")")[0].split(", ")
    return f"socket {family} {protocol if family == 'AF_NETLINK' else kind.split('|')[0]}"


def acts_of(call):
    yield f"syscall {call.name}"
    if call.name in ("open", "openat", "openat2"):
        yield open_act(call)
    elif call.name in ("write", "writev", "pwrite64", "sendto", "sendmsg", "sendmmsg"):
        yield from write_acts(call)
    elif call.name == "socket":
        yield socket_act(call)
    elif call.name in ("connect", "mkdir"):
        yield f"{call.name} {call.arguments.split(') =')[0]}"
    elif call.name == "ioctl":
        yield "ioctl " + re.match(r"[^,]*?(?:<.*>)?, (\w+)", call.arguments).group(1)
    elif call.name == "execve":
        yield "execve " + call.arguments.split('"')[1]
    elif call.name == "mmap" and "PROT_WRITE" in call.arguments:
        if "MAP_SHARED" in call.arguments and "MAP_ANONYMOUS" not in call.arguments:
            yield f"mmap shared {call.arguments}"


def acts_of_ioctl(line):
    """What the kernel's own trace says of the two ioctls."""
    values = dict(re.findall(r"(\w+)=(\d+)", line))
    if "command" in values:
        yield f"ethtool {int(values['command']):#x}"
        return
    method = values["object"], values["method"]
    yield f"uverbs {' '.join(method)}"
    if method == INVOKE_WRITE:
        yield from (f"uverbs-write {values[f'data{i}']}" for i in range(4)
                    if values[f"attr{i}"] == WRITE_COMMAND)


def acts_in(results, name):
    acts = set()
    for path in results.glob(f"{name}.*"):
        if path.suffix[1:].isdigit():
            for call in calls_in(path.read_text(encoding="utf-8", errors="replace")):
                acts.update(acts_of(call))
    for line in (results / f"{name}.ioctls").read_text(encoding="utf-8").splitlines():
        if "=" in line:
            acts.update(acts_of_ioctl(line))
    return acts


def allowed_acts(path):
    lines = (line.split("#")[0].strip() for line in path.read_text(encoding="utf-8").splitlines())
    return [line for line in lines if line]


def not_allowed(acts, allowed):
    return sorted(act for act in acts
                  if not any(fnmatch.fnmatchcase(act, pattern) for pattern in allowed))


def judge_probe(results, name, allowed):
    acts = acts_in(results, name)
    print(f"{name}: {len(acts)} different acts")
    if len(acts) < LEAST_ACTS:
        yield f"{name}: only {len(acts)} acts were seen"
    for act in not_allowed(acts, allowed):
        yield f"{name}: not on the list: {act}"


def judge_changes(results, allowed):
    names = sorted(path.stem for path in results.glob("caught.*.expected"))
    if not names:
        yield "no programme that changes something was run"
    for name in names:
        expected = (results / f"{name}.expected").read_text(encoding="utf-8").strip()
        caught = not_allowed(acts_in(results, name), allowed)
        found = any(act == expected or act.startswith(expected) for act in caught)
        print(f"{'ok' if found else 'FAILED'}: caught: {expected}")
        if not found:
            yield f"{expected} was not caught, only {caught}"


def main():
    allowed, results = allowed_acts(pathlib.Path(sys.argv[1])), pathlib.Path(sys.argv[2])
    problems = [*judge_probe(results, "probe", allowed), *judge_probe(results, "deep", allowed),
                *judge_changes(results, allowed)]
    loaded = [set((results / f"modules.{when}").read_text(encoding="utf-8").split())
              for when in ("before", "after")]
    if loaded[0] != loaded[1] or not loaded[0]:
        problems.append(f"kernel modules were loaded: {sorted(loaded[1] - loaded[0])}")
    print("\n".join(problems) or "nothing but what is allowed")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
