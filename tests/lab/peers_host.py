# SPDX-License-Identifier: Apache-2.0
"""What the ordinary tools say of the host around the NICs: addresses, routes, bonds, devlink,
modules, limits, services, packet filters."""
import ipaddress
import re

from peers import D, N, Rows, gids, uppers, lowers

UNLIMITED = 9223372036854775807
S, R = "host.system.", "host.routing."


def info(said, netdev, part="info_data"):
    return said.link(netdev).get("linkinfo", {}).get(part, {})


def is_kind(said, netdev, kind):
    return said.link(netdev).get("linkinfo", {}).get("info_kind") == kind


def rdma_netdevs(said):
    found = set()
    for port in said.json("rdma.link"):
        for physical in lowers(said, port["netdev"]):
            found |= {physical, *uppers(said, physical)}
    return found


def setting(said, name):
    """sysctl writes net.ipv4.conf.eth1/100.rp_filter for eth1.100."""
    match = re.search(rf"^{re.escape(name)} = (.*)$", said.text("sysctl"), re.M)
    return int(match.group(1)) if match else None


def ipv4(name):
    return lambda said, netdev="all": setting(
        said, f"net.ipv4.conf.{netdev.replace('.', '/')}.{name}")


def prefix(text, length, family):
    if text in ("all", "default"):
        return text if text == "default" else ""
    if "/" in text:
        return text
    return f"{text}/{length or {'ipv4': 32, 'ipv6': 128}[family]}"


TABLES = {"main": 254, "default": 253, "local": 255}


def table_of(row):
    if "l3mdev" in row:
        return 0
    name = row.get("table", "main")
    return TABLES[name] if name in TABLES else int(name)


NOWHERE = ("blackhole", "unreachable", "prohibit", "throw")


def network(text, family):
    return ipaddress.ip_network({"ipv4": "0.0.0.0/0", "ipv6": "::/0"}[family]
                                if text == "default" else text)


def is_of_many_links(text, family):
    """An IPv6 route that counts for packets by other netdevs too."""
    start = network(text, family).network_address
    return family == "ipv6" and not start.is_link_local and not start.is_multicast


def routes(said):
    return Rows(row for family in ("ipv4", "ipv6") for row in routes_of(said, family))


def routes_of(said, family):
    carries, kept, others = rdma_netdevs(said), [], []
    for row in said.json(f"ip.route.{family}"):
        kind = row.get("type", "unicast")
        if kind not in ("unicast", "local", *NOWHERE) or table_of(row) == TABLES["local"]:
            continue
        is_own_address = kind == "local" and row.get("protocol") == "kernel"  # in a VRF
        if "tos" in row or is_own_address:
            continue
        hops = [hop for hop in row.get("nexthops", [row]) if "dead" not in hop.get("flags", [])]
        for hop in hops:
            route = {"family": family, "table": table_of(row), "type": kind,
                     "netdev": "" if kind in NOWHERE else hop["dev"],
                     "destination": prefix(row["dst"], None, family),
                     "gateway": hop.get("gateway", ""), "source": row.get("prefsrc", ""),
                     "metric": row.get("metric", 0),
                     "from": prefix(row.get("from", "all"), None, family),
                     "preference": row.get("pref", "medium"), "next_hops": len(hops)}
            if row["dst"] == "default" or route["netdev"] in carries:
                kept.append(route)
            elif kind != "unicast" or is_of_many_links(row["dst"], family):
                others.append(route)
    ways = [network(route["destination"], family) for route in kept if route["netdev"] in carries]
    return kept + [route for route in others if any(
        network(route["destination"], family).overlaps(way) for way in ways)]


