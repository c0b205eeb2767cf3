// SPDX-License-Identifier: GPL-2.0-only
/* Performance MADs, of which the RDMA core makes ports/1/counters/ in sysfs. */
#include <rdma/ib_mad.h>
#include <rdma/ib_pma.h>

#include "testnic.h"

/* Where the attribute begins in a performance MAD: IBA 16.1.1. */
#define PMA_DATA_OFFSET 40

const char *const testnic_pma_names[TESTNIC_PMA_COUNTERS] = {
	[TESTNIC_PORT_XMIT_DATA] = "port_xmit_data",	/* in words of 4 bytes */
	[TESTNIC_PORT_RCV_DATA] = "port_rcv_data",
	[TESTNIC_PORT_XMIT_PACKETS] = "port_xmit_packets",
	[TESTNIC_PORT_RCV_PACKETS] = "port_rcv_packets",
	[TESTNIC_SYMBOL_ERROR] = "symbol_error",
	[TESTNIC_LINK_DOWNED] = "link_downed",
	[TESTNIC_PORT_RCV_ERRORS] = "port_rcv_errors",
	[TESTNIC_PORT_XMIT_DISCARDS] = "port_xmit_discards",
	[TESTNIC_PORT_XMIT_WAIT] = "port_xmit_wait",
};

static void fill_extended(const struct testnic *nic, struct ib_pma_portcounters_ext *counters)
{
	counters->port_xmit_data = cpu_to_be64(nic->pma[TESTNIC_PORT_XMIT_DATA]);
	counters->port_rcv_data = cpu_to_be64(nic->pma[TESTNIC_PORT_RCV_DATA]);
	counters->port_xmit_packets = cpu_to_be64(nic->pma[TESTNIC_PORT_XMIT_PACKETS]);
	counters->port_rcv_packets = cpu_to_be64(nic->pma[TESTNIC_PORT_RCV_PACKETS]);
	counters->port_unicast_xmit_packets = counters->port_xmit_packets;
	counters->port_unicast_rcv_packets = counters->port_rcv_packets;
}

/* They stick at their largest value: IBA 16.1.3.5. For RoCE the errors mostly stay 0. */
static void fill_errors(const struct testnic *nic, struct ib_pma_portcounters *counters)
{
	const u64 *from = nic->pma;

	counters->symbol_error_counter =
		cpu_to_be16(min_t(u64, from[TESTNIC_SYMBOL_ERROR], U16_MAX));
	counters->link_downed_counter = min_t(u64, from[TESTNIC_LINK_DOWNED], U8_MAX);
	counters->port_rcv_errors =
		cpu_to_be16(min_t(u64, from[TESTNIC_PORT_RCV_ERRORS], U16_MAX));
	counters->port_xmit_discards =
		cpu_to_be16(min_t(u64, from[TESTNIC_PORT_XMIT_DISCARDS], U16_MAX));
	counters->port_xmit_wait =
		cpu_to_be32(min_t(u64, from[TESTNIC_PORT_XMIT_WAIT], U32_MAX));
}

int testnic_process_mad(struct ib_device *ibdev, int flags, u32 port, const struct ib_wc *wc,
			const struct ib_grh *grh, const struct ib_mad *in, struct ib_mad *out,
			size_t *out_size, u16 *out_pkey_index)
{
	const struct testnic *nic = container_of(ibdev, struct testnic_ibdev, ibdev)->nic;
	void *data = out->data + PMA_DATA_OFFSET;

	if (in->mad_hdr.mgmt_class != IB_MGMT_CLASS_PERF_MGMT)
		return IB_MAD_RESULT_FAILURE;
	memset(out->data, 0, sizeof(out->data));
	if (in->mad_hdr.attr_id == IB_PMA_CLASS_PORT_INFO)
		((struct ib_class_port_info *)data)->capability_mask =
			IB_PMA_CLASS_CAP_EXT_WIDTH;
	else if (in->mad_hdr.attr_id == IB_PMA_PORT_COUNTERS_EXT)
		fill_extended(nic, data);
	else if (in->mad_hdr.attr_id == IB_PMA_PORT_COUNTERS)
		fill_errors(nic, data);
	return IB_MAD_RESULT_SUCCESS | IB_MAD_RESULT_REPLY;
}
