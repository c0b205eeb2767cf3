// SPDX-License-Identifier: GPL-2.0-only
/*
 * The memory of the module: by default healthy optics in a QSFP-DD with CMIS 5.0 (OIF-CMIS-05.0).
 * A test may plug others in, and write any byte.
 */
#include <linux/ethtool_netlink.h>

#include "testnic.h"

#define SFF_ID_QSFP28 0x11
#define SFF_ID_QSFP_DD 0x18
#define CMIS_MODULE_STATE_READY (3 << 1)
#define DATA_PATH_ACTIVATED 4

static u8 *upper_half(struct testnic *nic, u8 page)
{
	return nic->eeprom + page * 128;	/* so that offsets 128..255 of a page index it */
}

static void put_be16(u8 *at, u16 value)
{
	at[0] = value >> 8;
	at[1] = value & 0xff;
}

static void put_text(u8 *at, const char *text, size_t width)
{
	memset(at, ' ', width);
	memcpy(at, text, min(strlen(text), width));
}

/* High alarm, low alarm, high warning, low warning: the order of CMIS and SFF-8636 alike. */
struct thresholds {
	u16 values[4];
};

/* Temperature in 1/256 degree C, supply in 100 uV, powers in 0.1 uW, bias in 2 uA. */
static const struct thresholds temperature = { { 75 * 256, 0, 70 * 256, 5 * 256 } };
static const struct thresholds supply = { { 35000, 31000, 34650, 31350 } };
static const struct thresholds tx_power = { { 31623, 2512, 25119, 5012 } };
static const struct thresholds bias = { { 7500, 500, 7000, 1000 } };
static const struct thresholds rx_power = { { 31623, 1000, 25119, 1995 } };

#define TEMPERATURE_45_C (45 * 256)
#define SUPPLY_3300_MV 33000
#define TX_POWER_0_DBM 10000
#define BIAS_8_MA 4000
#define RX_POWER_MINUS_1_DBM 8000

static void put_thresholds(u8 *at, const struct thresholds *thresholds)
{
	int i;

	for (i = 0; i < 4; i++)
		put_be16(at + 2 * i, thresholds->values[i]);
}

static void put_lanes(u8 *at, int lanes, u16 value)
{
	int lane;

	for (lane = 0; lane < lanes; lane++)
		put_be16(at + 2 * lane, value);
}

/* What each CMIS module has in its lower memory and in page 00h. */
static void fill_cmis_identity(struct testnic *nic, const char *part)
{
	u8 *lower = nic->eeprom;
	u8 *page_00h = upper_half(nic, 0x00);

	lower[0] = SFF_ID_QSFP_DD;
	lower[1] = 0x50;			/* CMIS revision */
	lower[3] = CMIS_MODULE_STATE_READY;
	page_00h[128] = SFF_ID_QSFP_DD;
	put_text(page_00h + 129, "TESTNIC", 16);
	put_text(page_00h + 148, part, 16);
	put_text(page_00h + 164, "A1", 2);
	put_text(page_00h + 166, pci_name(nic->pdev), 16);
	put_text(page_00h + 182, "260101", 8);
}

static void fill_cmis_optics(struct testnic *nic)
{
	u8 *lower = nic->eeprom;
	u8 *page_00h = upper_half(nic, 0x00);
	u8 *page_01h = upper_half(nic, 0x01);
	u8 *page_02h = upper_half(nic, 0x02);
	u8 *page_11h = upper_half(nic, 0x11);

	fill_cmis_identity(nic, "TESTNIC-400G-DR4");
	put_be16(lower + 14, TEMPERATURE_45_C);
	put_be16(lower + 16, SUPPLY_3300_MV);
	lower[39] = 2;				/* active firmware 2.7 */
	lower[40] = 7;
	lower[85] = 0x02;			/* media: optical, single mode */
	lower[86] = 0x11;			/* host side: 400GAUI-8 C2M */
	lower[87] = 0x1c;			/* media side: 400GBASE-DR4 */
	lower[88] = 0x84;			/* 8 lanes to the host, 4 to the fibre */
	page_00h[203] = 0x0c;			/* connector: MPO 1x12 */
	page_00h[210] = 0xf0;			/* of eight lanes there are four */
	page_00h[212] = 0x06;			/* media interface: 1310 nm EML */
	page_01h[128] = 2;			/* inactive firmware 2.6 */
	page_01h[129] = 6;
	page_01h[159] = 0x03;			/* monitors: temperature, supply */
	page_01h[160] = 0x07;			/* monitors: bias, tx power, rx power */
	put_thresholds(page_02h + 128, &temperature);
	put_thresholds(page_02h + 136, &supply);
	put_thresholds(page_02h + 176, &tx_power);
	put_thresholds(page_02h + 184, &bias);
	put_thresholds(page_02h + 192, &rx_power);
	memset(page_11h + 128, DATA_PATH_ACTIVATED << 4 | DATA_PATH_ACTIVATED, 4);
	put_lanes(page_11h + 154, 4, TX_POWER_0_DBM);
	put_lanes(page_11h + 170, 4, BIAS_8_MA);
	put_lanes(page_11h + 186, 4, RX_POWER_MINUS_1_DBM);
	memset(page_11h + 206, 1 << 4, 8);	/* all lanes: the first application, one path */
}

