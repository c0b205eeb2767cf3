# SPDX-License-Identifier: Apache-2.0
"""What the ordinary tools say of counters, modules and congestion control. An expectation of None
says that no tool has such a value, and that it must be unknown."""
import math
import re

D, P, N = "host.devices.", "host.devices.ports.", "host.netdevs."


def numbers(text):
    """"  name: 12" or "name:12", one a line."""
    return {name.strip(): int(value)
            for name, value in re.findall(r"^(.+?):\s*(\d+)$", text, re.M)}


def statistics(said, netdev):
    return numbers(said.text(f"ethtool.statistics.{netdev}")) or None


def standard(said, netdev):
    return numbers(said.text(f"ethtool.standard.{netdev}")) or None


def hw_counters(said, device, _port=1):
    row = dict(said.json(f"rdma.statistic.{device}")[0])
    return {name: value for name, value in row.items() if name not in ("ifname", "port")}


def port_counters(said, device, _port=1):
    return numbers(said.text(f"counters.{device}"))


# The mlx5 driver's names: drivers/infiniband/hw/mlx5/counters.c.
TRANSPORT = {
    "out_of_sequence": "out_of_sequence", "duplicate_request": "duplicate_request",
    "sequence_nak": "packet_seq_err", "implied_nak": "implied_nak_seq_err",
    "ack_timeout": "local_ack_timeout_err", "rnr_nak": "rnr_nak_retry_err",
    "out_of_buffer": "out_of_buffer", "icrc_error": "rx_icrc_encapsulated",
    "requester_cqe_error": "req_cqe_error", "responder_cqe_error": "resp_cqe_error",
    "adaptive_retransmission": "roce_adp_retrans", "slow_restart": "roce_slow_restart",
    "ecn_marked": "np_ecn_marked_roce_packets", "cnp_sent": "np_cnp_sent",
    "cnp_handled": "rp_cnp_handled", "cnp_ignored": "rp_cnp_ignored",
    # not counted by Linux 6.1
    "retry_exceeded": "req_transport_retries_exceeded",
    "rnr_retry_exceeded": "req_rnr_retries_exceeded",
    "discards": None,
}
# drivers/net/ethernet/mellanox/mlx5/core/en_stats.c
PHY = {
    "rx_packets": "rx_packets_phy", "tx_packets": "tx_packets_phy", "rx_bytes": "rx_bytes_phy",
    "tx_bytes": "tx_bytes_phy", "rx_discards": "rx_discards_phy",
    "tx_discards": "tx_discards_phy", "crc_errors": "rx_crc_errors_phy",
    "symbol_errors": "rx_pcs_symbol_err_phy", "oversize_packets": "rx_oversize_pkts_phy",
    "pause_rx": "rx_global_pause", "pause_tx": "tx_global_pause",
    "pause_storm_warnings": "tx_pause_storm_warning_events",
    "pause_storm_errors": "tx_pause_storm_error_events",
    "pci_buffer_overflows": "outbound_pci_buffer_overflow", "link_downs": "link_down_events_phy",
}
PRIORITY = {
    "rx_packets": "rx_prio{}_packets", "tx_packets": "tx_prio{}_packets",
    "rx_bytes": "rx_prio{}_bytes", "tx_bytes": "tx_prio{}_bytes", "pause_rx": "rx_prio{}_pause",
    "pause_tx": "tx_prio{}_pause", "pause_rx_us": "rx_prio{}_pause_duration",
    "pause_tx_us": "tx_prio{}_pause_duration",
}


def transport(name):
    return lambda said, device, _port: hw_counters(said, device).get(name)


def phy(name):
    return lambda said, netdev: (statistics(said, netdev) or {}).get(name)


def priority(name):
    return lambda said, netdev, number: statistics(said, netdev).get(name.format(number))


def priority_discards(said, netdev, number):
    """Those of the port's buffer and those of the host's."""
    found = statistics(said, netdev)
    names = [f"rx_prio{number}_{kind}" for kind in ("discards", "buf_discard", "cong_discard")]
    return sum(found[name] for name in names) if names[0] in found else None


class Between:
    """A time within the probe, in microseconds."""

    def __init__(self, said):
        self.first, self.last = (float(said.text(f"uptime.{end}").split()[0]) * 1e6
                                 for end in ("before", "after"))

    def __eq__(self, other):
        return self.first - 1e4 <= other <= self.last + 1e4

    def __repr__(self):
        return f"{self.first} to {self.last}"


def fec(kind, key):
    def read(said, netdev):
        found = said.json(f"ethtool.fec.{netdev}")[0].get("statistics", {}).get(kind)
        return found[key] if found and key in found else None
    return read


def pause_frames(direction):
    def read(said, netdev):
        return numbers(said.text(f"ethtool.pause.{netdev}")).get(f"{direction}_pause_frames")
    return read


