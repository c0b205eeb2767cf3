// SPDX-License-Identifier: GPL-2.0-only
/* DCB as bnxt_en does it: drivers/net/ethernet/broadcom/bnxt/bnxt_dcb.c of Linux 6.1. */
#include "testnic.h"

static bool is_host_mode(const struct testnic_dcb *dcb)
{
	return dcb->dcbx & DCB_CAP_DCBX_HOST;
}

/* Host mode answers zeros until something is set through dcbnl; firmware is not asked. */
static int bnxt_getets(struct net_device *netdev, struct ieee_ets *ets)
{
	struct testnic *nic = netdev_to_testnic(netdev);
	struct testnic_dcb *dcb = &nic->dcb;
	int err = testnic_fault(nic, TESTNIC_OP_getets);
	u8 ets_cap = dcb->ets.ets_cap;

	if (err)
		return err;
	if (!dcb->ets_known && !is_host_mode(dcb))
		dcb->ets_known = true;	/* read once, kept until reload */
	if (dcb->ets_known)
		*ets = dcb->ets;
	ets->ets_cap = ets_cap;
	return 0;
}

static int validate_ets(const struct ieee_ets *ets)
{
	int sum = 0, i;

	for (i = 0; i < IEEE_8021QAZ_MAX_TCS; i++) {
		if (ets->prio_tc[i] >= IEEE_8021QAZ_MAX_TCS)
			return -EINVAL;
		if (ets->tc_tsa[i] == IEEE_8021QAZ_TSA_ETS)
			sum += ets->tc_tx_bw[i];
		else if (ets->tc_tsa[i] != IEEE_8021QAZ_TSA_STRICT)
			return -ENOTSUPP;
	}
	return sum > 100 ? -EINVAL : 0;
}

static int bnxt_setets(struct net_device *netdev, struct ieee_ets *ets)
{
	struct testnic *nic = netdev_to_testnic(netdev);
	struct testnic_dcb *dcb = &nic->dcb;
	int err = testnic_fault(nic, TESTNIC_OP_setets);
	u8 ets_cap = dcb->ets.ets_cap;

	if (!err)
		err = is_host_mode(dcb) ? validate_ets(ets) : -EINVAL;
	if (err)
		return err;
	dcb->ets = *ets;
	dcb->ets.ets_cap = ets_cap;
	dcb->ets_known = true;
	return 0;
}

/* In firmware mode the first answer is kept until reload, whatever firmware does later. */
static int bnxt_getpfc(struct net_device *netdev, struct ieee_pfc *pfc)
{
	struct testnic *nic = netdev_to_testnic(netdev);
	struct testnic_dcb *dcb = &nic->dcb;
	int i, err = testnic_fault(nic, TESTNIC_OP_getpfc);
	char name[ETH_GSTRING_LEN];

	if (err)
		return err;
	pfc->pfc_cap = dcb->pfc.pfc_cap;
	if (!dcb->pfc_known) {
		if (is_host_mode(dcb))
			return 0;
		dcb->pfc.pfc_en = dcb->firmware_pfc_en;
		dcb->pfc_known = true;
	}
	pfc->pfc_en = dcb->pfc.pfc_en;
	for (i = 0; i < IEEE_8021QAZ_MAX_TCS; i++) {
		snprintf(name, sizeof(name), "tx_pfc_ena_frames_pri%d", i);
		pfc->requests[i] = testnic_counter_value(nic, name);
		snprintf(name, sizeof(name), "rx_pfc_ena_frames_pri%d", i);
		pfc->indications[i] = testnic_counter_value(nic, name);
	}
	return 0;
}

static int bnxt_setpfc(struct net_device *netdev, struct ieee_pfc *pfc)
{
	struct testnic *nic = netdev_to_testnic(netdev);
	struct testnic_dcb *dcb = &nic->dcb;
	int err = testnic_fault(nic, TESTNIC_OP_setpfc);

	if (!err && !is_host_mode(dcb))
		err = -EINVAL;
	if (err)
		return err;
	dcb->pfc.pfc_en = pfc->pfc_en;
	dcb->firmware_pfc_en = pfc->pfc_en;
	dcb->pfc_known = true;
	return 0;
}

static int bnxt_check_app(const struct testnic *nic, const struct dcb_app *app)
{
	if (!is_host_mode(&nic->dcb))
		return -EINVAL;
	if (app->selector == IEEE_8021QAZ_APP_SEL_DSCP && app->protocol >= TESTNIC_MAX_DSCP)
		return -EINVAL;
	return 0;
}

static int bnxt_setapp(struct net_device *netdev, struct dcb_app *app)
{
	struct testnic *nic = netdev_to_testnic(netdev);
	int err = testnic_fault(nic, TESTNIC_OP_setapp);

	if (!err)
		err = bnxt_check_app(nic, app);
	return err ? err : dcb_ieee_setapp(netdev, app);
}

static int bnxt_delapp(struct net_device *netdev, struct dcb_app *app)
{
	struct testnic *nic = netdev_to_testnic(netdev);
	int err = testnic_fault(nic, TESTNIC_OP_delapp);

	if (!err)
		err = bnxt_check_app(nic, app);
	return err ? err : dcb_ieee_delapp(netdev, app);
}

static u8 bnxt_getdcbx(struct net_device *netdev)
{
	return netdev_to_testnic(netdev)->dcb.dcbx;
}

/* Returns nonzero when refused: firmware's own settings live in NVRAM, and CEE is not known. */
static u8 bnxt_setdcbx(struct net_device *netdev, u8 mode)
{
	struct testnic_dcb *dcb = &netdev_to_testnic(netdev)->dcb;

	if (dcb->dcbx & DCB_CAP_DCBX_LLD_MANAGED)
		return 1;
	if ((mode & DCB_CAP_DCBX_HOST) &&
	    ((mode & DCB_CAP_DCBX_VER_CEE) || !(mode & DCB_CAP_DCBX_VER_IEEE)))
		return 1;
	dcb->dcbx = mode;
	return 0;
}

const struct dcbnl_rtnl_ops testnic_bnxt_dcbnl_ops = {
	.ieee_getets = bnxt_getets,
	.ieee_setets = bnxt_setets,
	.ieee_getpfc = bnxt_getpfc,
	.ieee_setpfc = bnxt_setpfc,
	.ieee_setapp = bnxt_setapp,
	.ieee_delapp = bnxt_delapp,
	.getdcbx = bnxt_getdcbx,
	.setdcbx = bnxt_setdcbx,
};

/* bnxt does not read firmware's DSCP map into the APP table. */
void testnic_bnxt_set_trust(struct testnic *nic, enum testnic_trust trust)
{
	nic->dcb.trust = trust;
}

void testnic_bnxt_dcb_init(struct testnic *nic)
{
	nic->dcb.dcbx = DCB_CAP_DCBX_VER_IEEE | DCB_CAP_DCBX_HOST;
	nic->dcb.pfc.pfc_cap = 1;	/* max_lltc: one lossless queue is what firmware grants */
	nic->dcb.ets.ets_cap = IEEE_8021QAZ_MAX_TCS;
	testnic_bnxt_set_trust(nic, testnic_initial_trust);
}
