#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each PCI function of the snapshot against lspci -vvv in the same VM, fact by fact; and an ordinary
user's snapshot against root's: it lacks the configuration space and nothing else.

usage: compare_pcie.py RESULT_DIR
"""
import json
import pathlib
import re
import sys

SPACE = ("max_payload_bytes", "max_read_request_bytes", "relaxed_ordering", "extended_tag", "acs",
         "ats")
ACS = {"source_validation": "SrcValid", "translation_blocking": "TransBlk",
       "request_redirect": "ReqRedir", "completion_redirect": "CmpltRedir",
       "upstream_forwarding": "UpstreamFwd", "egress_control": "EgressCtrl",
       "direct_translated": "DirectTrans"}
UNITS = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


class Unread:
    """Equal to an unknown with that reason."""

    def __init__(self, reason):
        self.reason = reason

    def __eq__(self, other):
        return isinstance(other, dict) and other.get("unknown") == self.reason

    def __repr__(self):
        return f"unknown ({self.reason})"


class Function:
    """What lspci prints of one."""

    def __init__(self, block, ids):
        self.block = block
        self.address = block.split()[0]
        self.ids = ids

    def find(self, pattern):
        match = re.search(pattern, self.block)
        return match.groups() if match else None

    def one(self, pattern, otherwise):
        found = self.find(pattern)
        return found[0] if found else otherwise

    def link(self, name):
        speed, width = self.find(rf"{name}:.*?Speed ([\d.]+)GT/s.*?, Width x(\d+)")
        return int(float(speed) * 1000), int(width)

    def flag(self, block, name):
        """The sign behind a name in the lines from BLOCK on."""
        return self.find(rf"{block}:(?s:.*?){name}([+-])")[0] == "+"

    def largest_region(self):
        """Of those that can be mapped as memory: a GPU's is."""
        sizes = re.findall(r"Region \d: Memory at .*, prefetchable\) \[size=(\d+)([KMG])\]",
                           self.block)
        return max((int(number) * UNITS[unit] for number, unit in sizes),
                   default=Unread("not_found"))


class Tree:
    def __init__(self, results):
        text = (results / "lspci").read_text(encoding="utf-8")
        ids = dict(line.split(" ", 1) for line in
                   (results / "lspci.ids").read_text(encoding="utf-8").splitlines())
        self.functions = {}
        for block in text.strip().split("\n\n"):
            function = Function(block, ids[block.split()[0]])
            self.functions[function.address] = function
        self.iommu = (results / "iommu").read_text(encoding="utf-8")
        self.aer = (results / "aer").read_text(encoding="utf-8")

    def parent(self, function):
        bus = function.address.split(":")[1]
        for other in self.functions.values():
            if other.one(r"Bus: primary=\w+, secondary=(\w+)", None) == bus:
                return other.address
        return ""

    def host_bridge(self, function):
        above = self.parent(function)
        if above:
            return self.host_bridge(self.functions[above])
        return "pci" + ":".join(function.address.split(":")[:2])

    def iommu_type(self, function):
        group = function.one(r"IOMMU group: (\d+)", None)
        return re.search(rf"^{group}/type:(.*)$", self.iommu, re.M).group(1)

    def errors(self, function, kind):
        if function.find("(Advanced Error Reporting)") is None:
            return Unread("unsupported")
        rows = re.findall(rf"^{function.address}/aer_dev_{kind}:(\S+) (\d+)$", self.aer, re.M)
        return {name: int(value) for name, value in rows}

    def expected(self):
        """NICs, GPUs and the bridges above them."""
        found = set()
        for function in self.functions.values():
            if not re.match(r"\S+ (Ethernet controller|3D controller)", function.block):
                continue
            found.add(function.address)
            while above := self.parent(function):
                found.add(above)
                function = self.functions[above]
        return found


