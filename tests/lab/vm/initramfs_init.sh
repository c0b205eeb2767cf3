#!/bin/busybox sh
# shellcheck shell=dash
# SPDX-License-Identifier: Apache-2.0
# First process of the VM: mounts the machine's root over 9p, read-only, with a tmpfs on top, so
# that all programs are at their own paths and whatever the guest writes is forgotten.
/bin/busybox --install -s /bin
export PATH=/bin
mount -t proc none /proc
mount -t sysfs none /sys
mount -t devtmpfs none /dev
while read -r module; do insmod "$module"; done </modules/order

mount -t 9p -o trans=virtio,version=9p2000.L,cache=loose,msize=512000,ro root /lower
mount -t tmpfs none /overlay
mkdir /overlay/upper /overlay/work
mount -t overlay -o lowerdir=/lower,upperdir=/overlay/upper,workdir=/overlay/work none /newroot
mkdir -p /newroot/results
mount -t 9p -o trans=virtio,version=9p2000.L,msize=512000 results /newroot/results

for dir in proc sys dev; do mount --move /$dir /newroot/$dir; done
# shellcheck disable=SC1091 # run_vm.sh writes it
. /newroot/results/vm.env
exec switch_root /newroot "$LAB_GUEST_INIT"
