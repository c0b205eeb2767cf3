#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs in the lab's VM. ROCELINT: the command.
set -u
# shellcheck source-path=SCRIPTDIR source=../lab/guest/lib.sh
. "$(dirname "$0")/../lab/guest/lib.sh"

readonly runs=5

# What an operator's script asks, one call each; it judges nothing.
ask_the_tools() {
  local device netdev what
  rdma -j -d dev show
  rdma system show
  for device in $(testnics); do
    rdma -j -d link show "$device"
    ibv_devinfo -v -d "$device"
    netdev=$(netdev_of "$device")
    ip -j -d link show dev "$netdev"
    ip -j addr show dev "$netdev"
    for what in pfc ets buffer maxrate dcbx app; do dcb -j "$what" show dev "$netdev"; done
    ethtool "$netdev"
    ethtool -i "$netdev"
    ethtool -I -a "$netdev"
    ethtool -I --json --show-fec "$netdev"
    ethtool -S "$netdev"
    ethtool -S "$netdev" --all-groups
    rdma -j statistic show link "$device/1"
    grep . "/sys/class/infiniband/$device/ports/1/counters/"*
    grep -s . "/sys/bus/pci/devices/$(pci_of "$device")/"{{current,max}_link_{speed,width},numa_node,aer_dev_*}
    cat "/sys/class/net/$netdev/carrier_down_count" "/sys/class/infiniband/$device/"{hca_type,board_id}
  done
}

check() {
  "$ROCELINT" check --policy lossless-dscp26 --format json
}

# The median of several runs, in milliseconds; the first one only fills the caches.
milliseconds() {
  local begin
  "$@" >"/results/$1" 2>&1
  for ((i = 0; i < runs; i++)); do
    begin=${EPOCHREALTIME/./}
    "$@" >/dev/null 2>&1
    echo $(((${EPOCHREALTIME/./} - begin) / 1000))
  done | sort -n | sed -n "$(((runs + 1) / 2))p"
}

healthy_host || exit 1
tools=$(milliseconds ask_the_tools)
own=$(milliseconds check)
[[ $(jq -r .verdict /results/check) == ready ]] || exit 1
printf 'tools %d ms, rocelint check %d ms, ratio %d.%d (median of %d)\n' "$tools" "$own" \
  $((tools / own)) $((tools * 10 / own % 10)) "$runs" >/results/times
