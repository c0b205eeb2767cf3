#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# CTest's way into the lab: boots a VM, runs one guest script there and judges what it left.
# Usage: lab_test.sh NAME ROCELINT LAB_DIR
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
name=$1 rocelint=$2 lab=$3
results=$lab/results/$name
rm -rf "$results"
mkdir -p "$results"

in_vm() {
  "$here/vm/run_vm.sh" --timeout 600 --env ROCELINT="$rocelint" "$@" "$results"
}

case $name in
  smoke)
    in_vm "$lab" "$here/guest/smoke.sh"
    ;;
  breakages)
    in_vm --env TABLE="$here/breakages.tsv" "$lab" "$here/guest/breakages.sh"
    python3 "$here/judge_breakages.py" "$here/breakages.tsv" "$results"
    ;;
  facts)
    in_vm "$lab" "$here/guest/facts.sh"
    python3 "$here/compare_facts.py" "$results"
    ;;
  hang)
    in_vm "$lab" "$here/guest/hang.sh"
    ;;
  *)
    echo "no lab test of that name: $name" >&2
    exit 1
    ;;
esac
