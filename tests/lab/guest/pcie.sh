#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# PCI Express of a server with two sockets: what a snapshot says, as root and as an ordinary user,
# and what lspci says, for compare_pcie.py; then what breaks on such a host, as breakages.sh does it.
set -u
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/lib.sh"

# The netdev of the virtio function: soft RoCE makes it a NIC.
virtio_netdev() {
  basename /sys/bus/pci/drivers/virtio-pci/*/virtio*/net/*
}

# Every setting differs somewhere, and each is on and off somewhere.
varied_settings() {
  local nic port
  nic=$(pci_of mlx5_1)
  setpci -s "$nic" CAP_EXP+08.w=5000:7000 # reads 4096 bytes at once
  setpci -s "$nic" CAP_EXP+08.w=0000:0110 # no relaxed ordering, no extended tags
  port=$(port_above mlx5_2)
  setpci -s "$port" CAP_EXP+08.w=0040:00e0 # sends 512 bytes
  setpci -s "$port" ECAP_ACS+6.w=0000
  port=$(port_above mlx5_3)
  setpci -s "$port" ECAP_ACS+6.w=0042
  port=$(port_above_function "$(gpus | head -1)")
  setpci -s "$port" ECAP_ACS+6.w=001d
  knob mlx5_0 pcie_speed 3
  knob mlx5_1 pcie_width 4
  knob mlx5_2 pcie_max_speed 4
  knob mlx5_2 pcie_speed 4
  knob mlx5_0 pcie_uplink_width 8
}

aer_files() {
  (cd /sys/bus/pci/devices && grep . -- */aer_dev_*)
}

iommu_types() {
  (cd /sys/kernel/iommu_groups && grep . -- */type)
}

modprobe nvidia_peermem
modprobe -q rdma_rxe
rdma link add rxe0 type rxe netdev "$(virtio_netdev)"
varied_settings
"$ROCELINT" probe --timeout 60s >/results/snapshot.json || exit 1
as_user "$ROCELINT" probe --timeout 60s >/results/user.snapshot.json || exit 1
say lspci lspci -vvv -D
say lspci.ids lspci -Dnmm
say aer aer_files
say iommu iommu_types
rdma link delete rxe0
exec "$(dirname "$0")/breakages.sh"