class Near(float):
    """ethtool prints few digits."""

    def __eq__(self, other):
        return math.isclose(self, other, rel_tol=1e-3)

    __hash__ = float.__hash__


def in_module(said, netdev, label):
    """What `ethtool -m` prints behind a label, which is a pattern."""
    match = re.search(rf"^\s*{label}\s*: (.*)$", said.text(f"ethtool.module.{netdev}"), re.M)
    return match.group(1).strip() if match else None


def module_text(label):
    return lambda said, netdev: in_module(said, netdev, label)


def module_number(label, factor):
    def read(said, netdev):
        text = in_module(said, netdev, label)
        return Near(float(text.split()[0]) * factor) if text else None
    return read


LANE_LABELS = {  # CMIS | SFF-8636, factor
    "rx_power_uw": (r"(?:Receiver signal OMA|Rcvr signal avg optical power) ?\(Channel {}\)", 1e3),
    "tx_power_uw": (r"Transmit avg optical power \(Channel {}\)", 1e3),
    "tx_bias_ua": (r"Laser tx bias current \(Channel {}\)", 1e3),
}
LIMIT_LABELS = {
    "temperature_limits": ("Module temperature", 1), "voltage_limits": ("Module voltage", 1e3),
    "rx_power_limits": ("Laser rx power", 1e3), "tx_power_limits": ("Laser output power", 1e3),
    "tx_bias_limits": ("Laser bias current", 1e3),
}
LIMITS = ("high_alarm", "low_alarm", "high_warning", "low_warning")
LANES = 4


def path_value(field):
    pattern, factor = LANE_LABELS[field]
    return lambda said, netdev, lane: module_number(pattern.format(lane), factor)(said, netdev)


def limit(field, which):
    label, factor = LIMIT_LABELS[field]
    return module_number(f"{label} {which.replace('_', ' ')} threshold", factor)


def measured(said, netdev):
    """(name in words, value, name of its limits), as far as ethtool prints them."""
    yield "temperature", module_number("Module temperature", 1)(said, netdev), "temperature_limits"
    yield "voltage", module_number("Module voltage", 1e3)(said, netdev), "voltage_limits"
    for lane in range(1, LANES + 1):
        for words, field in (("rx power", "rx_power"), ("tx power", "tx_power"),
                             ("tx bias", "tx_bias")):
            unit = "ua" if field == "tx_bias" else "uw"
            yield (f"{words} of lane {lane}", path_value(f"{field}_{unit}")(said, netdev, lane),
                   f"{field}_limits")


def beyond(said, netdev, level):
    """The values beyond a limit of that level, in words."""
    for words, value, limits in measured(said, netdev):
        high, low = (limit(limits, f"{side}_{level}")(said, netdev) for side in ("high", "low"))
        if value is not None and high is not None and value > high:
            yield f"{words} above {float(high):g}"
        elif value is not None and low is not None and value < low:
            yield f"{words} below {float(low):g}"


def alarms(said, netdev):
    measures = in_module(said, netdev, "Module temperature")
    return list(beyond(said, netdev, "alarm")) if measures else None


def warnings(said, netdev):
    """What is in alarm already is not told again."""
    in_alarm = {text.rsplit(" ", 2)[0] for text in beyond(said, netdev, "alarm")}
    found = [text for text in beyond(said, netdev, "warning")
             if text.rsplit(" ", 2)[0] not in in_alarm]
    return found if in_module(said, netdev, "Module temperature") else None


def module_type(said, netdev):
    text = in_module(said, netdev, "Identifier")
    return {"0x11": "QSFP28", "0x18": "QSFP-DD"}[text.split()[0]] if text else None


def module_firmware(said, netdev):
    """ethtool 6.1 does not print it: it is in the memory that the test NIC was given."""
    if module_type(said, netdev) != "QSFP-DD":
        return None
    major, minor = said.text(f"module_firmware.{netdev}").split()
    return f"{major}.{minor}" if (major, minor) != ("0", "0") else None


def rdma_of(said, netdev):
    return next((port["ifname"] for port in said.json("rdma.link")
                 if port.get("netdev") == netdev), None)


def ofed(said, netdev):
    return numbers(said.text(f"ofed.{netdev}"))


def cc_params(said, netdev):
    device = rdma_of(said, netdev)
    return numbers(said.text(f"cc_params.{device}")) if device else {}


def cc_parameters(said, netdev):
    of_ofed = {name.split("/")[1]: value for name, value in ofed(said, netdev).items()
               if "/enable/" not in name}
    return of_ofed or cc_params(said, netdev) or None


def switches(point):
    def read(said, netdev):
        found = {name: on for name, on in ofed(said, netdev).items()
                 if name.startswith(f"{point}/enable/")}
        return sorted(int(name[-1]) for name, on in found.items() if on) if found else None
    return read