def rules(said):
    """A condition on a mark holds for no packet of RDMA, so one that is inverted holds for all."""
    rows = Rows()
    for family in ("ipv4", "ipv6"):
        for row in said.json(f"ip.rule.{family}"):
            if "nop" in row or ("fwmark" in row and "not" not in row):
                continue
            asks = {"src": "all"} if "not" in row else row
            rows.append({"family": family, "priority": row["priority"],
                         "source": prefix(asks["src"], asks.get("srclen"), family),
                         "destination": prefix(asks.get("dst", "all"), asks.get("dstlen"), family),
                         "input_netdev": asks.get("iif", ""),
                         "output_netdev": asks.get("oif", ""), "table": table_of(row),
                         "action": row.get("action", "to_table"),
                         "suppress_prefixlen": row.get("suppress_prefixlen", -1)})
    return rows


def neighbours(said, families=("ipv4", "ipv6")):
    return [row for family in families for row in said.json(f"ip.neigh.{family}")]


def neighbours_of(*states):
    return lambda said, netdev: sum(row["dev"] == netdev and row["state"][0] in states
                                    for row in neighbours(said))


def neighbour_entries(family):
    return lambda said: sum("PERMANENT" not in row["state"] for row in neighbours(said, [family]))


def bound_addresses(said):
    """rdma_cm takes the device that has a GID of the address."""
    rows = Rows()
    for port in said.json("rdma.link"):
        device, number = port["ifname"], port["port"]
        found = {gid.removeprefix("::ffff:") for gid, kind in gids(said, device, number).values()
                 if kind == "roce_v2" and not gid.startswith("fe80")}
        rows += [{"address": address, "device": device, "port": number} for address in found]
    return rows


def bond(name):
    return lambda said, n: info(said, n).get(name)


def aggregator(name):
    return lambda said, n: info(said, n).get("ad_info", {}).get(name)


def active_slave(said, netdev):
    is_backup = info(said, netdev)["mode"] == "active-backup"
    return info(said, netdev).get("active_slave", "") if is_backup else None


def slave(name):
    return lambda said, n: info(said, n, "info_slave_data").get(name)


def devlink(said, what, handle):
    return said.json(f"devlink.{what}")[what].get(handle)


def versions(kind):
    return lambda said, h: devlink(said, "info", h)["versions"].get(kind, {})


class Parameters(dict):
    """Kinds of value that a parameter has not are unknown."""

    def __eq__(self, other):
        known = {name: {kind: value for kind, value in values.items() if isinstance(value, str)}
                 for name, values in other.items()}
        return dict(self) == known


def parameters(said, handle):
    found = Parameters()
    for row in devlink(said, "param", handle):
        found[row["name"]] = {
            value["cmode"]: str(value["value"]).lower() if isinstance(value["value"], bool)
            else str(value["value"]) for value in row["values"]}
    return found


def reporter(key):
    return lambda said, h, name: next(
        row for row in said.json("devlink.health")["health"][h] if row["reporter"] == name)[key]


def module_file(name):
    def read(said, module):
        match = re.search(rf"^{module}/{name}:(.*)$", said.text("modules"), re.M)
        return match.group(1) if match else None
    return read


def module_info(name):
    def read(said, module):
        match = re.search(rf"^{name}:\s*(\S+)$", said.text(f"modinfo.{module}"), re.M)
        return match.group(1) if match else None
    return read


def limit(resource, column):
    def read(said, service="own"):
        for line in said.text(f"prlimit.{service}").splitlines():
            name, *values = line.split()
            if name == resource:
                return UNLIMITED if values[column] == "unlimited" else int(values[column])
        return None
    return read


def input_chains(said):
    objects = said.json("nft")["nftables"]

    def in_chain(item, chain):
        rule = item.get("rule", {})
        return all(rule.get(key) == chain[value] for key, value in
                   (("family", "family"), ("table", "table"), ("chain", "name")))

    chains = [item["chain"] for item in objects if item.get("chain", {}).get("hook") == "input"]
    return {f"{c['family']} {c['table']} {c['name']}":
            (c["policy"] == "drop", sum(in_chain(item, c) for item in objects)) for c in chains}


def governors(said):
    return sorted(set(said.text("governors").split())) or None


