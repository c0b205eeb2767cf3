// SPDX-License-Identifier: GPL-2.0-only
/* The netdev: joined to its neighbour like veth, with a carrier that a test can pull. */
#include <linux/etherdevice.h>
#include <linux/rtnetlink.h>

#include "testnic.h"

/* Call under rtnl. */
void testnic_update_carrier(struct testnic *nic)
{
	struct net_device *netdev = nic->netdev;
	bool on = nic->carrier && netif_running(netdev);
	struct testnic_counter *downs;

	if (on == netif_carrier_ok(netdev))
		return;
	if (on) {
		netif_carrier_on(netdev);
		return;
	}
	netif_carrier_off(netdev);
	downs = testnic_find_counter(nic, "link_down_events_phy");
	if (downs)
		downs->value++;
}

static int testnic_open(struct net_device *netdev)
{
	testnic_update_carrier(netdev_to_testnic(netdev));
	return 0;
}

static int testnic_stop(struct net_device *netdev)
{
	testnic_update_carrier(netdev_to_testnic(netdev));
	return 0;
}

static netdev_tx_t testnic_start_xmit(struct sk_buff *skb, struct net_device *netdev)
{
	struct testnic *nic = netdev_to_testnic(netdev);
	unsigned int length = skb->len;
	struct net_device *peer;

	rcu_read_lock();
	peer = rcu_dereference(nic->peer);
	if (!peer || !netif_carrier_ok(peer)) {
		netdev->stats.tx_dropped++;
		kfree_skb(skb);
	} else if (dev_forward_skb(peer, skb) == NET_RX_SUCCESS) {
		netdev->stats.tx_packets++;
		netdev->stats.tx_bytes += length;
		peer->stats.rx_packets++;
		peer->stats.rx_bytes += length;
	} else {
		netdev->stats.tx_dropped++;
	}
	rcu_read_unlock();
	return NETDEV_TX_OK;
}

static const struct net_device_ops testnic_netdev_ops = {
	.ndo_open = testnic_open,
	.ndo_stop = testnic_stop,
	.ndo_start_xmit = testnic_start_xmit,
	.ndo_set_mac_address = eth_mac_addr,
	.ndo_validate_addr = eth_validate_addr,
};

/* Locally administered, and the same in each run: the PCI address is in it. */
static void testnic_set_mac(struct net_device *netdev, struct pci_dev *pdev)
{
	u8 mac[ETH_ALEN] = { 0x02, 0, 0, 0, pdev->bus->number, pdev->devfn };

	eth_hw_addr_set(netdev, mac);
}

struct testnic *testnic_netdev_create(struct pci_dev *pdev,
				      const struct testnic_personality *as)
{
	struct net_device *netdev = alloc_etherdev(sizeof(struct testnic));
	struct testnic *nic;
	int err;

	if (!netdev)
		return ERR_PTR(-ENOMEM);
	nic = netdev_to_testnic(netdev);
	nic->as = as;
	nic->pdev = pdev;
	nic->netdev = netdev;
	nic->carrier = 1;
	nic->speed_mbps = 400000;
	nic->lanes = 4;
	nic->fec_configured = ETHTOOL_FEC_AUTO;
	mutex_init(&nic->ib_lock);
	SET_NETDEV_DEV(netdev, &pdev->dev);
	netdev->netdev_ops = &testnic_netdev_ops;
	netdev->dcbnl_ops = as->dcbnl_ops;
	netdev->max_mtu = 9978;		/* as mlx5 has it */
	testnic_set_mac(netdev, pdev);
	testnic_ethtool_init(nic);
	testnic_eeprom_init(nic);
	err = testnic_counters_create(nic);
	if (err)
		goto free;
	netif_carrier_off(netdev);
	err = register_netdev(netdev);
	if (err)
		goto free_counters;
	/* After registration: the APP table of the core is kept by ifindex. */
	rtnl_lock();
	as->dcb_init(nic);
	rtnl_unlock();
	return nic;

free_counters:
	kfree(nic->counters);
free:
	free_netdev(netdev);
	return ERR_PTR(err);
}

void testnic_pair(struct testnic *a, struct testnic *b)
{
	rtnl_lock();
	rcu_assign_pointer(a->peer, b->netdev);
	rcu_assign_pointer(b->peer, a->netdev);
	rtnl_unlock();
}

/* Returns the one that is left, if any. */
struct testnic *testnic_unpair(struct testnic *nic)
{
	struct net_device *peer;

	rtnl_lock();
	peer = rtnl_dereference(nic->peer);
	if (peer)
		RCU_INIT_POINTER(netdev_to_testnic(peer)->peer, NULL);
	RCU_INIT_POINTER(nic->peer, NULL);
	rtnl_unlock();
	synchronize_net();
	return peer ? netdev_to_testnic(peer) : NULL;
}
