// SPDX-License-Identifier: GPL-2.0-only
/* The two drivers that can be played: their names, counters and callbacks. */
#include "testnic.h"

/* drivers/net/ethernet/mellanox/mlx5/core/en_stats.c of Linux 6.1, the names that matter here */
static const struct testnic_counter_name mlx5_counters[] = {
	{ "rx_packets" }, { "rx_bytes" }, { "tx_packets" }, { "tx_bytes" },
	{ "rx_out_of_buffer" },
	{ "rx_vport_rdma_unicast_packets" }, { "rx_vport_rdma_unicast_bytes" },
	{ "tx_vport_rdma_unicast_packets" }, { "tx_vport_rdma_unicast_bytes" },
	{ "tx_packets_phy" }, { "rx_packets_phy" }, { "rx_crc_errors_phy" },
	{ "tx_bytes_phy" }, { "rx_bytes_phy" },
	{ "tx_multicast_phy" }, { "tx_broadcast_phy" },
	{ "rx_multicast_phy" }, { "rx_broadcast_phy" },
	{ "rx_in_range_len_errors_phy" }, { "rx_out_of_range_len_phy" },
	{ "rx_oversize_pkts_phy" }, { "rx_symbol_err_phy" },
	{ "tx_mac_control_phy" }, { "rx_mac_control_phy" }, { "rx_unsupported_op_phy" },
	{ "rx_pause_ctrl_phy" }, { "tx_pause_ctrl_phy" },
	{ "rx_discards_phy" }, { "tx_discards_phy" }, { "tx_errors_phy" },
	{ "rx_undersize_pkts_phy" }, { "rx_fragments_phy" }, { "rx_jabbers_phy" },
	{ "rx_64_bytes_phy" }, { "rx_65_to_127_bytes_phy" }, { "rx_128_to_255_bytes_phy" },
	{ "rx_256_to_511_bytes_phy" }, { "rx_512_to_1023_bytes_phy" },
	{ "rx_1024_to_1518_bytes_phy" }, { "rx_1519_to_2047_bytes_phy" },
	{ "rx_2048_to_4095_bytes_phy" }, { "rx_4096_to_8191_bytes_phy" },
	{ "rx_8192_to_10239_bytes_phy" },
	{ "link_down_events_phy" },
	{ "rx_pcs_symbol_err_phy" }, { "rx_corrected_bits_phy" },
	{ "rx_err_lane_0_phy" }, { "rx_err_lane_1_phy" },
	{ "rx_err_lane_2_phy" }, { "rx_err_lane_3_phy" },
	{ "rx_buffer_passed_thres_phy" },
	{ "rx_pci_signal_integrity" }, { "tx_pci_signal_integrity" },
	{ "outbound_pci_stalled_rd" }, { "outbound_pci_stalled_wr" },
	{ "outbound_pci_stalled_rd_events" }, { "outbound_pci_stalled_wr_events" },
	{ "outbound_pci_buffer_overflow" },
	{ "rx_prio%d_buf_discard" }, { "rx_prio%d_cong_discard" }, { "rx_prio%d_marked" },
	{ "rx_prio%d_bytes" }, { "rx_prio%d_packets" }, { "rx_prio%d_discards" },
	{ "tx_prio%d_bytes" }, { "tx_prio%d_packets" },
	{ "rx_prio%d_pause", SHOWN_WITH_PFC },
	{ "rx_prio%d_pause_duration", SHOWN_WITH_PFC },
	{ "tx_prio%d_pause", SHOWN_WITH_PFC },
	{ "tx_prio%d_pause_duration", SHOWN_WITH_PFC },
	{ "rx_prio%d_pause_transition", SHOWN_WITH_PFC },
	{ "rx_global_pause", SHOWN_WITH_GLOBAL_PAUSE },
	{ "rx_global_pause_duration", SHOWN_WITH_GLOBAL_PAUSE },
	{ "tx_global_pause", SHOWN_WITH_GLOBAL_PAUSE },
	{ "tx_global_pause_duration", SHOWN_WITH_GLOBAL_PAUSE },
	{ "rx_global_pause_transition", SHOWN_WITH_GLOBAL_PAUSE },
	{ "tx_pause_storm_warning_events" }, { "tx_pause_storm_error_events" },
	{ "module_unplug" }, { "module_bus_stuck" }, { "module_high_temp" },
};

