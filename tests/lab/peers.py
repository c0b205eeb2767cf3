# SPDX-License-Identifier: Apache-2.0
"""What the ordinary tools say of each fact, in the snapshot's own words."""
import functools
import ipaddress
import json
import re


class Said:
    """The files that guest/facts.sh left, each parsed once."""

    def __init__(self, directory):
        self.directory = directory

    @functools.lru_cache(maxsize=None)
    def text(self, name):
        return (self.directory / name).read_text(encoding="utf-8")

    @functools.lru_cache(maxsize=None)
    def json(self, name):
        text = self.text(name).strip()
        return json.loads(text) if text else None

    def one(self, name, key, value):
        return next(item for item in self.json(name) if item[key] == value)

    def link(self, netdev):
        return self.one("ip.link", "ifname", netdev)

    def device(self, name):
        return self.one("rdma.dev", "ifname", name)

    def port(self, name, number):
        return next(p for p in self.json("rdma.link")
                    if p["ifname"] == name and p["port"] == number)

    def ethtool(self, netdev, label):
        match = re.search(rf"^\s*{re.escape(label)}: (.*)$", self.text(f"ethtool.{netdev}"), re.M)
        return match.group(1).strip() if match else None

    def dcb(self, what, netdev):
        return self.json(f"dcb.{what}.{netdev}")

    def ibv(self, device, label):
        match = re.search(rf"^\s*{re.escape(label)}:\s*(.*)$", self.text(f"ibv.{device}"), re.M)
        return match.group(1).strip() if match else None


def mtu_of(text):
    return int(text.split()[0])


def verbs_speed(said, device, _port):
    width = int(said.ibv(device, "active_width").split("X")[0])
    gbps = float(said.ibv(device, "active_speed").split()[0])
    return int(width * gbps * 1000)


def gids(said, device, _port):
    """{index: (gid, type)} as ibv_devinfo -v lists them."""
    found = {}
    for index, gid, kind in re.findall(r"GID\[\s*(\d+)\]:\s*(\S+?), (.*)$",
                                       said.text(f"ibv.{device}"), re.M):
        kinds = {"RoCE v2": "roce_v2", "RoCE v1": "roce_v1", "IB/RoCE v1": "roce_v1"}
        found[int(index)] = (gid, kinds[kind.strip()])
    return found


def gid_text(gid):
    """A GID in one spelling, so that 00:00 groups and ::ffff:a.b.c.d do not differ."""
    return ipaddress.IPv6Address(gid)


class Gid(str):
    """Compares as an address, prints as text."""

    def __eq__(self, other):
        return gid_text(self) == gid_text(other)

    __hash__ = str.__hash__


OPER_STATES = {"UP": "up", "DOWN": "down", "UNKNOWN": "unknown", "LOWERLAYERDOWN":
               "lower_layer_down", "DORMANT": "dormant", "TESTING": "testing"}


def addresses(said, netdev):
    rows = said.one("ip.addr", "ifname", netdev)["addr_info"]
    flags = ("nodad", "optimistic", "dadfailed", "deprecated", "tentative")
    found = [{"address": r["local"], "family": {"inet": "ipv4", "inet6": "ipv6"}[r["family"]],
              "prefix_length": r["prefixlen"], "scope": r["scope"],
              "flags": [flag for flag in flags if r.get(flag)]} for r in rows]
    return sorted(found, key=lambda r: (r["family"], r["address"]))


class Rows(list):
    """Compares without regard to order."""

    def __eq__(self, other):
        def flat(rows):
            return sorted(json.dumps(row, sort_keys=True) for row in rows)
        return flat(self) == flat(other)


def below(said, netdev):
    """Netdevs directly under one: the slaves of a bond, the parent of a VLAN."""
    slaves = [r["ifname"] for r in said.json("ip.link") if r.get("master") == netdev]
    parent = said.link(netdev).get("link")
    return slaves or ([parent] if parent else [])


def lowers(said, netdev):
    under = below(said, netdev)
    return sorted({w for u in under for w in lowers(said, u)}) if under else [netdev]


