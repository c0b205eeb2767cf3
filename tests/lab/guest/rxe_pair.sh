#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# One of two VMs with Soft-RoCE on a cable between them. Both carry traffic over it, first with a
# clean cable, then with one on which the near end loses packets, and keep snapshots around each.
# ROCELINT: the command; SIDE: near or far. Judged outside, by judge_rxe_pair.py.
set -u
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/lib.sh"

declare -A address_of=([near]=10.0.0.1 [far]=10.0.0.2)

soft_roce() {
  ip link set eth0 mtu 4200 up
  ip addr add "${address_of[$SIDE]}/24" dev eth0
  rdma link add rxe0 type rxe netdev eth0
  wait_until 20 grep -q ACTIVE /sys/class/infiniband/rxe0/ports/1/state
  wait_until 20 grep -q ffff /sys/class/infiniband/rxe0/ports/1/gids/1
}

snapshot() {
  "$ROCELINT" probe --timeout 60s >"/results/$1.json" || failures=$((failures + 1))
}

# traffic PORT: both ends write to the other's memory, many packets at a time. An acknowledgement
# may take 4 s (-u 20): a busy machine stops these VMs for longer than the usual 67 ms, and what
# that looks like is loss.
traffic() {
  local arguments=(-d rxe0 -x 1 -m 4096 -s 16384 -n 300 -b -u 20 -F -p "$1")
  if [[ $SIDE == far ]]; then
    timeout 120 ib_write_bw "${arguments[@]}"
  else
    wait_until 120 timeout 60 ib_write_bw "${arguments[@]}" "${address_of[far]}"
  fi
}

# carried NAME PORT: a window with traffic in it.
carried() {
  snapshot "$1.before"
  traffic "$2" >"/results/$1.traffic" 2>&1
  expect "$1: the traffic ended well" 0 $?
  snapshot "$1.after"
}

soft_roce
carried clean 18515
if [[ $SIDE == near ]]; then
  modprobe sch_netem
  tc qdisc add dev eth0 root netem loss 1%
fi
carried lossy 18516
finish
