#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A probe that hangs, dies or is killed still ends at its deadline, with a report that says so.
set -u
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/lib.sh"

# judged NAME ARGUMENTS...: runs the check; report, exit code and wall time go to /results/NAME.*
judged() {
  local name=$1 start status=0
  shift
  start=$(date +%s%N)
  "$ROCELINT" check --policy lossless-dscp26 --format json "$@" >"/results/$name.json" ||
    status=$?
  elapsed_ms=$((($(date +%s%N) - start) / 1000000))
  echo "$name: exit $status after $elapsed_ms ms"
  exit_status=$status
}

ask() { python3 -c "
import json, sys
report = json.load(open('/results/$1.json'))
unknown = [f for f in report['findings'] if f['outcome'] == 'unknown']
evidence = [e for f in unknown for e in f['found'] if 'unknown' in e]
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
    "$(ask rtnl "any('eth3' in e.get('detail', '') or 'mlx5_3' in e.get('detail', '') for e in evidence)")"
  expect "each is unknown for a timeout" "True" "$(ask rtnl "all(
    any(e.get('unknown') == 'timeout' for e in f['found']) for f in unknown)")"
  expect "and else only for what a deep probe reads" "True" "$(ask rtnl "all(
    e['unknown'] == 'timeout' or e['unknown'] == 'needs_deep' for e in evidence)")"
  expect "nothing failed" "0" "$(ask rtnl "report['counts']['fail']")"
  expect "every port's state was judged all the same" "0" \
    "$(ask rtnl "sum(f['rule'] == 'port-down' for f in unknown)")"
  expect "and every GID table but the sick device's" "1" \
    "$(ask rtnl "sum(f['rule'] == 'gid-no-routable-v2' for f in unknown)")"
  wait_until 40 eval '! pgrep -x rocelint >/dev/null'
  judged after_rtnl
  expect "ready again when the firmware is" "0 ready" \
    "$exit_status $(ask after_rtnl "report['verdict']")"
}

# Neither the probe nor its devices are to blame: something else has the lock that they need.
rtnl_is_held_by_another() {
  local holder
  echo "another process that holds rtnl"
  knob mlx5_3 delay_ms/getpfc 20000
  dcb pfc show dev eth3 >/dev/null &
  holder=$!
  sleep 0.5
  judged other
  expect "it came at the deadline" "1" "$((elapsed_ms < 7000))"
  expect "undetermined" "3 stop undetermined" \
    "$exit_status $(ask other "report['gate'], report['verdict']")"
  expect "nothing failed" "0" "$(ask other "report['counts']['fail']")"
  kill -9 "$holder"
  wait "$holder" 2>/dev/null
  knob mlx5_3 delay_ms/getpfc 0
  wait_until 40 eval '! pgrep -x rocelint >/dev/null'
}

# A module whose memory takes long to read costs its own facts and no others.
eeprom_is_slow() {
  echo "a slow module"
  knob mlx5_6 delay_ms/module_eeprom 20000
  judged eeprom --deep
  knob mlx5_6 delay_ms/module_eeprom 0
  expect "it came at the deadline" "1" "$((elapsed_ms < 7000))"
  expect "the verdict stands" "0 pass" "$exit_status $(ask eeprom "report['gate']")"
  expect "nothing failed" "0" "$(ask eeprom "report['counts']['fail']")"
  expect "only modules are unknown" "True" \
    "$(ask eeprom "all(f['rule'].startswith('optics-') for f in unknown)")"
}

# stricken NAME SIGNAL: every worker gets a signal while it waits for a slow device.
stricken() {
  local name=$1 signal=$2 job parent
  echo "workers that get $signal"
  knob mlx5_5 delay_ms/query_port 700
  judged "$name" &
  job=$!
  wait_until 5 pgrep -x -P "$job" rocelint >/dev/null
  parent=$(pgrep -x -P "$job" rocelint)
  while kill -0 "$parent" 2>/dev/null; do
    pkill "-$signal" -P "$parent"
    sleep 0.2
  done
  wait "$job"
  knob mlx5_5 delay_ms/query_port 0
  expect "it says that a worker died" "True" \
    "$(ask "$name" "any('crash' in text for text in report['incomplete'])")"
  expect "undetermined, not judged by half" "stop undetermined" \
    "$(ask "$name" "report['gate'], report['verdict']")"
  expect "nothing failed" "0" "$(ask "$name" "report['counts']['fail']")"
  expect "unknown only by that" "True" \
    "$(ask "$name" "{e['unknown'] for e in evidence} <= {'crashed', 'timeout', 'not_collected', 'needs_deep'}")"
}

healthy_host || exit 1
judged healthy
expect "ready before" "0" "$exit_status"
rtnl_is_held
rtnl_is_held_by_another
eeprom_is_slow
stricken segv SEGV
stricken kill KILL
finish
