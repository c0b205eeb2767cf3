// SPDX-License-Identifier: GPL-2.0-only
/* ethtool: driver info, FEC and pause. */
#include "testnic.h"

static void testnic_get_drvinfo(struct net_device *netdev, struct ethtool_drvinfo *info)
{
	const struct testnic *nic = netdev_to_testnic(netdev);

	strscpy(info->driver, nic->as->driver, sizeof(info->driver));
	strscpy(info->fw_version, nic->as->ethtool_fw_version, sizeof(info->fw_version));
	strscpy(info->bus_info, pci_name(nic->pdev), sizeof(info->bus_info));
}

/* Without a link there is no active FEC; AUTO settles on RS, the only one of a 400G link. */
static u32 active_fec(const struct testnic *nic)
{
	if (!netif_carrier_ok(nic->netdev) || nic->fec_active_none)
		return 0;
	if (nic->fec_active)
		return nic->fec_active;
	return nic->fec_configured == ETHTOOL_FEC_AUTO ? ETHTOOL_FEC_RS : nic->fec_configured;
}

static int testnic_get_fecparam(struct net_device *netdev, struct ethtool_fecparam *fec)
{
	struct testnic *nic = netdev_to_testnic(netdev);
	int err = testnic_fault(nic, TESTNIC_OP_getfec);

	if (err)
		return err;
	fec->fec = nic->fec_configured;
	fec->active_fec = active_fec(nic);
	return 0;
}

static int testnic_set_fecparam(struct net_device *netdev, struct ethtool_fecparam *fec)
{
	struct testnic *nic = netdev_to_testnic(netdev);
	int err = testnic_fault(nic, TESTNIC_OP_setfec);

	if (err)
		return err;
	/* One mode at a time: mlx5e_set_fecparam(). */
	if (hweight32(fec->fec) != 1)
		return -EOPNOTSUPP;
	nic->fec_configured = fec->fec;
	return 0;
}

static void testnic_get_pauseparam(struct net_device *netdev, struct ethtool_pauseparam *pause)
{
	struct testnic *nic = netdev_to_testnic(netdev);

	testnic_fault(nic, TESTNIC_OP_getpause);
	*pause = nic->pause;
}

static int testnic_set_pauseparam(struct net_device *netdev, struct ethtool_pauseparam *pause)
{
	struct testnic *nic = netdev_to_testnic(netdev);
	int err = testnic_fault(nic, TESTNIC_OP_setpause);

	if (err)
		return err;
	if (pause->autoneg)
		return -EINVAL;
	nic->pause.rx_pause = pause->rx_pause;
	nic->pause.tx_pause = pause->tx_pause;
	return 0;
}

/* As mlx5e_get_tunable(): milliseconds, 0 is off. */
static int testnic_get_tunable(struct net_device *netdev, const struct ethtool_tunable *tuna,
			       void *data)
{
	struct testnic *nic = netdev_to_testnic(netdev);
	int err = testnic_fault(nic, TESTNIC_OP_gettunable);

	if (err)
		return err;
	if (!nic->as->has_pfc_prevention || tuna->id != ETHTOOL_PFC_PREVENTION_TOUT)
		return -EOPNOTSUPP;
	*(u16 *)data = nic->pfc_prevention_tout_ms;
	return 0;
}

static int testnic_set_tunable(struct net_device *netdev, const struct ethtool_tunable *tuna,
			       const void *data)
{
	struct testnic *nic = netdev_to_testnic(netdev);
	u16 tout_ms = *(const u16 *)data;

	if (!nic->as->has_pfc_prevention || tuna->id != ETHTOOL_PFC_PREVENTION_TOUT)
		return -EOPNOTSUPP;
	nic->pfc_prevention_tout_ms = tout_ms == PFC_STORM_PREVENTION_AUTO ? 100 : tout_ms;
	return 0;
}

static const struct ethtool_ops testnic_ethtool_ops = {
	.cap_link_lanes_supported = true,
	.get_drvinfo = testnic_get_drvinfo,
	.get_link = ethtool_op_get_link,
	.get_link_ext_state = testnic_get_link_ext_state,
	.get_link_ksettings = testnic_get_link_ksettings,
	.get_sset_count = testnic_get_sset_count,
	.get_strings = testnic_get_strings,
	.get_ethtool_stats = testnic_get_ethtool_stats,
	.get_fecparam = testnic_get_fecparam,
	.set_fecparam = testnic_set_fecparam,
	.get_fec_stats = testnic_get_fec_stats,
	.get_pauseparam = testnic_get_pauseparam,
	.set_pauseparam = testnic_set_pauseparam,
	.get_pause_stats = testnic_get_pause_stats,
	.get_eth_phy_stats = testnic_get_eth_phy_stats,
	.get_eth_mac_stats = testnic_get_eth_mac_stats,
	.get_eth_ctrl_stats = testnic_get_eth_ctrl_stats,
	.get_rmon_stats = testnic_get_rmon_stats,
	.get_module_eeprom_by_page = testnic_get_module_eeprom_by_page,
	.get_tunable = testnic_get_tunable,
	.set_tunable = testnic_set_tunable,
};

void testnic_ethtool_init(struct testnic *nic)
{
	nic->ethtool_ops = testnic_ethtool_ops;
	nic->netdev->ethtool_ops = &nic->ethtool_ops;
	nic->pfc_prevention_tout_ms = 8000;
}

/* get_pauseparam returns void, so its only failure is to be absent. Call under rtnl. */
void testnic_ethtool_hide_pause(struct testnic *nic, bool hide)
{
	nic->ethtool_ops.get_pauseparam = hide ? NULL : testnic_get_pauseparam;
}
