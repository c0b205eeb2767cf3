// SPDX-License-Identifier: GPL-2.0-only
/* The memory of the optical module: by default a healthy QSFP-DD with CMIS 5.0 (OIF-CMIS-05.0). */
#include <linux/ethtool_netlink.h>

#include "testnic.h"

#define CMIS_MODULE_STATE_READY (3 << 1)

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

static void fill_lane_monitors(u8 *page_11h)
{
	int lane;

	for (lane = 0; lane < 8; lane++) {
		put_be16(page_11h + 154 + 2 * lane, 10000);	/* tx power, 0.1 uW: 0 dBm */
		put_be16(page_11h + 170 + 2 * lane, 4000);	/* bias, 2 uA: 8 mA */
		put_be16(page_11h + 186 + 2 * lane, 8000);	/* rx power: -1 dBm */
	}
}

void testnic_eeprom_init(struct testnic *nic)
{
	u8 *lower = nic->eeprom;
	u8 *page_00h = upper_half(nic, 0x00);
	u8 *page_01h = upper_half(nic, 0x01);

	lower[0] = 0x18;			/* identifier: QSFP-DD */
	lower[1] = 0x50;			/* CMIS revision */
	lower[3] = CMIS_MODULE_STATE_READY;
	put_be16(lower + 14, 45 * 256);		/* temperature, 1/256 degree C */
	put_be16(lower + 16, 33000);		/* supply, 100 uV */
	lower[85] = 0x02;			/* media: optical, single mode */
	page_00h[128] = 0x18;
	put_text(page_00h + 129, "TESTNIC", 16);
	put_text(page_00h + 148, "TESTNIC-400G-DR4", 16);
	put_text(page_00h + 166, pci_name(nic->pdev), 16);
	put_text(page_00h + 182, "260101", 8);
	page_00h[203] = 0x0c;			/* connector: MPO 1x12 */
	page_01h[159] = 0x03;			/* monitors: temperature, supply */
	page_01h[160] = 0x07;			/* monitors: bias, tx power, rx power */
	fill_lane_monitors(upper_half(nic, 0x11));
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
