// SPDX-License-Identifier: GPL-2.0-only
/* DCB as mlx5 does it: drivers/net/ethernet/mellanox/mlx5/core/en_dcbnl.c of Linux 6.1. */
#include "testnic.h"

#define MLX5_MAX_BW_PERCENT 100
#define MLX5_TOTAL_BUFFER_BYTES 262016

static int mlx5_getets(struct net_device *netdev, struct ieee_ets *ets)
{
	struct testnic *nic = netdev_to_testnic(netdev);
	int err = testnic_fault(nic, TESTNIC_OP_getets);

	if (!err)
		*ets = nic->dcb.ets;
	return err;
}

static int validate_ets(const struct ieee_ets *ets)
{
	bool have_ets_tc = false;
	int sum = 0, i;

	for (i = 0; i < IEEE_8021QAZ_MAX_TCS; i++) {
		if (ets->prio_tc[i] >= IEEE_8021QAZ_MAX_TCS)
			return -EINVAL;
		if (ets->tc_tsa[i] == IEEE_8021QAZ_TSA_ETS) {
			have_ets_tc = true;
			sum += ets->tc_tx_bw[i];
		}
	}
	return have_ets_tc && sum != MLX5_MAX_BW_PERCENT ? -EINVAL : 0;
}

/* Firmware keeps 100 % for each TC that is not ETS, and getets shows it. */
static int mlx5_setets(struct net_device *netdev, struct ieee_ets *ets)
{
	struct testnic *nic = netdev_to_testnic(netdev);
	struct ieee_ets *own = &nic->dcb.ets;
	int i, err = testnic_fault(nic, TESTNIC_OP_setets);

	if (!err)
		err = validate_ets(ets);
	if (err)
		return err;
	for (i = 0; i < IEEE_8021QAZ_MAX_TCS; i++) {
		own->prio_tc[i] = ets->prio_tc[i];
		own->tc_tsa[i] = ets->tc_tsa[i];
		own->tc_tx_bw[i] = ets->tc_tsa[i] == IEEE_8021QAZ_TSA_ETS ? ets->tc_tx_bw[i] :
									    MLX5_MAX_BW_PERCENT;
	}
	return 0;
}

/* The counters in here are those of the last `ethtool -S`. */
static int mlx5_getpfc(struct net_device *netdev, struct ieee_pfc *pfc)
{
	struct testnic *nic = netdev_to_testnic(netdev);
	int err = testnic_fault(nic, TESTNIC_OP_getpfc);

	if (!err)
		*pfc = nic->dcb.pfc;
	return err;
}

void testnic_mlx5_refresh_pfc_counters(struct testnic *nic)
{
	char name[ETH_GSTRING_LEN];
	int i;

	for (i = 0; i < IEEE_8021QAZ_MAX_TCS; i++) {
		snprintf(name, sizeof(name), "tx_prio%d_pause", i);
		nic->dcb.pfc.requests[i] = testnic_counter_value(nic, name);
		snprintf(name, sizeof(name), "rx_prio%d_pause", i);
		nic->dcb.pfc.indications[i] = testnic_counter_value(nic, name);
	}
}

/* Unless the host laid them out, firmware gives the lossless priorities a buffer of their own. */
static void lay_out_buffers(struct testnic_dcb *dcb)
{
	struct dcbnl_buffer *buffer = &dcb->buffer;
	int i;

	if (dcb->manual_buffer)
		return;
	for (i = 0; i < IEEE_8021Q_MAX_PRIORITIES; i++)
		buffer->prio2buffer[i] = dcb->pfc.pfc_en & BIT(i) ? 1 : 0;
	buffer->total_size = MLX5_TOTAL_BUFFER_BYTES;
	buffer->buffer_size[1] = dcb->pfc.pfc_en ? MLX5_TOTAL_BUFFER_BYTES / 2 : 0;
	buffer->buffer_size[0] = MLX5_TOTAL_BUFFER_BYTES - buffer->buffer_size[1];
}

