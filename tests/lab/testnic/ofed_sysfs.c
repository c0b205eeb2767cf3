// SPDX-License-Identifier: GPL-2.0-only
/*
 * Congestion control as the mlx5 driver of MLNX_OFED and DOCA shows it in sysfs, beside the files
 * that the kernel's own driver has: /sys/class/net/N/ecn/ with one switch for each priority, and
 * /sys/class/infiniband/D/tc/1/traffic_class. Here the files keep what is written, no more.
 */
#include <linux/kobject.h>
#include <linux/slab.h>
#include <linux/sysfs.h>

#include "testnic.h"

static const char *const np_names[] = {
	"cnp_dscp", "cnp_802p_prio", "min_time_between_cnps",
};

static const char *const rp_names[] = {
	"clamp_tgt_rate", "clamp_tgt_rate_after_time_inc", "rpg_time_reset", "rpg_byte_reset",
	"rpg_threshold", "rpg_max_rate", "rpg_ai_rate", "rpg_hai_rate", "rpg_gd",
	"rpg_min_dec_fac", "rpg_min_rate", "rate_to_set_on_first_cnp", "dce_tcp_g", "dce_tcp_rtt",
	"rate_reduce_monitor_period", "initial_alpha_value",
};

static const char *const priority_names[IEEE_8021QAZ_MAX_TCS] = {
	"0", "1", "2", "3", "4", "5", "6", "7",
};

static const u32 np_values[] = { 48, 6, 4 };
static const u32 rp_values[] = { 0, 1, 300, 32767, 1, 0, 5, 50, 11, 50, 1, 0, 1019, 1, 4, 1023 };
static const u32 all_on[] = { 1, 1, 1, 1, 1, 1, 1, 1 };

static_assert(ARRAY_SIZE(np_names) == ARRAY_SIZE(np_values));
static_assert(ARRAY_SIZE(rp_names) == ARRAY_SIZE(rp_values));

struct number_file {
	struct kobj_attribute attribute;
	u32 value;
};

struct folder {
	struct kobject *kobj;
	struct number_file *files;
	size_t count;
};

/* Parents stand before their children. */
enum { ECN, NP, NP_ENABLE, RP, RP_ENABLE, TC, TC_1, FOLDERS };

struct testnic_ofed {
	struct folder folders[FOLDERS];
	struct kobj_attribute traffic_class;
	char traffic_class_text[PAGE_SIZE / 4];
};

static ssize_t number_show(struct kobject *kobj, struct kobj_attribute *attribute, char *buf)
{
	return sysfs_emit(buf, "%u\n",
			  container_of(attribute, struct number_file, attribute)->value);
}

static ssize_t number_store(struct kobject *kobj, struct kobj_attribute *attribute,
			    const char *buf, size_t count)
{
	struct number_file *file = container_of(attribute, struct number_file, attribute);
	int err = kstrtou32(buf, 0, &file->value);

	return err ? err : count;
}

/* As the driver prints it: "Global tclass=106", and a line for each match. Empty: no rule. */
static ssize_t traffic_class_show(struct kobject *kobj, struct kobj_attribute *attribute,
				  char *buf)
{
	return sysfs_emit(buf, "%s",
			  container_of(attribute, struct testnic_ofed, traffic_class)
				  ->traffic_class_text);
}

static ssize_t traffic_class_store(struct kobject *kobj, struct kobj_attribute *attribute,
				   const char *buf, size_t count)
{
	struct testnic_ofed *ofed = container_of(attribute, struct testnic_ofed, traffic_class);

	strscpy(ofed->traffic_class_text, buf, sizeof(ofed->traffic_class_text));
	return count;
}

static int make_folder(struct folder *folder, const char *name, struct kobject *parent)
{
	folder->kobj = kobject_create_and_add(name, parent);
	return folder->kobj ? 0 : -ENOMEM;
}

static int make_files(struct folder *folder, const char *const *names, const u32 *values,
		      size_t count)
{
	size_t i;
	int err;

	folder->files = kcalloc(count, sizeof(*folder->files), GFP_KERNEL);
	if (!folder->files)
		return -ENOMEM;
	for (i = 0; i < count; i++) {
		struct kobj_attribute *attribute = &folder->files[i].attribute;

		sysfs_attr_init(&attribute->attr);
		attribute->attr.name = names[i];
		attribute->attr.mode = 0644;
		attribute->show = number_show;
		attribute->store = number_store;
		folder->files[i].value = values[i];
		err = sysfs_create_file(folder->kobj, &attribute->attr);
		if (err)
			return err;
		folder->count = i + 1;
	}
	return 0;
}

static int make_ecn(struct folder *folders, struct kobject *netdev)
{
	return make_folder(&folders[ECN], "ecn", netdev) ?:
	       make_folder(&folders[NP], "roce_np", folders[ECN].kobj) ?:
	       make_files(&folders[NP], np_names, np_values, ARRAY_SIZE(np_names)) ?:
	       make_folder(&folders[NP_ENABLE], "enable", folders[NP].kobj) ?:
	       make_files(&folders[NP_ENABLE], priority_names, all_on, ARRAY_SIZE(all_on)) ?:
	       make_folder(&folders[RP], "roce_rp", folders[ECN].kobj) ?:
	       make_files(&folders[RP], rp_names, rp_values, ARRAY_SIZE(rp_names)) ?:
	       make_folder(&folders[RP_ENABLE], "enable", folders[RP].kobj) ?:
	       make_files(&folders[RP_ENABLE], priority_names, all_on, ARRAY_SIZE(all_on));
}

static int make_traffic_class(struct testnic_ofed *ofed, struct kobject *ibdev)
{
	struct attribute *attribute = &ofed->traffic_class.attr;

	sysfs_attr_init(attribute);
	attribute->name = "traffic_class";
	attribute->mode = 0644;
	ofed->traffic_class.show = traffic_class_show;
	ofed->traffic_class.store = traffic_class_store;
	return make_folder(&ofed->folders[TC], "tc", ibdev) ?:
	       make_folder(&ofed->folders[TC_1], "1", ofed->folders[TC].kobj) ?:
	       sysfs_create_file(ofed->folders[TC_1].kobj, attribute);
}

/* Call with ib_lock held, as for removal. A device that is registered anew (gid_types) has them no more. */
int testnic_ofed_create(struct testnic *nic)
{
	int err;

	nic->ofed = kzalloc(sizeof(*nic->ofed), GFP_KERNEL);
	if (!nic->ofed)
		return -ENOMEM;
	err = make_ecn(nic->ofed->folders, &nic->netdev->dev.kobj);
	if (!err && nic->ib)
		err = make_traffic_class(nic->ofed, &nic->ib->ibdev.dev.kobj);
	if (err)
		testnic_ofed_remove(nic);
	return err;
}

void testnic_ofed_remove(struct testnic *nic)
{
	int i;

	if (!nic->ofed)
		return;
	for (i = FOLDERS - 1; i >= 0; i--) {
		struct folder *folder = &nic->ofed->folders[i];

		/* Its files go with it; readers are waited for. */
		if (folder->kobj) {
			kobject_del(folder->kobj);
			kobject_put(folder->kobj);
		}
		kfree(folder->files);
	}
	kfree(nic->ofed);
	nic->ofed = NULL;
}
