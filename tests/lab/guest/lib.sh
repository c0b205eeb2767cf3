# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# Helpers for scripts that run in the lab's VM: find the test NICs, set their knobs, put the host into a
# healthy state, and record unexpected results.

# All RDMA devices that are test NICs, in order.
testnics() {
  local device
  for device in /sys/class/infiniband/{mlx5_,bnxt_re}[0-9]*; do
    [[ -e $device ]] && echo "${device##*/}"
  done
}

# mlx5_3 -> eth3
netdev_of() {
  ls "/sys/class/infiniband/$1/device/net"
}

# mlx5_3 or eth3 -> 0000:04:00.0
pci_of() {
  local link
  for link in /sys/class/{infiniband,net}/"$1"/device; do
    [[ -e $link ]] && basename "$(readlink "$link")"
  done
}

# PCI addresses of the functions that emulate GPUs, in order.
gpus() {
  grep -lx 0x10de /sys/bus/pci/devices/*/vendor | cut -d/ -f6
}

# mlx5_3 -> the bridge above it: 0000:00:04.0
port_above() {
  port_above_function "$(pci_of "$1")"
}

port_above_function() {
  basename "$(dirname "$(realpath "/sys/bus/pci/devices/$1")")"
}

# The directory of a NIC's knobs. Keep it when the name goes away (gid_types none, unplug).
knobs_of() {
  echo "/sys/kernel/debug/testnic/$(pci_of "$1")"
}

# knob DEVICE NAME [VALUE]: sets it, or prints it. knob mlx5_3 delay_ms/getpfc 2000
knob() {
  local file
  file=$(knobs_of "$1")/$2
  if (($# > 2)); then echo "$3" >"$file"; else cat "$file"; fi
}

# age DEVICE: gives each counter a large total, as after months, different from other devices.
age() {
  local file total=$((5000000000 + ${1##*[^0-9]} * 1000000000000))
  for file in "$(knobs_of "$1")"/{ethtool_stats,hw_counters,counters,fec_stats}/*; do
    [[ $file == */by_lane ]] || echo $((total += 1000003)) >"$file"
  done
}

# Removes the PCI function, as a surprise removal does. replug restores all that are removed.
unplug() {
  echo 1 >"/sys/bus/pci/devices/$(pci_of "$1")/remove"
}

replug() {
  echo 1 >/sys/bus/pci/rescan
}

# wait_until SECONDS COMMAND...: tries again until it succeeds.
wait_until() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    ((SECONDS < end)) || return 1
    sleep 0.1
  done
}

# True when the port is ACTIVE and has the RoCE v2 GID of its IPv4 address.
is_ready() {
  local port=/sys/class/infiniband/$1/ports/1
  [[ $(<"$port/state") == *ACTIVE* && $(<"$port/gids/3") == *:ffff:* ]]
}

# The state that the policy lossless-dscp26 expects, configured with standard tools: DSCP 26 on
# priority 3, CNPs (48) on priority 6, PFC on 3 only, a traffic class for each priority, no global
# pause, RoCE MTU 4096, a subnet for each rail.
healthy_host() {
  local device
  for device in $(testnics); do
    configure "$device"
  done
  for device in $(testnics); do
    wait_until 20 is_ready "$device" || {
      echo "healthy_host: $device is not ready" >&2
      return 1
    }
  done
}

configure() {
  local netdev
  netdev=$(netdev_of "$1")
  bring_up "$netdev" "10.0.${1##*[^0-9]}.1/24"
  healthy_dscp "$netdev"
  healthy_pfc "$netdev"
  healthy_ets "$netdev"
  ethtool -A "$netdev" autoneg off rx off tx off
}

bring_up() {
  ip link set "$1" mtu 9000 up
  ip addr replace "$2" dev "$1"
}

healthy_dscp() {
  local dscp map=()
  for dscp in {0..63}; do map+=("$dscp:$((dscp / 8))"); done
  dcb app replace dev "$1" dscp-prio "${map[@]}"
}

healthy_pfc() {
  dcb pfc set dev "$1" prio-pfc all:off 3:on
}

is_bnxt() {
  [[ $(readlink "/sys/class/net/$1/device/driver") == */bnxt_en ]]
}

healthy_ets() {
  if is_bnxt "$1"; then
    # bnxt has no vendor scheduling: half of the link for RoCE, the rest in equal parts.
    dcb ets set dev "$1" tc-tsa all:ets tc-bw all:7 3:50 7:8 prio-tc 0:0 1:1 2:2 3:3 4:4 5:5 6:6 7:7
  else
    # Vendor scheduling, as at load; dcb wants the 100 % that mlx5 then reports to be set to 0.
    dcb ets set dev "$1" tc-tsa all:vendor tc-bw all:0 prio-tc 0:0 1:1 2:2 3:3 4:4 5:5 6:6 7:7
  fi
}

# restart PERSONALITY: all NICs as at load, whatever was done to them.
restart() {
  ip -o link show type bond | cut -d: -f2 | while read -r bond; do ip link del "$bond"; done
  rmmod testnic
  modprobe testnic personality="$1"
}

# as_user COMMAND...: as an ordinary user.
as_user() {
  setpriv --reuid 1000 --regid 1000 --clear-groups --inh-caps=-all "$@"
}

# say NAME COMMAND...: keeps what the command prints.
say() {
  local name=$1
  shift
  "$@" >"/results/$name" 2>"/results/$name.err" || true
}

# judged NAME ARGUMENTS...: the report of a check goes to /results, its exit code to exit_status.
judged() {
  local name=$1
  shift
  "$ROCELINT" check --timeout 60s --format json "$@" >"/results/$name.json"
  # shellcheck disable=SC2034 # for the script
  exit_status=$?
}

# What jq makes of a report or snapshot in /results.
ask() {
  jq -r "$2" "/results/$1.json"
}

# The same as ask NAME .verdict in a tenth of the time, for who asks often: the first one of a report is
# the host's.
verdict_of() {
  grep -m1 -oP '"verdict": ?"\K[^"]+' "/results/$1.json" | head -1
}

# rules_that NAME OUTCOME: the rules with that outcome, each once; - for none.
rules_that() {
  ask "$1" "[.findings[] | select(.outcome == \"$2\").rule] | unique | join(\",\") |
    if . == \"\" then \"-\" else . end"
}

failures=0

# expect WHAT WANTED GOT: notes a difference and goes on; WANTED is a pattern as in [[ == ]].
expect() {
  # shellcheck disable=SC2053 # the right side is a pattern
  if [[ $3 == $2 ]]; then
    echo "ok: $1"
  else
    echo "FAILED: $1: expected '$2', got '$3'"
    failures=$((failures + 1))
  fi
}

# End a script with this.
finish() {
  echo "$failures failures"
  ((failures == 0))
}
