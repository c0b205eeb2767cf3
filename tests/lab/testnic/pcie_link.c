// SPDX-License-Identifier: GPL-2.0-only
/*
 * PCI Express as a real server has it. QEMU's endpoints and switches are all "2.5 GT/s, x1", their
 * device control can't be written, and its switches have no ACS. So the config space accesses of a
 * function and of the ports above it pass through here and find what the test wants, as
 * drivers/pci/pcie/aer_inject.c does it for AER. sysfs, lspci, setpci and the kernel then agree.
 */
#include <linux/pci.h>
#include <linux/rculist.h>

#include "testnic.h"

/* Behind the AER capability of QEMU's switches, which is the last that they have. */
#define ACS_OFFSET 0x160
#define ACS_CAN (PCI_ACS_SV | PCI_ACS_TB | PCI_ACS_RR | PCI_ACS_CR | PCI_ACS_UF | PCI_ACS_DT)

#define DEVCTL_PLAYED (PCI_EXP_DEVCTL_PAYLOAD | PCI_EXP_DEVCTL_READRQ |                          \
		       PCI_EXP_DEVCTL_RELAX_EN | PCI_EXP_DEVCTL_EXT_TAG)

static LIST_HEAD(players);
static DEFINE_MUTEX(players_lock);
static struct pci_ops *real_ops;

static bool is_at(const struct pci_dev *pdev, const struct pci_bus *bus, unsigned int devfn)
{
	return pdev && bus == pdev->bus && devfn == pdev->devfn;
}

static void patch_field(u32 *dword, u32 mask, u32 value)
{
	*dword = (*dword & ~mask) | ((value << __ffs(mask)) & mask);
}

/* Of a function and of the port above it: QEMU's ports end at 16 GT/s. */
static void patch_link(const struct testnic_pcie_link *link, int offset, u32 *dword)
{
	switch (offset) {
	case PCI_EXP_LNKCAP:
		patch_field(dword, PCI_EXP_LNKCAP_SLS, link->max_speed);
		patch_field(dword, PCI_EXP_LNKCAP_MLW, link->max_width);
		break;
	case PCI_EXP_LNKCTL: /* LNKSTA is the upper half of this dword */
		patch_field(dword, PCI_EXP_LNKSTA_CLS << 16, link->speed);
		patch_field(dword, PCI_EXP_LNKSTA_NLW << 16, link->width);
		break;
	case PCI_EXP_LNKCAP2:
		*dword = GENMASK(link->max_speed, 1);
		break;
	}
}

static void patch_control(u16 devctl, int offset, u32 *dword)
{
	switch (offset) {
	case PCI_EXP_DEVCAP:
		patch_field(dword, PCI_EXP_DEVCAP_PAYLOAD, 2);	/* 512 bytes */
		patch_field(dword, PCI_EXP_DEVCAP_EXT_TAG, 1);
		break;
	case PCI_EXP_DEVCTL:
		*dword = (*dword & ~DEVCTL_PLAYED) | (devctl & DEVCTL_PLAYED);
		break;
	}
}

/*
 * e1000e has a version 1 capability, which knows no speed above 5 GT/s: show version 2, whose
 * speed vector is where QEMU has the AER severity register.
 */
static void patch_function(const struct testnic_pcie *pcie, int offset, u32 *dword)
{
	if (offset == 0)
		patch_field(dword, PCI_EXP_FLAGS_VERS << 16, 2);
	patch_link(&pcie->link, offset, dword);
	patch_control(pcie->devctl, offset, dword);
}

static void patch_acs(const struct testnic_pcie *pcie, int where, u32 *dword)
{
	switch (where) {
	case PCI_CFG_SPACE_SIZE:
		if (PCI_EXT_CAP_NEXT(*dword) == 0)
			*dword |= ACS_OFFSET << 20;
		break;
	case ACS_OFFSET:
		*dword = PCI_EXT_CAP_ID_ACS | 1 << 16;
		break;
	case ACS_OFFSET + PCI_ACS_CAP:
		*dword = ACS_CAN | pcie->port_acs << 16;
		break;
	}
}

static void patch_port(const struct testnic_pcie *pcie, int where, u32 *dword)
{
	patch_link(&pcie->link, where - pcie->port->pcie_cap, dword);
	patch_control(pcie->port_devctl, where - pcie->port->pcie_cap, dword);
	if (pcie->plays_acs)
		patch_acs(pcie, where, dword);
}

/* The ports above a switch, which may have further switches above it: all have the same link. */
static void patch_uplinks(const struct testnic_pcie *pcie, struct pci_bus *bus,
			  unsigned int devfn, int where, u32 *dword)
{
	struct pci_dev *up = pcie->port ? pci_upstream_bridge(pcie->port) : NULL;

	for (; up; up = pci_upstream_bridge(up))
		if (is_at(up, bus, devfn))
			patch_link(&pcie->uplink, where - up->pcie_cap, dword);
}

