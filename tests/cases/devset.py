#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds rocelint against a set of cases that others wrote down in neutral words.

usage: tests/cases/devset.py ROCELINT [DEVSET.json]

Each case has facts, what must be found and what must not; each variant changes some of the facts.
Without a file on the command line or in $ROCELINT_DEVSET nothing is done (exit code 77).
"""
import copy
import fnmatch
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import devset_hosts  # noqa: E402

SEVERITIES = ("info", "warning", "error", "blocker")
# What a word of the set is in rocelint: the rules any of which is the finding.
WORDS = {
    "GID_PIN_BAD": ["gid-pin-bad"], "GID_NONE": ["gid-no-v2"],
    "GID_NO_GLOBAL_V2": ["gid-no-v2", "gid-no-routable-v2"], "GID": ["gid-*"],
    "ADDR_MISSING": ["addressing-none"],
    "MTU_SMALL": ["mtu-active-below-policy", "mtu-active-1024"], "a demand for 9000": ["mtu-netdev-*"],
    "active port not used by the job": ["job-port-unused"],
    "PORT_DOWN": ["port-down"], "LINK_FLAP": ["link-flapping"], "PCIE_WIDTH": ["pcie-link-narrow"],
    "ACS_ON_P2P_PATH": ["gpu-acs-redirects"],
    "PEERMEM_MISSING": ["gdr-required-missing", "gdr-unavailable"],
    "MEMLOCK_LOW": ["job-memlock-small", "system-memlock-*"],
    "kernel fact CmaTotal": ["system-cma-none"], "sparse-table note": ["gid-table-holes"],
    "SAME_SUBNET_RAILS": ["addressing-rails-unprotected"],
    "RAIL_UNREACHABLE": ["job-rails-unreachable", "job-crosses-rails"],
    "TRUST_NOT_DSCP": ["qos-trust-not-policy"], "PFC_OFF": ["pfc-off"],
    "DSCP_NOT_LOSSLESS": ["qos-dscp-not-mapped", "path-not-lossless"],
    "PFC": ["pfc-*"], "TRUST": ["qos-trust-*"], "DSCP": ["qos-dscp-*"], "TC": ["path-*", "job-traffic-class"],
    "DCB_OWNER_CONFLICT": ["qos-dcbx-*"], "CTR_LOSS": ["transport-*", "buffer-*-discards"],
    "a finding on tos": ["cm-*", "qos-forced-*"], "any on": ["*"],
}
# Between hosts there are no findings yet (milestone 2): rocelint diff must name the fact.
DIFFERS = {"GID_PIN_SPLIT": "gids", "MTU_PEER_MISMATCH": "active_mtu_bytes", "FLEET_DRIFT": "peer_memory"}
PLANNED = ("SW_",)  # switches: milestone 2
# Variants whose change is prose, as facts.
PROSE = {
    "D02b": lambda hosts: [host.update(env={"NCCL_DEBUG": "WARN"}) for host in hosts.values()],
    "D04b": lambda hosts: [host["devices"][0].update(netdev_mtu=mtu, active_mtu=4096)
                           for host, mtu in zip(hosts.values(), (9000, 4200))],
    "D06b": lambda hosts: set_acs(hosts, ""),
    "D06c": lambda hosts: set_acs(hosts, "SrcValid+"),
    "D07b": lambda hosts: hosts["n2"].update(open=True, dmabuf=True),
    "D08c": lambda hosts: [host.update(machine="aarch64", modules=["nvidia", "nvidia_peermem"],
                                       memory_peers=["nv_mem"], env={"NCCL_DEBUG": "WARN"})
                           for host in hosts.values()],  # of a DGX Spark, says its source
    "D10c": lambda hosts: [(host["devices"][1].update(addrs=["198.51.100.10/24"]),
                            host.update(env={"NCCL_CROSS_NIC": "1"})) for host in hosts.values()],
}


def set_acs(hosts, flags):
    for host in hosts.values():
        for row in host["pci"]["tree"][1:3]:
            row[2] = f"switch down, ACSCtl {flags}"


class Rocelint:
    """The command, on snapshots in a directory of its own."""

    def __init__(self, command, directory):
        self.command, self.directory = command, pathlib.Path(directory)

    def write(self, name, snapshot):
        path = self.directory / f"{name}.json"
        path.write_text(json.dumps(snapshot), encoding="utf-8")
        return str(path)

    def run(self, *arguments):
        done = subprocess.run([self.command, *arguments], capture_output=True, encoding="utf-8")
        if not done.stdout:
            sys.exit(f"{' '.join(arguments)}: {done.stderr}")
        return done.stdout

    def failures(self, snapshot, settings, earlier=None):
        """The findings that fail. Settings are those of the policy."""
        more = [word for setting in settings for word in ("--set", setting)]
        if earlier is not None:
            more += ["--since", self.write("since", earlier)]
        report = json.loads(self.run("check", "--snapshot", self.write("host", snapshot), "--policy",
                                     "baseline", "--format", "json", *more))
        if "findings" not in report:
            sys.exit(f"nothing was judged: {report}")
        return [finding for finding in report["findings"] if finding["outcome"] == "fail"]

    def difference(self, a, b):
        return self.run("diff", self.write("a", a), self.write("b", b))


def settings_of(policy):
    """What the operator asked for, as parameters of a policy."""
    settings = []
    if "lossless_priorities" in policy:
        classes = [{"priority": p, "dscp": policy["roce_dscp"]} for p in policy["lossless_priorities"]]
        settings += [f"roce={json.dumps(classes)}", "pfc.mode=required", "trust=dscp"]
    for name, setting in (("cnp_dscp", "cnp.dscp={}"), ("active_mtu_min", "mtu.active_bytes={}"),
                          ("rails", "expect.ports={}")):
        if name in policy:
            settings.append(setting.format(policy[name]))
    if policy.get("gpudirect") == "required":
        settings.append("gdr.required=true")
    if policy.get("memlock") == "unlimited":
        settings.append(f"system.memlock_bytes={1 << 62}")
    return settings


def hosts_of(facts):
    """{name: host} of a case, by the words that its expectations use."""
    if "samples" in facts:
        return {f"t={sample['t']}": {"devices": [dict(sample, netdev="eth0", **{
            name: values[i] for name, values in facts["counters"].items()})]}
            for i, sample in enumerate(facts["samples"])}
    if "host" in facts:
        return {facts["host"]["name"]: facts["host"]}
    if "hosts" in facts:
        return {host["name"]: host for host in facts["hosts"]}
    # One machine and what was otherwise on others of its kind.
    first = facts["a"]["host"]
    hosts = {"a": first}
    for name in facts.keys() - {"a"}:
        other = copy.deepcopy(first)
        given = facts[name]
        device = other["devices"][0]
        device.update({key: value for key, value in given.items() if key in device or key == "pcie"})
        if "port_rate_gbps" in given:
            device["rate_gbps"] = given["port_rate_gbps"]
        hosts[name] = other
    return hosts


def change(hosts, variant):
    """The facts of a variant. A key is a member of the host, of its devices, or DEVICE MEMBER."""
    if variant["id"] in PROSE:
        PROSE[variant["id"]](hosts)
    for key, value in variant["change"].items():
        for host in hosts.values():
            change_host(host, key, value, variant["id"] in PROSE)


def change_host(host, key, value, is_prose):
    if key.startswith("env."):
        host.setdefault("env", {})[key.removeprefix("env.")] = value
    elif key == "memlock_kb":
        host["limits"]["memlock_kb"] = value
    elif key in ("sysctl", "rules", "CmaTotal_kb"):
        host[key] = value
    elif key == "one sample":
        host["devices"][0].update(value)
    elif not is_prose and key not in ("symptom", "nccl_version"):  # no facts of a host
        *which, member = key.split()
        for device in host["devices"]:
            if not which or device["device"] in which:
                old = device.get(member)
                device[member] = {**old, **value} if isinstance(old, dict) and member == "qos" else value


class Check:
    """One case or variant: what rocelint says of each host, and whether it is what is expected."""

    def __init__(self, rocelint, name, hosts, settings, changed):
        self.rocelint, self.name, self.hosts, self.changed = rocelint, name, hosts, changed
        self.problems, self.planned = [], []
        self.timed = all(host.startswith("t=") for host in hosts)
        at = {host: 60_000_000 * (i + 1) if self.timed else None for i, host in enumerate(hosts)}
        self.snapshots = {host: devset_hosts.snapshot_of(given, at[host])
                          for host, given in hosts.items()}
        self.found = {host: rocelint.failures(snapshot, settings)
                      for host, snapshot in self.snapshots.items()}
        self.by_one_look = dict(self.found)
        if self.timed and len(hosts) > 1:
            first, *_, last = self.snapshots.values()
            self.found[list(hosts)[-1]] = rocelint.failures(last, settings, first)

    def named_hosts(self, text):
        """Those that the text names, else all that are meant; of looks at one host the last."""
        named = [host for host in self.hosts if re.search(rf"(?<![\w=]){re.escape(host)}(?!\w)", text)]
        return named or self.changed[-1 if self.timed else 0:]

    def named_devices(self, text):
        return [name for host in self.hosts.values() for device in host.get("devices", [])
                for name in (device["device"], device.get("netdev") or "")
                if name and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)]

    @staticmethod
    def among(findings, rules, least, device=None):
        return [finding for finding in findings
                if any(fnmatch.fnmatch(finding["rule"], rule) for rule in rules)
                and SEVERITIES.index(finding["severity"]) >= SEVERITIES.index(least)
                and (device is None or device in (finding["subject"].get("device"),
                                                  finding["subject"].get("netdev")))]

    def expect(self, word, where, severity):
        if word.startswith(PLANNED):
            self.planned.append(word)
            return
        fleet = self.fleet_fact(word)
        if fleet:
            self.planned.append(word)
            if not self.differ_in(fleet):
                self.problems.append(f"{word}: rocelint diff does not show {fleet}")
            return
        least = next(name for name in SEVERITIES if name in severity)
        for host in self.named_hosts(where):
            for device in self.named_devices(where) or [None]:
                if not self.among(self.found[host], rules_of(word), least, device):
                    self.problems.append(f"{word} ({where}, {least}) is not found on {host}")

    @staticmethod
    def fleet_fact(word):
        return next((fact for name, fact in DIFFERS.items() if word.startswith(name)), None)

    def differ_in(self, fact):
        first, second, *_ = self.snapshots.values()
        return fact in self.rocelint.difference(first, second)

    def forbid(self, text):
        fleet = self.fleet_fact(text)
        if fleet:
            if self.differ_in(fleet):
                self.problems.append(f"rocelint diff shows {fleet}")
            return
        least = next((name for name in ("warning", "error") if f"as {name}" in text), "info")
        found = self.by_one_look if "from one sample" in text else self.found
        for word in text.split(" (")[0].split(", "):
            for host in self.named_hosts(text):
                devices = self.named_devices(text) or [None]
                for finding in sum((self.among(found[host], rules_of(word), least, device)
                                    for device in devices), []):
                    self.problems.append(f"{finding['id']} on {host} is forbidden ({text})")

    def nothing(self):
        for host in self.changed:
            self.problems += [f"{finding['id']} on {host}: there is to be no finding"
                              for finding in self.found[host] if finding["severity"] != "info"]


def rules_of(word):
    """The rules of a word, however the sentence around it goes on."""
    bare = re.sub(r"^[abc]: |_\*$", "", re.sub(r"\b(or any finding).*", "", word)).strip()
    names = [name for name in WORDS if bare.startswith(name)]
    if not names:
        sys.exit(f"no rule is given for \"{word}\"")
    return WORDS[max(names, key=len)]


def checks_of(case, rocelint):
    settings = settings_of(case["policy"])
    for entry in (case, *case["variants"]):
        of_case = hosts_of(case["facts"])
        hosts = copy.deepcopy(of_case)
        if entry is not case:
            if "one sample" in entry["change"]:
                hosts = dict([hosts.popitem()])
            change(hosts, entry)
        changed = [name for name, host in hosts.items() if entry is case or host != of_case[name]]
        check = Check(rocelint, entry["id"], hosts, settings, changed)
        for word, where, severity in entry["expect"]:
            check.expect(word, where, severity)
        for text in entry["must_not"]:
            check.forbid(text)
        if not entry["expect"]:
            check.nothing()
        yield check


def main():
    path = sys.argv[2] if len(sys.argv) > 2 else os.environ.get("ROCELINT_DEVSET")
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if not path:
        print("skipped: ROCELINT_DEVSET names no file")
        sys.exit(77)
    cases = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as directory:
        rocelint = Rocelint(sys.argv[1], directory)
        checks = [check for case in cases for check in checks_of(case, rocelint)]
    for check in checks:
        print(f"{check.name}: {'; '.join(check.problems) or 'right'}"
              + (f" (between hosts or on a switch, planned: {', '.join(check.planned)})"
                 if check.planned else ""))
    wrong = sum(bool(check.problems) for check in checks)
    print(f"{len(checks) - wrong} of {len(checks)} cases and variants are right")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
