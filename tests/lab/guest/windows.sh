#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Plays each row of a table on a healthy host and keeps a snapshot at its end; then lets rocelint
# itself wait between two looks, for --interval and for --confirm. ROCELINT: the command; TABLE: the
# rows. Judged outside, by judge_windows.py.
# shellcheck disable=SC2317,SC2034 # the rows call the functions and use the variables
set -u
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/lib.sh"

# The knobs of each device and what a packet is counted by there.
declare -A knobs=()
declare -A packets_of=(
  [mlx5]="ethtool_stats/rx_packets_phy ethtool_stats/tx_packets_phy
    ethtool_stats/rx_prio3_packets ethtool_stats/tx_prio3_packets
    ethtool_stats/rx_vport_rdma_unicast_packets ethtool_stats/tx_vport_rdma_unicast_packets
    counters/port_rcv_packets counters/port_xmit_packets"
  [bnxt]="ethtool_stats/rx_total_frames ethtool_stats/tx_total_frames
    ethtool_stats/rx_good_frames ethtool_stats/tx_good_frames
    hw_counters/rx_pkts hw_counters/tx_pkts")
declare -A bytes_of=(
  [mlx5]="ethtool_stats/rx_bytes_phy ethtool_stats/tx_bytes_phy
    ethtool_stats/rx_prio3_bytes ethtool_stats/tx_prio3_bytes
    ethtool_stats/rx_vport_rdma_unicast_bytes ethtool_stats/tx_vport_rdma_unicast_bytes"
  [bnxt]="hw_counters/rx_bytes hw_counters/tx_bytes")

# grow DEVICE COUNTER BY
grow() {
  local file=${knobs[$1]}/$2 value
  read -r value <"$file"
  echo $((value + $3)) >"$file"
}

# Every port receives and sends so many packets of 4 KiB.
carry() {
  local device counter
  for device in "${!knobs[@]}"; do
    for counter in ${packets_of[$host]}; do grow "$device" "$counter" "$1"; done
    for counter in ${bytes_of[$host]}; do grow "$device" "$counter" $(($1 * 4200)); done
    [[ $host == mlx5 ]] || continue
    grow "$device" counters/port_rcv_data $(($1 * 1050))
    grow "$device" counters/port_xmit_data $(($1 * 1050))
  done
}

# fec_mends DEVICE BITS: each in a block of its own, within at least 3 s: a rate of bit errors is
# judged over 10^12 bits.
fec_mends() {
  sleep 3
  grow "$1" fec_stats/corrected_bits "$2"
  grow "$1" fec_stats/corrected_blocks "$2"
  grow "$1" ethtool_stats/rx_corrected_bits_phy "$2"
}

# flap DEVICE TIMES
flap() {
  local time
  for ((time = 0; time < $2; time++)); do
    knob "$1" carrier 0
    knob "$1" carrier 1
  done
  wait_until 20 is_ready "$1"
}

# paused DEVICE rx|tx MICROSECONDS: the reaction point heard of it, as it does where marks work.
paused() {
  grow "$1" "ethtool_stats/$2_prio3_pause" 2000
  grow "$1" "ethtool_stats/$2_prio3_pause_duration" "$3"
  cnp_loop "$1" 500
}

# cnp_loop DEVICE PACKETS: marked packets are answered, and answers are acted on.
cnp_loop() {
  grow "$1" hw_counters/np_ecn_marked_roce_packets "$2"
  grow "$1" hw_counters/np_cnp_sent $(($2 / 2))
  grow "$1" hw_counters/rp_cnp_handled $(($2 / 2))
}

snapshot() {
  "$ROCELINT" probe --timeout 60s >"/results/$1.json" || failures=$((failures + 1))
}

start_host() {
  local device
  host=$1
  restart "$host"
  healthy_host || exit 1
  knobs=()
  for device in $(testnics); do
    knobs[$device]=$(knobs_of "$device")
    age "$device"
  done
}

# While rocelint looks twice, packets are lost on one port of a host that carries traffic.
watch_itself() {
  local player
  start_host mlx5
  while sleep 0.2; do
    carry 200000
    grow mlx5_4 hw_counters/out_of_sequence 50
  done &
  player=$!
  judged interval --policy lossless-dscp26 --interval 2s
  kill "$player"
  expect "interval: what fails" transport-out-of-sequence "$(rules_that interval fail)"
  expect "interval: where" mlx5_4 \
    "$(ask interval '.findings[] | select(.outcome == "fail").subject.device')"
  # Its start must read every counter that a rule asks for.
  expect "interval: what nobody read" "" "$(ask interval '[.findings[] |
    select(any(.found[]; .fact | startswith("growth."))) |
    select(any(.found[]; .unknown == "not_collected")).rule] | unique | join(",")')"
}

# A port that comes up between two looks is no blocker. The site's programs are run when all else of a
# look has been read: this one plugs the cable in, so that the first look is sure to find it unplugged.
confirm_itself() {
  local program=/etc/rocelint/facts.d/plug_in
  mkdir -p "${program%/*}"
  cat >"$program" <<END
#!/bin/bash
echo 1 >"${knobs[mlx5_7]}/carrier"
until grep -q ACTIVE /sys/class/infiniband/mlx5_7/ports/1/state; do sleep 0.1; done
echo '{"source": "hands", "taken_at": "$(date -u +%FT%TZ)", "host": {"custom": {"cables": 8}}}'
END
  chmod 0755 "$program"
  knob mlx5_7 carrier 0
  judged confirm --policy lossless-dscp26 --confirm --facts-exec
  expect "confirm: what was gone" "port-down@$(pci_of mlx5_7)/1" \
    "$(ask confirm '.unconfirmed | join(",")')"
  expect "confirm: what fails" - "$(rules_that confirm fail)"
  expect "confirm: it passes" "0 ready pass" \
    "$exit_status $(ask confirm '"\(.verdict) \(.gate)"')"
}

host=
while IFS=$'\t' read -r name on device packets event _ <&3; do
  [[ -z $name || $name == \#* ]] && continue
  if [[ $on != "$host" ]]; then
    start_host "$on"
    snapshot "start.$on"
  fi
  carry "$packets"
  eval "$event" || expect "$name: the event" "can be played" "failed"
  snapshot "$name"
done 3<"$TABLE"
watch_itself
confirm_itself
finish
