// SPDX-License-Identifier: GPL-2.0-only
/*
 * The standard statistics of `ethtool -S --groups` and `ethtool -I`: what the drivers take from the
 * counters that `ethtool -S` also lists by their own names, and FEC, which it does not list.
 */
#include "testnic.h"

/* A member of one of the kernel's structs of statistics, and the counter that it is. */
struct standard_stat {
	size_t offset;
	const char *counter;
};

#define MAC(member, counter) { offsetof(struct ethtool_eth_mac_stats, member), counter }
#define CTRL(member, counter) { offsetof(struct ethtool_eth_ctrl_stats, member), counter }
#define RMON(member, counter) { offsetof(struct ethtool_rmon_stats, member), counter }
#define PHY(member, counter) { offsetof(struct ethtool_eth_phy_stats, member), counter }
#define PAUSE(member, counter) { offsetof(struct ethtool_pause_stats, member), counter }

/* mlx5e_stats_eth_mac_get() and its neighbours in en_stats.c of Linux 6.1 */
static const struct standard_stat mlx5_mac[] = {
	MAC(FramesTransmittedOK, "tx_packets_phy"),
	MAC(FramesReceivedOK, "rx_packets_phy"),
	MAC(FrameCheckSequenceErrors, "rx_crc_errors_phy"),
	MAC(OctetsTransmittedOK, "tx_bytes_phy"),
	MAC(OctetsReceivedOK, "rx_bytes_phy"),
	MAC(MulticastFramesXmittedOK, "tx_multicast_phy"),
	MAC(BroadcastFramesXmittedOK, "tx_broadcast_phy"),
	MAC(MulticastFramesReceivedOK, "rx_multicast_phy"),
	MAC(BroadcastFramesReceivedOK, "rx_broadcast_phy"),
	MAC(InRangeLengthErrors, "rx_in_range_len_errors_phy"),
	MAC(OutOfRangeLengthField, "rx_out_of_range_len_phy"),
	MAC(FrameTooLongErrors, "rx_oversize_pkts_phy"),
	{ }
};

static const struct standard_stat mlx5_ctrl[] = {
	CTRL(MACControlFramesTransmitted, "tx_mac_control_phy"),
	CTRL(MACControlFramesReceived, "rx_mac_control_phy"),
	CTRL(UnsupportedOpcodesReceived, "rx_unsupported_op_phy"),
	{ }
};

static const struct standard_stat mlx5_phy[] = {
	PHY(SymbolErrorDuringCarrier, "rx_symbol_err_phy"),
	{ }
};

static const struct standard_stat mlx5_rmon[] = {
	RMON(undersize_pkts, "rx_undersize_pkts_phy"),
	RMON(fragments, "rx_fragments_phy"),
	RMON(jabbers, "rx_jabbers_phy"),
	RMON(hist[0], "rx_64_bytes_phy"),
	RMON(hist[1], "rx_65_to_127_bytes_phy"),
	RMON(hist[2], "rx_128_to_255_bytes_phy"),
	RMON(hist[3], "rx_256_to_511_bytes_phy"),
	RMON(hist[4], "rx_512_to_1023_bytes_phy"),
	RMON(hist[5], "rx_1024_to_1518_bytes_phy"),
	RMON(hist[6], "rx_1519_to_2047_bytes_phy"),
	RMON(hist[7], "rx_2048_to_4095_bytes_phy"),
	RMON(hist[8], "rx_4096_to_8191_bytes_phy"),
	RMON(hist[9], "rx_8192_to_10239_bytes_phy"),
	{ }
};

static const struct standard_stat mlx5_pause[] = {
	PAUSE(tx_pause_frames, "tx_pause_ctrl_phy"),
	PAUSE(rx_pause_frames, "rx_pause_ctrl_phy"),
	{ }
};

/* bnxt_get_eth_mac_stats() and its neighbours in bnxt_ethtool.c of Linux 6.1; no eth-phy there */
static const struct standard_stat bnxt_mac[] = {
	MAC(FramesReceivedOK, "rx_good_frames"),
	MAC(FramesTransmittedOK, "tx_good_frames"),
	MAC(FrameCheckSequenceErrors, "rx_fcs_err_frames"),
	MAC(AlignmentErrors, "rx_align_err_frames"),
	MAC(OutOfRangeLengthField, "rx_oor_len_frames"),
	{ }
};

static const struct standard_stat bnxt_ctrl[] = {
	CTRL(MACControlFramesReceived, "rx_ctrl_frames"),
	{ }
};

