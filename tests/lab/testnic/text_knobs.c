// SPDX-License-Identifier: GPL-2.0-only
/* The knobs that are one line of text and act when written. */
#include <linux/debugfs.h>
#include <linux/rtnetlink.h>
#include <linux/seq_file.h>
#include <linux/uaccess.h>

#include "testnic.h"

static ssize_t write_text(struct file *file, const char __user *from, size_t count,
			  int (*set)(struct testnic *nic, char *text))
{
	struct testnic *nic = ((struct seq_file *)file->private_data)->private;
	char text[32] = "";
	int err;

	if (count >= sizeof(text))
		return -EINVAL;
	if (copy_from_user(text, from, count))
		return -EFAULT;
	err = set(nic, strim(text));
	return err ? err : count;
}

/* Two functions, NAME_set() and NAME_show(), make the file operations NAME_fops. */
#define TEXT_KNOB(knob)                                                                          \
	static ssize_t knob##_write(struct file *file, const char __user *from, size_t count,    \
				    loff_t *pos)                                                 \
	{                                                                                        \
		return write_text(file, from, count, knob##_set);                                \
	}                                                                                        \
	static int knob##_open(struct inode *inode, struct file *file)                           \
	{                                                                                        \
		return single_open(file, knob##_show, inode->i_private);                         \
	}                                                                                        \
	static const struct file_operations knob##_fops = {                                      \
		.owner = THIS_MODULE,                                                            \
		.open = knob##_open,                                                             \
		.read = seq_read,                                                                \
		.write = knob##_write,                                                           \
		.llseek = seq_lseek,                                                             \
		.release = single_release,                                                       \
	}

static int carrier_set(struct testnic *nic, char *text)
{
	bool on;
	int err = kstrtobool(text, &on);

	if (err)
		return err;
	rtnl_lock();
	nic->carrier = on;
	testnic_update_carrier(nic);
	rtnl_unlock();
	return 0;
}

static int carrier_show(struct seq_file *file, void *unused)
{
	seq_printf(file, "%u\n", ((struct testnic *)file->private)->carrier);
	return 0;
}
TEXT_KNOB(carrier);

static int max_mtu_set(struct testnic *nic, char *text)
{
	unsigned int mtu;
	int err = kstrtouint(text, 0, &mtu);

	if (err)
		return err;
	rtnl_lock();
	nic->netdev->max_mtu = mtu;
	rtnl_unlock();
	return 0;
}

static int max_mtu_show(struct seq_file *file, void *unused)
{
	seq_printf(file, "%u\n", ((struct testnic *)file->private)->netdev->max_mtu);
	return 0;
}
TEXT_KNOB(max_mtu);

static const char *const trust_names[] = {
	[TESTNIC_TRUST_PCP] = "pcp",
	[TESTNIC_TRUST_DSCP] = "dscp",
};

static int trust_set(struct testnic *nic, char *text)
{
	int trust = sysfs_match_string(trust_names, text);

	if (trust < 0)
		return trust;
	rtnl_lock();
	nic->as->dcb_set_trust(nic, trust);
	rtnl_unlock();
	return 0;
}

static int trust_show(struct seq_file *file, void *unused)
{
	seq_printf(file, "%s\n", trust_names[((struct testnic *)file->private)->dcb.trust]);
	return 0;
}
TEXT_KNOB(trust);

/* "auto" follows the configured mode, "none" reports no active mode at all. */
static const struct {
	const char *name;
	u32 fec;
	bool none;
} fec_modes[] = {
	{ "auto", 0 },
	{ "none", 0, true },
	{ "off", ETHTOOL_FEC_OFF },
	{ "rs", ETHTOOL_FEC_RS },
	{ "baser", ETHTOOL_FEC_BASER },
	{ "llrs", ETHTOOL_FEC_LLRS },
};

static int fec_active_set(struct testnic *nic, char *text)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(fec_modes); i++) {
		if (strcmp(text, fec_modes[i].name))
			continue;
		rtnl_lock();
		nic->fec_active = fec_modes[i].fec;
		nic->fec_active_none = fec_modes[i].none;
		rtnl_unlock();
		return 0;
	}
	return -EINVAL;
}

static int fec_active_show(struct seq_file *file, void *unused)
{
	const struct testnic *nic = file->private;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(fec_modes); i++)
		if (fec_modes[i].fec == nic->fec_active &&
		    fec_modes[i].none == nic->fec_active_none)
			seq_printf(file, "%s\n", fec_modes[i].name);
	return 0;
}
TEXT_KNOB(fec_active);

static const struct {
	const char *name;
	u16 speed;
} ib_speeds[] = {
	{ "SDR", IB_SPEED_SDR }, { "DDR", IB_SPEED_DDR }, { "QDR", IB_SPEED_QDR },
	{ "FDR10", IB_SPEED_FDR10 }, { "FDR", IB_SPEED_FDR }, { "EDR", IB_SPEED_EDR },
	{ "HDR", IB_SPEED_HDR }, { "NDR", IB_SPEED_NDR },
};

static u8 ib_width(unsigned int lanes)
{
	static const u8 widths[] = { IB_WIDTH_1X, IB_WIDTH_2X, IB_WIDTH_4X, IB_WIDTH_8X,
				     IB_WIDTH_12X };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(widths); i++)
		if (ib_width_enum_to_int(widths[i]) == lanes)
			return widths[i];
	return 0;
}

