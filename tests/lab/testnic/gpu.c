// SPDX-License-Identifier: GPL-2.0-only
/*
 * A GPU, as far as PCI goes: an e1000e function with NVIDIA's subsystem vendor id (QEMU's
 * subsys_ven=0x10de) shows vendor, device and class of one, on a link of its own.
 */
#include <linux/module.h>

#include "testnic.h"

#define H100_SXM 0x2330

static int gpu_probe(struct pci_dev *pdev, const struct pci_device_id *id)
{
	struct testnic_pcie *pcie = kzalloc(sizeof(*pcie), GFP_KERNEL);

	if (!pcie)
		return -ENOMEM;
	pci_set_drvdata(pdev, pcie);
	testnic_pcie_init(pcie, pdev);
	pdev->vendor = PCI_VENDOR_ID_NVIDIA;
	pdev->device = H100_SXM;
	pdev->class = PCI_CLASS_DISPLAY_3D << 8;
	return 0;
}

static void gpu_remove(struct pci_dev *pdev)
{
	struct testnic_pcie *pcie = pci_get_drvdata(pdev);

	pdev->vendor = PCI_VENDOR_ID_INTEL;
	pdev->device = TESTNIC_E1000E;
	pdev->class = PCI_CLASS_NETWORK_ETHERNET << 8;
	testnic_pcie_exit(pcie);
	kfree(pcie);
}

static const struct pci_device_id gpu_ids[] = {
	{ PCI_DEVICE_SUB(PCI_VENDOR_ID_INTEL, TESTNIC_E1000E, PCI_VENDOR_ID_NVIDIA, PCI_ANY_ID) },
	{ }
};

struct pci_driver testnic_gpu_driver = {
	.name = "nvidia",
	.id_table = gpu_ids,
	.probe = gpu_probe,
	.remove = gpu_remove,
};