def cma_total_bytes(said):
    """None where the kernel has no CONFIG_CMA: then it prints no such line."""
    match = re.search(r"^CmaTotal: +(\d+) kB$", said.text("meminfo"), re.M)
    return match and int(match.group(1)) * 1024


EXPECTED = {
    "host.bound_addresses": bound_addresses,
    "host.gpu.peer_memory": lambda said: said.text("peer_memory").strip() != "",
    R + "routes": routes,
    R + "rules": rules,
    N + "neighbours.usable": neighbours_of("REACHABLE", "STALE", "DELAY", "PROBE", "PERMANENT"),
    N + "neighbours.incomplete": neighbours_of("INCOMPLETE"),
    N + "neighbours.failed": neighbours_of("FAILED"),
    N + "vlan.id": lambda said, n: info(said, n)["id"],
    N + "vlan.egress_map": lambda said, n: Rows(info(said, n).get("egress_qos", [])),
    N + "vrf_table": lambda said, n: info(said, n)["table"],
    N + "bond.mode": lambda said, n: info(said, n)["mode"].replace("-", "_"),
    N + "bond.transmit_hash": bond("xmit_hash_policy"),
    N + "bond.mii_interval_ms": bond("miimon"),
    N + "bond.active_slave": active_slave,
    N + "bond.aggregator_id": aggregator("aggregator"),
    N + "bond.aggregator_ports": aggregator("num_ports"),
    N + "bond.partner_mac": aggregator("partner_mac"),
    N + "bond_slave.active": lambda said, n: slave("state")(said, n) == "ACTIVE",
    N + "bond_slave.mii_up": lambda said, n: slave("mii_status")(said, n) == "UP",
    N + "bond_slave.link_failures": slave("link_failure_count"),
    N + "bond_slave.aggregator_id": slave("ad_aggregator_id"),
    "host.devlink.handle": lambda said, h: h if devlink(said, "dev", h) is not None else None,
    "host.devlink.driver": lambda said, h: devlink(said, "info", h)["driver"],
    "host.devlink.versions.fixed": versions("fixed"),
    "host.devlink.versions.running": versions("running"),
    "host.devlink.versions.stored": versions("stored"),
    "host.devlink.parameters": parameters,
    "host.devlink.health.name": reporter("reporter"),
    "host.devlink.health.healthy": lambda said, h, r: reporter("state")(said, h, r) == "healthy",
    "host.devlink.health.error_count": reporter("error"),
    "host.devlink.health.recover_count": reporter("recover"),
    "host.modules.name": lambda said, m: m if f"\n{m} " in "\n" + said.text("lsmod") else None,
    "host.modules.version": module_file("version"),
    "host.modules.source_version": module_file("srcversion"),
    "host.modules.out_of_tree": lambda said, m: "O" in (module_file("taint")(said, m) or ""),
    "host.modules.disk_version": module_info("version"),
    "host.modules.disk_source_version": module_info("srcversion"),
    S + "os_name": lambda said: said.text("os_name").strip(),
    S + "command_line": lambda said: said.text("cmdline").rstrip("\n"),
    S + "lockdown": lambda said: re.search(r"\[(\w+)\]", said.text("lockdown")).group(1),
    S + "container": lambda said: said.text("container").strip().replace("none", ""),
    # As guest/facts.sh has written them.
    S + "systemd_limits.memlock_bytes": lambda said: UNLIMITED,
    S + "systemd_limits.memlock_hard_bytes": lambda said: UNLIMITED,
    S + "systemd_limits.open_files": lambda said: 2048,
    S + "systemd_limits.open_files_hard": lambda said: 4096,
    S + "launchers.name": lambda said, name: name if name in said.text("ps").split() else None,
    S + "shm_bytes": lambda said: int(said.text("shm").split()[-1]),
    S + "max_map_count": lambda said: setting(said, "vm.max_map_count"),
    S + "cma_total_bytes": cma_total_bytes,
    S + "numa_balancing": lambda said: setting(said, "kernel.numa_balancing"),
    S + "numa_nodes": lambda said: int(re.search(r"available: (\d+) nodes",
                                                 said.text("numactl")).group(1)),
    S + "rdma_cgroup": lambda said: Rows([{"device": "mlx5_0", "hca_handles": 100,
                                           "hca_objects": UNLIMITED}]),
    S + "device_nodes.path": lambda said, path: path if path in said.text("nodes") else None,
    S + "device_nodes.mode": lambda said, path: node(said, path)[0],
    S + "device_nodes.owner": lambda said, path: node(said, path)[1],
    S + "device_nodes.usable": lambda said, path: True,  # by root
    S + "cpu_governors": governors,
    S + "daemons": lambda said: [name for name in ("chronyd", "lldpd") if name in
                                 said.text("ps").split()],
    S + "clock_synchronized": lambda said: False,  # nothing in the VM does
    S + "firewall.nf_tables": lambda said: "\nnf_tables " in said.text("lsmod"),
    S + "firewall.ip_tables": lambda said: "\nip_tables " in said.text("lsmod"),
    S + "firewall.input_chains.name": lambda said, c: c if c in input_chains(said) else None,
    S + "firewall.input_chains.drops": lambda said, c: input_chains(said)[c][0],
    S + "firewall.input_chains.rules": lambda said, c: input_chains(said)[c][1],
    S + "firewall.ipsec_policies": lambda said: len(re.findall("^src ", said.text("xfrm"),
                                                                  re.M)),
    R + "ipv4_neighbours.entries": neighbour_entries("ipv4"),
    R + "ipv6_neighbours.entries": neighbour_entries("ipv6"),
    R + "ipv4_neighbours.limit": lambda said: setting(said, "net.ipv4.neigh.default.gc_thresh3"),
    R + "ipv6_neighbours.limit": lambda said: setting(said, "net.ipv6.neigh.default.gc_thresh3"),
}
for name in ("rp_filter", "arp_ignore", "arp_announce", "arp_filter", "accept_local"):
    EXPECTED[N + "ipv4." + name] = ipv4(name)
    EXPECTED[R + "ipv4_all." + name] = ipv4(name)
