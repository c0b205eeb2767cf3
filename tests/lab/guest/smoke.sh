#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Checks the lab itself with standard tools: rdma, dcb, ethtool, ibv_devinfo, ip.
set -u
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/lib.sh"

port_state() { cat "/sys/class/infiniband/$1/ports/1/state"; }

check_at_load() {
  expect "eight devices" 8 "$(testnics | wc -l)"
  expect "trust is pcp: no APP entry" "" "$(dcb -N app show dev eth0)"
  expect "PFC is off" "*0:off 1:off 2:off 3:off*" "$(dcb pfc show dev eth0)"
  expect "every TC is vendor" "*0:vendor*7:vendor*" "$(dcb ets show dev eth0 tc-tsa)"
  expect "no pause counters without PFC" "" "$(ethtool -S eth0 | grep _pause:)"
}

check_healthy() {
  local device info
  for device in mlx5_{0..7}; do
    info=$(ibv_devinfo -v -d "$device")
    expect "$device is active" "*PORT_ACTIVE*" "$info"
    expect "$device has MTU 4096" "*active_mtu:*4096*" "$info"
    expect "$device has an IPv4 v2 GID" "*GID*::ffff:10.0.${device#mlx5_}.1, RoCE v2*" "$info"
  done
  expect "rdma sees the same" 8 "$(rdma link | grep -c 'state ACTIVE physical_state LINK_UP')"
  expect "rate" "400 Gb/sec (4X NDR)" "$(cat /sys/class/infiniband/mlx5_0/ports/1/rate)"
  expect "board" "MT_0000000838" "$(cat /sys/class/infiniband/mlx5_0/board_id)"
  expect "firmware" "*fw 28.39.1002*" "$(rdma dev show mlx5_0)"
  mkdir /sys/kernel/config/rdma_cm/mlx5_0
  expect "rdma_cm's default" "RoCE v2" \
    "$(cat /sys/kernel/config/rdma_cm/mlx5_0/ports/1/default_roce_mode)"
  rmdir /sys/kernel/config/rdma_cm/mlx5_0
  expect "hardware counters" "*out_of_sequence 0*np_cnp_sent 0*" "$(rdma stat show link mlx5_0/1)"
}

check_pci() {
  local function
  function=/sys/bus/pci/devices/$(pci_of mlx5_0)
  expect "driver" "*/mlx5_core" "$(readlink "$function/driver")"
  expect "ethtool's driver" "*driver: mlx5_core*" "$(ethtool -i eth0)"
  expect "link speed" "32.0 GT/s PCIe" "$(cat "$function/current_link_speed")"
  expect "link width" 16 "$(cat "$function/current_link_width")"
  expect "speed above" "32.0 GT/s PCIe" "$(cat "$function/../current_link_speed")"
  knob mlx5_0 pcie_speed 3
  knob mlx5_0 pcie_width 8
  expect "slower link" "8.0 GT/s PCIe" "$(cat "$function/current_link_speed")"
  expect "narrower link above" 8 "$(cat "$function/../current_link_width")"
  expect "what it could do" "32.0 GT/s PCIe" "$(cat "$function/max_link_speed")"
  knob mlx5_0 pcie_speed 5
  knob mlx5_0 pcie_width 16
}

check_qos() {
  expect "PFC is on for 3" "*2:off 3:on 4:off*" "$(dcb pfc show dev eth0 prio-pfc)"
  expect "DSCP 26 and 48" "*26:3 *48:6 *" "$(dcb -N app show dev eth0 dscp-prio)"
  expect "64 entries" 64 "$(dcb -N app show dev eth0 dscp-prio | grep -o '[0-9]*:[0-7]' | wc -l)"
  expect "a TC for each priority" "*0:0 1:1 2:2 3:3*" "$(dcb ets show dev eth0 prio-tc)"
  expect "lossless buffer" "*2:0 3:1 4:0*" "$(dcb buffer show dev eth0 prio-buffer)"
  expect "FEC" "*Configured*Auto*Active FEC encoding: RS*" "$(ethtool --show-fec eth0)"
  expect "no global pause" "*RX:*off*TX:*off*" "$(ethtool -a eth0)"
  expect "pause counter" "*rx_prio3_pause: 0*" "$(ethtool -S eth0)"
  expect "no other" "" "$(ethtool -S eth0 | grep rx_prio4_pause)"
}

