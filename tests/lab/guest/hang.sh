#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A probe that hangs, dies or is killed still ends at its deadline, with a report that says so.
set -u
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/lib.sh"

# judged NAME: runs the check; report, exit code and wall time go to /results/NAME.*
judged() {
  local name=$1 start status=0
  start=$(date +%s%N)
  "$ROCELINT" check --policy lossless-dscp26 --format json >"/results/$name.json" || status=$?
  elapsed_ms=$((($(date +%s%N) - start) / 1000000))
  echo "$name: exit $status after $elapsed_ms ms"
  exit_status=$status
}

ask() { python3 -c "
import json, sys
report = json.load(open('/results/$1.json'))
unknown = [f for f in report['findings'] if f['outcome'] == 'unknown']
evidence = [e for f in unknown for e in f['evidence'] if 'unknown' in e]
print($2)"; }

rtnl_is_held() {
  echo "a read that blocks under rtnl"
  knob mlx5_3 delay_ms/getpfc 20000
  judged rtnl
  knob mlx5_3 delay_ms/getpfc 0
  expect "it came at the deadline" "1" "$((elapsed_ms < 7000))"
  expect "undetermined" "3 stop undetermined False" \
    "$exit_status $(ask rtnl "report['gate'], report['verdict'], report['complete']")"
  expect "what hung is named" "True" \
    "$(ask rtnl "any('eth3' in e['detail'] or 'mlx5_3' in e['detail'] for e in evidence)")"
  expect "the reason is timeout" "{'timeout'}" "$(ask rtnl "{e['unknown'] for e in evidence}")"
  expect "nothing failed" "0" "$(ask rtnl "report['counts']['fail']")"
  expect "ports and GIDs were judged all the same" "True" \
    "$(ask rtnl "report['counts']['pass'] >= 16")"
  wait_until 40 eval '! pgrep -x rocelint >/dev/null'
  judged after_rtnl
  expect "ready again when the firmware is" "0 ready" \
    "$exit_status $(ask after_rtnl "report['verdict']")"
}

# stricken NAME SIGNAL: the worker is sent a signal while a device's read is under way.
stricken() {
  local name=$1 signal=$2
  echo "a worker that gets $signal"
  knob mlx5_5 delay_ms/query_port 800
  judged "$name" &
  local job=$!
  sleep 0.5
  pkill "-$signal" -n -x rocelint
  wait "$job"
  knob mlx5_5 delay_ms/query_port 0
  expect "it says what died" "True" \
    "$(ask "$name" "report['complete'] or any('crash' in text for text in report['incomplete'])")"
  expect "nothing failed" "0" "$(ask "$name" "report['counts']['fail']")"
  expect "unknown only by the crash" "True" \
    "$(ask "$name" "{e['unknown'] for e in evidence} <= {'crashed', 'timeout'}")"
}

healthy_host || exit 1
judged healthy
expect "ready before" "0" "$exit_status"
rtnl_is_held
stricken segv SEGV
stricken kill KILL
finish