for prefix_of_limit in (S + "limits.", S + "launchers.limits."):
    for name, resource in (("memlock", "MEMLOCK"), ("open_files", "NOFILE")):
        unit = "_bytes" if name == "memlock" else ""
        EXPECTED[f"{prefix_of_limit}{name}{unit}"] = limit(resource, 0)
        EXPECTED[f"{prefix_of_limit}{name}_hard{unit}"] = limit(resource, 1)


def node(said, path):
    """(mode, owner) as stat prints them"""
    match = re.search(rf"^{path} (\d+) (\d+:\d+)$", said.text("nodes"), re.M)
    return match.group(1).zfill(4), match.group(2)


KINDS = {N + "vlan": "vlan", N + "bond": "bond", N + "vrf_table": "vrf"}


def unknown_is_right(path, names, value, said):
    """None when the tools have no answer either, True when it is not for this file to say, else what
    is wrong."""
    if path in KINDS:
        return f"unknown {value['unknown']}" if is_kind(said, names[0], KINDS[path]) else None
    if path == N + "bond_slave":
        return f"unknown {value['unknown']}" if info(said, names[0], "info_slave_data") else None
    if path.startswith((N + "ipv4", N + "neighbours")):
        return f"unknown {value['unknown']}" if names[0] in rdma_netdevs(said) else None
    if path == N + "lldp":
        return None  # nobody runs lldpd here
    if path in (D + "dmabuf", "host.gpu.nvidia_version", "host.gpu.nvidia_open"):
        return None  # the test NIC refuses protection domains, and there is no GPU driver
    if path in EXPECTED:
        expected = EXPECTED[path](said, *names)
        return None if expected is None else f"unknown {value['unknown']}, the tools say {expected!r}"
    return True