/* drivers/infiniband/hw/mlx5/counters.c of Linux 6.1 */
static const struct rdma_stat_desc mlx5_hw_counters[] = {
	{ .name = "rx_write_requests" }, { .name = "rx_read_requests" },
	{ .name = "rx_atomic_requests" },
	{ .name = "out_of_buffer" }, { .name = "out_of_sequence" },
	{ .name = "duplicate_request" }, { .name = "rnr_nak_retry_err" },
	{ .name = "packet_seq_err" }, { .name = "implied_nak_seq_err" },
	{ .name = "local_ack_timeout_err" },
	{ .name = "resp_local_length_error" }, { .name = "resp_cqe_error" },
	{ .name = "req_cqe_error" }, { .name = "req_remote_invalid_request" },
	{ .name = "req_remote_access_errors" }, { .name = "resp_remote_access_errors" },
	{ .name = "resp_cqe_flush_error" }, { .name = "req_cqe_flush_error" },
	{ .name = "roce_adp_retrans" }, { .name = "roce_adp_retrans_to" },
	{ .name = "roce_slow_restart" }, { .name = "roce_slow_restart_cnps" },
	{ .name = "roce_slow_restart_trans" },
	{ .name = "rp_cnp_ignored" }, { .name = "rp_cnp_handled" },
	{ .name = "np_ecn_marked_roce_packets" }, { .name = "np_cnp_sent" },
	{ .name = "rx_icrc_encapsulated" },
	{ .name = "cc_rx_ce_pkts", .flags = IB_STAT_FLAG_OPTIONAL },
	{ .name = "cc_rx_cnp_pkts", .flags = IB_STAT_FLAG_OPTIONAL },
	{ .name = "cc_tx_cnp_pkts", .flags = IB_STAT_FLAG_OPTIONAL },
};

/* drivers/net/ethernet/broadcom/bnxt/bnxt_ethtool.c of Linux 6.1 */
static const struct testnic_counter_name bnxt_counters[] = {
	{ "rx_64b_frames" }, { "rx_65b_127b_frames" }, { "rx_128b_255b_frames" },
	{ "rx_256b_511b_frames" }, { "rx_512b_1023b_frames" }, { "rx_1024b_1518b_frames" },
	{ "rx_1519b_2047b_frames" }, { "rx_2048b_4095b_frames" }, { "rx_4096b_9216b_frames" },
	{ "rx_9217b_16383b_frames" },
	{ "rx_total_frames" }, { "tx_total_frames" }, { "rx_good_frames" }, { "tx_good_frames" },
	{ "rx_fcs_err_frames" }, { "rx_align_err_frames" }, { "rx_oor_len_frames" },
	{ "rx_ctrl_frames" }, { "rx_undrsz_frames" }, { "rx_ovrsz_frames" }, { "rx_jbr_frames" },
	{ "rx_pause_frames" }, { "tx_pause_frames" },
	{ "rx_pfc_frames" }, { "tx_pfc_frames" },
	{ "rx_stat_discard" }, { "rx_stat_err" },
	{ "rx_pfc_ena_frames_pri%d" }, { "tx_pfc_ena_frames_pri%d" },
	{ "pfc_pri%d_rx_duration_us" }, { "pfc_pri%d_rx_transitions" },
	{ "pfc_pri%d_tx_duration_us" }, { "pfc_pri%d_tx_transitions" },
	{ "continuous_pause_events" }, { "resume_pause_events" },
	{ "continuous_roce_pause_events" }, { "resume_roce_pause_events" },
	{ "rx_buffer_passed_threshold" }, { "rx_pcs_symbol_err" },
	{ "rx_corrected_bits" },
	{ "rx_discard_bytes_cos%d" }, { "rx_discard_packets_cos%d" },
	{ "rx_fec_corrected_blocks" }, { "rx_fec_uncorrectable_blocks" },
};

