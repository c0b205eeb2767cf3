#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# For each row of a table: breaks a healthy host, runs rocelint, fixes the host with the commands that the
# report prints (or by hand), and runs rocelint again.
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
  [[ $policy == [!/]*.yaml ]] && policy=$(dirname "$TABLE")/$policy
  for try in {1..5}; do
    status=0
    "$ROCELINT" check --timeout 60s --policy "$policy" --format json >"/results/$name.json" ||
      status=$?
    [[ $(verdict_of "$name") =~ ^($verdicts)$ ]] && break
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

# Half of the link for RoCE, half for the rest, and strict priority for CNPs.
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

# RoCE LAGs as mlx5 creates them: one RDMA device for both members, on the netdev of the first.
# A cable connects neighbors, so a bond uses eth0 with eth2, and eth1 with eth3.
host_bond() {
  host_vendor || return 1
  modprobe -q bonding
  local first
  for first in 0 1 4 5; do
    knob "mlx5_$((first + 2))" gid_types none
    make_bond "$first" active-backup
  done
  for first in 0 1 4 5; do wait_until 20 is_ready "mlx5_$first"; done
}

# make_bond N MODE: of ethN and the port after its neighbor.
make_bond() {
  ip link del "bond$1" 2>/dev/null
  ip link add "bond$1" type bond mode "$2"
  enslave "eth$1" "bond$1"
  enslave "eth$(($1 + 2))" "bond$1"
  heal_bond_of "$1"
}

enslave() {
  ip addr flush dev "$1"
  ip link set "$1" down
  ip link set "$1" master "$2"
}

heal_bond_of() {
  local slave
  for slave in eth$1 eth$(($1 + 2)); do
    echo 1 >"$(knobs_of "$slave")/carrier"
    healthy_dscp "$slave"
    healthy_pfc "$slave"
  done
  bring_up "bond$1" "10.0.$1.1/24"
}

heal_bond() {
  [[ $(<"/sys/class/net/bond$index/bonding/mode") == active-backup* ]] ||
    make_bond "$index" active-backup
  heal_bond_of "$index"
}

# RoCE on a VLAN of each port, which has no address itself.
host_vlan() {
  host_vendor || return 1
  modprobe -q 8021q
  local i
  for i in {0..7}; do
    ip link add link "eth$i" name "eth$i.100" type vlan id 100
    ip addr flush dev "eth$i"
  done
  # GIDs take the first free slot: the old ones go first, so that all ports have the same indices.
  for i in {0..7}; do wait_until 20 eval "! is_ready mlx5_$i"; done
  for i in {0..7}; do bring_up "eth$i.100" "10.0.$i.1/24"; done
}

heal_vlan() {
  healthy_dscp "$netdev"
  healthy_pfc "$netdev"
  bring_up "$netdev.100" "10.0.$index.1/24"
}

# A server with GPUs (lab_test.sh pcie): nothing between them and the NICs goes up to the root, and
# NICs read 4096 bytes at once.
host_pcie() {
  host_vendor || return 1
  sysctl -qw kernel.numa_balancing=0
  local device
  for device in $(testnics); do pcie_settings "$device"; done
}

pcie_settings() {
  set_acs 0000
  setpci -s "$(pci_of "$1")" CAP_EXP+08.w=5000:7000
}

# set_acs VALUE: of all bridges that have access control. Those with none make setpci fail.
set_acs() {
  local bridge
  for bridge in $(lspci -Dn -d ::0604 | cut -d' ' -f1); do
    setpci -s "$bridge" "ECAP_ACS+6.w=$1" 2>/dev/null
  done
  return 0
}

heal_pcie() {
  local name
  [[ -z $slurmd ]] || kill "$slurmd"
  slurmd=
  sysctl -qw net.ipv4.conf.all.arp_ignore=0 net.ipv4.conf.all.arp_announce=0
  [[ $(ip -4 -o addr show dev "$netdev") == *" 10.0.$index.1/"* ]] ||
    move_address "$device" "10.0.$index.1/24"
  for name in speed max_speed uplink_speed; do echo 5 >"$knobs/pcie_$name"; done
  for name in width max_width uplink_width; do echo 16 >"$knobs/pcie_$name"; done
  [[ $(<"$(iommu_type_of "$device")") == identity ]] || set_iommu_type identity
  heal_vendor && pcie_settings "$device" && heal_unplugged
}

# move_address DEVICE ADDRESS: the old one goes first, so that the new one takes its place among the
# GIDs.
move_address() {
  local netdev
  netdev=$(netdev_of "$1")
  ip -4 addr flush dev "$netdev"
  wait_until 20 eval "! is_ready $1"
  ip addr add "$2" dev "$netdev"
  wait_until 20 is_ready "$1"
}

# start_slurmd BYTES: something of that name which may lock so much.
slurmd=
start_slurmd() {
  cp "$(command -v sleep)" /tmp/slurmd
  prlimit --memlock="$1:$1" /tmp/slurmd 1000 &
  slurmd=$!
}

# Another one than the row's, so that the way from this one is what is judged.
heal_unplugged() {
  [[ -e /sys/class/infiniband/mlx5_2 ]] && return
  replug
  configure mlx5_2 && wait_until 20 is_ready mlx5_2 && pcie_settings mlx5_2
}

iommu_type_of() {
  echo "/sys/bus/pci/devices/$(pci_of "$1")/iommu_group/type"
}

# set_iommu_type TYPE: of the row's device. The kernel does it only while no driver is bound.
set_iommu_type() {
  local function type driver=/sys/bus/pci/drivers/mlx5_core
  function=$(pci_of "$device") type=$(iommu_type_of "$device")
  echo "$function" >"$driver/unbind"
  echo "$1" >"$type" || problem "the IOMMU refuses $1"
  echo "$function" >"$driver/bind"
}

host_bnxt() {
  restart bnxt
  healthy_host
}

heal_vendor() {
  [[ -e $knobs ]] || replug
  [[ $(<"$knobs/gid_types") == v1v2 ]] || echo v1v2 >"$knobs/gid_types"
  wait_until 10 test -e "/sys/class/infiniband/$device"
  echo 1 >"$knobs/carrier"
  echo 400000 >"$knobs/speed_mbps"
  ethtool --set-fec "$netdev" encoding auto
  configure "$device"
  wait_until 20 is_ready "$device"
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

fix() {
  case $1 in
    fix) mend_as_printed ;;
    hand) "heal_$host" || problem "could not be fixed" ;;
    *) problem "nobody fixes it: $1" ;;
  esac
}

# shellcheck disable=SC2034 # netdev and index are for the row's command
break_and_mend() {
  local policy=$1 device=$2 command=$3 root_cause=$4 by=$5 netdev index knobs
  local broken="not_ready|degraded|ready_with_warnings"
  [[ $root_cause == - ]] && broken=ready
  netdev=$(netdev_of "$device") index=${device##*[^0-9]} knobs=$(knobs_of "$device")
  eval "$command" || problem "the command failed"
  sleep 0.2
  judge "$row" "$policy" "$broken"
  fix "$by"
  judge "$row.fixed" "$policy" ready
}

host=
declare -A judged=()
while IFS=$'\t' read -r name on policy device command root_cause _ by <&3; do
  [[ -z $name || $name == \#* ]] && continue
  [[ $on == "$host" ]] || start_host "$on"
  [[ ${judged[$on.$policy]:-} ]] || judge "healthy.$on.$policy" "$policy" ready
  judged[$on.$policy]=1
  row=$name
  break_and_mend "$policy" "$device" "$command" "$root_cause" "$by"
done 3<"$TABLE"
exit 0
