// SPDX-License-Identifier: GPL-2.0-only
/* Speed, lanes and link modes, as ethtool and as verbs see them. */
#include "testnic.h"

/*
 * The verbs side copies translate_eth_ext_proto_oper() of drivers/infiniband/hw/mlx5/main.c.
 * Per speed the usual lane count comes first: it is taken when no lane count is reported.
 */
static const struct testnic_link_mode link_modes[] = {
	{ 400000, 4, IB_WIDTH_4X, IB_SPEED_NDR, ETHTOOL_LINK_MODE_400000baseCR4_Full_BIT },
	{ 400000, 8, IB_WIDTH_8X, IB_SPEED_HDR, ETHTOOL_LINK_MODE_400000baseCR8_Full_BIT },
	{ 200000, 4, IB_WIDTH_4X, IB_SPEED_HDR, ETHTOOL_LINK_MODE_200000baseCR4_Full_BIT },
	{ 200000, 2, IB_WIDTH_2X, IB_SPEED_NDR, ETHTOOL_LINK_MODE_200000baseCR2_Full_BIT },
	{ 100000, 4, IB_WIDTH_4X, IB_SPEED_EDR, ETHTOOL_LINK_MODE_100000baseCR4_Full_BIT },
	{ 100000, 2, IB_WIDTH_2X, IB_SPEED_HDR, ETHTOOL_LINK_MODE_100000baseCR2_Full_BIT },
	{ 100000, 1, IB_WIDTH_1X, IB_SPEED_NDR, ETHTOOL_LINK_MODE_100000baseCR_Full_BIT },
	{ 50000, 2, IB_WIDTH_2X, IB_SPEED_EDR, ETHTOOL_LINK_MODE_50000baseCR2_Full_BIT },
	{ 50000, 1, IB_WIDTH_1X, IB_SPEED_HDR, ETHTOOL_LINK_MODE_50000baseCR_Full_BIT },
	{ 40000, 4, IB_WIDTH_4X, IB_SPEED_QDR, ETHTOOL_LINK_MODE_40000baseCR4_Full_BIT },
	{ 25000, 1, IB_WIDTH_1X, IB_SPEED_EDR, ETHTOOL_LINK_MODE_25000baseCR_Full_BIT },
	{ 10000, 1, IB_WIDTH_1X, IB_SPEED_QDR, ETHTOOL_LINK_MODE_10000baseCR_Full_BIT },
};

const struct testnic_link_mode *testnic_link_mode(u32 mbps, u32 lanes)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(link_modes); i++)
		if (link_modes[i].mbps == mbps && (!lanes || link_modes[i].lanes == lanes))
			return &link_modes[i];
	return NULL;
}

/* A speed that mlx5_ib does not know, or no link, leaves its default: 4X QDR, "40 Gb/s". */
void testnic_mlx5_ib_speed(struct testnic *nic, u8 *width, u16 *speed)
{
	const struct testnic_link_mode *mode = testnic_link_mode(nic->speed_mbps, nic->lanes);

	*width = IB_WIDTH_4X;
	*speed = IB_SPEED_QDR;
	if (mode && netif_carrier_ok(nic->netdev)) {
		*width = mode->ib_width;
		*speed = mode->ib_speed;
	}
}

/* bnxt_re asks the core, which takes rtnl, and on 6.1 calls all above 40G "4X EDR", 100 Gb/s. */
void testnic_bnxt_ib_speed(struct testnic *nic, u8 *width, u16 *speed)
{
	if (ib_get_eth_speed(&nic->ib->ibdev, 1, speed, width)) {
		*width = IB_WIDTH_4X;
		*speed = IB_SPEED_SDR;
	}
}

static void add_link_modes(struct ethtool_link_ksettings *ks)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(link_modes); i++) {
		__set_bit(link_modes[i].bit, ks->link_modes.supported);
		__set_bit(link_modes[i].bit, ks->link_modes.advertising);
	}
	ethtool_link_ksettings_add_link_mode(ks, supported, FIBRE);
	ethtool_link_ksettings_add_link_mode(ks, supported, Autoneg);
	ethtool_link_ksettings_add_link_mode(ks, advertising, Autoneg);
	ethtool_link_ksettings_add_link_mode(ks, supported, Pause);
	ethtool_link_ksettings_add_link_mode(ks, supported, FEC_NONE);
	ethtool_link_ksettings_add_link_mode(ks, supported, FEC_BASER);
	ethtool_link_ksettings_add_link_mode(ks, supported, FEC_RS);
	ethtool_link_ksettings_add_link_mode(ks, advertising, FEC_RS);
}

int testnic_get_link_ksettings(struct net_device *netdev, struct ethtool_link_ksettings *ks)
{
	struct testnic *nic = netdev_to_testnic(netdev);
	int err = testnic_fault(nic, TESTNIC_OP_link_ksettings);

	if (err)
		return err;
	add_link_modes(ks);
	ks->base.autoneg = AUTONEG_ENABLE;
	ks->base.port = PORT_FIBRE;
	ks->base.speed = SPEED_UNKNOWN;
	ks->base.duplex = DUPLEX_UNKNOWN;
	if (netif_carrier_ok(netdev)) {
		ks->base.speed = nic->speed_mbps;
		ks->base.duplex = DUPLEX_FULL;
		ks->lanes = nic->lanes;
	}
	return 0;
}

int testnic_get_link_ext_state(struct net_device *netdev,
			       struct ethtool_link_ext_state_info *info)
{
	struct testnic *nic = netdev_to_testnic(netdev);
	int err = testnic_fault(nic, TESTNIC_OP_link_ext_state);

	if (err)
		return err;
	if (netif_carrier_ok(netdev))
		return -ENODATA;
	info->link_ext_state = ETHTOOL_LINK_EXT_STATE_NO_CABLE;
	return 0;
}