/* A passive cable measures nothing and has no pages. */
static void fill_cmis_copper(struct testnic *nic)
{
	fill_cmis_identity(nic, "TESTNIC-400G-CR4");
	nic->eeprom[2] = 0x80;			/* flat memory */
	nic->eeprom[85] = 0x03;			/* media: passive copper */
	upper_half(nic, 0x00)[202] = 0x42;	/* cable: 2 times 1 m */
	upper_half(nic, 0x00)[203] = 0x23;	/* connector: none */
	upper_half(nic, 0x00)[212] = 0x0a;	/* media interface: copper, unequalised */
}

static void fill_sff8636_optics(struct testnic *nic)
{
	u8 *lower = nic->eeprom;
	u8 *page_00h = upper_half(nic, 0x00);
	u8 *page_03h = upper_half(nic, 0x03);

	lower[0] = SFF_ID_QSFP28;
	lower[1] = 0x08;			/* SFF-8636 revision 2.8 */
	put_be16(lower + 22, TEMPERATURE_45_C);
	put_be16(lower + 26, SUPPLY_3300_MV);
	put_lanes(lower + 34, 4, RX_POWER_MINUS_1_DBM);
	put_lanes(lower + 42, 4, BIAS_8_MA);
	put_lanes(lower + 50, 4, TX_POWER_0_DBM);
	page_00h[128] = SFF_ID_QSFP28;
	page_00h[130] = 0x0c;			/* connector: MPO 1x12 */
	page_00h[131] = 0x80;			/* what it is stands in byte 192 */
	put_text(page_00h + 148, "TESTNIC", 16);
	put_text(page_00h + 168, "TESTNIC-100G-SR4", 16);
	put_text(page_00h + 184, "A1", 2);
	page_00h[192] = 0x02;			/* 100GBASE-SR4 */
	put_text(page_00h + 196, pci_name(nic->pdev), 16);
	put_text(page_00h + 212, "260101", 8);
	page_00h[220] = 0x3c;			/* measures temperature, supply, rx and tx power */
	put_thresholds(page_03h + 128, &temperature);
	put_thresholds(page_03h + 144, &supply);
	put_thresholds(page_03h + 176, &rx_power);
	put_thresholds(page_03h + 184, &bias);
	put_thresholds(page_03h + 192, &tx_power);
}

static const struct {
	const char *name;
	void (*fill)(struct testnic *nic);
} modules[] = {
	{ "cmis", fill_cmis_optics },
	{ "cmis-copper", fill_cmis_copper },
	{ "sff8636", fill_sff8636_optics },
};

int testnic_plug_module(struct testnic *nic, const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(modules); i++) {
		if (strcmp(name, modules[i].name))
			continue;
		memset(nic->eeprom, 0, sizeof(nic->eeprom));
		modules[i].fill(nic);
		nic->module = modules[i].name;
		return 0;
	}
	return -EINVAL;
}

void testnic_eeprom_init(struct testnic *nic)
{
	testnic_plug_module(nic, modules[0].name);
}

int testnic_get_module_eeprom_by_page(struct net_device *netdev,
				      const struct ethtool_module_eeprom *page,
				      struct netlink_ext_ack *extack)
{
	struct testnic *nic = netdev_to_testnic(netdev);
	int err = testnic_fault(nic, TESTNIC_OP_module_eeprom);
	u32 start = page->offset < 128 ? page->offset : page->page * 128 + page->offset;

	if (err)
		return err;
	if (page->bank || start >= TESTNIC_EEPROM_BYTES)
		return -EINVAL;
	memset(page->data, 0, page->length);
	memcpy(page->data, nic->eeprom + start,
	       min_t(u32, page->length, TESTNIC_EEPROM_BYTES - start));
	return page->length;
}