static void patch(struct pci_bus *bus, unsigned int devfn, int where, u32 *dword)
{
	const struct testnic_pcie *pcie;

	rcu_read_lock();
	list_for_each_entry_rcu(pcie, &players, node) {
		if (is_at(pcie->pdev, bus, devfn))
			patch_function(pcie, where - pcie->pdev->pcie_cap, dword);
		else if (is_at(pcie->port, bus, devfn))
			patch_port(pcie, where, dword);
		else
			patch_uplinks(pcie, bus, devfn, where, dword);
	}
	rcu_read_unlock();
}

static int testnic_config_read(struct pci_bus *bus, unsigned int devfn, int where, int size,
			       u32 *value)
{
	int shift = (where & 3) * 8;
	u32 dword;
	int err = real_ops->read(bus, devfn, where & ~3, 4, &dword);

	if (err)
		return err;
	patch(bus, devfn, where & ~3, &dword);
	*value = (dword >> shift) & GENMASK(size * 8 - 1, 0);
	return 0;
}

/* The register that a test or the kernel sets with a write there, if it is one of ours. */
static u16 *played_register(struct testnic_pcie *pcie, struct pci_bus *bus, unsigned int devfn,
			    int where)
{
	if (is_at(pcie->pdev, bus, devfn) && where == pcie->pdev->pcie_cap + PCI_EXP_DEVCTL)
		return &pcie->devctl;
	if (!is_at(pcie->port, bus, devfn))
		return NULL;
	if (where == pcie->port->pcie_cap + PCI_EXP_DEVCTL)
		return &pcie->port_devctl;
	if (pcie->plays_acs && where == ACS_OFFSET + PCI_ACS_CTRL)
		return &pcie->port_acs;
	return NULL;
}

static int testnic_config_write(struct pci_bus *bus, unsigned int devfn, int where, int size,
				u32 value)
{
	struct testnic_pcie *pcie;
	u16 *played;

	rcu_read_lock();
	list_for_each_entry_rcu(pcie, &players, node) {
		played = size == 2 ? played_register(pcie, bus, devfn, where) : NULL;
		if (played)
			*played = value;
	}
	rcu_read_unlock();
	return real_ops->write(bus, devfn, where, size, value);
}

static struct pci_ops testnic_config_ops = {
	.read = testnic_config_read,
	.write = testnic_config_write,
};

/* The buses from that of the function up to that of the root port. */
static void watch(struct pci_bus *bus)
{
	for (; bus; bus = bus->parent)
		if (bus->ops != &testnic_config_ops)
			real_ops = pci_bus_set_ops(bus, &testnic_config_ops);
}

static bool is_watched_for_another(const struct pci_bus *bus)
{
	const struct testnic_pcie *pcie;
	const struct pci_bus *above;

	list_for_each_entry(pcie, &players, node)
		for (above = pcie->pdev->bus; above; above = above->parent)
			if (above == bus)
				return true;
	return false;
}

static void unwatch(struct pci_bus *bus)
{
	for (; bus; bus = bus->parent)
		if (!is_watched_for_another(bus))
			pci_bus_set_ops(bus, real_ops);
}

static bool is_switch_port_without_acs(struct pci_dev *port)
{
	return pci_pcie_type(port) == PCI_EXP_TYPE_DOWNSTREAM &&
	       !pci_find_ext_capability(port, PCI_EXT_CAP_ID_ACS);
}

void testnic_pcie_init(struct testnic_pcie *pcie, struct pci_dev *pdev)
{
	const struct testnic_pcie_link fastest = {
		.speed = 5, .width = 16,	/* PCI_EXP_LNKSTA_CLS: 32 GT/s */
		.max_speed = 5, .max_width = 16,
	};

	pcie->pdev = pdev;
	pcie->port = pci_dev_get(pci_upstream_bridge(pdev));
	pcie->link = pcie->uplink = fastest;
	pcie->devctl = PCI_EXP_DEVCTL_PAYLOAD_256B | PCI_EXP_DEVCTL_READRQ_512B |
		       PCI_EXP_DEVCTL_RELAX_EN | PCI_EXP_DEVCTL_EXT_TAG;
	pcie->port_devctl = PCI_EXP_DEVCTL_PAYLOAD_256B | PCI_EXP_DEVCTL_READRQ_128B;
	pcie->flags_reg = pdev->pcie_flags_reg;
	pdev->pcie_flags_reg = (pcie->flags_reg & ~PCI_EXP_FLAGS_VERS) | 2;
	mutex_lock(&players_lock);
	pcie->plays_acs = pcie->port && is_switch_port_without_acs(pcie->port);
	list_add_tail_rcu(&pcie->node, &players);
	watch(pdev->bus);
	mutex_unlock(&players_lock);
}

void testnic_pcie_exit(struct testnic_pcie *pcie)
{
	mutex_lock(&players_lock);
	list_del_rcu(&pcie->node);
	unwatch(pcie->pdev->bus);
	mutex_unlock(&players_lock);
	synchronize_rcu();
	pcie->pdev->pcie_flags_reg = pcie->flags_reg;
	pci_dev_put(pcie->port);
}