def uppers(said, netdev):
    found = set()
    for row in said.json("ip.link"):
        name = row["ifname"]
        if netdev in below(said, name):
            found |= {name, *uppers(said, name)}
    return sorted(found)


def by_index(table, count=8):
    """{"0": x, …} or [x, …] as dcb prints it, as a list."""
    if isinstance(table, dict):
        return [table[str(i)] for i in range(count) if str(i) in table]
    return list(table)


def pfc(key):
    return lambda said, netdev: said.dcb("pfc", netdev)[key]


def pfc_enabled(said, netdev):
    return [i for i, on in enumerate(by_index(said.dcb("pfc", netdev)["prio_pfc"])) if on]


def ets(key):
    return lambda said, netdev: by_index(said.dcb("ets", netdev)[key])


APP_KEYS = {"ethtype_prio": "ethertype", "stream_port_prio": "stream_port",
            "dgram_port_prio": "dgram_port", "port_prio": "any_port", "dscp_prio": "dscp"}


def app(said, netdev):
    rows = Rows()
    for key, entries in said.dcb("app", netdev).items():
        if key == "default_prio":
            rows += [{"selector": "ethertype", "protocol": 0, "priority": p} for p in entries]
        for protocol, priority in entries if key in APP_KEYS else []:
            rows.append({"selector": APP_KEYS[key], "protocol": int(protocol),
                         "priority": priority})
    return rows


def dcbx(key):
    return lambda said, netdev: bool(said.dcb("dcbx", netdev).get(key, False))


def max_rate(said, netdev):
    # dcb takes the kernel's kilobits (include/uapi/linux/dcbnl.h) for bytes a second, so only the
    # bare number can be compared.
    return by_index(said.dcb("maxrate", netdev)["tc_maxrate"])


def fec_configured(said, netdev):
    names = {"rs": "rs", "baser": "baser", "off": "none", "llrs": "llrs"}
    configured = said.json(f"ethtool.fec.{netdev}")[0]["config"]
    return sorted(names[c.lower()] for c in configured if c.lower() in names)


def fec_active(said, netdev):
    active = said.json(f"ethtool.fec.{netdev}")[0]["active"]
    return {"RS": "rs", "BaseR": "baser", "Off": "none", "LLRS": "llrs"}[active[0]]


def pause(label):
    # ethtool 6.1 prints true for each in JSON, whatever it is; its text is right.
    def read(said, netdev):
        text = said.text(f"ethtool.pause.{netdev}")
        return re.search(rf"^{label}:\s*(on|off)$", text, re.M).group(1) == "on"
    return read


def pfc_storm_prevention_ms(said, netdev):
    """None where the driver has no such setting: then ethtool prints none."""
    match = re.search(r"^pfc-prevention-tout: (\d+)$", said.text(f"ethtool.tunable.{netdev}"), re.M)
    return match and int(match.group(1))


def max_supported_speed(said, netdev):
    text = said.text(f"ethtool.{netdev}")
    block = re.search(r"Supported link modes:(.*?)Supported pause", text, re.S).group(1)
    return max(int(speed) for speed in re.findall(r"(\d+)base", block))