/* "4X NDR" as sysfs `rate` writes it, or "auto" for what the driver would derive. */
static int verbs_speed_set(struct testnic *nic, char *text)
{
	unsigned int lanes;
	char name[8];
	size_t i;

	if (!strcmp(text, "auto")) {
		nic->verbs_width = 0;
		return 0;
	}
	if (sscanf(text, "%uX %7s", &lanes, name) != 2 || !ib_width(lanes))
		return -EINVAL;
	for (i = 0; i < ARRAY_SIZE(ib_speeds); i++) {
		if (strcmp(name, ib_speeds[i].name))
			continue;
		nic->verbs_speed = ib_speeds[i].speed;
		nic->verbs_width = ib_width(lanes);
		return 0;
	}
	return -EINVAL;
}

static int verbs_speed_show(struct seq_file *file, void *unused)
{
	const struct testnic *nic = file->private;
	size_t i;

	if (!nic->verbs_width)
		seq_puts(file, "auto\n");
	for (i = 0; nic->verbs_width && i < ARRAY_SIZE(ib_speeds); i++)
		if (ib_speeds[i].speed == nic->verbs_speed)
			seq_printf(file, "%dX %s\n", ib_width_enum_to_int(nic->verbs_width),
				   ib_speeds[i].name);
	return 0;
}
TEXT_KNOB(verbs_speed);

static const char *const gid_types_names[] = {
	[GID_TYPES_NONE] = "none",
	[GID_TYPES_V1] = "v1",
	[GID_TYPES_V2] = "v2",
	[GID_TYPES_V1V2] = "v1v2",
};

static int gid_types_set(struct testnic *nic, char *text)
{
	int err = 0, types = sysfs_match_string(gid_types_names, text);

	if (types < 0)
		return types;
	mutex_lock(&nic->ib_lock);
	testnic_ofed_remove(nic);
	testnic_ib_unregister(nic);
	if (types != GID_TYPES_NONE)
		err = testnic_ib_register(nic, types);
	mutex_unlock(&nic->ib_lock);
	return err;
}

static int gid_types_show(struct seq_file *file, void *unused)
{
	struct testnic *nic = file->private;

	mutex_lock(&nic->ib_lock);
	seq_printf(file, "%s\n", gid_types_names[testnic_ib_gid_types(nic)]);
	mutex_unlock(&nic->ib_lock);
	return 0;
}
TEXT_KNOB(gid_types);

static int errno_getpause_set(struct testnic *nic, char *text)
{
	u32 value;
	int err = kstrtou32(text, 0, &value);

	if (err)
		return err;
	rtnl_lock();
	nic->op_errno[TESTNIC_OP_getpause] = value;
	testnic_ethtool_hide_pause(nic, value);
	rtnl_unlock();
	return 0;
}

static int errno_getpause_show(struct seq_file *file, void *unused)
{
	const struct testnic *nic = file->private;

	seq_printf(file, "%u\n", nic->op_errno[TESTNIC_OP_getpause]);
	return 0;
}
TEXT_KNOB(errno_getpause);

static int devlink_health_set(struct testnic *nic, char *text)
{
	bool healthy;
	int err = kstrtobool(text, &healthy);

	if (err)
		return err;
	nic->fw_healthy = healthy;
	testnic_devlink_set_health(nic, healthy);
	return 0;
}

static int devlink_health_show(struct seq_file *file, void *unused)
{
	seq_printf(file, "%u\n", ((struct testnic *)file->private)->fw_healthy);
	return 0;
}
TEXT_KNOB(devlink_health);

static int devlink_fw_stored_set(struct testnic *nic, char *text)
{
	strscpy(nic->fw_stored, text, sizeof(nic->fw_stored));
	return 0;
}

static int devlink_fw_stored_show(struct seq_file *file, void *unused)
{
	seq_printf(file, "%s\n", ((struct testnic *)file->private)->fw_stored);
	return 0;
}
TEXT_KNOB(devlink_fw_stored);

static int module_set(struct testnic *nic, char *text)
{
	int err;

	rtnl_lock();
	err = testnic_plug_module(nic, text);
	rtnl_unlock();
	return err;
}

static int module_show(struct seq_file *file, void *unused)
{
	seq_printf(file, "%s\n", ((struct testnic *)file->private)->module);
	return 0;
}
TEXT_KNOB(module);

static int ofed_set(struct testnic *nic, char *text)
{
	bool on;
	int err = kstrtobool(text, &on);

	if (err)
		return err;
	mutex_lock(&nic->ib_lock);
	testnic_ofed_remove(nic);
	if (on)
		err = testnic_ofed_create(nic);
	mutex_unlock(&nic->ib_lock);
	return err;
}

static int ofed_show(struct seq_file *file, void *unused)
{
	seq_printf(file, "%d\n", ((struct testnic *)file->private)->ofed != NULL);
	return 0;
}
TEXT_KNOB(ofed);

void testnic_text_knobs_create(struct testnic *nic, struct dentry *dir)
{
	debugfs_create_file("carrier", 0600, dir, nic, &carrier_fops);
	debugfs_create_file("verbs_speed", 0600, dir, nic, &verbs_speed_fops);
	debugfs_create_file("fec_active", 0600, dir, nic, &fec_active_fops);
	debugfs_create_file("gid_types", 0600, dir, nic, &gid_types_fops);
	debugfs_create_file("max_mtu", 0600, dir, nic, &max_mtu_fops);
	debugfs_create_file("trust", 0600, dir, nic, &trust_fops);
	debugfs_create_file("module", 0600, dir, nic, &module_fops);
	debugfs_create_file("ofed", 0600, dir, nic, &ofed_fops);
	debugfs_create_file("devlink_health", 0600, dir, nic, &devlink_health_fops);
	debugfs_create_file("devlink_fw_stored", 0600, dir, nic, &devlink_fw_stored_fops);
}

void testnic_errno_getpause_create(struct testnic *nic, struct dentry *dir)
{
	debugfs_create_file("getpause", 0600, dir, nic, &errno_getpause_fops);
}
