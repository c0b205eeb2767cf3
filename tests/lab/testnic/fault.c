// SPDX-License-Identifier: GPL-2.0-only
/* Sick firmware: an operation that takes long, and then perhaps fails. */
#include <linux/sched/signal.h>

#include "testnic.h"

const char *const testnic_op_names[TESTNIC_OP_COUNT] = {
#define X(name) [TESTNIC_OP_##name] = #name,
	TESTNIC_OPS(X)
#undef X
};

/*
 * Called first in each operation. The sleep holds whatever locks the caller holds: rtnl in the
 * dcbnl and ethtool operations. Only a kill ends it early, as with a firmware command of mlx5.
 */
int testnic_fault(struct testnic *nic, enum testnic_op op)
{
	u32 delay_ms = READ_ONCE(nic->op_delay_ms[op]);

	if (delay_ms && schedule_timeout_killable(msecs_to_jiffies(delay_ms)))
		return -EINTR;
	return -(int)READ_ONCE(nic->op_errno[op]);
}