D, P, N = "host.devices.", "host.devices.ports.", "host.netdevs."
EXPECTED = {
    "host.hostname": lambda said: said.text("uname").split()[0],
    "host.kernel_release": lambda said: said.text("uname").split()[1],
    "host.machine": lambda said: said.text("uname").split()[2],
    "host.boot_id": lambda said: said.text("boot_id").strip(),
    "host.rdma_namespace_mode": lambda said: said.text("rdma.system").split()[1],
    D + "name": lambda said, d: said.device(d)["ifname"],
    D + "index": lambda said, d: said.device(d)["ifindex"],
    D + "driver": lambda said, d: re.search(
        r"driver: (\S+)", said.text(f"ethtool.driver.{said.port(d, 1)['netdev']}")).group(1),
    D + "pci_address": lambda said, d: re.search(
        r"bus-info: (\S+)", said.text(f"ethtool.driver.{said.port(d, 1)['netdev']}")).group(1),
    D + "node_guid": lambda said, d: said.device(d)["node_guid"],
    D + "system_image_guid": lambda said, d: said.device(d)["sys_image_guid"],
    D + "firmware_version": lambda said, d: said.device(d)["fw"],
    D + "board_id": lambda said, d: said.ibv(d, "board_id"),
    D + "hca_type": lambda said, d: said.text(f"hca_type.{d}").strip(),
    D + "max_speed_mbps": lambda said, d: max_supported_speed(said, said.port(d, 1)["netdev"]),
    P + "number": lambda said, d, p: said.port(d, p)["port"],
    P + "state": lambda said, d, p: said.port(d, p)["state"].lower(),
    P + "physical_state": lambda said, d, p: said.port(d, p)["physical_state"].lower(),
    P + "netdev": lambda said, d, p: said.port(d, p)["netdev"],
    P + "gid_table_length": lambda said, d, p: int(said.ibv(d, "gid_tbl_len")),
    P + "active_mtu_bytes": lambda said, d, p: mtu_of(said.ibv(d, "active_mtu")),
    P + "max_mtu_bytes": lambda said, d, p: mtu_of(said.ibv(d, "max_mtu")),
    P + "verbs_speed_mbps": verbs_speed,
    P + "gids.index": lambda said, d, p, i: i if i in gids(said, d, p) else None,
    P + "gids.gid": lambda said, d, p, i: Gid(gids(said, d, p)[i][0]),
    P + "gids.type": lambda said, d, p, i: gids(said, d, p)[i][1],
    P + "gids.netdev": lambda said, d, p, i: gid_netdev(said, d, i),
    N + "name": lambda said, n: said.link(n)["ifname"],
    N + "ifindex": lambda said, n: said.link(n)["ifindex"],
    N + "link_kind": lambda said, n: said.link(n).get("linkinfo", {}).get("info_kind", ""),
    N + "driver": lambda said, n: re.search(
        r"driver: (\S+)", said.text(f"ethtool.driver.{n}")).group(1),
    N + "pci_address": lambda said, n: said.link(n)["parentdev"],
    N + "mac_address": lambda said, n: said.link(n)["address"],
    N + "admin_up": lambda said, n: "UP" in said.link(n)["flags"],
    N + "carrier": lambda said, n: "NO-CARRIER" not in said.link(n)["flags"],
    N + "oper_state": lambda said, n: OPER_STATES[said.link(n)["operstate"]],
    N + "carrier_down_count": lambda said, n: int(said.text(f"carrier_down_count.{n}")),
    N + "mtu_bytes": lambda said, n: said.link(n)["mtu"],
    N + "max_mtu_bytes": lambda said, n: said.link(n)["max_mtu"],
    N + "addresses": lambda said, n: Rows(addresses(said, n)),
    N + "uppers": uppers,
    N + "lowers": lowers,
    N + "link.speed_mbps": lambda said, n: int(said.ethtool(n, "Speed").removesuffix("Mb/s")),
    N + "link.lanes": lambda said, n: int(said.ethtool(n, "Lanes")),
    N + "link.duplex": lambda said, n: said.ethtool(n, "Duplex").lower(),
    N + "link.autoneg": lambda said, n: said.ethtool(n, "Auto-negotiation") == "on",
    N + "link.max_speed_mbps": max_supported_speed,
    N + "pause.autoneg": pause("Autonegotiate"),
    N + "pause.rx": pause("RX"),
    N + "pause.tx": pause("TX"),
    N + "fec.configured": fec_configured,
    N + "fec.automatic": lambda said, n: "Auto" in said.json(f"ethtool.fec.{n}")[0]["config"],
    N + "fec.active": fec_active,
    N + "dcb.pfc.enabled": pfc_enabled,
    N + "dcb.pfc.max_classes": pfc("pfc_cap"),
    N + "dcb.pfc.macsec_bypass": pfc("macsec_bypass"),
    N + "dcb.pfc.delay_raw": pfc("delay"),
    N + "dcb.pfc.requests": pfc("requests"),
    N + "dcb.pfc.indications": pfc("indications"),
    N + "dcb.ets.willing": lambda said, n: said.dcb("ets", n)["willing"],
    N + "dcb.ets.credit_based_shaper": lambda said, n: said.dcb("ets", n)["cbs"],
    N + "dcb.ets.max_classes": lambda said, n: said.dcb("ets", n)["ets_cap"],
    N + "dcb.ets.prio_tc": ets("prio_tc"),
    N + "dcb.ets.tc_tsa": ets("tc_tsa"),
    N + "dcb.ets.tc_bandwidth_percent": ets("tc_bw"),
    N + "dcb.app": app,
    N + "dcb.dcbx.host": dcbx("host"),
    N + "dcb.dcbx.lld_managed": dcbx("lld_managed"),
    N + "dcb.dcbx.cee": dcbx("cee"),
    N + "dcb.dcbx.ieee": dcbx("ieee"),
    N + "dcb.dcbx.static_configured": dcbx("static"),
    N + "dcb.buffer.prio_buffer": lambda said, n: by_index(said.dcb("buffer", n)["prio_buffer"]),
    N + "dcb.buffer.buffer_size_bytes": lambda said, n: by_index(
        said.dcb("buffer", n)["buffer_size"]),
    N + "dcb.buffer.total_size_bytes": lambda said, n: said.dcb("buffer", n)["total_size"],
    N + "dcb.tc_max_rate_kbps": max_rate,
    N + "dcb.pfc_storm_prevention_ms": pfc_storm_prevention_ms,
}


