#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Soft-RoCE over the netdevs that any machine has: nothing fails, under any policy.
set -u
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/lib.sh"

soft_roce_host() {
  local index=0 netdev
  modprobe -q dummy
  modprobe -q veth
  ip link add dummy0 type dummy
  ip link add veth0 type veth peer name veth1
  ip link set veth1 up
  for netdev in eth0 veth0 dummy0; do
    ip link set "$netdev" up
    ip addr add "10.0.$index.1/24" dev "$netdev"
    rdma link add "rxe$index" type rxe netdev "$netdev"
    index=$((index + 1))
  done
  for index in 0 1 2; do
    wait_until 20 grep -q ACTIVE "/sys/class/infiniband/rxe$index/ports/1/state"
    wait_until 20 grep -q ffff "/sys/class/infiniband/rxe$index/ports/1/gids/1"
  done
}

# judged_as NAME ARGUMENTS...: what is expected under the profile that is made for it.
judged_as() {
  local name=$1
  judged "$@"
  expect "$name: nothing failed" "-" "$(rules_that "$name" fail)"
  expect "$name: nothing is unknown" "-" "$(rules_that "$name" unknown)"
  expect "$name: ready" "0 ready pass true" \
    "$exit_status $(ask "$name" '"\(.verdict) \(.gate) \(.complete)"')"
  expect "$name: three ports" 3 "$(ask "$name" '[.roles[].ports_judged] | add')"
}

soft_roce_host
expect "three devices" 3 "$(rdma link | grep -c rxe)"
judged_as soft-roce --policy soft-roce
for netdev in eth0 veth0 dummy0; do ip link set "$netdev" mtu 9000; done
judged_as jumbo --policy soft-roce
judged baseline --policy baseline
expect "baseline: nothing failed" "-" "$(rules_that baseline fail)"
expect "baseline: the gate passes" "0 pass" "$exit_status $(ask baseline .gate)"
finish
