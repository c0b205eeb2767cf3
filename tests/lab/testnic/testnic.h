/* SPDX-License-Identifier: GPL-2.0-only */
/* One test NIC: a PCI function with a netdev and an RDMA device, whose state a test can set. */
#ifndef TESTNIC_H
#define TESTNIC_H

#include <linux/ethtool.h>
#include <linux/mutex.h>
#include <linux/netdevice.h>
#include <linux/pci.h>
#include <net/dcbnl.h>
#include <rdma/ib_verbs.h>

#define TESTNIC_E1000E 0x10d3	/* Intel 82574L, as QEMU has it */
#define TESTNIC_MAX_DSCP 64
#define TESTNIC_MAX_HW_COUNTERS 32
#define TESTNIC_CC_PARAMS 20
/* Lower memory, then the upper halves of pages 0x00..0x1f, 128 bytes each. */
#define TESTNIC_EEPROM_BYTES (128 * 33)

/* The operations that can be made to fail or to hang, named after the kernel's callbacks. */
#define TESTNIC_OPS(X)                                                                           \
	X(getpfc) X(setpfc) X(getets) X(setets) X(getmaxrate) X(setmaxrate)                      \
	X(getbuffer) X(setbuffer) X(setapp) X(delapp)                                            \
	X(link_ksettings) X(link_ext_state) X(getfec) X(setfec) X(getpause) X(setpause)          \
	X(ethtool_stats) X(gettunable) X(module_eeprom) X(devlink_info)                                        \
	X(query_device) X(query_port) X(alloc_ucontext) X(hw_stats) X(add_gid)

enum testnic_op {
#define X(name) TESTNIC_OP_##name,
	TESTNIC_OPS(X)
#undef X
	TESTNIC_OP_COUNT
};

enum testnic_pma_counter {
	TESTNIC_PORT_XMIT_DATA,
	TESTNIC_PORT_RCV_DATA,
	TESTNIC_PORT_XMIT_PACKETS,
	TESTNIC_PORT_RCV_PACKETS,
	TESTNIC_SYMBOL_ERROR,
	TESTNIC_LINK_DOWNED,
	TESTNIC_PORT_RCV_ERRORS,
	TESTNIC_PORT_XMIT_DISCARDS,
	TESTNIC_PORT_XMIT_WAIT,
	TESTNIC_PMA_COUNTERS
};

enum testnic_fec_kind {
	TESTNIC_FEC_CORRECTED_BLOCKS,
	TESTNIC_FEC_UNCORRECTABLE_BLOCKS,
	TESTNIC_FEC_CORRECTED_BITS,
	TESTNIC_FEC_KINDS
};

#define TESTNIC_FEC_LANES 4

struct testnic_fec_stat {
	u64 total;
	u64 lanes[TESTNIC_FEC_LANES];
};

enum testnic_trust { TESTNIC_TRUST_PCP, TESTNIC_TRUST_DSCP };

/* When `ethtool -S` lists a counter: mlx5 has the pause ones only while that pause is on. */
enum testnic_counter_shown { SHOWN_ALWAYS, SHOWN_WITH_PFC, SHOWN_WITH_GLOBAL_PAUSE };

/* A name with %d stands for the eight counters of the eight priorities. */
struct testnic_counter_name {
	const char *name;
	enum testnic_counter_shown shown;
};

struct testnic_counter {
	char name[ETH_GSTRING_LEN];
	enum testnic_counter_shown shown;
	u8 priority;
	u64 value;
};

struct testnic;

/* What differs between the drivers that the module can play. */
struct testnic_personality {
	const char *driver;		/* PCI driver name, and what `ethtool -i` says */
	const char *ib_name;		/* ib_device name pattern */
	const char *ethtool_fw_version;
	const char *ib_fw_version;
	const char *hca_type;
	const char *board_id;
	const char *devlink_fw_names[2];
	u32 vendor_id;
	u32 vendor_part_id;
	const struct dcbnl_rtnl_ops *dcbnl_ops;
	const struct testnic_counter_name *counters;
	size_t counters_count;
	const struct rdma_stat_desc *hw_counters;
	size_t hw_counters_count;
	bool has_pfc_prevention;
	void (*dcb_init)(struct testnic *nic);
	void (*dcb_set_trust)(struct testnic *nic, enum testnic_trust trust);
	/* IB_WIDTH_* and IB_SPEED_* as this driver would derive them */
	void (*ib_speed)(struct testnic *nic, u8 *width, u16 *speed);
};

