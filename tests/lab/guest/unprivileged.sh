#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The same host as root, as an ordinary user, and as a user who may not open two files.
# Judged outside, by judge_unprivileged.py.
set -u
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/lib.sh"

# seen NAME COMMAND...: a report and a snapshot, by a command that runs another.
seen() {
  local name=$1
  shift
  "$@" "$ROCELINT" check --timeout 60s --policy lossless-dscp26 --format json \
    >"/results/$name.json"
  echo "$?" >"/results/$name.status"
  "$@" "$ROCELINT" probe --timeout 60s >"/results/$name.snapshot.json"
}

healthy_host || exit 1
expect "an ordinary user may open verbs" "666" "$(stat -c %a /dev/infiniband/uverbs3)"
seen root env
seen user as_user
chmod 0600 /dev/infiniband/uverbs3
chmod 0400 /sys/class/infiniband/mlx5_5/board_id
seen closed as_user
finish
