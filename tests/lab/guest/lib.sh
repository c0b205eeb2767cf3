# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# Helpers for scripts that run in the lab's VM: find the test NICs, turn their knobs, bring the
# host into a healthy state, and note what is not as expected.

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

# Takes the PCI function away, as a surprise removal does. replug brings back all that are gone.
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

# The state that the policy lossless-dscp26 asks for, made with ordinary tools: DSCP 26 has
# priority 3, CNPs (48) priority 6, PFC on 3 alone, a traffic class for each priority, no global
# pause, 4096 bytes of RoCE MTU, a subnet for each rail.
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
  ip link set "$netdev" mtu 9000 up
  ip addr replace "10.0.${1//[^0-9]/}.1/24" dev "$netdev"
  healthy_qos "$netdev"
}

# Undoes what one row of breakages.tsv did to a device.
heal() {
  knob "$1" carrier 1
  knob "$1" speed_mbps 400000
  configure "$1"
  wait_until 20 is_ready "$1"
}

healthy_qos() {
  local netdev=$1 dscp map=()
  for dscp in {0..63}; do map+=("$dscp:$((dscp / 8))"); done
  dcb app replace dev "$netdev" dscp-prio "${map[@]}"
  dcb pfc set dev "$netdev" prio-pfc all:off 3:on
  if [[ $(readlink "/sys/class/net/$netdev/device/driver") == */bnxt_en ]]; then
    # bnxt has no vendor scheduling: half of the link for RoCE, the rest in equal parts.
    dcb ets set dev "$netdev" tc-tsa all:ets tc-bw all:7 3:50 7:8 \
      prio-tc 0:0 1:1 2:2 3:3 4:4 5:5 6:6 7:7
  else
    # Vendor scheduling, as at load; dcb wants the 100 % that mlx5 then reports to be set to 0.
    dcb ets set dev "$netdev" tc-bw all:0 prio-tc 0:0 1:1 2:2 3:3 4:4 5:5 6:6 7:7
  fi
  ethtool -A "$netdev" autoneg off rx off tx off
}

failures=0

# expect WHAT WANTED GOT: notes a difference and goes on; WANTED is a pattern as in [[ == ]].
expect() {
  # shellcheck disable=SC2053 # the right side is a pattern
  if [[ $3 == $2 ]]; then
    echo "ok: $1"
  else
    echo "FAILED: $1: wanted '$2', got '$3'"
    failures=$((failures + 1))
  fi
}

# End a script with this.
finish() {
  echo "$failures failures"
  ((failures == 0))
}
