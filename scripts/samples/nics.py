# SPDX-License-Identifier: Apache-2.0
"""RDMA devices and netdevs of the sample hosts."""
from samples.counters import fec_statistics, netdev_counters, pause_statistics, port_counters
from samples.facts import ONLY_DEEP, gid_of, not_told, pci_of

ALONE = {"rp_filter": 0, "arp_ignore": 0, "arp_announce": 0, "arp_filter": 0, "accept_local": 0}


def dcb():
    """What `mlnx_qos` shows on a ConnectX-7 that is set up for DSCP 26 on priority 3."""
    app = [{"selector": "dscp", "protocol": dscp, "priority": dscp // 8} for dscp in range(64)]
    return {
        "pfc": {"enabled": [3], "max_classes": 8, "macsec_bypass": False, "delay_raw": 0,
                "requests": [0] * 8, "indications": [0] * 8},
        "ets": {"willing": False, "credit_based_shaper": False, "max_classes": 8,
                "prio_tc": list(range(8)),
                "tc_tsa": ["ets", "ets", "ets", "ets", "ets", "ets", "strict", "ets"],
                "tc_bandwidth_percent": [10, 5, 5, 60, 5, 5, 0, 10]},
        "app": app,
        "dcbx": {"host": True, "lld_managed": False, "cee": False, "ieee": True,
                 "static_configured": False},
        "buffer": {"prio_buffer": [0, 0, 0, 1, 0, 0, 0, 0],
                   "buffer_size_bytes": [262016, 262016, 0, 0, 0, 0, 0, 0],
                   "total_size_bytes": 524032},
        "tc_max_rate_kbps": [0] * 8,
        "pfc_storm_prevention_ms": 8000,
    }


def congestion_control(netdev):
    """What the driver of the kernel shows of it without --deep: nothing."""
    no_switch = {"unknown": "unsupported", "detail": "mlx5 has no such switch"}
    ofed_only = {"unknown": "unsupported",
                 "detail": "only the OFED drivers show a switch for each priority, in "
                           f"/sys/class/net/{netdev}/ecn"}
    return {"enabled": no_switch, "reaction_point": ofed_only, "notification_point": ofed_only,
            "sends_ecn_capable": no_switch,
            "cnp": {"dscp": ONLY_DEEP, "priority": ONLY_DEEP, "priority_mode": ONLY_DEEP},
            "parameters": ONLY_DEEP}


def connection_manager(device):
    """Nobody made its directory."""
    why = {"unknown": "not_found",
           "detail": f"nobody has made /sys/kernel/config/rdma_cm/{device}: \"cma_roce_mode -d "
                     f"{device} -p 1\" and \"cma_roce_tos -d {device} -p 1\" do, and show it"}
    return {"default_roce_mode": why, "default_roce_tos": why}


def traffic_classes(device):
    return {"unknown": "unsupported",
            "detail": f"no /sys/class/infiniband/{device}/tc/1/traffic_class: only the OFED drivers "
                      "have it"}


def stacking():
    return {kind: {"unknown": "unsupported", "detail": f"it is {detail}"}
            for kind, detail in (("vlan", "no vlan"), ("bond", "no bond"),
                                 ("bond_slave", "in no bond"), ("vrf_table", "no vrf"))}


def no_neighbor(netdev):
    return {"unknown": "not_found", "detail": f"lldpd has heard nothing at {netdev}: the firmware of "
                                              "the NIC may keep LLDP to itself"}


def rail_netdev(rail):
    name = f"ens{rail + 1}np0"
    return {
        "name": name, "ifindex": rail + 4, "link_kind": "", "driver": "mlx5_core",
        "pci_address": pci_of(rail), "mac_address": f"a0:88:c2:00:41:{rail:02x}",
        "admin_up": True, "carrier": True, "oper_state": "up", "carrier_down_count": 0,
        "mtu_bytes": 9000, "max_mtu_bytes": 9978,
        "addresses": [{"address": f"10.{rail + 1}.4.17", "family": "ipv4", "prefix_length": 16,
                       "scope": "global", "flags": []}],
        "uppers": [], "lowers": [name], **stacking(), "ipv4": ALONE,
        "neighbours": {"usable": 64, "incomplete": 0, "failed": 0},
        "lldp": {"system_name": f"leaf{rail + 1}", "chassis_id": f"02:00:00:00:00:{rail + 1:02x}",
                 "port_id": "Ethernet1/17", "port_description": "gpu0417"},
        "link": {"speed_mbps": 400000, "lanes": 4, "duplex": "full", "autoneg": True,
                 "max_speed_mbps": 400000},
        "pause": {"autoneg": False, "rx": False, "tx": False, "statistics": pause_statistics()},
        "fec": {"configured": ["rs"], "automatic": False, "active": "rs",
                "statistics": fec_statistics(rail)},
        "dcb": dcb(), "cc": congestion_control(name), "module": ONLY_DEEP,
        **netdev_counters(rail),
    }


def rail_device(rail):
    netdev = f"ens{rail + 1}np0"
    link_local = f"fe80::a288:c2ff:fe00:41{rail:02x}"
    address = gid_of(f"10.{rail + 1}.4.17")
    gids = [{"index": index, "gid": gid, "type": kind, "netdev": netdev}
            for index, (gid, kind) in enumerate([(link_local, "roce_v1"), (link_local, "roce_v2"),
                                                 (address, "roce_v1"), (address, "roce_v2")])]
    return {
        "name": f"mlx5_{rail}", "index": rail, "protocol": "roce", "driver": "mlx5_core",
        "pci_address": pci_of(rail), "node_guid": f"a088:c203:0000:41{rail:02x}",
        "system_image_guid": f"a088:c203:0000:41{rail:02x}", "firmware_version": "28.43.2566",
        "hca_type": "MT4129", "board_id": "MT_0000000838", "virtual_function": False,
        "max_speed_mbps": 400000, "dmabuf": True,
        "ports": [{
            "number": 1, "state": "active", "physical_state": "link_up", "netdev": netdev,
            "gid_table_length": 255, "active_mtu_bytes": 4096, "max_mtu_bytes": 4096,
            "verbs_speed_mbps": 400000, "gids": gids,
            "cm": connection_manager(f"mlx5_{rail}"),
            "traffic_classes": traffic_classes(f"mlx5_{rail}"), **port_counters(rail)}],
    }


def management_netdev():
    """On board, no RDMA: what the host is reached by."""
    unsupported = {"unknown": "unsupported", "detail": "DCB_CMD_IEEE_GET: Operation not supported",
                   "errno": 95}
    return {
        "name": "eno1", "ifindex": 2, "link_kind": "", "driver": "ixgbe",
        "pci_address": "0000:04:00.0", "mac_address": "3c:ec:ef:00:04:17",
        "admin_up": True, "carrier": True, "oper_state": "up", "carrier_down_count": 1,
        "mtu_bytes": 1500, "max_mtu_bytes": 9710,
        "addresses": [{"address": "192.168.4.17", "family": "ipv4", "prefix_length": 20,
                       "scope": "global", "flags": []}],
        "uppers": [], "lowers": ["eno1"], **stacking(),
        "link": {"speed_mbps": 10000, "lanes": 1, "duplex": "full", "autoneg": True,
                 "max_speed_mbps": 10000},
        "pause": {"autoneg": True, "rx": False, "tx": False},
        "fec": {"unknown": "unsupported", "detail": "ETHTOOL_MSG_FEC_GET: Operation not supported",
                "errno": 95},
        "dcb": {key: unsupported for key in ("pfc", "ets", "app", "dcbx", "buffer",
                                             "tc_max_rate_kbps", "pfc_storm_prevention_ms")},
    }


def spare_port():
    """The second port of a storage NIC, without cable and address: not used, so not judged."""
    netdev = rail_netdev(0)
    netdev.update(name="ens9f1np1", ifindex=13, pci_address="0000:c4:00.1",
                  mac_address="a0:88:c2:00:49:01", carrier=False, oper_state="down",
                  mtu_bytes=1500, addresses=[], lowers=["ens9f1np1"],
                  neighbours={"usable": 0, "incomplete": 0, "failed": 0},
                  lldp=no_neighbor("ens9f1np1"))
    netdev["link"] = {"speed_mbps": not_told("speed"), "lanes": not_told("lane count"),
                      "duplex": not_told("duplex"), "autoneg": True, "max_speed_mbps": 25000}
    netdev["fec"] = {"configured": [], "automatic": True, "active": not_told("active FEC")}
    netdev["dcb"]["pfc"]["enabled"] = []
    netdev["cc"] = congestion_control("ens9f1np1")
    device = rail_device(0)
    device.update(name="mlx5_8", index=8, pci_address="0000:c4:00.1",
                  node_guid="a088:c203:0000:4901", system_image_guid="a088:c203:0000:4900",
                  firmware_version="26.43.2566", hca_type="MT4127", board_id="MT_0000000531",
                  max_speed_mbps=25000)
    device["ports"][0].update(state="down", physical_state="disabled", netdev="ens9f1np1",
                              active_mtu_bytes=1024, verbs_speed_mbps=25000,
                              gids=[{"index": 0, "gid": "fe80::a288:c2ff:fe00:4901",
                                     "type": "roce_v1", "netdev": "ens9f1np1"},
                                    {"index": 1, "gid": "fe80::a288:c2ff:fe00:4901",
                                     "type": "roce_v2", "netdev": "ens9f1np1"}],
                              cm=connection_manager("mlx5_8"),
                              traffic_classes=traffic_classes("mlx5_8"))
    return netdev, device


def virtual_function():
    """Of the first rail, given to nobody yet: its physical function is judged."""
    netdev = rail_netdev(0)
    refused = {"unknown": "unsupported", "detail": "DCB_CMD_IEEE_GET: Operation not supported",
               "errno": 95}
    netdev.update(name="ens1f0v0", ifindex=14, pci_address="0000:18:00.2",
                  mac_address="a6:11:20:00:41:00", admin_up=False, carrier=False,
                  oper_state="down", mtu_bytes=1500, addresses=[], lowers=["ens1f0v0"],
                  neighbours={"usable": 0, "incomplete": 0, "failed": 0},
                  lldp=no_neighbor("ens1f0v0"))
    netdev["fec"] = {"unknown": "unsupported",
                     "detail": "ETHTOOL_MSG_FEC_GET: Operation not supported", "errno": 95}
    netdev["dcb"] = {key: refused for key in ("pfc", "ets", "app", "dcbx", "buffer",
                                              "tc_max_rate_kbps", "pfc_storm_prevention_ms")}
    netdev["cc"] = congestion_control("ens1f0v0")
    device = rail_device(0)
    device.update(name="mlx5_9", index=9, pci_address="0000:18:00.2",
                  node_guid="0000:0000:0000:0000", hca_type="MT4126", virtual_function=True)
    device["ports"][0].update(state="down", physical_state="disabled", netdev="ens1f0v0",
                              active_mtu_bytes=1024, gids=[], cm=connection_manager("mlx5_9"),
                              traffic_classes=traffic_classes("mlx5_9"))
    return netdev, device
