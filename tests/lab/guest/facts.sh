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
  sleep 2
}

# say NAME COMMAND...: keeps what the command prints.
say() {
  local name=$1
  shift
  "$@" >"/results/$name" 2>"/results/$name.err" || true
}

ask_about_netdev() {
  local netdev=$1 what
  for what in pfc ets buffer maxrate dcbx; do
    say "dcb.$what.$netdev" dcb -j "$what" show dev "$netdev"
  done
  say "dcb.app.$netdev" dcb -N -j app show dev "$netdev"
  say "ethtool.$netdev" ethtool "$netdev"
  say "ethtool.pause.$netdev" ethtool --json -a "$netdev"
  say "ethtool.fec.$netdev" ethtool --json --show-fec "$netdev"
  say "ethtool.driver.$netdev" ethtool -i "$netdev"
  say "carrier_down_count.$netdev" cat "/sys/class/net/$netdev/carrier_down_count"
}

varied_host || exit 1
"$ROCELINT" probe >/results/snapshot.json || exit 1
"$ROCELINT" probe >/results/snapshot_again.json || exit 1

say rdma.dev rdma -j -d dev show
say rdma.link rdma -j -d link show
say rdma.system rdma -j system show
say ip.link ip -j -d link show
say ip.addr ip -j addr show
say uname uname -nrm
say boot_id cat /proc/sys/kernel/random/boot_id
for device in $(testnics); do
  say "ibv.$device" ibv_devinfo -v -d "$device"
  say "hca_type.$device" cat "/sys/class/infiniband/$device/hca_type"
done
for path in /sys/class/net/*; do
  netdev=${path##*/}
  ask_about_netdev "$netdev"
done
exit 0
