// SPDX-License-Identifier: GPL-2.0-only
/* /sys/kernel/debug/testnic/<pci address>/: what a test turns. */
#include <linux/debugfs.h>

#include "testnic.h"

static struct dentry *root;

static ssize_t module_eeprom_read(struct file *file, char __user *to, size_t count, loff_t *pos)
{
	struct testnic *nic = file->private_data;

	return simple_read_from_buffer(to, count, pos, nic->eeprom, sizeof(nic->eeprom));
}

static ssize_t module_eeprom_write(struct file *file, const char __user *from, size_t count,
				   loff_t *pos)
{
	struct testnic *nic = file->private_data;

	return simple_write_to_buffer(nic->eeprom, sizeof(nic->eeprom), pos, from, count);
}

static const struct file_operations module_eeprom_fops = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.read = module_eeprom_read,
	.write = module_eeprom_write,
	.llseek = default_llseek,
};

static void create_op_knobs(struct testnic *nic)
{
	struct dentry *errnos = debugfs_create_dir("errno", nic->knobs);
	struct dentry *delays = debugfs_create_dir("delay_ms", nic->knobs);
	int op;

	for (op = 0; op < TESTNIC_OP_COUNT; op++) {
		if (op == TESTNIC_OP_getpause)
			testnic_errno_getpause_create(nic, errnos);
		else
			debugfs_create_u32(testnic_op_names[op], 0600, errnos,
					   &nic->op_errno[op]);
		debugfs_create_u32(testnic_op_names[op], 0600, delays, &nic->op_delay_ms[op]);
	}
}

static void create_counter_knobs(struct testnic *nic)
{
	struct dentry *ethtool = debugfs_create_dir("ethtool_stats", nic->knobs);
	struct dentry *hw = debugfs_create_dir("hw_counters", nic->knobs);
	struct dentry *pma = debugfs_create_dir("counters", nic->knobs);
	size_t i;

	for (i = 0; i < nic->counters_count; i++)
		debugfs_create_u64(nic->counters[i].name, 0600, ethtool,
				   &nic->counters[i].value);
	for (i = 0; i < nic->as->hw_counters_count; i++)
		debugfs_create_u64(nic->as->hw_counters[i].name, 0600, hw,
				   &nic->hw_counters[i]);
	for (i = 0; i < TESTNIC_PMA_COUNTERS; i++)
		debugfs_create_u64(testnic_pma_names[i], 0600, pma, &nic->pma[i]);
}

static void create_fec_knobs(struct testnic *nic)
{
	static const char *const kinds[TESTNIC_FEC_KINDS] = {
		[TESTNIC_FEC_CORRECTED_BLOCKS] = "corrected_blocks",
		[TESTNIC_FEC_UNCORRECTABLE_BLOCKS] = "uncorrectable_blocks",
		[TESTNIC_FEC_CORRECTED_BITS] = "corrected_bits",
	};
	struct dentry *dir = debugfs_create_dir("fec_stats", nic->knobs);
	char name[32];
	int kind, lane;

	debugfs_create_bool("by_lane", 0600, dir, &nic->fec_by_lane);
	for (kind = 0; kind < TESTNIC_FEC_KINDS; kind++) {
		struct testnic_fec_stat *stat = &nic->fec_stats[kind];

		debugfs_create_u64(kinds[kind], 0600, dir, &stat->total);
		for (lane = 0; lane < TESTNIC_FEC_LANES; lane++) {
			snprintf(name, sizeof(name), "lane%d_%s", lane, kinds[kind]);
			debugfs_create_u64(name, 0600, dir, &stat->lanes[lane]);
		}
	}
}

static void create_link_knobs(struct dentry *dir, const char *prefix,
			      struct testnic_pcie_link *link)
{
	struct {
		const char *name;
		u8 *value;
	} knobs[] = {
		{ "speed", &link->speed },
		{ "width", &link->width },
		{ "max_speed", &link->max_speed },
		{ "max_width", &link->max_width },
	};
	char name[32];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(knobs); i++) {
		snprintf(name, sizeof(name), "%s_%s", prefix, knobs[i].name);
		debugfs_create_u8(name, 0600, dir, knobs[i].value);
	}
}

void testnic_knobs_create(struct testnic *nic)
{
	struct dentry *dir = debugfs_create_dir(pci_name(nic->pdev), root);

	nic->knobs = dir;
	testnic_text_knobs_create(nic, dir);
	debugfs_create_u32("speed_mbps", 0600, dir, &nic->speed_mbps);
	debugfs_create_u32("lanes", 0600, dir, &nic->lanes);
	debugfs_create_x8("dcbx", 0600, dir, &nic->dcb.dcbx);
	debugfs_create_x8("firmware_pfc_en", 0600, dir, &nic->dcb.firmware_pfc_en);
	create_link_knobs(dir, "pcie", &nic->pcie.link);
	create_link_knobs(dir, "pcie_uplink", &nic->pcie.uplink);
	debugfs_create_file("module_eeprom", 0600, dir, nic, &module_eeprom_fops);
	create_op_knobs(nic);
	create_counter_knobs(nic);
	create_fec_knobs(nic);
}

void testnic_knobs_remove(struct testnic *nic)
{
	debugfs_remove_recursive(nic->knobs);
}

void testnic_knobs_init(void)
{
	root = debugfs_create_dir("testnic", NULL);
}

void testnic_knobs_exit(void)
{
	debugfs_remove_recursive(root);
}