struct testnic_dcb {
	struct ieee_ets ets;
	struct ieee_pfc pfc;
	struct ieee_maxrate maxrate;
	struct dcbnl_buffer buffer;
	u8 dcbx;			/* DCB_CAP_DCBX_* */
	enum testnic_trust trust;
	u8 dscp2prio[TESTNIC_MAX_DSCP];
	unsigned int dscp_app_count;
	/* bnxt: whether the driver has a value of its own yet, and what firmware holds */
	bool ets_known;
	bool pfc_known;
	u8 firmware_pfc_en;
	/* mlx5: set once the host has laid out the buffers itself */
	bool manual_buffer;
};

struct testnic_ibdev {
	struct ib_device ibdev;		/* must be first: ib_alloc_device() */
	struct testnic *nic;
	u32 core_cap_flags;
};

/* Encoded as in PCI_EXP_LNKCAP and PCI_EXP_LNKSTA. */
struct testnic_pcie_link {
	u8 speed, width;
	u8 max_speed, max_width;
};

/* What a function and the ports above it show of PCI Express. */
struct testnic_pcie {
	struct list_head node;
	struct pci_dev *pdev;
	struct pci_dev *port;			/* the port above */
	u16 flags_reg;				/* as it was */
	struct testnic_pcie_link link;
	struct testnic_pcie_link uplink;	/* above the switch, if the port is one's */
	u16 devctl, port_devctl;		/* PCI_EXP_DEVCTL */
	bool plays_acs;
	u16 port_acs;				/* PCI_ACS_CTRL */
};

struct testnic {
	const struct testnic_personality *as;
	struct pci_dev *pdev;
	struct net_device *netdev;
	struct net_device __rcu *peer;	/* where transmitted packets arrive */
	struct dentry *knobs;

	struct testnic_pcie pcie;

	struct ethtool_ops ethtool_ops;	/* own copy: an op can be taken away at run time */

	u32 carrier;
	u32 speed_mbps;
	u32 lanes;			/* 0: not reported */
	u8 verbs_width;			/* 0: as the driver derives it */
	u16 verbs_speed;
	u32 fec_configured;		/* ETHTOOL_FEC_* */
	u32 fec_active;			/* 0: follows fec_configured */
	bool fec_active_none;
	struct testnic_fec_stat fec_stats[TESTNIC_FEC_KINDS];
	bool fec_by_lane;		/* then the total is their sum, as with FC-FEC on mlx5 */
	struct ethtool_pauseparam pause;
	u16 pfc_prevention_tout_ms;	/* 0: off */
	u8 eeprom[TESTNIC_EEPROM_BYTES];
	const char *module;		/* what was plugged in */
	struct testnic_ofed *ofed;	/* NULL: the driver of the kernel itself */

	struct testnic_dcb dcb;

	struct testnic_counter *counters;
	size_t counters_count;
	u64 hw_counters[TESTNIC_MAX_HW_COUNTERS];
	u64 pma[TESTNIC_PMA_COUNTERS];

	struct devlink *devlink;
	struct devlink_health_reporter *fw_reporter;
	bool fw_healthy;
	char fw_stored[32];		/* empty: the same as the running one */

	struct dentry *mlx5_debugfs;
	u32 cc_params[TESTNIC_CC_PARAMS];

	struct mutex ib_lock;		/* guards ib across re-registration */
	struct testnic_ibdev *ib;
	char ib_name[IB_DEVICE_NAME_MAX];

	u32 op_errno[TESTNIC_OP_COUNT];
	u32 op_delay_ms[TESTNIC_OP_COUNT];
};

static inline struct testnic *netdev_to_testnic(const struct net_device *netdev)
{
	return netdev_priv(netdev);
}

/* main.c */
extern enum testnic_trust testnic_initial_trust;

/* personality.c */
extern const struct testnic_personality testnic_mlx5;
extern const struct testnic_personality testnic_bnxt;

/* fault.c */
extern const char *const testnic_op_names[TESTNIC_OP_COUNT];
int testnic_fault(struct testnic *nic, enum testnic_op op);

/* netdev.c */
struct testnic *testnic_netdev_create(struct pci_dev *pdev,
				      const struct testnic_personality *as);
void testnic_pair(struct testnic *a, struct testnic *b);
struct testnic *testnic_unpair(struct testnic *nic);
void testnic_update_carrier(struct testnic *nic);

/* pcie_link.c */
void testnic_pcie_init(struct testnic_pcie *pcie, struct pci_dev *pdev);
void testnic_pcie_exit(struct testnic_pcie *pcie);

/* gpu.c */
extern struct pci_driver testnic_gpu_driver;

