// SPDX-License-Identifier: GPL-2.0-only
/*
 * The data path, all of it refused. It has to be there: the RDMA core shows a device without
 * these operations to user space only, and then rdma_cm has no default_roce_mode for it
 * (ib_device_check_mandatory() in drivers/infiniband/core/device.c).
 */
#include "testnic.h"

static int testnic_create_qp(struct ib_qp *qp, struct ib_qp_init_attr *attr,
			     struct ib_udata *udata)
{
	return -EOPNOTSUPP;
}

static int testnic_modify_qp(struct ib_qp *qp, struct ib_qp_attr *attr, int mask,
			     struct ib_udata *udata)
{
	return -EOPNOTSUPP;
}

static int testnic_destroy_qp(struct ib_qp *qp, struct ib_udata *udata)
{
	return 0;
}

static int testnic_post_send(struct ib_qp *qp, const struct ib_send_wr *wr,
			     const struct ib_send_wr **bad)
{
	return -EOPNOTSUPP;
}

static int testnic_post_recv(struct ib_qp *qp, const struct ib_recv_wr *wr,
			     const struct ib_recv_wr **bad)
{
	return -EOPNOTSUPP;
}

static int testnic_create_cq(struct ib_cq *cq, const struct ib_cq_init_attr *attr,
			     struct ib_udata *udata)
{
	return -EOPNOTSUPP;
}

static int testnic_destroy_cq(struct ib_cq *cq, struct ib_udata *udata)
{
	return 0;
}

static int testnic_poll_cq(struct ib_cq *cq, int count, struct ib_wc *wc)
{
	return 0;
}

static int testnic_req_notify_cq(struct ib_cq *cq, enum ib_cq_notify_flags flags)
{
	return 0;
}

static struct ib_mr *testnic_get_dma_mr(struct ib_pd *pd, int access)
{
	return ERR_PTR(-EOPNOTSUPP);
}

static struct ib_mr *testnic_reg_user_mr(struct ib_pd *pd, u64 start, u64 length, u64 virt,
					 int access, struct ib_udata *udata)
{
	return ERR_PTR(-EOPNOTSUPP);
}

static int testnic_dereg_mr(struct ib_mr *mr, struct ib_udata *udata)
{
	return 0;
}

struct testnic_qp {
	struct ib_qp ibqp;
};

struct testnic_cq {
	struct ib_cq ibcq;
};

const struct ib_device_ops testnic_verbs_ops = {
	.create_cq = testnic_create_cq,
	.create_qp = testnic_create_qp,
	.dereg_mr = testnic_dereg_mr,
	.destroy_cq = testnic_destroy_cq,
	.destroy_qp = testnic_destroy_qp,
	.get_dma_mr = testnic_get_dma_mr,
	.modify_qp = testnic_modify_qp,
	.poll_cq = testnic_poll_cq,
	.post_recv = testnic_post_recv,
	.post_send = testnic_post_send,
	.reg_user_mr = testnic_reg_user_mr,
	.req_notify_cq = testnic_req_notify_cq,
	INIT_RDMA_OBJ_SIZE(ib_cq, testnic_cq, ibcq),
	INIT_RDMA_OBJ_SIZE(ib_qp, testnic_qp, ibqp),
};