check_mlx5_app() {
  dcb app del dev eth1 dscp-prio 26:3
  expect "delapp" 63 "$(dcb -N app show dev eth1 dscp-prio | grep -o '[0-9]*:[0-7]' | wc -l)"
  dcb app add dev eth1 dscp-prio 26:5
  expect "setapp" "*26:5*" "$(dcb -N app show dev eth1 dscp-prio)"
  dcb app add dev eth1 dscp-prio 26:3
  expect "setapp replaces" "*25:3 26:3 27:3*" "$(dcb -N app show dev eth1 dscp-prio)"
  knob eth1 trust pcp
  expect "trust pcp" "" "$(dcb -N app show dev eth1)"
  dcb app add dev eth1 dscp-prio 26:3
  expect "an entry flips trust" dscp "$(knob eth1 trust)"
  dcb app del dev eth1 dscp-prio 26:3
  expect "the last one flips it back" pcp "$(knob eth1 trust)"
}

check_link_knobs() {
  knob mlx5_2 carrier 0
  expect "carrier off" "1: DOWN" "$(port_state mlx5_2)"
  expect "no speed" "*Speed: Unknown*" "$(ethtool eth2)"
  expect "why" "*Link detected: no (No cable)*" "$(ethtool eth2)"
  expect "no active FEC" "*encoding: None*" "$(ethtool --show-fec eth2)"
  knob mlx5_2 carrier 1
  expect "carrier on" "4: ACTIVE" "$(port_state mlx5_2)"
  knob mlx5_2 speed_mbps 100000
  expect "100G" "*Speed: 100000Mb/s*Lanes: 4*" "$(ethtool eth2)"
  expect "100G in verbs" "100 Gb/sec (4X EDR)" "$(cat /sys/class/infiniband/mlx5_2/ports/1/rate)"
  knob mlx5_2 lanes 0
  expect "no lanes" "" "$(ethtool eth2 | grep Lanes)"
  knob mlx5_2 verbs_speed "2X HDR"
  expect "verbs speed" "100 Gb/sec (2X HDR)" "$(cat /sys/class/infiniband/mlx5_2/ports/1/rate)"
  knob mlx5_2 fec_active off
  expect "FEC off" "*encoding: Off*" "$(ethtool --show-fec eth2)"
  knob mlx5_2 max_mtu 4000
  expect "max MTU" "*maxmtu 4000 *" "$(ip -d link show eth2)"
}

check_gid_types() {
  knob mlx5_3 gid_types v1
  wait_until 10 test -e /sys/class/infiniband/mlx5_3
  wait_until 10 grep -q ffff /sys/class/infiniband/mlx5_3/ports/1/gids/1
  expect "v1 alone" "IB/RoCE v1" \
    "$(cat /sys/class/infiniband/mlx5_3/ports/1/gid_attrs/types/* 2>/dev/null | sort -u)"
  local knobs
  knobs=$(knobs_of mlx5_3)
  echo none >"$knobs/gid_types"
  expect "no RDMA device" "" "$(rdma link | grep mlx5_3)"
  echo v1v2 >"$knobs/gid_types"
  expect "and again" "*mlx5_3/1*eth3*" "$(rdma link)"
}

check_counters() {
  knob mlx5_0 ethtool_stats/rx_prio3_pause 17
  knob mlx5_0 hw_counters/out_of_sequence 5
  sleep 0.1 # the core keeps a value for 10 ms
  expect "RDMA counter" 5 \
    "$(cat /sys/class/infiniband/mlx5_0/ports/1/hw_counters/out_of_sequence)"
  expect "stale PFC counter" "*3:0*" "$(dcb -s pfc show dev eth0 indications)"
  expect "ethtool reads it" "*rx_prio3_pause: 17*" "$(ethtool -S eth0)"
  expect "and so refreshes it" "*3:17*" "$(dcb -s pfc show dev eth0 indications)"
  knob mlx5_0 counters/port_rcv_data 9
  expect "port counter" 9 "$(cat /sys/class/infiniband/mlx5_0/ports/1/counters/port_rcv_data)"
  knob mlx5_0 fec_stats/uncorrectable_blocks 3
  expect "FEC counter" "*uncorrectable_blocks: 3*" "$(ethtool -I --show-fec eth0)"
  printf '\x1e' | dd of="$(knobs_of eth0)/module_eeprom" conv=notrunc status=none
  expect "module memory" "*0x0000:*1e 50*" "$(ethtool -m eth0)"
}

check_devlink() {
  local handle
  handle=pci/$(pci_of mlx5_0)
  expect "PSID" "*fw.psid MT_0000000838*" "$(devlink dev info "$handle")"
  expect "nothing is pending" "*stored:*fw.version 28.39.1002*" "$(devlink dev info "$handle")"
  knob mlx5_0 devlink_fw_stored 28.43.1014
  expect "firmware waits for a reboot" "*stored:*28.43.1014*" "$(devlink dev info "$handle")"
  expect "enable_roce" "*driverinit value true*" \
    "$(devlink dev param show "$handle" name enable_roce)"
  expect "healthy" "*state healthy*" "$(devlink health show "$handle" reporter fw)"
  knob mlx5_0 devlink_health 0
  expect "sick" "*state error*" "$(devlink health show "$handle" reporter fw)"
  expect "CNP DSCP" 48 "$(cat "/sys/kernel/debug/mlx5/$(pci_of mlx5_0)/cc_params/np_cnp_dscp")"
}