/* link.c */
struct testnic_link_mode {
	u32 mbps;
	u32 lanes;
	u8 ib_width;
	u16 ib_speed;
	enum ethtool_link_mode_bit_indices bit;
};
const struct testnic_link_mode *testnic_link_mode(u32 mbps, u32 lanes);
void testnic_mlx5_ib_speed(struct testnic *nic, u8 *width, u16 *speed);
void testnic_bnxt_ib_speed(struct testnic *nic, u8 *width, u16 *speed);
int testnic_get_link_ksettings(struct net_device *netdev, struct ethtool_link_ksettings *ks);
int testnic_get_link_ext_state(struct net_device *netdev,
			       struct ethtool_link_ext_state_info *info);

/* ethtool.c */
void testnic_ethtool_init(struct testnic *nic);
void testnic_ethtool_hide_pause(struct testnic *nic, bool hide);

/* standard_stats.c */
void testnic_get_eth_mac_stats(struct net_device *netdev, struct ethtool_eth_mac_stats *stats);
void testnic_get_eth_ctrl_stats(struct net_device *netdev, struct ethtool_eth_ctrl_stats *stats);
void testnic_get_eth_phy_stats(struct net_device *netdev, struct ethtool_eth_phy_stats *stats);
void testnic_get_rmon_stats(struct net_device *netdev, struct ethtool_rmon_stats *stats,
			    const struct ethtool_rmon_hist_range **ranges);
void testnic_get_pause_stats(struct net_device *netdev, struct ethtool_pause_stats *stats);
void testnic_get_fec_stats(struct net_device *netdev, struct ethtool_fec_stats *stats);

/* module_eeprom.c */
void testnic_eeprom_init(struct testnic *nic);
int testnic_plug_module(struct testnic *nic, const char *name);
int testnic_get_module_eeprom_by_page(struct net_device *netdev,
				      const struct ethtool_module_eeprom *page,
				      struct netlink_ext_ack *extack);

/* counters.c */
int testnic_counters_create(struct testnic *nic);
struct testnic_counter *testnic_find_counter(struct testnic *nic, const char *name);
u64 testnic_counter_value(struct testnic *nic, const char *name);
int testnic_get_sset_count(struct net_device *netdev, int set);
void testnic_get_strings(struct net_device *netdev, u32 set, u8 *buffer);
void testnic_get_ethtool_stats(struct net_device *netdev, struct ethtool_stats *stats,
			       u64 *values);

/* dcb_mlx5.c */
extern const struct dcbnl_rtnl_ops testnic_mlx5_dcbnl_ops;
void testnic_mlx5_dcb_init(struct testnic *nic);
void testnic_mlx5_set_trust(struct testnic *nic, enum testnic_trust trust);
void testnic_mlx5_refresh_pfc_counters(struct testnic *nic);

/* dcb_bnxt.c */
extern const struct dcbnl_rtnl_ops testnic_bnxt_dcbnl_ops;
void testnic_bnxt_dcb_init(struct testnic *nic);
void testnic_bnxt_set_trust(struct testnic *nic, enum testnic_trust trust);

/* ibdev.c */
/* Bits: V1V2 is both. */
enum testnic_gid_types { GID_TYPES_NONE, GID_TYPES_V1, GID_TYPES_V2, GID_TYPES_V1V2 };
int testnic_ib_register(struct testnic *nic, enum testnic_gid_types types);
void testnic_ib_unregister(struct testnic *nic);
enum testnic_gid_types testnic_ib_gid_types(struct testnic *nic);

/* verbs.c */
extern const struct ib_device_ops testnic_verbs_ops;

/* pma.c */
extern const char *const testnic_pma_names[TESTNIC_PMA_COUNTERS];
int testnic_process_mad(struct ib_device *ibdev, int flags, u32 port, const struct ib_wc *wc,
			const struct ib_grh *grh, const struct ib_mad *in, struct ib_mad *out,
			size_t *out_size, u16 *out_pkey_index);

/* devlink.c */
int testnic_devlink_create(struct testnic *nic);
void testnic_devlink_destroy(struct testnic *nic);
void testnic_devlink_set_health(struct testnic *nic, bool healthy);

/* cc_params.c */
void testnic_cc_params_init(void);
void testnic_cc_params_exit(void);
void testnic_cc_params_create(struct testnic *nic);
void testnic_cc_params_remove(struct testnic *nic);

/* ofed_sysfs.c */
int testnic_ofed_create(struct testnic *nic);
void testnic_ofed_remove(struct testnic *nic);

/* knobs.c */
void testnic_knobs_init(void);
void testnic_knobs_exit(void);
void testnic_knobs_create(struct testnic *nic);
void testnic_knobs_remove(struct testnic *nic);

/* text_knobs.c */
void testnic_text_knobs_create(struct testnic *nic, struct dentry *dir);
void testnic_errno_getpause_create(struct testnic *nic, struct dentry *dir);

#endif
