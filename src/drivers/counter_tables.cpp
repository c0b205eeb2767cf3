// SPDX-License-Identifier: Apache-2.0
#include "drivers/counter_tables.h"

#include <span>

#include "drivers/counter_names.h"

// Paths are of Linux 6.1, 6.12 and 7.3. Only what a source says clearly stands here: no counter is
// taken for another one that is like it, and a time counts only where its unit is microseconds.

namespace rocelint {

namespace {

constexpr auto kPort = CounterPlace::port;
constexpr auto kIbPort = CounterPlace::ib_port;
constexpr auto kDevice = CounterPlace::device;
constexpr auto kNetdev = CounterPlace::netdev;
constexpr auto kStandard = CounterPlace::standard;

// drivers/infiniband/hw/mlx5/counters.c; in port_*_packets and in *_vport_rdma_* the vport's RDMA
// traffic alone is counted (hw/mlx5/mad.c, pma_cnt_ext_assign(); mlx5/core/en_stats.c). The first
// has multicast in it too, the second is there in a pod, where sysfs has no counters.
constexpr CounterRow kMlx5Transport[]{
    {"rx_packets", kIbPort, "port_rcv_packets"},
    {"rx_packets", kNetdev, "rx_vport_rdma_unicast_packets"},
    {"tx_packets", kIbPort, "port_xmit_packets"},
    {"tx_packets", kNetdev, "tx_vport_rdma_unicast_packets"},
    {"out_of_sequence", kPort, "out_of_sequence"},
    {"duplicate_request", kPort, "duplicate_request"},
    {"sequence_nak", kPort, "packet_seq_err"},
    {"implied_nak", kPort, "implied_nak_seq_err"},
    {"ack_timeout", kPort, "local_ack_timeout_err"},
    {"retry_exceeded", kPort, "req_transport_retries_exceeded"},
    {"rnr_nak", kPort, "rnr_nak_retry_err"},
    {"rnr_retry_exceeded", kPort, "req_rnr_retries_exceeded"},
    {"out_of_buffer", kPort, "out_of_buffer"},
    {"icrc_error", kPort, "rx_icrc_encapsulated"},
    {"requester_cqe_error", kPort, "req_cqe_error"},
    {"responder_cqe_error", kPort, "resp_cqe_error"},
    {"adaptive_retransmission", kPort, "roce_adp_retrans"},
    {"slow_restart", kPort, "roce_slow_restart"},
    {"ecn_marked", kPort, "np_ecn_marked_roce_packets"},
    {"cnp_sent", kPort, "np_cnp_sent"},
    {"cnp_handled", kPort, "rp_cnp_handled"},
    {"cnp_ignored", kPort, "rp_cnp_ignored"},
};

// drivers/net/ethernet/mellanox/mlx5/core/en_stats.c, Documentation/networking/device_drivers/
// ethernet/mellanox/mlx5/counters.rst (pause durations are microseconds). rx_symbol_err_phy counts
// packets with such an error, for devices that do not count the symbols. *_global_pause and
// *_prioN_pause are there only while that pause is on; *_pause_ctrl_phy may count both kinds.
// rx_prioN_discards are those of the port's buffer; what the buffers of this host lose behind it,
// newer devices count besides (*_buf_discard, *_cong_discard).
constexpr CounterRow kMlx5Phy[]{
    {"rx_packets", kNetdev, "rx_packets_phy"},
    {"tx_packets", kNetdev, "tx_packets_phy"},
    {"rx_bytes", kNetdev, "rx_bytes_phy"},
    {"tx_bytes", kNetdev, "tx_bytes_phy"},
    {"rx_discards", kNetdev, "rx_discards_phy"},
    {"tx_discards", kNetdev, "tx_discards_phy"},
    {"crc_errors", kNetdev, "rx_crc_errors_phy"},
    {"symbol_errors", kNetdev, "rx_pcs_symbol_err_phy"},
    {"symbol_errors", kNetdev, "rx_symbol_err_phy"},
    {"oversize_packets", kNetdev, "rx_oversize_pkts_phy"},
    {"pause_rx", kNetdev, "rx_global_pause"},
    {"pause_tx", kNetdev, "tx_global_pause"},
    {"pause_storm_warnings", kNetdev, "tx_pause_storm_warning_events"},
    {"pause_storm_errors", kNetdev, "tx_pause_storm_error_events"},
    {"pci_buffer_overflows", kNetdev, "outbound_pci_buffer_overflow"},
    {"link_downs", kNetdev, "link_down_events_phy"},
};
constexpr CounterRow kMlx5Priority[]{
    {"rx_packets", kNetdev, "rx_prio%_packets"},
    {"tx_packets", kNetdev, "tx_prio%_packets"},
    {"rx_bytes", kNetdev, "rx_prio%_bytes"},
    {"tx_bytes", kNetdev, "tx_prio%_bytes"},
    {"pause_rx", kNetdev, "rx_prio%_pause"},
    {"pause_tx", kNetdev, "tx_prio%_pause"},
    {"pause_rx_us", kNetdev, "rx_prio%_pause_duration"},
    {"pause_tx_us", kNetdev, "tx_prio%_pause_duration"},
    {"rx_discards", kNetdev, "rx_prio%_discards+rx_prio%_buf_discard+rx_prio%_cong_discard"},
    {"rx_discards", kNetdev, "rx_prio%_discards"},
};

// drivers/infiniband/hw/bnxt_re/hw_counters.c: the names of 7.3 first, those up to 6.12 after
// them. rx_pkts and tx_pkts are of the statistics context that RoCE has for itself.
constexpr CounterRow kBnxtTransport[]{
    {"rx_packets", kPort, "rx_pkts"},
    {"tx_packets", kPort, "tx_pkts"},
    {"out_of_sequence", kPort, "out_of_sequence"},
    {"out_of_sequence", kPort, "oos_drop_count"},
    {"duplicate_request", kPort, "duplicate_request"},
    {"duplicate_request", kPort, "dup_req"},
    {"sequence_nak", kPort, "packet_seq_err"},
    {"sequence_nak", kPort, "seq_err_naks_rcvd"},
    {"implied_nak", kPort, "implied_nak_seq_err"},
    {"implied_nak", kPort, "missing_resp"},
    {"ack_timeout", kPort, "local_ack_timeout_err"},
    {"ack_timeout", kPort, "to_retransmits"},
    {"retry_exceeded", kPort, "max_retry_exceeded"},
    {"rnr_nak", kPort, "rnr_nak_retry_err"},
    {"rnr_nak", kPort, "rnr_naks_rcvd"},
    {"out_of_buffer", kPort, "out_of_buffer"},
    {"out_of_buffer", kPort, "rx_out_of_buffer"},
    {"discards", kPort, "rx_roce_discards+tx_roce_discards"},
    {"discards", kPort, "rx_roce_discards"},
    {"requester_cqe_error", kPort, "req_cqe_error"},
    {"responder_cqe_error", kPort, "resp_cqe_error"},
    {"ecn_marked", kPort, "np_ecn_marked_roce_packets"},
    {"ecn_marked", kPort, "rx_ecn_marked_pkts"},
    {"cnp_sent", kPort, "np_cnp_pkts"},
    {"cnp_sent", kPort, "tx_cnp_pkts"},
    {"cnp_handled", kPort, "rp_cnp_handled"},
    {"cnp_handled", kPort, "rx_cnp_pkts"},
};

// drivers/net/ethernet/broadcom/bnxt/bnxt_ethtool.c. The *_cosN counters are those of a queue, not
// of a priority. Broadcom describes them where DPDK has the same structs (bnxt/
// hsi_struct_def_dpdk.h, rx_port_stats_ext): at continuous_roce_pause_events the device switches
// the PFC of RoCE's queue off "to avoid pause flood/burst"; continuous_pause_events are "idle rings
// with pause bit", which need not mean that the peer was paused for long.
constexpr CounterRow kBnxtPhy[]{
    {"rx_packets", kNetdev, "rx_good_frames"},
    {"tx_packets", kNetdev, "tx_good_frames"},
    {"rx_bytes", kNetdev, "rx_bytes"},
    {"tx_bytes", kNetdev, "tx_bytes"},
    {"rx_discards", kNetdev, "rx_stat_discard"},
    {"tx_discards", kNetdev, "tx_stat_discard"},
    {"crc_errors", kNetdev, "rx_fcs_err_frames"},
    {"symbol_errors", kNetdev, "rx_pcs_symbol_err"},
    {"oversize_packets", kNetdev, "rx_ovrsz_frames"},
    {"pause_rx", kNetdev, "rx_pause_frames"},
    {"pause_tx", kNetdev, "tx_pause_frames"},
    {"pause_storm_errors", kNetdev, "continuous_roce_pause_events"},
    {"link_downs", kNetdev, "link_down_events"},
};
constexpr CounterRow kBnxtPriority[]{
    {"rx_packets", kNetdev, "rx_packets_pri%"},
    {"tx_packets", kNetdev, "tx_packets_pri%"},
    {"rx_bytes", kNetdev, "rx_bytes_pri%"},
    {"tx_bytes", kNetdev, "tx_bytes_pri%"},
    {"pause_rx", kNetdev, "rx_pfc_ena_frames_pri%"},
    {"pause_tx", kNetdev, "tx_pfc_ena_frames_pri%"},
    {"pause_rx_us", kNetdev, "pfc_pri%_rx_duration_us"},
    {"pause_tx_us", kNetdev, "pfc_pri%_tx_duration_us"},
};

// drivers/infiniband/hw/irdma/verbs.c. RxUDP and TxUDP count what runs over UDP, which is RoCE v2.
// The names with spaces are newer (7.3). A receiver-not-ready NAK is sent for a packet that found
// no receive work request.
constexpr CounterRow kIrdmaTransport[]{
    {"rx_packets", kPort, "RxUDP"},
    {"tx_packets", kPort, "TxUDP"},
    {"out_of_sequence", kPort, "Rcvd Out of order packets"},
    {"sequence_nak", kPort, "Nak Sequence Error"},
    {"implied_nak", kPort, "Nak Sequence Error Implied"},
    {"ack_timeout", kPort, "RTO"},
    {"rnr_nak", kPort, "RNR received"},
    {"out_of_buffer", kPort, "RNR sent"},
    {"discards", kPort, "ip4InDiscards+ip6InDiscards"},
    {"icrc_error", kPort, "CRC errors"},
    {"ecn_marked", kPort, "RxECNMrkd"},
    {"cnp_sent", kPort, "cnpSent"},
    {"cnp_handled", kPort, "cnpHandled"},
    {"cnp_ignored", kPort, "cnpIgnored"},
};

// drivers/net/ethernet/intel/ice/ice_ethtool.c. Pause frames come as XOFF and XON.
constexpr CounterRow kIcePhy[]{
    {"rx_packets", kNetdev, "rx_unicast.nic+rx_multicast.nic+rx_broadcast.nic"},
    {"tx_packets", kNetdev, "tx_unicast.nic+tx_multicast.nic+tx_broadcast.nic"},
    {"rx_bytes", kNetdev, "rx_bytes.nic"},
    {"tx_bytes", kNetdev, "tx_bytes.nic"},
    {"rx_discards", kNetdev, "rx_dropped.nic"},
    {"tx_discards", kNetdev, "tx_dropped_link_down.nic"},
    {"crc_errors", kNetdev, "rx_crc_errors.nic"},
    {"oversize_packets", kNetdev, "rx_oversize.nic"},
    {"pause_rx", kNetdev, "link_xoff_rx.nic+link_xon_rx.nic"},
    {"pause_tx", kNetdev, "link_xoff_tx.nic+link_xon_tx.nic"},
};
constexpr CounterRow kIcePriority[]{
    {"pause_rx", kNetdev, "rx_priority_%_xoff.nic+rx_priority_%_xon.nic"},
    {"pause_tx", kNetdev, "tx_priority_%_xoff.nic+tx_priority_%_xon.nic"},
};

// The firmware names the RDMA counters (drivers/infiniband/hw/ionic/ionic_hw_stats.c); these are
// the names that AMD's device-metrics-exporter expects, "outouf" among them, and that newer
// firmware adds.
constexpr CounterRow kIonicTransport[]{
    {"rx_packets", kPort, "rx_rdma_ucast_pkts"},
    {"tx_packets", kPort, "tx_rdma_ucast_pkts"},
    {"out_of_sequence", kPort, "resp_rx_outouf_seq"},
    {"duplicate_request", kPort, "resp_rx_dup_request"},
    {"sequence_nak", kPort, "req_rx_pkt_seq_err"},
    {"implied_nak", kPort, "req_rx_impl_nak_seq_err"},
    {"ack_timeout", kPort, "tx_rdma_ack_timeout"},
    {"retry_exceeded", kPort, "req_tx_retry_excd_err"},
    {"rnr_nak", kPort, "req_rx_rnr_retry_err"},
    {"out_of_buffer", kPort, "resp_rx_outof_buf"},
    {"requester_cqe_error", kPort, "req_rx_cqe_err"},
    {"responder_cqe_error", kPort, "resp_rx_cqe_err"},
    {"ecn_marked", kPort, "rx_rdma_ecn_pkts"},
    {"cnp_sent", kPort, "tx_rdma_cnp_pkts"},
    {"cnp_handled", kPort, "rx_rdma_cnp_pkts"},
};

// drivers/net/ethernet/pensando/ionic/ionic_stats.c. The frames of one priority's pause are not
// counted, only how many microseconds it lasted.
constexpr CounterRow kIonicPhy[]{
    {"rx_packets", kNetdev, "frames_rx_ok"},
    {"tx_packets", kNetdev, "frames_tx_ok"},
    {"rx_bytes", kNetdev, "octets_rx_ok"},
    {"tx_bytes", kNetdev, "octets_tx_ok"},
    {"rx_discards", kNetdev, "frames_rx_dropped"},
    {"crc_errors", kNetdev, "frames_rx_bad_fcs"},
    {"oversize_packets", kNetdev, "frames_rx_oversized"},
    {"pause_rx", kNetdev, "frames_rx_pause"},
    {"pause_tx", kNetdev, "frames_tx_pause"},
};
constexpr CounterRow kIonicPriority[]{
    {"rx_packets", kNetdev, "frames_rx_pri_%"},
    {"tx_packets", kNetdev, "frames_tx_pri_%"},
    {"pause_rx_us", kNetdev, "rx_pripause_%_1us_count"},
    {"pause_tx_us", kNetdev, "tx_pripause_%_1us_count"},
};

// drivers/infiniband/hw/hns/hns_roce_main.c
constexpr CounterRow kHnsTransport[]{
    {"rx_packets", kPort, "rx_pkt"},
    {"tx_packets", kPort, "tx_pkt"},
    {"cnp_sent", kPort, "tx_cnp_pkt"},
    {"cnp_handled", kPort, "rx_cnp_pkt"},
};

// drivers/net/ethernet/hisilicon/hns3/hns3pf/hclge_main.c; nothing tells the unit of *_xoff_time.
constexpr CounterRow kHnsPhy[]{
    {"rx_packets", kNetdev, "mac_rx_good_pkt_num"},
    {"tx_packets", kNetdev, "mac_tx_good_pkt_num"},
    {"rx_bytes", kNetdev, "mac_rx_good_oct_num"},
    {"tx_bytes", kNetdev, "mac_tx_good_oct_num"},
    {"crc_errors", kNetdev, "mac_rx_fcs_err_pkt_num"},
    {"oversize_packets", kNetdev, "mac_rx_oversize_pkt_num"},
    {"pause_rx", kNetdev, "mac_rx_mac_pause_num"},
    {"pause_tx", kNetdev, "mac_tx_mac_pause_num"},
};
constexpr CounterRow kHnsPriority[]{
    {"pause_rx", kNetdev, "mac_rx_pfc_pri%_pkt_num"},
    {"pause_tx", kNetdev, "mac_tx_pfc_pri%_pkt_num"},
};

// drivers/infiniband/hw/mana/counters.c. The port's counters are the virtual function's; marks and
// notifications sent are counted by device only. Its netdev is a virtual function too: hc_* count
// its traffic. Those that end in _phy are the physical port's, by traffic class, not by priority,
// or for a reason that nobody tells, and they are 0 on hardware that does not have them
// (mana_en.c, mana_query_phy_stats()).
constexpr CounterRow kManaTransport[]{
    {"rx_packets", kPort, "rx_packets"},
    {"tx_packets", kPort, "tx_packets"},
    {"out_of_sequence", kPort, "responder_oos"},
    {"duplicate_request", kPort, "responder_dup_request"},
    {"sequence_nak", kPort, "requester_oos_nak"},
    {"implied_nak", kPort, "requester_implicit_nak"},
    {"ack_timeout", kPort, "requester_timeout"},
    {"retry_exceeded", kPort, "requester_retries_exceeded"},
    {"rnr_nak", kPort, "requester_rnr_nak"},
    {"rnr_retry_exceeded", kPort, "requester_rnr_nak_retries_exceeded"},
    {"out_of_buffer", kPort, "responder_rnr_nak"},
    {"ecn_marked", kDevice, "received_ecns"},
    {"cnp_sent", kDevice, "sent_cnps"},
    {"cnp_handled", kPort, "received_cnps"},
    {"cnp_handled", kDevice, "received_cnp_count"},
};

// drivers/infiniband/hw/mlx4/main.c; the meanings are in NVIDIA's description of mlx4's diagnostic
// counters. On Ethernet port_*_packets count RoCE only (hw/mlx4/mad.c, iboe_process_mad()).
constexpr CounterRow kMlx4Transport[]{
    {"rx_packets", kIbPort, "port_rcv_packets"},  {"tx_packets", kIbPort, "port_xmit_packets"},
    {"out_of_sequence", kPort, "rq_num_oos"},     {"duplicate_request", kPort, "rq_num_dup"},
    {"sequence_nak", kPort, "sq_num_oos"},        {"ack_timeout", kPort, "sq_num_to"},
    {"retry_exceeded", kPort, "sq_num_tree"},     {"rnr_nak", kPort, "sq_num_rnr"},
    {"rnr_retry_exceeded", kPort, "sq_num_rree"}, {"out_of_buffer", kPort, "rq_num_rnr"},
};

// drivers/net/ethernet/mellanox/mlx4/en_ethtool.c; nothing tells the unit of *_duration_*.
constexpr CounterRow kMlx4Phy[]{
    {"rx_packets", kNetdev, "rx_packets_phy"}, {"tx_packets", kNetdev, "tx_packets_phy"},
    {"rx_bytes", kNetdev, "rx_bytes_phy"},     {"tx_bytes", kNetdev, "tx_bytes_phy"},
    {"crc_errors", kNetdev, "rx_crc_errors"},  {"pause_rx", kNetdev, "rx_pause"},
    {"pause_tx", kNetdev, "tx_pause"},
};
constexpr CounterRow kMlx4Priority[]{
    {"rx_packets", kNetdev, "rx_prio_%_packets"}, {"tx_packets", kNetdev, "tx_prio_%_packets"},
    {"rx_bytes", kNetdev, "rx_prio_%_bytes"},     {"tx_bytes", kNetdev, "tx_prio_%_bytes"},
    {"pause_rx", kNetdev, "rx_pause_prio_%"},     {"pause_tx", kNetdev, "tx_pause_prio_%"},
};

// drivers/infiniband/sw/rxe/rxe_hw_counters.c. completer_retry_err is no acknowledgement timeout:
// NAKs count there too (rxe_comp.c).
constexpr CounterRow kRxeTransport[]{
    {"rx_packets", kPort, "rcvd_pkts"},
    {"tx_packets", kPort, "sent_pkts"},
    {"out_of_sequence", kPort, "out_of_seq_request"},
    {"duplicate_request", kPort, "duplicate_request"},
    {"sequence_nak", kPort, "rcvd_seq_err"},
    {"retry_exceeded", kPort, "retry_exceeded_err"},
    {"rnr_nak", kPort, "rcvd_rnr_err"},
    {"rnr_retry_exceeded", kPort, "retry_rnr_exceeded_err"},
    {"out_of_buffer", kPort, "send_rnr_err"},
};

// net/ethtool/stats.c
constexpr CounterRow kStandardPhy[]{
    {"rx_packets", kStandard, "eth-mac-FramesReceivedOK"},
    {"tx_packets", kStandard, "eth-mac-FramesTransmittedOK"},
    {"rx_bytes", kStandard, "eth-mac-OctetsReceivedOK"},
    {"tx_bytes", kStandard, "eth-mac-OctetsTransmittedOK"},
    {"crc_errors", kStandard, "eth-mac-FrameCheckSequenceErrors"},
    {"symbol_errors", kStandard, "eth-phy-SymbolErrorDuringCarrier"},
    {"oversize_packets", kStandard, "rmon-etherStatsOversizePkts"},
};

constexpr DriverCounters kTables[]{
    {"mlx5_core", kMlx5Transport, kMlx5Phy, kMlx5Priority},
    {"bnxt_en", kBnxtTransport, kBnxtPhy, kBnxtPriority},
    {"ice", kIrdmaTransport, kIcePhy, kIcePriority},
    {"idpf", kIrdmaTransport, {}, {}},
    {"ionic", kIonicTransport, kIonicPhy, kIonicPriority},
    {"hns3", kHnsTransport, kHnsPhy, kHnsPriority},
    {"mana", kManaTransport, {}, {}},
    {"mlx4_core", kMlx4Transport, kMlx4Phy, kMlx4Priority},
    {"rdma_rxe", kRxeTransport, {}, {}},
};

}  // namespace

std::span<const DriverCounters> counter_tables() {
  return kTables;
}

std::span<const CounterRow> standard_phy_rows() {
  return kStandardPhy;
}

}  // namespace rocelint