/* drivers/infiniband/hw/bnxt_re/hw_counters.c of Linux 6.1; later kernels renamed most */
static const struct rdma_stat_desc bnxt_hw_counters[] = {
	{ .name = "active_qps" }, { .name = "active_cqs" }, { .name = "active_mrs" },
	{ .name = "rx_pkts" }, { .name = "rx_bytes" },
	{ .name = "tx_pkts" }, { .name = "tx_bytes" },
	{ .name = "recoverable_errors" }, { .name = "rx_roce_discards" },
	{ .name = "to_retransmits" }, { .name = "seq_err_naks_rcvd" },
	{ .name = "max_retry_exceeded" }, { .name = "rnr_naks_rcvd" },
	{ .name = "missing_resp" }, { .name = "dup_req" },
	{ .name = "oos_drop_count" }, { .name = "rx_out_of_buffer" },
	{ .name = "rx_cnp_pkts" }, { .name = "tx_cnp_pkts" }, { .name = "rx_ecn_marked_pkts" },
};

static_assert(ARRAY_SIZE(mlx5_hw_counters) <= TESTNIC_MAX_HW_COUNTERS);
static_assert(ARRAY_SIZE(bnxt_hw_counters) <= TESTNIC_MAX_HW_COUNTERS);

const struct testnic_personality testnic_mlx5 = {
	.driver = "mlx5_core",
	.ib_name = "mlx5_%d",
	.ethtool_fw_version = "28.39.1002 (MT_0000000838)",
	.ib_fw_version = "28.39.1002",
	.hca_type = "MT4129",		/* ConnectX-7 */
	.board_id = "MT_0000000838",
	.devlink_fw_names = { "fw.version", "fw" },
	.vendor_id = 0x02c9,		/* OUI, as the RDMA core wants it */
	.vendor_part_id = 4129,
	.dcbnl_ops = &testnic_mlx5_dcbnl_ops,
	.counters = mlx5_counters,
	.counters_count = ARRAY_SIZE(mlx5_counters),
	.hw_counters = mlx5_hw_counters,
	.hw_counters_count = ARRAY_SIZE(mlx5_hw_counters),
	.has_pfc_prevention = true,
	.dcb_init = testnic_mlx5_dcb_init,
	.dcb_set_trust = testnic_mlx5_set_trust,
	.ib_speed = testnic_mlx5_ib_speed,
};

const struct testnic_personality testnic_bnxt = {
	.driver = "bnxt_en",
	.ib_name = "bnxt_re%d",
	.ethtool_fw_version = "231.2.63.0/pkg 231.1.162.1",
	.ib_fw_version = "231.2.63.0",
	.hca_type = "Broadcom NetXtreme-C/E RoCE Driver HCA",
	.devlink_fw_names = { "fw", "fw.roce" },
	.vendor_id = 0x14e4,
	.vendor_part_id = 0x1760,	/* BCM57608 */
	.dcbnl_ops = &testnic_bnxt_dcbnl_ops,
	.counters = bnxt_counters,
	.counters_count = ARRAY_SIZE(bnxt_counters),
	.hw_counters = bnxt_hw_counters,
	.hw_counters_count = ARRAY_SIZE(bnxt_hw_counters),
	.dcb_init = testnic_bnxt_dcb_init,
	.dcb_set_trust = testnic_bnxt_set_trust,
	.ib_speed = testnic_bnxt_ib_speed,
};
