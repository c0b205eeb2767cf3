#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Judges what guest/unprivileged.sh left: an ordinary user gets root's verdict and sees no less;
where one device node and one file are closed to him, exactly the facts behind them are unknown.

usage: judge_unprivileged.py RESULT_DIR
"""
import json
import pathlib
import sys

# What only /dev/infiniband/uverbs3 and the closed sysfs file tell.
CLOSED = {
    "host.devices.mlx5_3.dmabuf",
    "host.devices.mlx5_3.ports.1.active_mtu_bytes",
    "host.devices.mlx5_3.ports.1.max_mtu_bytes",
    "host.devices.mlx5_5.board_id",
}

REFUSED = ["system-device-file-refused", "system-device-file-restricted"]

# What the kernel shows only to CAP_SYS_ADMIN: the configuration space of PCI functions behind byte
# 64. Rules that stand on it are open for the user, and none of them decides the verdict.
CONFIGURATION_SPACE = {"max_payload_bytes", "max_read_request_bytes", "relaxed_ordering",
                       "extended_tag", "acs", "ats"}
ITS_RULES = ("pcie-payload-unlike-path", "pcie-read-request-small", "pcie-relaxed-ordering-off",
             "system-lockdown")


def is_configuration_space(fact):
    return (fact.startswith("host.pci_devices.") and fact.split(".")[-1] in CONFIGURATION_SPACE or
            fact == "host.system.lockdown")


def apart(facts):
    """The configuration space by itself, and everything else"""
    space = {fact: why for fact, why in facts.items() if is_configuration_space(fact)}
    return space, {fact: why for fact, why in facts.items() if fact not in space}


def without_its_rules(outcomes):
    return {id: outcome for id, outcome in outcomes.items() if not id.startswith(ITS_RULES)}


def unknown_facts(value, path=""):
    """path → reason"""
    if isinstance(value, dict):
        if "unknown" in value:
            yield path, value["unknown"]
            return
        for key, inner in value.items():
            yield from unknown_facts(inner, f"{path}.{key}")
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            names = inner if isinstance(inner, dict) else {}
            key = names.get("name", names.get("number", names.get("index", at)))
            yield from unknown_facts(inner, f"{path}.{key}")


def difference(expected, got):
    """Only what is not in both, where they are tables"""
    if not isinstance(expected, dict):
        return f"{expected}, got {got}"
    keys = [key for key in {**expected, **got} if expected.get(key) != got.get(key)]
    return ", ".join(f"{key}: {expected.get(key)}, got {got.get(key)}" for key in keys)


def main():
    results = pathlib.Path(sys.argv[1])
    problems = []

    def read(name):
        return json.loads((results / name).read_text(encoding="utf-8"))

    def expect(what, expected, got):
        print(f"{'ok' if expected == got else 'FAILED'}: {what}")
        if expected != got:
            problems.append(f"{what}: expected {difference(expected, got)}")

    who = ("root", "user", "closed")
    reports = {name: read(f"{name}.json") for name in who}
    unknown = {
        name: dict(unknown_facts(read(f"{name}.snapshot.json")["host"], "host")) for name in who
    }
    outcomes = {
        name: {f["id"]: f["outcome"] for f in reports[name]["findings"]} for name in who
    }
    expect("root's host is ready", "ready", reports["root"]["verdict"])
    expect("and the user's", "ready", reports["user"]["verdict"])
    expect("with the same findings", without_its_rules(outcomes["root"]),
           without_its_rules(outcomes["user"]))
    space, others = apart(unknown["user"])
    expect("the user sees what root sees", apart(unknown["root"])[1], others)
    expect("but not the configuration space", {"permission"}, set(space.values()))
    new = {fact: why for fact, why in unknown["closed"].items() if fact not in unknown["user"]}
    expect("exactly what is closed is unknown", {fact: "permission" for fact in CLOSED}, new)
    failed = sorted(f["rule"] for f in reports["closed"]["findings"] if f["outcome"] == "fail")
    expect("and it is told that the node is closed", REFUSED, failed)
    print("\n".join(problems) or "no problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