# Milliseconds that a command takes.
milliseconds() {
  local begin=${EPOCHREALTIME/./}
  "$@" >/dev/null 2>&1
  echo $(((${EPOCHREALTIME/./} - begin) / 1000))
}

check_faults() {
  local reader
  knob mlx5_4 errno/getpfc 5
  expect "getpfc fails" "Attribute not found*" "$(dcb pfc show dev eth4 2>&1)"
  expect "the rest does not" "*0:vendor*" "$(dcb ets show dev eth4 tc-tsa)"
  knob mlx5_4 errno/getpfc 0
  knob mlx5_4 errno/query_port 5
  expect "query_port fails" "*Failed to query port*" "$(ibv_devinfo -d mlx5_4 2>&1)"
  knob mlx5_4 errno/query_port 0
  knob mlx5_4 errno/getpause 95
  expect "getpause is gone" "*not supported*" "$(ethtool -a eth4 2>&1)"
  knob mlx5_4 errno/getpause 0
  knob mlx5_4 delay_ms/getpfc 2000
  dcb pfc show dev eth4 >/dev/null &
  reader=$!
  sleep 0.5
  expect "rtnl is held for 2 s" "[1-9][0-9][0-9][0-9]" \
    "$(milliseconds ip link set eth7 alias waits)"
  wait "$reader"
  knob mlx5_4 delay_ms/getpfc 20000
  dcb pfc show dev eth4 >/dev/null &
  reader=$!
  sleep 0.5
  kill -9 "$reader"
  expect "a kill ends it" "!(?????*)" "$(milliseconds ip link set eth7 alias again)"
  wait "$reader" 2>/dev/null
  knob mlx5_4 delay_ms/getpfc 0
}

check_unplug() {
  unplug mlx5_5
  expect "seven are left" 7 "$(testnics | wc -l)"
  expect "no netdev" "*does not exist*" "$(ip link show eth5 2>&1)"
  replug
  expect "eight again" 8 "$(testnics | wc -l)"
}

check_rxe() {
  rdma link add rxe0 type rxe netdev eth6
  expect "rxe over a test NIC" "*rxe0/1 state ACTIVE*netdev eth6*" "$(rdma link)"
  expect "rxe has v2 GIDs" "*::ffff:10.0.6.1, RoCE v2*" "$(ibv_devinfo -v -d rxe0)"
  rdma link delete rxe0
}

# eth6 and eth7 are joined: from one namespace to another, packets pass.
check_traffic() {
  ip netns add far
  ip link set eth7 netns far
  ip -n far addr add 10.0.6.2/24 dev eth7
  ip -n far link set eth7 up
  wait_until 5 busybox ping -c 1 -W 1 10.0.6.2 >/dev/null
  expect "packets pass between neighbours" 0 $?
  ip netns delete far
}

check_bnxt() {
  rmmod testnic
  modprobe testnic personality=bnxt
  expect "bnxt devices" "bnxt_re0" "$(testnics | head -1)"
  expect "bnxt driver" "*/bnxt_en" "$(readlink "/sys/bus/pci/devices/$(pci_of bnxt_re0)/driver")"
  expect "PFC zeros" "*0:off 1:off 2:off 3:off*" "$(dcb pfc show dev eth0 prio-pfc)"
  expect "ETS zeros" "*0:0 1:0 2:0 3:0*" "$(dcb ets show dev eth0 prio-tc)"
  expect "host mode" "host ieee*" "$(dcb dcbx show dev eth0)"
  healthy_host
  expect "PFC once set" "*2:off 3:on 4:off*" "$(dcb pfc show dev eth0 prio-pfc)"
  expect "verbs speed of 6.1" "100 Gb/sec (4X EDR)" \
    "$(cat /sys/class/infiniband/bnxt_re0/ports/1/rate)"
  knob bnxt_re1 firmware_pfc_en 0x08
  knob bnxt_re1 dcbx 0x0a
  expect "managed by firmware" "lld-managed ieee*" "$(dcb dcbx show dev eth1)"
}

check_at_load
healthy_host || exit 1
check_healthy
check_pci
check_qos
check_mlx5_app
check_link_knobs
check_gid_types
check_counters
check_devlink
check_faults
check_unplug
check_rxe
check_traffic
check_bnxt
finish
