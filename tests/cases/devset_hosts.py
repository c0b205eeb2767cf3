# SPDX-License-Identifier: Apache-2.0
"""Turns the neutral facts of a set of cases into snapshots of rocelint.

What is not in the facts is left out, so that it is unknown. Three things are taken for granted: all
NICs of the set are ConnectX (driver mlx5_core, where it matters ConnectX-7); a host that names no device has one RoCE port, since
without one there is nothing to judge; and one where peer memory matters has a GPU.
"""
import copy
import re

BRIDGE = "0000:{bus:02x}:00.0"
UNLIMITED = 9223372036854775807
ACS = {"SrcValid": "source_validation", "TransBlk": "translation_blocking",
       "ReqRedir": "request_redirect", "CmpltRedir": "completion_redirect",
       "UpstreamFwd": "upstream_forwarding", "EgressCtrl": "egress_control",
       "DirectTrans": "direct_translated"}


def snapshot_of(host, counters_at_us=None):
    """One host of the set as a snapshot."""
    minute = (counters_at_us or 0) // 60_000_000
    out = {"schema": "rocelint.snapshot/1", "tool_version": "", "taken_at": f"2027-03-02T03:{minute:02}:00Z",
           "probe": {"root": ""}, "host": {"hostname": host.get("name", "host"), "boot_id": "1",
                                           "devices": [], "netdevs": []}}
    for device in host.get("devices") or [{"device": "mlx5_0"}]:
        add_device(out["host"], device, counters_at_us)
    add_host_facts(out["host"], host)
    add_routing(out["host"], host)
    add_job(out, host)
    return out


def add_device(host, device, counters_at_us):
    index = len(host["devices"])
    function = f"0000:{16 * (index + 1) + 1:02x}:00.0"
    netdev = device.get("netdev", f"eth{index}")
    port = {"number": device.get("port", 1), "gid_table_length": 256,
            "netdev": netdev or {"unknown": "not_found"}}
    copy_into(port, device, {"active_mtu": "active_mtu_bytes"})
    for name, key in (("state", "state"), ("phys_state", "physical_state")):
        if name in device:
            port[key] = device[name].lower()
    if "gids" in device:
        port["gids"] = [{"index": gid["index"], "gid": gid["gid"], "type": "roce_" + gid["type"],
                         **({"netdev": gid["netdev"]} if "netdev" in gid else {})}
                        for gid in device["gids"]]
    if "global_tclass" in device:
        port["traffic_classes"] = [{"match": "", "traffic_class": device["global_tclass"]}]
    if "cma_roce_tos" in device:
        port["cm"] = {"default_roce_tos": device["cma_roce_tos"]}
    if counters_at_us is not None:
        port["counters_at_us"] = counters_at_us
    host["devices"].append({"name": device["device"], "protocol": "roce", "driver": "mlx5_core",
                            "pci_address": function, "ports": [port]})
    if netdev:
        host["netdevs"].append(netdev_of(netdev, device, function, counters_at_us))
    if "pcie" in device:
        add_pcie(host, device["pcie"], function, 16 * (index + 1))


def netdev_of(name, device, function, counters_at_us):
    netdev = {"name": name, "driver": "mlx5_core", "pci_address": function, "link_kind": "",
              "uppers": [], "lowers": [name]}
    copy_into(netdev, device, {"netdev_mtu": "mtu_bytes", "link_downed": "carrier_down_count"})
    if "rate_gbps" in device:
        netdev["link"] = {"speed_mbps": device["rate_gbps"] * 1000}
    if "addrs" in device:
        netdev["addresses"] = [address(text) for text in device["addrs"]]
    if "qos" in device:
        netdev["dcb"] = dcb_of(device["qos"])
    if counters_at_us is not None:
        netdev["counters_at_us"] = counters_at_us
    return netdev


def copy_into(target, source, names):
    for name, key in names.items():
        if name in source:
            target[key] = source[name]


def address(text):
    where, bits = text.split("/")
    return {"address": where, "family": "ipv6" if ":" in where else "ipv4",
            "prefix_length": int(bits), "scope": "global", "flags": []}


