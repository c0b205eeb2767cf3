# SPDX-License-Identifier: Apache-2.0
"""What a NIC of the sample hosts has counted in ten days of training."""
from samples.facts import not_counted

AT_US = 864_000_000_000  # ten days after boot

PHY = {"rx_packets": "rx_packets_phy", "tx_packets": "tx_packets_phy",
       "rx_discards": "rx_discards_phy", "tx_discards": "tx_discards_phy",
       "crc_errors": "rx_crc_errors_phy", "symbol_errors": "rx_pcs_symbol_err_phy",
       "oversize_packets": "rx_oversize_pkts_phy", "link_downs": "link_down_events_phy",
       "pause_storm_warnings": "tx_pause_storm_warning_events",
       "pause_storm_errors": "tx_pause_storm_error_events"}

PRIORITY = {"rx_packets": "rx_prio%_packets", "tx_packets": "tx_prio%_packets",
            "pause_rx": "rx_prio%_pause", "pause_tx": "tx_prio%_pause",
            "pause_rx_us": "rx_prio%_pause_duration", "pause_tx_us": "tx_prio%_pause_duration",
            "rx_discards": "rx_prio%_discards"}

TRANSPORT = {"out_of_sequence": "out_of_sequence", "sequence_nak": "packet_seq_err",
             "implied_nak": "implied_nak_seq_err", "duplicate_request": "duplicate_request",
             "ack_timeout": "local_ack_timeout_err", "rnr_nak": "rnr_nak_retry_err",
             "out_of_buffer": "out_of_buffer", "icrc_error": "rx_icrc_encapsulated",
             "ecn_marked": "np_ecn_marked_roce_packets", "cnp_sent": "np_cnp_sent",
             "cnp_handled": "rp_cnp_handled", "cnp_ignored": "rp_cnp_ignored",
             "requester_cqe_error": "req_cqe_error", "responder_cqe_error": "resp_cqe_error",
             "adaptive_retransmission": "roce_adp_retrans", "slow_restart": "roce_slow_restart"}

OTHERS = {
    "phy": ("rx_bytes", "tx_bytes", "pause_rx", "pause_tx", "pci_buffer_overflows"),
    "priority": ("rx_bytes", "tx_bytes"),
    "transport": ("retry_exceeded", "rnr_retry_exceeded", "discards")}


def statistics(rail):
    """Some of what `ethtool -S` shows, as after ten days of training."""
    packets = 96_000_000_000 + 7_000_003 * rail
    shown = {"rx_packets_phy": packets, "tx_packets_phy": packets + 41, "rx_discards_phy": 0,
             "tx_discards_phy": 0, "rx_crc_errors_phy": 0, "rx_pcs_symbol_err_phy": 0,
             "rx_oversize_pkts_phy": 0, "link_down_events_phy": 0,
             "tx_pause_storm_warning_events": 0, "tx_pause_storm_error_events": 0}
    for priority in range(8):
        shown[f"rx_prio{priority}_discards"] = 0
    shown.update(rx_prio3_packets=packets - 9_000, tx_prio3_packets=packets - 8_800,
                 rx_prio3_pause=51_204, tx_prio3_pause=38, rx_prio3_pause_duration=920_416,
                 tx_prio3_pause_duration=711)
    return shown


def named(names, shown, others, priority=""):
    """The one set of names over what the driver shows; the rest it does not."""
    counters = {}
    for name, own in names.items():
        own = own.replace("%", str(priority))
        counters[name] = shown.get(own, {"unknown": "not_found", "detail": f"no {own}"})
    for name in OTHERS[others]:
        counters[name] = not_counted(name)
    return counters


def netdev_counters(rail):
    shown = statistics(rail)
    return {
        "link_down_count": 0, "counters_at_us": AT_US + 900 * rail, "statistics": shown,
        "standard_statistics": {"eth-phy-SymbolErrorDuringCarrier": 0,
                                "eth-mac-FrameCheckSequenceErrors": 0},
        "phy": named(PHY, shown, "phy"),
        "prio": {str(priority): named(PRIORITY, shown, "priority", priority)
                 for priority in range(8)}}


def port_counters(rail):
    packets = 95_900_000_000 + 7_000_003 * rail
    hardware = {"out_of_sequence": 12, "packet_seq_err": 9, "implied_nak_seq_err": 3,
                "duplicate_request": 21, "local_ack_timeout_err": 4,
                "rnr_nak_retry_err": 0, "out_of_buffer": 0, "rx_icrc_encapsulated": 0,
                "np_ecn_marked_roce_packets": 81_334_021, "np_cnp_sent": 9_120_577,
                "rp_cnp_handled": 9_119_998, "rp_cnp_ignored": 0, "req_cqe_error": 2,
                "resp_cqe_error": 1, "roce_adp_retrans": 8, "roce_slow_restart": 4}
    transport = {"rx_packets": packets, "tx_packets": packets + 77}
    transport.update(named(TRANSPORT, hardware, "transport"))
    return {"counters_at_us": AT_US + 700 * rail, "hw_counters": hardware,
            "counters": {"port_rcv_packets": packets, "port_xmit_packets": packets + 77},
            "transport": transport}


def fec_statistics(rail):
    lanes = [not_counted("by lane")] * 3
    return {"corrected_blocks": not_counted("blocks"), "uncorrectable_blocks": 0,
            "corrected_bits": 812_400_113 + 100_000 * rail, "lane_corrected_blocks": lanes[0],
            "lane_uncorrectable_blocks": lanes[1], "lane_corrected_bits": lanes[2]}


def pause_statistics():
    return {"rx_frames": 0, "tx_frames": 0, "tx_storm_events": not_counted("pause storms")}