static const struct standard_stat bnxt_phy[] = { { } };

static const struct standard_stat bnxt_rmon[] = {
	RMON(undersize_pkts, "rx_undrsz_frames"),
	RMON(oversize_pkts, "rx_ovrsz_frames"),
	RMON(jabbers, "rx_jbr_frames"),
	RMON(hist[0], "rx_64b_frames"),
	RMON(hist[1], "rx_65b_127b_frames"),
	RMON(hist[2], "rx_128b_255b_frames"),
	RMON(hist[3], "rx_256b_511b_frames"),
	RMON(hist[4], "rx_512b_1023b_frames"),
	RMON(hist[5], "rx_1024b_1518b_frames"),
	RMON(hist[6], "rx_1519b_2047b_frames"),
	RMON(hist[7], "rx_2048b_4095b_frames"),
	RMON(hist[8], "rx_4096b_9216b_frames"),
	RMON(hist[9], "rx_9217b_16383b_frames"),
	{ }
};

static const struct standard_stat bnxt_pause[] = {
	PAUSE(tx_pause_frames, "tx_pause_frames"),
	PAUSE(rx_pause_frames, "rx_pause_frames"),
	{ }
};

static const struct ethtool_rmon_hist_range mlx5_ranges[] = {
	{ 0, 64 }, { 65, 127 }, { 128, 255 }, { 256, 511 }, { 512, 1023 },
	{ 1024, 1518 }, { 1519, 2047 }, { 2048, 4095 }, { 4096, 8191 }, { 8192, 10239 }, { }
};

static const struct ethtool_rmon_hist_range bnxt_ranges[] = {
	{ 0, 64 }, { 65, 127 }, { 128, 255 }, { 256, 511 }, { 512, 1023 },
	{ 1024, 1518 }, { 1519, 2047 }, { 2048, 4095 }, { 4096, 9216 }, { 9217, 16383 }, { }
};

static bool is_mlx5(const struct net_device *netdev)
{
	return netdev_to_testnic(netdev)->as == &testnic_mlx5;
}

/* What the table does not name stays as ethtool made it: not there. */
static void fill(struct net_device *netdev, const struct standard_stat *table, void *stats)
{
	for (; table->counter; table++)
		*(u64 *)(stats + table->offset) =
			testnic_counter_value(netdev_to_testnic(netdev), table->counter);
}

void testnic_get_eth_mac_stats(struct net_device *netdev, struct ethtool_eth_mac_stats *stats)
{
	fill(netdev, is_mlx5(netdev) ? mlx5_mac : bnxt_mac, stats);
}

void testnic_get_eth_ctrl_stats(struct net_device *netdev, struct ethtool_eth_ctrl_stats *stats)
{
	fill(netdev, is_mlx5(netdev) ? mlx5_ctrl : bnxt_ctrl, stats);
}

void testnic_get_eth_phy_stats(struct net_device *netdev, struct ethtool_eth_phy_stats *stats)
{
	fill(netdev, is_mlx5(netdev) ? mlx5_phy : bnxt_phy, stats);
}

void testnic_get_rmon_stats(struct net_device *netdev, struct ethtool_rmon_stats *stats,
			    const struct ethtool_rmon_hist_range **ranges)
{
	fill(netdev, is_mlx5(netdev) ? mlx5_rmon : bnxt_rmon, stats);
	*ranges = is_mlx5(netdev) ? mlx5_ranges : bnxt_ranges;
}

void testnic_get_pause_stats(struct net_device *netdev, struct ethtool_pause_stats *stats)
{
	fill(netdev, is_mlx5(netdev) ? mlx5_pause : bnxt_pause, stats);
}

static void fill_fec(const struct testnic *nic, const struct testnic_fec_stat *from,
		     struct ethtool_fec_stat *to)
{
	if (nic->fec_by_lane)
		memcpy(to->lanes, from->lanes, sizeof(from->lanes));
	else
		to->total = from->total;
}

void testnic_get_fec_stats(struct net_device *netdev, struct ethtool_fec_stats *stats)
{
	const struct testnic *nic = netdev_to_testnic(netdev);

	fill_fec(nic, &nic->fec_stats[TESTNIC_FEC_CORRECTED_BLOCKS], &stats->corrected_blocks);
	fill_fec(nic, &nic->fec_stats[TESTNIC_FEC_UNCORRECTABLE_BLOCKS],
		 &stats->uncorrectable_blocks);
	fill_fec(nic, &nic->fec_stats[TESTNIC_FEC_CORRECTED_BITS], &stats->corrected_bits);
}
