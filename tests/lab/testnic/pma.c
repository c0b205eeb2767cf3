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
};

static void fill_counters(const struct testnic *nic, struct ib_pma_portcounters_ext *counters)
{
	counters->port_xmit_data = cpu_to_be64(nic->pma[TESTNIC_PORT_XMIT_DATA]);
	counters->port_rcv_data = cpu_to_be64(nic->pma[TESTNIC_PORT_RCV_DATA]);
	counters->port_xmit_packets = cpu_to_be64(nic->pma[TESTNIC_PORT_XMIT_PACKETS]);
	counters->port_rcv_packets = cpu_to_be64(nic->pma[TESTNIC_PORT_RCV_PACKETS]);
	counters->port_unicast_xmit_packets = counters->port_xmit_packets;
	counters->port_unicast_rcv_packets = counters->port_rcv_packets;
}

/* The 32-bit error counters (IB_PMA_PORT_COUNTERS) stay 0, as they mostly do for RoCE. */
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
		fill_counters(nic, data);
	return IB_MAD_RESULT_SUCCESS | IB_MAD_RESULT_REPLY;
}