def gid_netdev(said, device, index):
    """As the kernel's own file of the slot says."""
    return re.search(rf"^{index}:(.*)$", said.text(f"gid_netdevs.{device}"), re.M).group(1)


# Read of ports alone.
COUNTERS = {N + name for name in ("statistics", "standard_statistics", "counters_at_us",
                                  "link_down_count")}


def unknown_is_right(path, names, value, said):
    """None when no tool has an answer either, else what is wrong with the unknown."""
    reason = value["unknown"]
    netdev = names[0] if path.startswith(N) else None
    if netdev and path.startswith(N + "dcb"):
        text = said.text(f"dcb.pfc.{netdev}").strip()
        return None if not text or reason == "not_collected" else f"unknown {reason}; dcb answers"
    if path == N + "pci_address":
        return None if "parentdev" not in said.link(netdev) else "unknown; ip has parentdev"
    if path.startswith((N + "cc", N + "module", N + "phy", N + "prio")) or path in COUNTERS:
        return None if "parentdev" not in said.link(netdev) else f"unknown {reason} of a port"
    if path in (N + "link", N + "pause", N + "fec", N + "driver"):
        carries = any(p.get("netdev") == netdev for p in said.json("rdma.link"))
        return None if not carries else f"unknown {reason} on an RDMA port's netdev"
    if path in (N + "link.speed_mbps", N + "link.duplex", N + "link.lanes"):
        label = {"speed_mbps": "Speed", "duplex": "Duplex", "lanes": "Lanes"}[path.split(".")[-1]]
        said_so = said.ethtool(netdev, label)
        return None if not said_so or "Unknown" in said_so else f"unknown {reason}, not {said_so}"
    if path == N + "fec.active":
        active = said.json(f"ethtool.fec.{netdev}")[0]["active"]
        return None if active == ["None"] else f"unknown {reason}, not {active}"
    if path == N + "max_mtu_bytes":
        return None if said.link(netdev)["max_mtu"] == 0 else f"unknown {reason}"
    return f"unknown {reason}: {value.get('detail')}"


def missing_objects(snapshot, said):
    """Objects that the tools list and the snapshot lacks."""
    host = snapshot["host"]
    for kind, names, expected in (
            ("netdev", {n["name"] for n in host["netdevs"]},
             {r["ifname"] for r in said.json("ip.link")}),
            ("device", {d["name"] for d in host["devices"]},
             {r["ifname"] for r in said.json("rdma.dev")})):
        if names != expected:
            yield f"{kind}s differ: {sorted(names ^ expected)}"
    for device in host["devices"]:
        for port in device["ports"]:
            if "unknown" in port["gids"]:
                yield f"GIDs of {device['name']}: {port['gids']}"
                continue
            listed = {g["index"] for g in port["gids"]}
            expected = set(gids(said, device["name"], port["number"]))
            if listed != expected:
                yield f"GIDs of {device['name']} differ: {sorted(listed ^ expected)}"
