# SPDX-License-Identifier: Apache-2.0
"""What several parts of the sample hosts have: addresses, and reasons why a fact is unknown."""

RAILS = 8

ONLY_DEEP = {"unknown": "needs_deep"}


def gid_of(address):
    return f"::ffff:{address}"


def pci_of(rail):
    return f"0000:{(0x18, 0x2a, 0x3a, 0x5d, 0x9a, 0xab, 0xba, 0xdb)[rail]:02x}:00.0"


def root_port_of(rail):
    return f"0000:{(0x17, 0x29, 0x39, 0x5c, 0x99, 0xaa, 0xb9, 0xda)[rail]:02x}:01.0"


def not_told(what):
    return {"unknown": "not_found", "detail": f"the driver tells no {what} (is the link down?)"}


def not_counted(what):
    return {"unknown": "unsupported", "detail": f"the driver does not count {what}"}
