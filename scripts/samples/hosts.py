# SPDX-License-Identifier: Apache-2.0
"""The two sample hosts: a healthy one, and the same with faults."""
import copy

from samples.facts import RAILS, not_told
from samples.nics import (management_netdev, no_neighbor, rail_device, rail_netdev, spare_port,
                          virtual_function)
from samples.system import (bound_addresses, devlink_device, kernel_module, no_nvidia_driver,
                            pci_devices, routing, system)

MODULES = ["addressing", "cc", "counters", "devlink", "dmabuf", "fec", "gid", "inventory", "link",
           "lldp", "modules", "mtu", "pause", "pcie", "pfc", "roce_cm", "speed", "system"]


def healthy():
    devices = [rail_device(rail) for rail in range(RAILS)]
    netdevs = [rail_netdev(rail) for rail in range(RAILS)] + [management_netdev()]
    for netdev, device in (spare_port(), virtual_function()):
        netdevs.append(netdev)
        devices.append(device)
    return {
        "schema": "rocelint.snapshot/1", "tool_version": "0.1.0",
        "taken_at": "2027-03-02T03:12:44Z",
        "probe": {
            "root": "", "effective_uid": 0,
            "capabilities": ["cap_dac_read_search", "cap_ipc_lock", "cap_net_admin",
                             "cap_net_raw", "cap_sys_admin", "cap_sys_rawio"],
            "initial_user_namespace": True, "host_network_namespace": True, "interrupted": False,
            "duration_us": 187000,
            "modules": [{"id": module, "outcome": "done", "detail": "",
                         "duration_us": 9000 + 2300 * place}
                        for place, module in enumerate(MODULES)]},
        "host": {
            "hostname": "gpu0417", "kernel_release": "6.8.0-45-generic", "machine": "x86_64",
            "boot_id": "5b0c5f0e-7c1f-4d43-9a0d-0a41d7e00417", "rdma_namespace_mode": "shared",
            "verbs_library": True, "devices": devices, "netdevs": netdevs,
            "routing": routing(), "bound_addresses": bound_addresses(),
            "devlink": [devlink_device(device["pci_address"]) for device in devices],
            "modules": [kernel_module("ib_core", "3BE1E7C2B4D9A1F05C6A7E1"),
                        kernel_module("mlx5_core", "5F3A1B9E7C2D4E6F8A0B1C3"),
                        kernel_module("mlx5_ib", "1D2C3B4A5F6E7D8C9B0A1F2")],
            "gpu": no_nvidia_driver(), "system": system(),
            "pci_devices": [device for rail in range(RAILS) for device in pci_devices(rail)]},
    }


def by_name(things, name):
    return next(thing for thing in things if thing["name"] == name)


def faulty():
    """One fault of each kind that on-call people meet, each on a rail of its own."""
    host = copy.deepcopy(healthy())
    host["host"].update(hostname="gpu0418", boot_id="0d9c1f7a-3b52-4c2f-8a6e-0a41d7e00418")
    netdevs, devices = host["host"]["netdevs"], host["host"]["devices"]
    for netdev in netdevs:
        for address in netdev["addresses"]:
            address["address"] = address["address"].replace("4.17", "4.18")
    for device in devices:
        for gid in device["ports"][0]["gids"]:
            gid["gid"] = gid["gid"].replace("4.17", "4.18")
    for bound in host["host"]["bound_addresses"]:
        bound["address"] = bound["address"].replace("4.17", "4.18")
    for way in host["host"]["routing"]["routes"]:
        way["source"] = way["source"].replace("4.17", "4.18")
    for netdev in netdevs:
        if "port_id" in netdev.get("lldp", {}):
            netdev["lldp"].update(port_id="Ethernet1/18", port_description="gpu0418")

    # PFC was switched off, by hand or by a driver reload without the QoS service.
    by_name(netdevs, "ens6np0")["dcb"]["pfc"]["enabled"] = []

    # The cable of a rail is out.
    netdev = by_name(netdevs, "ens4np0")
    netdev.update(carrier=False, oper_state="down", carrier_down_count=7,
                  lldp=no_neighbor("ens4np0"))
    netdev["link"].update(speed_mbps=not_told("speed"), lanes=not_told("lane count"),
                          duplex=not_told("duplex"))
    netdev["fec"]["active"] = not_told("active FEC")
    by_name(devices, "mlx5_3")["ports"][0].update(state="down", physical_state="disabled")

    # A netdev that came up with the default MTU holds the RoCE MTU at 1024.
    by_name(netdevs, "ens2np0")["mtu_bytes"] = 1500
    by_name(devices, "mlx5_1")["ports"][0]["active_mtu_bytes"] = 1024

    # Global pause beside PFC: mlx5 has it on by default.
    by_name(netdevs, "ens3np0")["pause"].update(rx=True, tx=True)

    # Not as root, and one device node is not readable: what verbs know of it is unknown.
    host["probe"].update(effective_uid=1000, capabilities=[])
    refused = {"unknown": "permission",
               "detail": "ibv_open_device: Permission denied", "errno": 13}
    by_name(devices, "mlx5_7")["ports"][0].update(active_mtu_bytes=refused, max_mtu_bytes=refused)
    return host