/* A change of PFC takes the link down and up: mlx5_toggle_port_link(). */
static int mlx5_setpfc(struct net_device *netdev, struct ieee_pfc *pfc)
{
	struct testnic *nic = netdev_to_testnic(netdev);
	int err = testnic_fault(nic, TESTNIC_OP_setpfc);
	u32 carrier = nic->carrier;

	if (err)
		return err;
	if (pfc->pfc_en != nic->dcb.pfc.pfc_en) {
		nic->dcb.pfc.pfc_en = pfc->pfc_en;
		lay_out_buffers(&nic->dcb);
		nic->carrier = 0;
		testnic_update_carrier(nic);
		nic->carrier = carrier;
		testnic_update_carrier(nic);
	}
	if (pfc->delay)
		nic->dcb.pfc.delay = pfc->delay;	/* mlx5: cable length in metres */
	return 0;
}

static int mlx5_getmaxrate(struct net_device *netdev, struct ieee_maxrate *maxrate)
{
	struct testnic *nic = netdev_to_testnic(netdev);
	int err = testnic_fault(nic, TESTNIC_OP_getmaxrate);

	if (!err)
		*maxrate = nic->dcb.maxrate;
	return err;
}

static int mlx5_setmaxrate(struct net_device *netdev, struct ieee_maxrate *maxrate)
{
	struct testnic *nic = netdev_to_testnic(netdev);
	int err = testnic_fault(nic, TESTNIC_OP_setmaxrate);

	if (!err)
		nic->dcb.maxrate = *maxrate;
	return err;
}

static int mlx5_getbuffer(struct net_device *netdev, struct dcbnl_buffer *buffer)
{
	struct testnic *nic = netdev_to_testnic(netdev);
	int err = testnic_fault(nic, TESTNIC_OP_getbuffer);

	if (!err)
		*buffer = nic->dcb.buffer;
	return err;
}

static int mlx5_setbuffer(struct net_device *netdev, struct dcbnl_buffer *buffer)
{
	struct testnic *nic = netdev_to_testnic(netdev);
	int err = testnic_fault(nic, TESTNIC_OP_setbuffer);

	if (err)
		return err;
	nic->dcb.manual_buffer = true;
	memcpy(nic->dcb.buffer.prio2buffer, buffer->prio2buffer, sizeof(buffer->prio2buffer));
	memcpy(nic->dcb.buffer.buffer_size, buffer->buffer_size, sizeof(buffer->buffer_size));
	return 0;
}

static int check_dscp_app(const struct dcb_app *app)
{
	if (app->selector != IEEE_8021QAZ_APP_SEL_DSCP || app->protocol >= TESTNIC_MAX_DSCP)
		return -EINVAL;
	return 0;
}

static struct dcb_app dscp_app(const struct testnic *nic, u8 dscp)
{
	return (struct dcb_app){
		.selector = IEEE_8021QAZ_APP_SEL_DSCP,
		.protocol = dscp,
		.priority = nic->dcb.dscp2prio[dscp],
	};
}

/* Replaces the priority of that DSCP, and the first entry makes the port trust DSCP. */
static int mlx5_setapp(struct net_device *netdev, struct dcb_app *app)
{
	struct testnic *nic = netdev_to_testnic(netdev);
	struct testnic_dcb *dcb = &nic->dcb;
	int err = testnic_fault(nic, TESTNIC_OP_setapp);
	struct dcb_app old;
	bool is_new;

	if (!err)
		err = check_dscp_app(app);
	if (err)
		return err;
	old = dscp_app(nic, app->protocol);
	dcb->trust = TESTNIC_TRUST_DSCP;
	dcb->dscp2prio[app->protocol] = app->priority;
	is_new = dcb_ieee_delapp(netdev, &old);
	err = dcb_ieee_setapp(netdev, app);
	if (!err && is_new)
		dcb->dscp_app_count++;
	return err;
}

