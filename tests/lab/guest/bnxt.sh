#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# bnxt_en in host mode reports "no PFC" without asking its firmware. That is neither a failure nor a pass
# until the site supplies what the firmware has.
set -u
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/lib.sh"

# Healthy but for PFC, which the firmware has and nobody set through the kernel.
host_with_pfc_in_firmware() {
  local device netdev
  for device in $(testnics); do
    netdev=$(netdev_of "$device")
    echo 0x08 >"$(knobs_of "$device")/firmware_pfc_en"
    bring_up "$netdev" "10.0.${device##*[^0-9]}.1/24"
    healthy_dscp "$netdev"
    healthy_ets "$netdev"
  done
  for device in $(testnics); do wait_until 20 is_ready "$device"; done
}

# site_says PRIORITY: what a vendor's tool would have read.
site_says() {
  local netdev first=1
  mkdir -p /etc/rocelint/facts.d
  {
    echo '{"source": "niccli getqos", "taken_at": "'"$(date -u +%FT%TZ)"'",'
    echo '"boot_id": "'"$(cat /proc/sys/kernel/random/boot_id)"'", "host": {"netdevs": ['
    for netdev in eth{0..7}; do
      ((first)) || echo ,
      first=0
      echo '{"name": "'"$netdev"'", "dcb": {"pfc": {"enabled": ['"$1"'], "max_classes": 1,'
      echo '"macsec_bypass": false, "delay_raw": 0, "requests": [], "indications": []}}}'
    done
    echo ']}}'
  } >/etc/rocelint/facts.d/thor2.json
}

reasons() {
  ask "$1" '[.findings[] | select(.outcome == "unknown").found[] | .unknown // empty] | unique |
    join(",")'
}

without_the_site() {
  judged host --policy lossless-dscp26
  expect "nothing failed" "-" "$(rules_that host fail)"
  expect "undetermined" "3 undetermined stop" "$exit_status $(ask host '"\(.verdict) \(.gate)"')"
  expect "by PFC" "*pfc-off*" "$(rules_that host unknown)"
  expect "and for that reason" "not_authoritative" "$(reasons host)"
  judged baseline
  expect "the same without a policy" "-" "$(rules_that baseline fail)"
}

with_the_site() {
  site_says 3
  judged site --policy lossless-dscp26 2>/results/site.err
  expect "ready" "0 ready pass" "$exit_status $(ask site '"\(.verdict) \(.gate)"')"
  expect "nothing failed" "-" "$(rules_that site fail)"
  expect "nothing is unknown" "-" "$(rules_that site unknown)"
  expect "and it says thanks to whom" "*thor2.json: supplies 8 facts*niccli getqos*" \
    "$(cat /results/site.err)"
  site_says 4
  judged wrong --policy lossless-dscp26
  expect "the site may have bad news" "1 not_ready" "$exit_status $(ask wrong .verdict)"
  expect "with its source" "niccli getqos at *Z, by /etc/rocelint/facts.d/thor2.json" \
    "$(ask wrong '[.findings[] | select(.rule == "pfc-off").found[].source][0]')"
}

# What the host itself tells stands, whatever the site says.
once_set_through_the_kernel() {
  local netdev
  for netdev in eth{0..7}; do healthy_pfc "$netdev"; done
  judged kernel --policy lossless-dscp26
  expect "the kernel's word counts" "0 ready" "$exit_status $(ask kernel .verdict)"
}

host_with_pfc_in_firmware
without_the_site
with_the_site
once_set_through_the_kernel
finish
