#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Takes a snapshot and asks the ordinary tools for the same facts, for compare_facts.py.
set -u
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/lib.sh"

# A host with something to tell: a VLAN, a bond, several addresses, values that differ by port.
varied_host() {
  healthy_host || return 1
  modprobe -q 8021q
  modprobe -q bonding
  ip link add link eth1 name eth1.100 type vlan id 100
  ip addr add 10.1.1.1/24 dev eth1.100
  ip link set eth1.100 up
  ip addr add 2001:db8::1/64 dev eth0 nodad
  ip link add bond0 type bond mode active-backup
  ip link set eth4 down && ip link set eth4 master bond0
  ip link set eth6 down && ip link set eth6 master bond0
  ip link set bond0 up && ip addr add 10.4.0.1/24 dev bond0
  dcb app add dev eth2 ethtype-prio 0x8906:3
  dcb app add dev eth2 dgram-port-prio 4791:3
  dcb maxrate set dev eth2 tc-maxrate 3:100Gbit
  dcb buffer set dev eth2 buffer-size 0:65536 1:131072
  dcb ets set dev eth3 tc-tsa 0:strict 3:ets 6:ets tc-bw all:0 3:60 6:40
  dcb pfc set dev eth5 delay 40
  ethtool -A eth5 rx on tx off
  ethtool --set-fec eth3 encoding rs
  knob mlx5_3 speed_mbps 100000
  knob mlx5_7 carrier 0
  ip link set eth5 mtu 1500
  varied_counters
  varied_modules
  varied_congestion_control
  sleep 2
}

# Every counter has a number of its own, longer than 32 bits.
varied_counters() {
  local device
  for device in $(testnics); do age "$device"; done
  knob mlx5_1 fec_stats/by_lane 1
  knob mlx5_0 counters/symbol_error 70000 # more than it can show
}

varied_modules() {
  knob mlx5_1 module sff8636
  knob mlx5_2 module cmis-copper
  poke mlx5_0 14 '\x48\x00'             # 72 degrees: a warning
  poke mlx5_1 34 '\x00\x64'             # lane 1 receives 10 microwatts: an alarm
  poke mlx5_3 $((128 * 18 + 28)) '\x03\x20' # page 11h byte 156: lane 2 sends 80
  knob mlx5_4 errno/module_eeprom 5
}

# poke DEVICE OFFSET BYTES: into the memory of its module.
poke() {
  printf '%b' "$3" | dd of="$(knobs_of "$1")/module_eeprom" bs=1 seek="$2" conv=notrunc status=none
}

varied_congestion_control() {
  local cc cm=/sys/kernel/config/rdma_cm
  cc=/sys/kernel/debug/mlx5/$(pci_of mlx5_0)/cc_params
  echo 46 >"$cc/np_cnp_dscp"
  echo 1 >"$cc/np_cnp_prio_mode"
  knob mlx5_1 ofed 1
  knob mlx5_2 ofed 1
  echo 0 >/sys/class/net/eth1/ecn/roce_np/enable/3
  echo 0 >/sys/class/net/eth1/ecn/roce_rp/enable/0
  printf 'Global tclass=106\n' >/sys/class/infiniband/mlx5_1/tc/1/traffic_class
  mkdir "$cm"/mlx5_{0,1}
  echo 106 >"$cm/mlx5_0/ports/1/default_roce_tos"
  echo "IB/RoCE v1" >"$cm/mlx5_1/ports/1/default_roce_mode"
}

# "6:eth1.100" for each slot in use.
# shellcheck disable=SC2317 # called through say
gid_netdevs() {
  (cd "/sys/class/infiniband/$1/ports/1/gid_attrs/ndevs" && grep -s . -- *)
}

# "NAME:VALUE" for each file in a folder, and in the folders below it.
# shellcheck disable=SC2317 # called through say
files_of() {
  (cd "$1" && find . -type f -printf '%P\n' | sort | xargs grep -sH .)
}

ask_about_netdev() {
  local netdev=$1 what
  say "dcb.pfc.$netdev" dcb -s -j pfc show dev "$netdev"
  for what in ets buffer maxrate dcbx; do
    say "dcb.$what.$netdev" dcb -j "$what" show dev "$netdev"
  done
  say "dcb.app.$netdev" dcb -N -j app show dev "$netdev"
  say "ethtool.$netdev" ethtool "$netdev"
  say "ethtool.pause.$netdev" ethtool -I -a "$netdev"
  say "ethtool.fec.$netdev" ethtool -I --json --show-fec "$netdev"
  say "ethtool.statistics.$netdev" ethtool -S "$netdev"
  say "ethtool.standard.$netdev" ethtool -S "$netdev" --all-groups
  say "ethtool.module.$netdev" ethtool -m "$netdev"
  say "ofed.$netdev" files_of "/sys/class/net/$netdev/ecn"
  say "ethtool.driver.$netdev" ethtool -i "$netdev"
  say "carrier_down_count.$netdev" cat "/sys/class/net/$netdev/carrier_down_count"
}

varied_host || exit 1
say uptime.before cat /proc/uptime
"$ROCELINT" probe --deep --timeout 60s >/results/snapshot.json || exit 1
say uptime.after cat /proc/uptime
"$ROCELINT" probe --deep --timeout 60s >/results/snapshot_again.json || exit 1

say rdma.dev rdma -j -d dev show
say rdma.link rdma -j -d link show
say rdma.system rdma system show
say ip.link ip -j -d link show
say ip.addr ip -j addr show
say uname uname -nrm
say boot_id cat /proc/sys/kernel/random/boot_id
for device in $(testnics); do
  say "ibv.$device" ibv_devinfo -v -d "$device"
  say "gid_netdevs.$device" gid_netdevs "$device"
  say "hca_type.$device" cat "/sys/class/infiniband/$device/hca_type"
  say "rdma.statistic.$device" rdma -j statistic show link "$device/1"
  say "counters.$device" files_of "/sys/class/infiniband/$device/ports/1/counters"
  say "cm.$device" files_of "/sys/kernel/config/rdma_cm/$device/ports/1"
  say "tc.$device" files_of "/sys/class/infiniband/$device/tc/1"
  say "module_firmware.$(netdev_of "$device")" \
    od -An -tu1 -j39 -N2 "$(knobs_of "$device")/module_eeprom" # CMIS, table 8-4
  say "cc_params.$device" files_of "/sys/kernel/debug/mlx5/$(pci_of "$device")/cc_params"
done
for path in /sys/class/net/*/; do
  path=${path%/}
  netdev=${path##*/}
  ask_about_netdev "$netdev"
done
exit 0