/* Sets that DSCP to priority 0 in hardware; after the last entry the port trusts PCP again. */
static int mlx5_delapp(struct net_device *netdev, struct dcb_app *app)
{
	struct testnic *nic = netdev_to_testnic(netdev);
	struct testnic_dcb *dcb = &nic->dcb;
	int err = testnic_fault(nic, TESTNIC_OP_delapp);

	if (!err)
		err = check_dscp_app(app);
	if (err)
		return err;
	if (!dcb->dscp_app_count || app->priority != dcb->dscp2prio[app->protocol])
		return -ENOENT;
	err = dcb_ieee_delapp(netdev, app);
	if (err)
		return err;
	dcb->dscp2prio[app->protocol] = 0;
	if (--dcb->dscp_app_count == 0)
		dcb->trust = TESTNIC_TRUST_PCP;
	return 0;
}

static u8 mlx5_getdcbx(struct net_device *netdev)
{
	return netdev_to_testnic(netdev)->dcb.dcbx;
}

/* Returns nonzero when refused. Mode 0 hands the port to firmware: HOST is cleared. */
static u8 mlx5_setdcbx(struct net_device *netdev, u8 mode)
{
	struct testnic_dcb *dcb = &netdev_to_testnic(netdev)->dcb;

	if (mode & DCB_CAP_DCBX_LLD_MANAGED)
		return 1;
	if (!mode) {
		dcb->dcbx &= ~DCB_CAP_DCBX_HOST;
		return 0;
	}
	if (!(mode & DCB_CAP_DCBX_HOST))
		return 1;
	dcb->dcbx = mode;
	return 0;
}

const struct dcbnl_rtnl_ops testnic_mlx5_dcbnl_ops = {
	.ieee_getets = mlx5_getets,
	.ieee_setets = mlx5_setets,
	.ieee_getpfc = mlx5_getpfc,
	.ieee_setpfc = mlx5_setpfc,
	.ieee_getmaxrate = mlx5_getmaxrate,
	.ieee_setmaxrate = mlx5_setmaxrate,
	.ieee_setapp = mlx5_setapp,
	.ieee_delapp = mlx5_delapp,
	.getdcbx = mlx5_getdcbx,
	.setdcbx = mlx5_setdcbx,
	.dcbnl_getbuffer = mlx5_getbuffer,
	.dcbnl_setbuffer = mlx5_setbuffer,
};

/* What a reload of the driver would find: 64 entries when firmware trusts DSCP, else none. */
void testnic_mlx5_set_trust(struct testnic *nic, enum testnic_trust trust)
{
	struct dcb_app app;
	u8 dscp;

	for (dscp = 0; dscp < TESTNIC_MAX_DSCP; dscp++) {
		app = dscp_app(nic, dscp);
		dcb_ieee_delapp(nic->netdev, &app);
		if (trust == TESTNIC_TRUST_DSCP)
			dcb_ieee_setapp(nic->netdev, &app);
	}
	nic->dcb.trust = trust;
	nic->dcb.dscp_app_count = trust == TESTNIC_TRUST_DSCP ? TESTNIC_MAX_DSCP : 0;
}

/* mlx5e_ets_init(): every TC is "vendor", one priority each, 0 and 1 swapped as in 802.1Q. */
void testnic_mlx5_dcb_init(struct testnic *nic)
{
	struct testnic_dcb *dcb = &nic->dcb;
	int i;

	dcb->dcbx = DCB_CAP_DCBX_VER_CEE | DCB_CAP_DCBX_VER_IEEE | DCB_CAP_DCBX_HOST;
	dcb->pfc.pfc_cap = IEEE_8021QAZ_MAX_TCS;
	dcb->pfc.delay = 7;
	dcb->ets.ets_cap = IEEE_8021QAZ_MAX_TCS;
	for (i = 0; i < IEEE_8021QAZ_MAX_TCS; i++) {
		dcb->ets.prio_tc[i] = i < 2 ? 1 - i : i;
		dcb->ets.tc_tsa[i] = IEEE_8021QAZ_TSA_VENDOR;
		dcb->ets.tc_tx_bw[i] = MLX5_MAX_BW_PERCENT;
	}
	for (i = 0; i < TESTNIC_MAX_DSCP; i++)
		dcb->dscp2prio[i] = i / 8;
	lay_out_buffers(dcb);
	testnic_mlx5_set_trust(nic, testnic_initial_trust);
}