def dcb_of(qos):
    dcb = {}
    if "dcbx" in qos:
        by_host = qos["dcbx"] == "os"
        dcb["dcbx"] = {"host": by_host, "lld_managed": not by_host, "cee": False, "ieee": True,
                       "static_configured": False}
    if "pfc" in qos:
        dcb["pfc"] = {"enabled": [i for i, on in enumerate(qos["pfc"]) if on], "max_classes": 8,
                      "macsec_bypass": False, "delay_raw": 0, "requests": [0] * 8, "indications": [0] * 8}
    app = qos.get("app_dscp")
    if qos.get("dscp2prio") == "dscp/8":
        app = [[dscp, dscp // 8] for dscp in range(64)]
    if app is not None:  # without entries mlx5 trusts PCP, with some DSCP
        dcb["app"] = [{"selector": "dscp", "protocol": dscp, "priority": priority}
                      for dscp, priority in app]
    if "prio2buffer" in qos:
        dcb["buffer"] = {"prio_buffer": qos["prio2buffer"], "buffer_size_bytes": qos["buffer_bytes"],
                         "total_size_bytes": sum(qos["buffer_bytes"])}
    if isinstance(qos.get("ets"), dict):
        dcb["ets"] = ets_of(qos["ets"])
    return dcb


def ets_of(classes):
    ets = {"willing": False, "credit_based_shaper": False, "max_classes": 8, "prio_tc": [0] * 8, "tc_tsa": ["ets"] * 8,
           "tc_bandwidth_percent": [0] * 8}
    for tc, (tsa, share, priorities) in classes.items():
        ets["tc_tsa"][int(tc)] = tsa
        ets["tc_bandwidth_percent"][int(tc)] = 100 if share is None else share
        for priority in priorities:
            ets["prio_tc"][priority] = int(tc)
    return ets


def link_of(text):
    """{speed, width} of "8GT/s x16"."""
    speed, width = re.fullmatch(r"([\d.]+)GT/s x(\d+)", text).groups()
    return int(float(speed) * 1000), int(width)


def add_pcie(host, pcie, function, bus):
    speed, width = link_of(pcie["cur"])
    max_speed, max_width = link_of(pcie["max"])
    bridge = BRIDGE.format(bus=bus)
    most = {"max_link_speed_mtps": max_speed, "max_link_width": max_width}
    host.setdefault("pci_devices", []).extend([
        {"address": bridge, "parent": "", "host_bridge": "pci", "class_code": "0x060400", **most},
        {"address": function, "parent": bridge, "class_code": "0x020000", "vendor_id": "0x15b3",
         "link_speed_mtps": speed, "link_width": width, **most}])


def add_host_facts(host, given):
    if "pci" in given:
        host["pci_devices"] = pci_tree(given["pci"]["tree"], host)
    if "modules" in given:
        host["modules"] = [{"name": name} for name in given["modules"]]
        host["gpu"] = {"peer_memory": bool(given.get("memory_peers"))}
        if "nvidia" in given["modules"]:
            host["gpu"].update(nvidia_version="550.54.15", nvidia_open=given.get("open", False))
        add_gpu(host)
    if "dmabuf" in given:
        host["devices"][0]["dmabuf"] = given["dmabuf"]
    if "CmaTotal_kb" in given:
        host["system"] = {"cma_total_bytes": given["CmaTotal_kb"] * 1024}
    copy_into(host, given, {"kernel": "kernel_release", "machine": "machine"})
    if given.get("container"):
        host.setdefault("system", {})["container"] = "kubernetes"


def add_gpu(host):
    function = host["devices"][0]["pci_address"]
    host.setdefault("pci_devices", []).extend([
        {"address": function, "parent": "", "class_code": "0x020000", "vendor_id": "0x15b3",
         "iommu_group_type": "identity"},
        {"address": "0000:e1:00.0", "parent": "", "class_code": "0x030200", "vendor_id": "0x10de"}])


def pci_tree(tree, host):
    """The rows of an lspci tree; "same ACSCtl" is that of the row before."""
    functions, acs = [], None
    for bus, parent, what in tree:
        function = {"address": f"0000:{bus}", "parent": f"0000:{parent}" if parent else "",
                    "class_code": "0x060400"}
        if "ACSCtl" in what:
            flags = {key: f"{name}+" in what for name, key in ACS.items()}
            acs = acs if what.endswith("same ACSCtl") else flags
            function["acs"] = copy.deepcopy(acs)
        elif what.startswith("gpu"):
            function.update(class_code="0x030200", vendor_id="0x10de")
        elif what.startswith("nic"):
            function.update(class_code="0x020000", vendor_id="0x15b3", device_id="0x1021")
            host["devices"][0]["name"] = what.split()[1]
            host["devices"][0]["pci_address"] = function["address"]
        functions.append(function)
    return functions


def add_routing(host, given):
    if "sysctl" not in given:
        return
    settings = {name.removeprefix("all."): value for name, value in given["sysctl"].items()
                if name.startswith("all.")}
    if not settings:
        return
    host["routing"] = {
        "ipv4_all": {"arp_filter": 0, **settings},
        "rules": [source_rule(i, text) for i, text in enumerate(given.get("rules", []))]
        + [rule(32766, "", 254)],
        "routes": [route for netdev in host["netdevs"] for route in connected(netdev)]}
    for netdev in host["netdevs"]:  # the kernel's own
        netdev["ipv4"] = {"arp_ignore": 0, "arp_announce": 0, "arp_filter": 0, "rp_filter": 0}


def rule(priority, source, table):
    return {"family": "ipv4", "priority": priority, "source": source, "destination": "",
            "input_netdev": "", "output_netdev": "", "table": table}


def source_rule(index, text):
    source, table = re.fullmatch(r"from (\S+) lookup (\d+)", text).groups()
    return rule(100 + index, source + "/32", int(table))


def connected(netdev):
    """The routes that come with addresses."""
    for own in netdev.get("addresses", []):
        network = own["address"].rsplit(".", 1)[0] + ".0/" + str(own["prefix_length"])
        yield {"family": "ipv4", "destination": network, "table": 254, "netdev": netdev["name"],
               "gateway": "", "source": own["address"], "metric": 0, "from": ""}


def add_job(out, given):
    job = {}
    if given.get("env"):
        job["settings"] = {name: {"value": value, "origin": "job.env"}
                           for name, value in given["env"].items()}
        for name in given["env"].get("NCCL_SOCKET_IFNAME", "").split(","):
            if name and name not in [netdev["name"] for netdev in out["host"]["netdevs"]]:
                out["host"]["netdevs"].append({"name": name, "lowers": [name], "uppers": []})
    if "limits" in given:
        limit = given["limits"]["memlock_kb"]
        limit_bytes = UNLIMITED if limit == "unlimited" else limit * 1024
        job["limits"] = {"memlock_bytes": limit_bytes, "memlock_hard_bytes": limit_bytes}
        job.setdefault("settings", {"unknown": "permission"})
    if job:
        out["job"] = job
