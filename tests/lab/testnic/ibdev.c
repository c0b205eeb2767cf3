// SPDX-License-Identifier: GPL-2.0-only
/*
 * The RDMA device: what queries, GID tables and counters need, and no data path.
 * Its driver id is rxe's, so that libibverbs has a provider to open it with. Because of that id
 * rdma_rxe's netdev notifier would take the device for its own if ib_device_set_netdev() were
 * used (and oops); the .get_netdev operation keeps it out of that notifier's sight.
 */
#include <net/addrconf.h>
#include <rdma/ib_addr.h>
#include <rdma/ib_mad.h>

#include "testnic.h"

#define RXE_UVERBS_ABI_VERSION 2
#define GID_TABLE_LENGTH 255

static struct testnic *ibdev_to_testnic(struct ib_device *ibdev)
{
	return container_of(ibdev, struct testnic_ibdev, ibdev)->nic;
}

static int testnic_query_device(struct ib_device *ibdev, struct ib_device_attr *attr,
				struct ib_udata *udata)
{
	struct testnic *nic = ibdev_to_testnic(ibdev);
	int err = testnic_fault(nic, TESTNIC_OP_query_device);

	if (err)
		return err;
	memset(attr, 0, sizeof(*attr));
	attr->vendor_id = nic->as->vendor_id;
	attr->vendor_part_id = nic->as->vendor_part_id;
	attr->sys_image_guid = ibdev->node_guid;
	attr->max_qp = 131072;
	attr->max_cq = 131072;
	attr->max_mr = 131072;
	attr->max_pd = 131072;
	attr->max_pkeys = 1;
	return 0;
}

static void query_speed(struct testnic *nic, struct ib_port_attr *attr)
{
	if (nic->verbs_width) {
		attr->active_width = nic->verbs_width;
		attr->active_speed = nic->verbs_speed;
	} else {
		nic->as->ib_speed(nic, &attr->active_width, &attr->active_speed);
	}
}

static int testnic_query_port(struct ib_device *ibdev, u32 port, struct ib_port_attr *attr)
{
	struct testnic *nic = ibdev_to_testnic(ibdev);
	struct net_device *netdev = nic->netdev;
	bool up = netif_running(netdev) && netif_carrier_ok(netdev);
	int err = testnic_fault(nic, TESTNIC_OP_query_port);

	if (err)
		return err;
	attr->state = up ? IB_PORT_ACTIVE : IB_PORT_DOWN;
	attr->phys_state = up ? IB_PORT_PHYS_STATE_LINK_UP : IB_PORT_PHYS_STATE_DISABLED;
	attr->max_mtu = IB_MTU_4096;
	attr->active_mtu = min_t(int, attr->max_mtu, iboe_get_mtu(READ_ONCE(netdev->mtu)));
	attr->gid_tbl_len = GID_TABLE_LENGTH;
	attr->pkey_tbl_len = 1;
	attr->max_msg_sz = 1 << 30;
	attr->ip_gids = true;
	attr->port_cap_flags = IB_PORT_CM_SUP;
	query_speed(nic, attr);
	return 0;
}

static int testnic_get_port_immutable(struct ib_device *ibdev, u32 port,
				      struct ib_port_immutable *immutable)
{
	immutable->core_cap_flags =
		container_of(ibdev, struct testnic_ibdev, ibdev)->core_cap_flags;
	immutable->gid_tbl_len = GID_TABLE_LENGTH;
	immutable->pkey_tbl_len = 1;
	return 0;
}

static struct net_device *testnic_get_netdev(struct ib_device *ibdev, u32 port)
{
	struct net_device *netdev = ibdev_to_testnic(ibdev)->netdev;

	dev_hold(netdev);
	return netdev;
}

static enum rdma_link_layer testnic_get_link_layer(struct ib_device *ibdev, u32 port)
{
	return IB_LINK_LAYER_ETHERNET;
}

static int testnic_add_gid(const struct ib_gid_attr *attr, void **context)
{
	return testnic_fault(ibdev_to_testnic(attr->device), TESTNIC_OP_add_gid);
}

