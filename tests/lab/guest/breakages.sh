#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Breaks healthy hosts as each row of a table says, lets rocelint judge them broken, mends them with
# the commands that the report prints, or by hand, and lets it judge them again.
# ROCELINT: the command; TABLE: the rows; LAB_POLICY: the lab's policy file. Judged outside, by
# judge_breakages.py.
# shellcheck disable=SC2317 # host_* and heal_* are called by the name of the host
set -u
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/lib.sh"

# judge NAME POLICY VERDICTS: until the verdict is one of these, or for a few seconds: GIDs and the
# state of a port follow their netdev through the kernel's work queues.
judge() {
  local name=$1 policy=$2 verdicts=$3 status try
  [[ $policy == lab ]] && policy=$LAB_POLICY
  for try in {1..5}; do
    status=0
    "$ROCELINT" check --timeout 60s --policy "$policy" --format json >"/results/$name.json" ||
      status=$?
    [[ $(ask "$name" .verdict) =~ ^($verdicts)$ ]] && break
    sleep "0.$try"
  done
  echo "$status" >"/results/$name.status"
}

problem() { echo "$row: $1" >>/results/problems; }

# Healthy hosts to start from.
host_vendor() {
  restart mlx5
  healthy_host
}

# Half of the link for RoCE, half for the rest, and CNPs before both.
host_ets() {
  host_vendor || return 1
  local device
  for device in $(testnics); do
    fifty_fifty "$(netdev_of "$device")"
  done
}

fifty_fifty() {
  dcb ets set dev "$1" tc-tsa all:ets 6:strict tc-bw all:0 0:50 3:50
}

# A RoCE LAG as mlx5 makes it: one RDMA device for both slaves, on the netdev of the first.
host_bond() {
  host_vendor || return 1
  modprobe -q bonding
  knob mlx5_2 gid_types none
  ip link add bond0 type bond mode active-backup
  heal_bond
  wait_until 20 is_ready mlx5_0
}

heal_bond() {
  local slave
  for slave in eth0 eth2; do
    echo 1 >"$(knobs_of "$slave")/carrier"
    ip addr flush dev "$slave"
    if [[ $(readlink "/sys/class/net/$slave/master") != *bond0 ]]; then
      ip link set "$slave" down
      ip link set "$slave" master bond0
    fi
    healthy_dscp "$slave"
    healthy_pfc "$slave"
  done
  ip link set bond0 mtu 9000 up
  ip addr replace 10.0.0.1/24 dev bond0
}

# RoCE on a VLAN: the address is there, the port below has none.
host_vlan() {
  host_vendor || return 1
  modprobe -q 8021q
  ip link add link eth1 name eth1.100 type vlan id 100
  heal_vlan
}

heal_vlan() {
  configure mlx5_1
  ip addr flush dev eth1
  ip link set eth1.100 mtu 9000 up
  ip addr replace 10.0.1.1/24 dev eth1.100
}

host_bnxt() {
  restart bnxt
  healthy_host
}

heal_vendor() {
  [[ -e /sys/class/infiniband/$device ]] || bring_back
  echo 1 >"$knobs/carrier"
  echo 400000 >"$knobs/speed_mbps"
  ethtool --set-fec "$netdev" encoding auto
  configure "$device"
  wait_until 20 is_ready "$device"
}

bring_back() {
  [[ -e $knobs ]] || replug
  [[ $(<"$knobs/gid_types") == v1v2 ]] || echo v1v2 >"$knobs/gid_types"
  wait_until 10 test -e "/sys/class/infiniband/$device"
}

heal_ets() {
  heal_vendor && fifty_fifty "$netdev"
}

heal_bnxt() {
  heal_vendor
}

start_host() {
  row=$1
  host=$1
  "host_$host" || problem "could not be made"
}

# The steps of the root cause that need nothing but the system's own tools, exactly as printed.
mend_as_printed() {
  ask "$row" '.findings[] | select(.outcome == "fail" and (.folded_under // "") == "")
    | .fix[] | select((.needs // "") == "").run' >"/results/$row.fix"
  bash -e "/results/$row.fix" >>"/results/$row.fix.log" 2>&1 || problem "a printed step failed"
}

mend() {
  case $1 in
    fix) mend_as_printed ;;
    hand) "heal_$host" || problem "could not be mended" ;;
    *) problem "nobody mends it: $1" ;;
  esac
}

# shellcheck disable=SC2034 # netdev and index are for the row's command
break_and_mend() {
  local policy=$1 device=$2 command=$3 by=$4 netdev index knobs
  netdev=$(netdev_of "$device") index=${device##*[^0-9]} knobs=$(knobs_of "$device")
  eval "$command" || problem "the command failed"
  sleep 0.2
  judge "$row" "$policy" "not_ready|degraded|ready_with_warnings"
  mend "$by"
  judge "$row.mended" "$policy" ready
}

host=
declare -A judged=()
while IFS=$'\t' read -r name on policy device command _ _ by <&3; do
  [[ -z $name || $name == \#* ]] && continue
  [[ $on == "$host" ]] || start_host "$on"
  [[ ${judged[$on.$policy]:-} ]] || judge "healthy.$on.$policy" "$policy" ready
  judged[$on.$policy]=1
  row=$name
  break_and_mend "$policy" "$device" "$command" "$by"
done 3<"$TABLE"
exit 0
