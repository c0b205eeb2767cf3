# SPDX-License-Identifier: Apache-2.0
"""Hosts that fit the example policies: docs/examples/hosts/*.json, made from the sample host."""
import copy
import json
import subprocess


def pages(_root, rocelint):
    sample = json.loads(subprocess.run([rocelint, "demo", "healthy", "--snapshot"], check=True,
                                       capture_output=True).stdout)
    hosts = {"broadcom-eos": broadcom, "sonic": sonic, "storage-compute": storage_and_compute}
    return {f"examples/hosts/{name}.json":
            json.dumps(make(sample), ensure_ascii=False, separators=(",", ":")) + "\n"
            for name, make in hosts.items()}


def with_rails(sample, rails, hostname):
    """The sample with only its first ports and the management netdev."""
    host = copy.deepcopy(sample)
    system = host["host"]
    system["hostname"] = hostname
    system["devices"] = [device for device in system["devices"] if device["index"] < rails]
    names = {device["ports"][0]["netdev"] for device in system["devices"]}
    system["netdevs"] = [netdev for netdev in system["netdevs"] if netdev["name"] in names | {"eno1"}]
    system["bound_addresses"] = system["bound_addresses"][:rails]
    functions = {device["pci_address"] for device in system["devices"]}
    parents = {device["parent"] for device in system["pci_devices"]
               if device["address"] in functions}
    system["pci_devices"] = [device for device in system["pci_devices"]
                             if device["address"] in functions | parents]
    system["devlink"] = [device for device in system["devlink"]
                         if device["handle"].removeprefix("pci/") in functions]
    system["routing"]["routes"] = [route for route in system["routing"]["routes"]
                                   if route["netdev"] in names | {"eno1"}]
    return host


def ports(host):
    """(device, netdev) of each rail."""
    netdevs = {netdev["name"]: netdev for netdev in host["host"]["netdevs"]}
    return [(device, netdevs[device["ports"][0]["netdev"]]) for device in host["host"]["devices"]]


def rename(host, old, new):
    return json.loads(json.dumps(host).replace(f'"{old}"', f'"{new}"'))


def lossless(netdev, dscp_to_priority):
    """Sets DSCP map and PFC, and maps all lossless priorities to the second buffer."""
    dcb = netdev["dcb"]
    priorities = sorted(set(dscp_to_priority.values()))
    for entry in dcb["app"]:
        entry["priority"] = dscp_to_priority.get(entry["protocol"], entry["protocol"] // 8)
    dcb["pfc"]["enabled"] = priorities
    dcb["buffer"]["prio_buffer"] = [int(priority in priorities) for priority in range(8)]
    others = [tc for tc in range(8) if tc not in [*priorities, 6]]  # 6 is strict: the CNPs
    share = 40 // len(others)
    dcb["ets"]["tc_bandwidth_percent"] = [
        share if tc in others else 0 if tc == 6 else
        (100 - share * len(others)) // len(priorities) for tc in range(8)]


def sonic(sample):
    host = with_rails(sample, 2, "gpu0501")
    for _, netdev in ports(host):
        lossless(netdev, {3: 3, 4: 4})
    return host


def storage_and_compute(sample):
    """Two 400G ports for jobs, two of 100G for storage in a class of its own."""
    host = with_rails(sample, 4, "gpu0701")
    for device, netdev in ports(host)[2:]:
        lossless(netdev, {32: 4})
        device.update(board_id="MT_0000000359", firmware_version="22.43.2566", hca_type="MT4125",
                      max_speed_mbps=100000)
        device["ports"][0]["verbs_speed_mbps"] = 100000
        netdev["link"].update(speed_mbps=100000, lanes=2, max_speed_mbps=100000)
    return rename(rename(host, "ens3np0", "stor0"), "ens4np0", "stor1")


BROADCOM_COUNTERS = {
    "local_ack_timeout_err": "to_retransmits", "np_cnp_sent": "tx_cnp_pkts",
    "np_ecn_marked_roce_packets": "rx_ecn_marked_pkts", "out_of_sequence": "oos_drop_count",
    "packet_seq_err": "seq_err_naks_rcvd", "rnr_nak_retry_err": "rnr_naks_rcvd",
    "rp_cnp_handled": "rx_cnp_pkts", "out_of_buffer": "out_of_buffer"}


def broadcom(sample):
    host = with_rails(sample, 2, "gpu0301")
    for device, netdev in ports(host):
        be_broadcom(device, netdev)
    for old, new in (("mlx5_0", "bnxt_re0"), ("mlx5_1", "bnxt_re1"), ("mlx5_core", "bnxt_en"),
                     ("mlx5_ib", "bnxt_re")):
        host = rename(host, old, new)
    for device in host["host"]["devlink"]:
        device["parameters"] = {}
    return host


def be_broadcom(device, netdev):
    """As Broadcom's script configures Thor2: one lossless class, CNPs on priority 7."""
    unsupported = {"unknown": "unsupported", "detail": "the driver does not report it"}
    device.update(hca_type="bnxt_re", board_id=unsupported, firmware_version="232.1.132.8")
    port = device["ports"][0]
    port["hw_counters"] = {BROADCOM_COUNTERS[name]: value
                           for name, value in port["hw_counters"].items()
                           if name in BROADCOM_COUNTERS}
    port["counters"] = {}
    netdev["statistics"] = {"rx_good_frames": netdev["phy"]["rx_packets"],
                            "tx_good_frames": netdev["phy"]["tx_packets"]}
    dcb = netdev["dcb"]
    dcb["pfc"]["max_classes"] = 1
    dcb["app"] = [{"selector": "dscp", "protocol": dscp, "priority": priority}
                  for dscp, priority in ((26, 3), (48, 7))]
    dcb["ets"].update(max_classes=3, prio_tc=[0, 0, 0, 1, 0, 0, 0, 2],
                      tc_tsa=["ets", "ets", "strict"], tc_bandwidth_percent=[50, 50, 0])
    dcb.update(buffer=unsupported, tc_max_rate_kbps=unsupported)
    netdev["cc"].update(enabled=True, sends_ecn_capable=True,
                        cnp={"dscp": 48, "priority": 7, "priority_mode": "fixed"},
                        parameters={"enable_cc": 1, "tos_ecn": 1, "alt_vlan_dscp": 48})
