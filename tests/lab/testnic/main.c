// SPDX-License-Identifier: GPL-2.0-only
/* The PCI driver: takes QEMU's e1000e functions and plays an RDMA NIC on each of them. */
#include <linux/module.h>

#include "testnic.h"

static char *personality = "mlx5";
module_param(personality, charp, 0444);
MODULE_PARM_DESC(personality, "which driver to play: mlx5 or bnxt");

static char *trust = "pcp";
module_param(trust, charp, 0444);
MODULE_PARM_DESC(trust, "trust state that firmware has at load: pcp or dscp");

enum testnic_trust testnic_initial_trust;

static const struct testnic_personality *played;
static struct testnic *unpaired;	/* waits for the next probed function */

static int testnic_probe(struct pci_dev *pdev, const struct pci_device_id *id)
{
	struct testnic *nic;
	int err;

	err = pci_enable_device(pdev);
	if (err)
		return err;
	err = dma_set_mask_and_coherent(&pdev->dev, DMA_BIT_MASK(64));
	if (err)
		goto disable;
	nic = testnic_netdev_create(pdev, played);
	if (IS_ERR(nic)) {
		err = PTR_ERR(nic);
		goto disable;
	}
	pci_set_drvdata(pdev, nic);
	testnic_pcie_init(&nic->pcie, pdev);
	if (unpaired) {
		testnic_pair(unpaired, nic);
		unpaired = NULL;
	} else {
		unpaired = nic;
	}
	err = testnic_devlink_create(nic);
	if (err)
		dev_err(&pdev->dev, "devlink: %d\n", err);
	err = testnic_ib_register(nic, GID_TYPES_V1V2);
	if (err)
		dev_err(&pdev->dev, "ib_register_device: %d\n", err);
	testnic_cc_params_create(nic);
	testnic_knobs_create(nic);
	return 0;

disable:
	pci_disable_device(pdev);
	return err;
}

static void testnic_remove(struct pci_dev *pdev)
{
	struct testnic *nic = pci_get_drvdata(pdev);

	/* Knobs first: this waits for the writers, so nothing below can race with them. */
	testnic_knobs_remove(nic);
	testnic_cc_params_remove(nic);
	testnic_ofed_remove(nic);
	testnic_ib_unregister(nic);
	testnic_devlink_destroy(nic);
	unpaired = testnic_unpair(nic);
	testnic_pcie_exit(&nic->pcie);
	unregister_netdev(nic->netdev);
	kfree(nic->counters);
	free_netdev(nic->netdev);
	pci_disable_device(pdev);
}

/* QEMU's e1000e is a PCI Express function with AER, what a real RNIC is to sysfs. */
static const struct pci_device_id testnic_ids[] = {
	{ PCI_DEVICE(PCI_VENDOR_ID_INTEL, TESTNIC_E1000E) },
	{ }
};
MODULE_DEVICE_TABLE(pci, testnic_ids);

static struct pci_driver testnic_driver = {
	.id_table = testnic_ids,
	.probe = testnic_probe,
	.remove = testnic_remove,
};

static int __init testnic_init(void)
{
	int err;

	if (sysfs_streq(personality, "mlx5"))
		played = &testnic_mlx5;
	else if (sysfs_streq(personality, "bnxt"))
		played = &testnic_bnxt;
	else
		return -EINVAL;
	testnic_initial_trust = sysfs_streq(trust, "dscp") ? TESTNIC_TRUST_DSCP :
							     TESTNIC_TRUST_PCP;
	testnic_driver.name = played->driver;
	testnic_knobs_init();
	testnic_cc_params_init();
	/* GPUs first: what is theirs is an e1000e function, too. */
	err = pci_register_driver(&testnic_gpu_driver);
	if (err)
		goto exit;
	err = pci_register_driver(&testnic_driver);
	if (err)
		goto unregister_gpus;
	return 0;

unregister_gpus:
	pci_unregister_driver(&testnic_gpu_driver);
exit:
	testnic_cc_params_exit();
	testnic_knobs_exit();
	return err;
}

static void __exit testnic_exit(void)
{
	pci_unregister_driver(&testnic_driver);
	pci_unregister_driver(&testnic_gpu_driver);
	testnic_cc_params_exit();
	testnic_knobs_exit();
}

module_init(testnic_init);
module_exit(testnic_exit);
MODULE_DESCRIPTION("Test-only RDMA NIC without hardware");
MODULE_LICENSE("GPL");
