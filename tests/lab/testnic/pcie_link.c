// SPDX-License-Identifier: GPL-2.0-only
/*
 * The PCI Express link. QEMU's endpoints are all "2.5 GT/s, x1", so the config space reads of the
 * function and of the port above it pass through here and find the link that the test wants, as
 * drivers/pci/pcie/aer_inject.c does it for AER. sysfs, lspci and the kernel then agree.
 */
#include <linux/pci.h>
#include <linux/rculist.h>

#include "testnic.h"

static LIST_HEAD(nics);
static DEFINE_MUTEX(nics_lock);
static struct pci_ops *real_ops;

static bool is_function(const struct testnic *nic, const struct pci_bus *bus, unsigned int devfn)
{
	return bus == nic->pdev->bus && devfn == nic->pdev->devfn;
}

static bool is_port_above(const struct testnic *nic, const struct pci_bus *bus,
			  unsigned int devfn)
{
	const struct pci_dev *port = nic->pcie_port;

	return port && bus == port->bus && devfn == port->devfn;
}

static void patch_field(u32 *dword, u32 mask, u32 value)
{
	*dword = (*dword & ~mask) | ((value << __ffs(mask)) & mask);
}

/* LNKSTA is the upper half of the dword that LNKCTL begins. */
static void patch_link_status(const struct testnic *nic, u32 *dword)
{
	patch_field(dword, PCI_EXP_LNKSTA_CLS << 16, nic->pcie_speed);
	patch_field(dword, PCI_EXP_LNKSTA_NLW << 16, nic->pcie_width);
}

/* Of the function and of the port: QEMU's ports end at 16 GT/s. */
static void patch_link(const struct testnic *nic, int offset, u32 *dword)
{
	switch (offset) {
	case PCI_EXP_LNKCAP:
		patch_field(dword, PCI_EXP_LNKCAP_SLS, nic->pcie_max_speed);
		patch_field(dword, PCI_EXP_LNKCAP_MLW, nic->pcie_max_width);
		break;
	case PCI_EXP_LNKCTL:
		patch_link_status(nic, dword);
		break;
	case PCI_EXP_LNKCAP2:
		*dword = GENMASK(nic->pcie_max_speed, 1);
		break;
	}
}

/*
 * e1000e has a version 1 capability, which knows no speed above 5 GT/s: show version 2, whose
 * speed vector is where QEMU has the AER severity register.
 */
static void patch_function(const struct testnic *nic, int offset, u32 *dword)
{
	if (offset == 0)
		patch_field(dword, PCI_EXP_FLAGS_VERS << 16, 2);
	else
		patch_link(nic, offset, dword);
}

static void patch(struct pci_bus *bus, unsigned int devfn, int where, u32 *dword)
{
	const struct testnic *nic;

	rcu_read_lock();
	list_for_each_entry_rcu(nic, &nics, pcie_node) {
		if (is_function(nic, bus, devfn))
			patch_function(nic, where - nic->pdev->pcie_cap, dword);
		else if (is_port_above(nic, bus, devfn))
			patch_link(nic, where - nic->pcie_port->pcie_cap, dword);
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

static int testnic_config_write(struct pci_bus *bus, unsigned int devfn, int where, int size,
				u32 value)
{
	return real_ops->write(bus, devfn, where, size, value);
}

static struct pci_ops testnic_config_ops = {
	.read = testnic_config_read,
	.write = testnic_config_write,
};

static void watch(struct pci_bus *bus)
{
	if (bus->ops != &testnic_config_ops)
		real_ops = pci_bus_set_ops(bus, &testnic_config_ops);
}

static void unwatch(struct pci_bus *bus)
{
	const struct testnic *nic;

	list_for_each_entry(nic, &nics, pcie_node)
		if (nic->pcie_port && nic->pcie_port->bus == bus)
			return;
	pci_bus_set_ops(bus, real_ops);
}

void testnic_pcie_link_init(struct testnic *nic)
{
	nic->pcie_speed = nic->pcie_max_speed = 5;	/* PCI_EXP_LNKSTA_CLS: 32 GT/s */
	nic->pcie_width = nic->pcie_max_width = 16;
	nic->pcie_port = pci_dev_get(pci_upstream_bridge(nic->pdev));
	nic->pcie_flags_reg = nic->pdev->pcie_flags_reg;
	nic->pdev->pcie_flags_reg = (nic->pcie_flags_reg & ~PCI_EXP_FLAGS_VERS) | 2;
	mutex_lock(&nics_lock);
	list_add_tail_rcu(&nic->pcie_node, &nics);
	watch(nic->pdev->bus);
	if (nic->pcie_port)
		watch(nic->pcie_port->bus);
	mutex_unlock(&nics_lock);
}

void testnic_pcie_link_exit(struct testnic *nic)
{
	mutex_lock(&nics_lock);
	list_del_rcu(&nic->pcie_node);
	unwatch(nic->pdev->bus);
	if (nic->pcie_port)
		unwatch(nic->pcie_port->bus);
	mutex_unlock(&nics_lock);
	synchronize_rcu();
	nic->pdev->pcie_flags_reg = nic->pcie_flags_reg;
	pci_dev_put(nic->pcie_port);
}
