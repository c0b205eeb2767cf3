# SPDX-License-Identifier: Apache-2.0
"""What is around the NICs of the sample hosts: the operating system, routes, the PCI tree."""
from samples.facts import ONLY_DEEP, RAILS, not_counted, pci_of, root_port_of
from samples.nics import ALONE


def limits(memlock, open_files):
    return {"memlock_bytes": memlock, "memlock_hard_bytes": memlock, "open_files": 1024,
            "open_files_hard": open_files}


def system():
    """A node of a Slurm cluster: what systemd gives to its services is not what jobs get."""
    unlimited = (1 << 63) - 1
    nodes = ["rdma_cm"] + [f"uverbs{number}" for number in range(RAILS + 2)]
    return {
        "os_name": "Ubuntu 24.04.1 LTS",
        "command_line": "BOOT_IMAGE=/vmlinuz root=LABEL=root ro iommu=pt", "lockdown": "none",
        "container": "", "limits": limits(unlimited, 1048576),
        "systemd_limits": limits(8 << 20, 512 << 10),
        "launchers": [{"name": "slurmd", "limits": limits(unlimited, 131072)},
                      {"name": "sshd", "limits": limits(8 << 20, 512 << 10)}],
        "shm_bytes": 1_081_918_177_280, "max_map_count": 1048576, "cma_total_bytes": 0,
        "numa_balancing": 0,
        "numa_nodes": 2, "rdma_cgroup": [],
        "device_nodes": [{"path": f"/dev/infiniband/{node}", "mode": "0666", "owner": "0:0",
                          "usable": True} for node in nodes],
        "cpu_governors": ["performance"], "daemons": ["chronyd", "irqbalance", "lldpd"],
        "clock_synchronized": True,
        "firewall": {"nf_tables": True, "ip_tables": False, "input_chains": ONLY_DEEP,
                     "ipsec_policies": ONLY_DEEP}}


def kernel_module(name, source_version):
    return {"name": name, "version": {"unknown": "not_found",
                                      "detail": f"/sys/module/{name}/version: No such file or "
                                                "directory"},
            "source_version": source_version, "out_of_tree": False,
            "disk_version": {"unknown": "unsupported", "detail": "the file is compressed"},
            "disk_source_version": {"unknown": "unsupported", "detail": "the file is compressed"}}


def devlink_device(address):
    absent = {"unknown": "unsupported", "detail": "the parameter has no value of this kind"}
    return {"handle": f"pci/{address}", "driver": "mlx5_core", "versions": ONLY_DEEP,
            "parameters": {name: {"runtime": absent, "driverinit": "true", "permanent": absent}
                           for name in ("enable_eth", "enable_rdma", "enable_roce")},
            "health": [{"name": name, "healthy": True, "error_count": 0, "recover_count": 0}
                       for name in ("fw", "fw_fatal")]}


def no_nvidia_driver():
    why = {"unknown": "not_found", "detail": "NVIDIA's driver is not loaded"}
    return {"peer_memory": False, "nvidia_version": why, "nvidia_open": why}


def route(destination, netdev, gateway="", source=""):
    return {"family": "ipv4", "destination": destination, "table": 254, "netdev": netdev,
            "gateway": gateway, "source": source, "metric": 0, "from": "",
            "type": "unicast", "preference": "medium", "next_hops": 1}


def rule(family, priority, table):
    return {"family": family, "priority": priority, "source": "", "destination": "",
            "input_netdev": "", "output_netdev": "", "table": table,
            "action": "to_table", "suppress_prefixlen": -1}


def routing():
    """A subnet for each rail; all that is not RDMA goes by the management port."""
    return {
        "ipv4_all": {**ALONE, "rp_filter": 2},
        "routes": [route(f"10.{rail + 1}.0.0/16", f"ens{rail + 1}np0", source=f"10.{rail + 1}.4.17")
                   for rail in range(RAILS)] + [route("default", "eno1", gateway="192.168.0.1")],
        "rules": [rule("ipv4", 0, 255), rule("ipv4", 32766, 254), rule("ipv4", 32767, 253),
                  rule("ipv6", 0, 255), rule("ipv6", 32766, 254)],
        "ipv4_neighbours": {"entries": 517, "limit": 16384},
        "ipv6_neighbours": {"entries": 9, "limit": 16384}}


def bound_addresses():
    return [{"address": f"10.{rail + 1}.4.17", "device": f"mlx5_{rail}", "port": 1}
            for rail in range(RAILS)]


def pci_devices(rail):
    """A NIC in a Gen5 slot of its own socket."""
    none = not_counted("its errors")
    link = {"link_speed_mtps": 32000, "max_link_speed_mtps": 32000, "link_width": 16,
            "max_link_width": 16, "max_payload_bytes": 512, "extended_tag": True}
    quiet = {"aer_correctable": none, "aer_nonfatal": none, "aer_fatal": none}
    root_port = {
        "address": root_port_of(rail), "parent": "", "host_bridge": f"pci{root_port_of(rail)[:7]}",
        "class_code": "0x060400", "vendor_id": "0x8086", "device_id": "0x352a",
        "driver": "pcieport", "numa_node": rail // 4, **link, "max_read_request_bytes": 128,
        "relaxed_ordering": False,
        "acs": {"source_validation": False, "translation_blocking": False,
                "request_redirect": False, "completion_redirect": False,
                "upstream_forwarding": False, "egress_control": False,
                "direct_translated": False},
        "ats": not_counted("ATS"), "iommu_group_type": "identity", **quiet}
    nic = {
        "address": pci_of(rail), "parent": root_port_of(rail),
        "host_bridge": f"pci{root_port_of(rail)[:7]}",
        "class_code": "0x020000", "vendor_id": "0x15b3", "device_id": "0x1021",
        "driver": "mlx5_core", "numa_node": rail // 4, **link, "max_read_request_bytes": 4096,
        "relaxed_ordering": True, "acs": not_counted("ACS"), "ats": False,
        "iommu_group_type": "identity",
        "aer_correctable": {"BadDLLP": 0, "BadTLP": 0, "RxErr": 0, "TOTAL_ERR_COR": 0},
        "aer_nonfatal": {"CmpltTO": 0, "TOTAL_ERR_NONFATAL": 0},
        "aer_fatal": {"DLP": 0, "TOTAL_ERR_FATAL": 0}}
    return [root_port, nic]