static int testnic_del_gid(const struct ib_gid_attr *attr, void **context)
{
	return 0;
}

static int testnic_query_pkey(struct ib_device *ibdev, u32 port, u16 index, u16 *pkey)
{
	*pkey = IB_DEFAULT_PKEY_FULL;
	return 0;
}

static int testnic_alloc_ucontext(struct ib_ucontext *context, struct ib_udata *udata)
{
	return testnic_fault(ibdev_to_testnic(context->device), TESTNIC_OP_alloc_ucontext);
}

static void testnic_dealloc_ucontext(struct ib_ucontext *context)
{
}

/* With this op an unplug need not wait for the processes that have the device open. */
static void testnic_disassociate_ucontext(struct ib_ucontext *context)
{
}

static int testnic_alloc_pd(struct ib_pd *pd, struct ib_udata *udata)
{
	return 0;
}

static int testnic_dealloc_pd(struct ib_pd *pd, struct ib_udata *udata)
{
	return 0;
}

static void testnic_get_dev_fw_str(struct ib_device *ibdev, char *text)
{
	strscpy(text, ibdev_to_testnic(ibdev)->as->ib_fw_version, IB_FW_VERSION_NAME_MAX);
}

static struct rdma_hw_stats *testnic_alloc_hw_port_stats(struct ib_device *ibdev, u32 port)
{
	const struct testnic_personality *as = ibdev_to_testnic(ibdev)->as;
	struct rdma_hw_stats *stats = rdma_alloc_hw_stats_struct(
		as->hw_counters, as->hw_counters_count, RDMA_HW_STATS_DEFAULT_LIFESPAN);
	size_t i;

	/* As mlx5 does: optional ones are off, and then not listed, until somebody binds them. */
	for (i = 0; stats && i < as->hw_counters_count; i++)
		if (as->hw_counters[i].flags & IB_STAT_FLAG_OPTIONAL)
			set_bit(i, stats->is_disabled);
	return stats;
}

static int testnic_get_hw_stats(struct ib_device *ibdev, struct rdma_hw_stats *stats, u32 port,
				int index)
{
	struct testnic *nic = ibdev_to_testnic(ibdev);
	int i, err = testnic_fault(nic, TESTNIC_OP_hw_stats);

	if (err)
		return err;
	for (i = 0; i < stats->num_counters; i++)
		stats->value[i] = nic->hw_counters[i];
	return stats->num_counters;
}

/* Not container_of(): in a foreign network namespace the device is a stand-in (ib_core_device). */
static struct testnic *sysfs_to_testnic(struct device *device)
{
	return rdma_device_to_drv_device(device, struct testnic_ibdev, ibdev)->nic;
}

static ssize_t hca_type_show(struct device *device, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%s\n", sysfs_to_testnic(device)->as->hca_type);
}
static DEVICE_ATTR_RO(hca_type);

static ssize_t hw_rev_show(struct device *device, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "0\n");
}
static DEVICE_ATTR_RO(hw_rev);

static ssize_t board_id_show(struct device *device, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%s\n", sysfs_to_testnic(device)->as->board_id);
}
static DEVICE_ATTR_RO(board_id);

static struct attribute *testnic_ib_attributes[] = {
	&dev_attr_hca_type.attr,
	&dev_attr_hw_rev.attr,
	&dev_attr_board_id.attr,
	NULL
};

static umode_t testnic_ib_attribute_visible(struct kobject *kobj, struct attribute *attr, int n)
{
	if (attr == &dev_attr_board_id.attr && !sysfs_to_testnic(kobj_to_dev(kobj))->as->board_id)
		return 0;
	return attr->mode;
}

static const struct attribute_group testnic_ib_attribute_group = {
	.attrs = testnic_ib_attributes,
	.is_visible = testnic_ib_attribute_visible,
};

struct testnic_ucontext {
	struct ib_ucontext ibucontext;
};

struct testnic_pd {
	struct ib_pd ibpd;
};