def expected(tree, function):
    """What each fact must be."""
    kind, vendor, device = re.findall(r'"([0-9a-f]{4})"', function.ids)[:3]
    interface = re.search(r"-p([0-9a-f]{2})", function.ids)
    facts = {
        "address": function.address,
        "parent": tree.parent(function),
        "host_bridge": tree.host_bridge(function),
        "class_code": f"0x{kind}{interface.group(1) if interface else '00'}",
        "vendor_id": f"0x{vendor}",
        "device_id": f"0x{device}",
        "driver": function.one(r"Kernel driver in use: (\S+)", Unread("not_found")),
        "numa_node": Unread("not_found"),
        "iommu_group_type": tree.iommu_type(function),
        "acs": Unread("unsupported"),
        "ats": Unread("unsupported"),
        "largest_bar_bytes": function.largest_region(),
        "virtual_functions": Unread("unsupported"),
    }
    if node := function.find(r"NUMA node: (\d+)"):
        facts["numa_node"] = int(node[0])
    facts["link_speed_mtps"], facts["link_width"] = function.link("LnkSta")
    facts["max_link_speed_mtps"], facts["max_link_width"] = function.link("LnkCap")
    payload, request = function.find(r"DevCtl:(?s:.*?)MaxPayload (\d+) bytes, MaxReadReq (\d+)")
    facts["max_payload_bytes"], facts["max_read_request_bytes"] = int(payload), int(request)
    facts["relaxed_ordering"] = function.flag("DevCtl", "RlxdOrd")
    facts["extended_tag"] = function.flag("DevCtl", "ExtTag")
    if function.find("(ACSCtl)"):
        facts["acs"] = {name: function.flag("ACSCtl", label) for name, label in ACS.items()}
    if function.find("(ATSCtl)"):
        facts["ats"] = function.flag("ATSCtl", "Enable")
    for name in ("correctable", "nonfatal", "fatal"):
        facts[f"aer_{name}"] = tree.errors(function, name)
    return facts


def compare(tree, devices):
    """(how many facts are equal, what is not)"""
    equal, problems = 0, []
    if tree.expected() != set(devices):
        problems.append(f"functions differ: {sorted(tree.expected() ^ set(devices))}")
    for address, device in devices.items():
        peer = expected(tree, tree.functions[address])
        for fact in sorted(peer.keys() | device.keys()):
            if fact not in peer:
                problems.append(f"{fact} of {address}: no peer vouches for it")
            elif peer[fact] != device.get(fact):
                problems.append(f"{fact} of {address} is {device.get(fact)!r}, "
                                f"lspci says {peer[fact]!r}")
            else:
                equal += 1
    return equal, problems


def compare_user(devices, seen_by_user):
    for address, device in devices.items():
        for fact, value in device.items():
            expected = Unread("permission") if fact in SPACE else value
            got = seen_by_user.get(address, {}).get(fact)
            if expected != got:
                yield f"{fact} of {address} is {got!r} to a user, expected {expected!r}"


def both_ways(devices):
    """A setting that is the same everywhere would prove little."""
    for fact in ("relaxed_ordering", "extended_tag", "ats"):
        values = {device[fact] for device in devices.values() if device[fact] in (True, False)}
        if not values or (fact != "ats" and len(values) < 2):
            yield f"{fact} is {values} everywhere"
    for name in ACS:
        values = {device["acs"][name] for device in devices.values() if name in device["acs"]}
        if name != "egress_control" and len(values) < 2:
            yield f"acs.{name} is {values} everywhere"


def main():
    results = pathlib.Path(sys.argv[1])

    def devices_of(name):
        snapshot = json.loads((results / name).read_text(encoding="utf-8"))
        return {device["address"]: device for device in snapshot["host"]["pci_devices"]}

    devices = devices_of("snapshot.json")
    equal, problems = compare(Tree(results), devices)
    problems += compare_user(devices, devices_of("user.snapshot.json"))
    problems += both_ways(devices)
    print(f"{equal} facts of {len(devices)} functions equal")
    print("\n".join(problems) or "every fact agrees")
    return 1 if problems or equal < 300 else 0


if __name__ == "__main__":
    sys.exit(main())