def cnp(of_ofed, of_debugfs):
    def read(said, netdev):
        found = cc_parameters(said, netdev) or {}
        return found.get(of_ofed, found.get(of_debugfs))
    return read


def cnp_priority_mode(said, netdev):
    return {0: "fixed", 1: "from_packet", None: None}[
        cc_params(said, netdev).get("np_cnp_prio_mode")]


def cnp_priority(said, netdev):
    """Nobody's, where each CNP takes that of the packet it answers."""
    if cnp_priority_mode(said, netdev) == "from_packet":
        return None
    return cnp("cnp_802p_prio", "np_cnp_prio")(said, netdev)


def cm_mode(said, device, _port):
    match = re.search(r"^default_roce_mode:(.*)$", said.text(f"cm.{device}"), re.M)
    return {"RoCE v2": "roce_v2", "IB/RoCE v1": "roce_v1"}[match.group(1)] if match else None


def traffic_classes(said, device, _port):
    text = said.text(f"tc.{device}")
    rules = [{"match": "", "traffic_class": int(value)}
             for value in re.findall(r"^traffic_class:Global tclass=(\d+)$", text, re.M)]
    has_file = cc_has_ofed(said, device)
    return rules if has_file else None


def cc_has_ofed(said, device):
    netdev = next(p["netdev"] for p in said.json("rdma.link") if p["ifname"] == device)
    return bool(ofed(said, netdev))


EXPECTED = {
    # 6.1 has no driver with counters of a whole device, and does not count link losses.
    D + "hw_counters": lambda said, device: None,
    N + "link_down_count": lambda said, netdev: None,
    P + "hw_counters": hw_counters,
    P + "counters": port_counters,
    P + "counters_at_us": lambda said, device, port: Between(said),
    P + "transport.rx_packets": lambda said, d, p: port_counters(said, d)["port_rcv_packets"],
    P + "transport.tx_packets": lambda said, d, p: port_counters(said, d)["port_xmit_packets"],
    P + "cm.default_roce_mode": cm_mode,
    P + "cm.default_roce_tos": lambda said, d, p: numbers(said.text(f"cm.{d}")).get(
        "default_roce_tos"),
    P + "traffic_classes": traffic_classes,
    N + "statistics": statistics,
    N + "standard_statistics": standard,
    N + "counters_at_us": lambda said, netdev: Between(said) if statistics(said, netdev) else None,
    N + "pause.statistics.rx_frames": pause_frames("rx"),
    N + "pause.statistics.tx_frames": pause_frames("tx"),
    N + "pause.statistics.tx_storm_events": lambda said, netdev: None,
    N + "module": module_type,
    N + "module.type": module_type,
    N + "module.vendor": module_text("Vendor name"),
    N + "module.part_number": module_text("Vendor PN"),
    N + "module.revision": module_text("Vendor rev"),
    N + "module.serial": module_text("Vendor SN"),
    N + "module.firmware_version": module_firmware,
    N + "module.temperature_celsius": module_number("Module temperature", 1),
    N + "module.voltage_mv": module_number("Module voltage", 1e3),
    N + "module.lanes": lambda said, netdev: in_module(said, netdev, r"Laser tx bias .*1\)"),
    N + "module.lanes.lane": lambda said, netdev, lane: lane if lane <= LANES else None,
    N + "module.alarms": alarms,
    N + "module.warnings": warnings,
    N + "cc.enabled": lambda said, netdev: None,
    N + "cc.sends_ecn_capable": lambda said, netdev: None,
    N + "cc.reaction_point": switches("roce_rp"),
    N + "cc.notification_point": switches("roce_np"),
    N + "cc.cnp.dscp": cnp("cnp_dscp", "np_cnp_dscp"),
    N + "cc.cnp.priority": cnp_priority,
    N + "cc.cnp.priority_mode": cnp_priority_mode,
    N + "cc.parameters": cc_parameters,
    **{P + "transport." + fact: transport(name) for fact, name in TRANSPORT.items()},
    **{N + "phy." + fact: phy(name) for fact, name in PHY.items()},
    **{N + "prio." + fact: priority(name) for fact, name in PRIORITY.items()},
    N + "prio.rx_discards": priority_discards,
    **{N + "fec.statistics." + kind: fec(kind, "total")
       for kind in ("corrected_blocks", "uncorrectable_blocks", "corrected_bits")},
    **{N + "fec.statistics.lane_" + kind: fec(kind, "lanes")
       for kind in ("corrected_blocks", "uncorrectable_blocks", "corrected_bits")},
    **{N + "module.lanes." + field: path_value(field) for field in LANE_LABELS},
    **{f"{N}module.{field}.{which}": limit(field, which)
       for field in LIMIT_LABELS for which in LIMITS},
}
