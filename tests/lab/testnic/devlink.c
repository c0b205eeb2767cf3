// SPDX-License-Identifier: GPL-2.0-only
/* devlink: firmware versions, the enable_roce parameter and the health of the firmware. */
#include <net/devlink.h>

#include "testnic.h"

static struct testnic *devlink_to_testnic(struct devlink *devlink)
{
	return *(struct testnic **)devlink_priv(devlink);
}

/* A stored version that differs from the running one waits for a reboot. */
static int put_firmware(struct devlink_info_req *req, const char *name, const char *running,
			const char *stored)
{
	int err = devlink_info_version_running_put(req, name, running);

	return err ? err : devlink_info_version_stored_put(req, name, stored);
}

static int testnic_info_get(struct devlink *devlink, struct devlink_info_req *req,
			    struct netlink_ext_ack *extack)
{
	const struct testnic *nic = devlink_to_testnic(devlink);
	const char *stored = nic->fw_stored[0] ? nic->fw_stored : nic->as->ib_fw_version;
	int i, err = testnic_fault(devlink_to_testnic(devlink), TESTNIC_OP_devlink_info);

	if (!err)
		err = devlink_info_driver_name_put(req, nic->as->driver);
	if (!err && nic->as->board_id)
		err = devlink_info_version_fixed_put(req, "fw.psid", nic->as->board_id);
	for (i = 0; !err && i < ARRAY_SIZE(nic->as->devlink_fw_names); i++)
		err = put_firmware(req, nic->as->devlink_fw_names[i], nic->as->ib_fw_version,
				   stored);
	return err;
}

static const struct devlink_ops testnic_devlink_ops = {
	.info_get = testnic_info_get,
};

/* `devlink dev param set ... cmode driverinit` changes it; nothing here acts on it. */
static const struct devlink_param testnic_devlink_params[] = {
	DEVLINK_PARAM_GENERIC(ENABLE_ROCE, BIT(DEVLINK_PARAM_CMODE_DRIVERINIT), NULL, NULL,
			      NULL),
};

/* bnxt_en of this kernel has no such parameter. */
static int register_params(struct testnic *nic, struct devlink *devlink)
{
	union devlink_param_value enabled = { .vbool = true };
	int err;

	if (nic->as != &testnic_mlx5)
		return 0;
	err = devlink_params_register(devlink, testnic_devlink_params,
				      ARRAY_SIZE(testnic_devlink_params));
	if (!err)
		devlink_param_driverinit_value_set(devlink,
						   DEVLINK_PARAM_GENERIC_ID_ENABLE_ROCE, enabled);
	return err;
}

static void unregister_params(struct testnic *nic, struct devlink *devlink)
{
	if (nic->as == &testnic_mlx5)
		devlink_params_unregister(devlink, testnic_devlink_params,
					  ARRAY_SIZE(testnic_devlink_params));
}

static const struct devlink_health_reporter_ops testnic_fw_reporter_ops = {
	.name = "fw",
};

void testnic_devlink_set_health(struct testnic *nic, bool healthy)
{
	if (!nic->devlink)
		return;
	devlink_health_reporter_state_update(nic->fw_reporter,
					     healthy ? DEVLINK_HEALTH_REPORTER_STATE_HEALTHY :
						       DEVLINK_HEALTH_REPORTER_STATE_ERROR);
}

int testnic_devlink_create(struct testnic *nic)
{
	struct devlink *devlink =
		devlink_alloc(&testnic_devlink_ops, sizeof(struct testnic *), &nic->pdev->dev);
	int err;

	if (!devlink)
		return -ENOMEM;
	*(struct testnic **)devlink_priv(devlink) = nic;
	err = register_params(nic, devlink);
	if (err)
		goto free;
	nic->fw_reporter =
		devlink_health_reporter_create(devlink, &testnic_fw_reporter_ops, 0, nic);
	if (IS_ERR(nic->fw_reporter)) {
		err = PTR_ERR(nic->fw_reporter);
		goto unregister_params;
	}
	nic->devlink = devlink;
	nic->fw_healthy = true;
	devlink_register(devlink);
	return 0;

unregister_params:
	unregister_params(nic, devlink);
free:
	devlink_free(devlink);
	return err;
}

void testnic_devlink_destroy(struct testnic *nic)
{
	if (!nic->devlink)
		return;
	devlink_unregister(nic->devlink);
	devlink_health_reporter_destroy(nic->fw_reporter);
	unregister_params(nic, nic->devlink);
	devlink_free(nic->devlink);
}
