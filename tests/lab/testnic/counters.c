// SPDX-License-Identifier: GPL-2.0-only
/* `ethtool -S`: the counters that the personality names, each settable by name. */
#include "testnic.h"

static bool is_shown(const struct testnic *nic, const struct testnic_counter *counter)
{
	switch (counter->shown) {
	case SHOWN_WITH_PFC:
		return nic->dcb.pfc.pfc_en & BIT(counter->priority);
	case SHOWN_WITH_GLOBAL_PAUSE:
		return nic->pause.rx_pause || nic->pause.tx_pause;
	default:
		return true;
	}
}

static size_t count_expanded(const struct testnic_personality *as)
{
	size_t count = 0, i;

	for (i = 0; i < as->counters_count; i++)
		count += strchr(as->counters[i].name, '%') ? IEEE_8021QAZ_MAX_TCS : 1;
	return count;
}

int testnic_counters_create(struct testnic *nic)
{
	const struct testnic_personality *as = nic->as;
	struct testnic_counter *next;
	size_t i;
	u8 priority;

	nic->counters_count = count_expanded(as);
	nic->counters = kcalloc(nic->counters_count, sizeof(*nic->counters), GFP_KERNEL);
	if (!nic->counters)
		return -ENOMEM;
	next = nic->counters;
	for (i = 0; i < as->counters_count; i++) {
		const struct testnic_counter_name *from = &as->counters[i];
		u8 priorities = strchr(from->name, '%') ? IEEE_8021QAZ_MAX_TCS : 1;

		for (priority = 0; priority < priorities; priority++, next++) {
			snprintf(next->name, sizeof(next->name), from->name, priority);
			next->shown = from->shown;
			next->priority = priority;
		}
	}
	return 0;
}

struct testnic_counter *testnic_find_counter(struct testnic *nic, const char *name)
{
	size_t i;

	for (i = 0; i < nic->counters_count; i++)
		if (!strcmp(nic->counters[i].name, name))
			return &nic->counters[i];
	return NULL;
}

u64 testnic_counter_value(struct testnic *nic, const char *name)
{
	const struct testnic_counter *counter = testnic_find_counter(nic, name);

	return counter ? counter->value : 0;
}

int testnic_get_sset_count(struct net_device *netdev, int set)
{
	struct testnic *nic = netdev_to_testnic(netdev);
	int count = 0, err;
	size_t i;

	if (set != ETH_SS_STATS)
		return -EOPNOTSUPP;
	/* get_ethtool_stats cannot fail, so its errno shows here; its delay shows there. */
	err = -(int)READ_ONCE(nic->op_errno[TESTNIC_OP_ethtool_stats]);
	if (err)
		return err;
	for (i = 0; i < nic->counters_count; i++)
		count += is_shown(nic, &nic->counters[i]);
	return count;
}

void testnic_get_strings(struct net_device *netdev, u32 set, u8 *buffer)
{
	const struct testnic *nic = netdev_to_testnic(netdev);
	size_t i;

	if (set != ETH_SS_STATS)
		return;
	for (i = 0; i < nic->counters_count; i++)
		if (is_shown(nic, &nic->counters[i]))
			ethtool_sprintf(&buffer, "%s", nic->counters[i].name);
}

void testnic_get_ethtool_stats(struct net_device *netdev, struct ethtool_stats *stats,
			       u64 *values)
{
	struct testnic *nic = netdev_to_testnic(netdev);
	size_t i;

	testnic_fault(nic, TESTNIC_OP_ethtool_stats);
	testnic_mlx5_refresh_pfc_counters(nic);
	for (i = 0; i < nic->counters_count; i++)
		if (is_shown(nic, &nic->counters[i]))
			*values++ = nic->counters[i].value;
}