static const struct ib_device_ops testnic_ib_ops = {
	.owner = THIS_MODULE,
	.driver_id = RDMA_DRIVER_RXE,
	.uverbs_abi_ver = RXE_UVERBS_ABI_VERSION,
	.device_group = &testnic_ib_attribute_group,
	.add_gid = testnic_add_gid,
	.alloc_hw_port_stats = testnic_alloc_hw_port_stats,
	.alloc_pd = testnic_alloc_pd,
	.alloc_ucontext = testnic_alloc_ucontext,
	.dealloc_pd = testnic_dealloc_pd,
	.dealloc_ucontext = testnic_dealloc_ucontext,
	.del_gid = testnic_del_gid,
	.disassociate_ucontext = testnic_disassociate_ucontext,
	.get_dev_fw_str = testnic_get_dev_fw_str,
	.get_hw_stats = testnic_get_hw_stats,
	.get_link_layer = testnic_get_link_layer,
	.get_netdev = testnic_get_netdev,
	.get_port_immutable = testnic_get_port_immutable,
	.process_mad = testnic_process_mad,
	.query_device = testnic_query_device,
	.query_pkey = testnic_query_pkey,
	.query_port = testnic_query_port,
	INIT_RDMA_OBJ_SIZE(ib_pd, testnic_pd, ibpd),
	INIT_RDMA_OBJ_SIZE(ib_ucontext, testnic_ucontext, ibucontext),
};

/* RDMA_CORE_PORT_IBA_ROCE less CAP_IB_MAD: without a queue pair there are no MADs. */
static u32 core_cap_flags(enum testnic_gid_types types)
{
	u32 flags = RDMA_CORE_CAP_IB_CM | RDMA_CORE_CAP_AF_IB | RDMA_CORE_CAP_ETH_AH;

	if (types & GID_TYPES_V1)
		flags |= RDMA_CORE_CAP_PROT_ROCE;
	if (types & GID_TYPES_V2)
		flags |= RDMA_CORE_CAP_PROT_ROCE_UDP_ENCAP;
	return flags;
}

enum testnic_gid_types testnic_ib_gid_types(struct testnic *nic)
{
	u32 flags = nic->ib ? nic->ib->core_cap_flags : 0;

	return ((flags & RDMA_CORE_CAP_PROT_ROCE) ? GID_TYPES_V1 : GID_TYPES_NONE) |
	       ((flags & RDMA_CORE_CAP_PROT_ROCE_UDP_ENCAP) ? GID_TYPES_V2 : GID_TYPES_NONE);
}

/* Not under rtnl: filling the GID table takes it. A second registration keeps the name. */
int testnic_ib_register(struct testnic *nic, enum testnic_gid_types types)
{
	struct testnic_ibdev *ib = ib_alloc_device(testnic_ibdev, ibdev);
	int err;

	if (!ib)
		return -ENOMEM;
	ib->nic = nic;
	ib->core_cap_flags = core_cap_flags(types);
	ib->ibdev.node_type = RDMA_NODE_IB_CA;
	ib->ibdev.phys_port_cnt = 1;
	ib->ibdev.num_comp_vectors = 1;
	ib->ibdev.dev.parent = &nic->pdev->dev;
	strscpy(ib->ibdev.node_desc, "testnic", sizeof(ib->ibdev.node_desc));
	addrconf_addr_eui48((u8 *)&ib->ibdev.node_guid, nic->netdev->dev_addr);
	ib_set_device_ops(&ib->ibdev, &testnic_verbs_ops);
	ib_set_device_ops(&ib->ibdev, &testnic_ib_ops);
	nic->ib = ib;
	err = ib_register_device(&ib->ibdev, nic->ib_name[0] ? nic->ib_name : nic->as->ib_name,
				 &nic->pdev->dev);
	if (err) {
		nic->ib = NULL;
		ib_dealloc_device(&ib->ibdev);
		return err;
	}
	strscpy(nic->ib_name, dev_name(&ib->ibdev.dev), sizeof(nic->ib_name));
	return 0;
}

void testnic_ib_unregister(struct testnic *nic)
{
	if (!nic->ib)
		return;
	ib_unregister_device(&nic->ib->ibdev);
	ib_dealloc_device(&nic->ib->ibdev);
	nic->ib = NULL;
}
