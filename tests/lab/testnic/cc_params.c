// SPDX-License-Identifier: GPL-2.0-only
/*
 * DCQCN as mlx5 shows it: /sys/kernel/debug/mlx5/<pci address>/cc_params/, of
 * drivers/infiniband/hw/mlx5/cong.c, here with that driver's defaults.
 */
#include <linux/debugfs.h>

#include "testnic.h"

static const struct {
	const char *name;
	u32 value;
} defaults[] = {
	{ "rp_clamp_tgt_rate", 0 },
	{ "rp_clamp_tgt_rate_ati", 1 },
	{ "rp_time_reset", 300 },
	{ "rp_byte_reset", 32767 },
	{ "rp_threshold", 1 },
	{ "rp_ai_rate", 5 },
	{ "rp_max_rate", 0 },
	{ "rp_hai_rate", 50 },
	{ "rp_min_dec_fac", 50 },
	{ "rp_min_rate", 1 },
	{ "rp_rate_to_set_on_first_cnp", 0 },
	{ "rp_dce_tcp_g", 1019 },
	{ "rp_dce_tcp_rtt", 1 },
	{ "rp_rate_reduce_monitor_period", 4 },
	{ "rp_initial_alpha_value", 1023 },
	{ "rp_gd", 11 },
	{ "np_min_time_between_cnps", 4 },
	{ "np_cnp_dscp", 48 },
	{ "np_cnp_prio_mode", 0 },	/* 0: np_cnp_prio is the priority of CNPs */
	{ "np_cnp_prio", 6 },
};

static_assert(ARRAY_SIZE(defaults) == TESTNIC_CC_PARAMS);

static struct dentry *root;

void testnic_cc_params_init(void)
{
	root = debugfs_create_dir("mlx5", NULL);
}

void testnic_cc_params_exit(void)
{
	debugfs_remove_recursive(root);
}

void testnic_cc_params_create(struct testnic *nic)
{
	struct dentry *dir;
	size_t i;

	if (nic->as != &testnic_mlx5)
		return;
	nic->mlx5_debugfs = debugfs_create_dir(pci_name(nic->pdev), root);
	dir = debugfs_create_dir("cc_params", nic->mlx5_debugfs);
	for (i = 0; i < ARRAY_SIZE(defaults); i++) {
		nic->cc_params[i] = defaults[i].value;
		debugfs_create_u32(defaults[i].name, 0600, dir, &nic->cc_params[i]);
	}
}

void testnic_cc_params_remove(struct testnic *nic)
{
	debugfs_remove_recursive(nic->mlx5_debugfs);
}
