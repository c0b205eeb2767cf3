#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fact by fact: what the snapshot says equals what rdma, ip, dcb, ethtool and ibv_devinfo print in
the same VM. A known fact that no peer vouches for fails too, unless UNVOUCHED says why.

usage: compare_facts.py RESULT_DIR
"""
import collections
import json
import pathlib
import sys

import peers
import peers_counters
import peers_host

EXPECTED = {**peers.EXPECTED, **peers_counters.EXPECTED, **peers_host.EXPECTED}

# Facts that no tool of Debian 12 prints, with the reason.
UNVOUCHED = {
    "host.verbs_library": "only a library that opened can be asked; ibv_devinfo ran, so it did",
    "host.devices.protocol": "rdma of iproute2 6.1 does not print it",
    "host.devices.index": "compared by netdevs: rdma -j calls it ifindex",
    "host.devices.dmabuf": "no tool asks for it",
    "host.devices.virtual_function": "the lab has physical functions only",
    "host.devices.physical_function": "the lab has physical functions only",
}

# One value each, whatever names are in them.
MAPS = {"hw_counters", "counters", "statistics", "standard_statistics", "parameters", "fixed",
        "running", "stored"}
# Objects by a number that is their key.
OBJECTS_BY_NUMBER = {"prio"}


def leaves(value, path=(), names=()):
    """(dotted path without names, names on the way, value) of every known or unknown fact."""
    if isinstance(value, dict) and "unknown" not in value and not is_map(path):
        for key, inner in value.items():
            if path and path[-1] in OBJECTS_BY_NUMBER and key.isdigit():
                yield from leaves(inner, path, names + (key,))
            else:
                yield from leaves(inner, path + (key,), names)
    elif isinstance(value, list) and value and isinstance(value[0], dict) and key_of(value[0]):
        for inner in value:
            yield from leaves(inner, path, names + (inner[key_of(inner)],))
    else:
        yield ".".join(path), names, value


def key_of(item):
    keys = ("name", "number", "index", "lane", "handle", "path")
    return next((key for key in keys if key in item), None)


def is_map(path):
    """pause.statistics and fec.statistics are structs."""
    return bool(path) and path[-1] in MAPS and path[-2] not in ("pause", "fec")


def compare(snapshot, said):
    counts = collections.Counter()
    problems = []
    for path, names, value in leaves({"host": snapshot["host"]}):
        if isinstance(value, dict) and "unknown" in value:
            diagnostic = unknown_is_right(path, names, value, said)
            counts["unknown, and the tools have no answer either"] += diagnostic is None
        elif path in EXPECTED:
            expected = EXPECTED[path](said, *names)
            diagnostic = None if expected == value else f"is {value!r}, the tools say {expected!r}"
            counts["equal"] += diagnostic is None
        elif path in UNVOUCHED:
            diagnostic = None
            counts["not printed by any tool"] += 1
        else:
            diagnostic = "no peer vouches for it"
        if diagnostic:
            problems.append(f"{path} of {'/'.join(map(str, names))} {diagnostic}")
    return counts, problems


def unknown_is_right(path, names, value, said):
    """None when no tool has an answer either, else what is wrong with the unknown."""
    diagnostic = peers_host.unknown_is_right(path, names, value, said)
    if diagnostic is not True:
        return diagnostic
    if path not in peers_counters.EXPECTED or is_below_lowers(path, names, said):
        return peers.unknown_is_right(path, names, value, said)
    expected = peers_counters.EXPECTED[path](said, *names)
    return None if expected is None else f"unknown {value['unknown']}, the tools say {expected!r}"


def is_below_lowers(path, names, said):
    """Counters of bonds, VLANs and loopback are nobody's."""
    return path.startswith(peers.N) and "parentdev" not in said.link(names[0])


def without_times(snapshot):
    """Two probes of an unchanged host differ in time only: its counters stand still."""
    probe = snapshot["probe"]
    for key in ("duration_us", "modules"):
        probe.pop(key, None)
    snapshot.pop("taken_at")
    ports = [port for device in snapshot["host"]["devices"] for port in device["ports"]]
    for item in snapshot["host"]["netdevs"] + ports:
        item.pop("counters_at_us", None)
    return snapshot


def print_costs(probe):
    """Emulated: only how they stand to each other means something."""
    costs = {module["id"]: module["duration_us"] // 1000 for module in probe["modules"]}
    print(f"{probe['duration_us'] // 1000:5} ms for the probe of eight NICs:",
          ", ".join(f"{name} {cost}" for name, cost in sorted(costs.items(), key=lambda c: -c[1])))


def main():
    results = pathlib.Path(sys.argv[1])

    def read(name):
        return json.loads((results / name).read_text(encoding="utf-8"))

    snapshot, again, exclusive = map(read, ("snapshot.json", "snapshot_again.json",
                                            "exclusive.json"))
    for taken in (snapshot, again):
        taken["host"].pop("pci_devices")  # compare_pcie.py
    print_costs(snapshot["probe"])
    counts, problems = compare(snapshot, peers.Said(results))
    if exclusive["host"]["rdma_namespace_mode"] != "exclusive":
        problems.append(f"the mode is {exclusive['host']['rdma_namespace_mode']}, not exclusive")
    if without_times(snapshot) != without_times(again):
        problems.append("two probes of an unchanged host differ")
    for missing in peers.missing_objects(snapshot, peers.Said(results)):
        problems.append(missing)
    for what, count in sorted(counts.items()):
        print(f"{count:5} facts {what}")
    print("\n".join(problems) or "every fact agrees")
    return 1 if problems or counts["equal"] < 1500 else 0


if __name__ == "__main__":
    sys.exit(main())
