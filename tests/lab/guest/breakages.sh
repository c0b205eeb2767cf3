#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Breaks a healthy host as each row of a table says, and lets rocelint judge it broken and mended.
# ROCELINT: the command; TABLE: the rows. Judged outside, by judge_breakages.py.
set -u
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/lib.sh"

judge() {
  local status=0
  "$ROCELINT" check --policy lossless-dscp26 --format json >"/results/$1.json" || status=$?
  echo "$status" >"/results/$1.status"
}

# A GID or a port's state follows its netdev through the kernel's work queues.
settle() { sleep 0.5; }

healthy_host || exit 1
judge healthy
"$ROCELINT" check --policy lossless-dscp26 >/results/healthy.txt
"$ROCELINT" check >/results/baseline.txt

while IFS=$'\t' read -r name device command _; do
  [[ -z $name || $name == \#* ]] && continue
  # shellcheck disable=SC2034 # for the row's command
  netdev=$(netdev_of "$device") index=${device#mlx5_}
  eval "$command" || echo "$name: the command failed" >>/results/problems
  settle
  judge "$name"
  "$ROCELINT" check --policy lossless-dscp26 >"/results/$name.txt"
  heal "$device" || echo "$name: could not be mended" >>/results/problems
  judge "$name.mended"
done <"$TABLE"
exit 0
