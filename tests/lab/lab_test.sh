#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# CTest's way into the lab: boots a VM, runs one guest script there and judges what it left.
# Usage: lab_test.sh NAME ROCELINT LAB_DIR
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
name=$1 rocelint=$(realpath "$2") lab=$3
results=$lab/results/$name
rm -rf "$results"
mkdir -p "$results"

# More devices of the virtual machine than the test NICs.
qemu=()

in_vm() {
  "$here/vm/run_vm.sh" --timeout 800 --env ROCELINT="$rocelint" "$@" "$results" "${qemu[@]}"
}

case $name in
  smoke)
    in_vm "$lab" "$here/guest/smoke.sh"
    ;;
  breakages)
    in_vm --env TABLE="$here/breakages.tsv" --env LAB_POLICY="$here/policy.yaml" \
      "$lab" "$here/guest/breakages.sh"
    python3 "$here/judge_breakages.py" "$here/breakages.tsv" "$results"
    ;;
  facts)
    in_vm "$lab" "$here/guest/facts.sh"
    python3 "$here/compare_facts.py" "$results"
    ;;
  bnxt)
    in_vm --personality bnxt "$lab" "$here/guest/bnxt.sh"
    ;;
  rxe)
    # A NIC as in any virtual machine, on a hub where nobody else is.
    qemu=(-netdev "hubport,id=hub,hubid=0" -device "virtio-net-pci,netdev=hub,romfile=")
    in_vm --nics 0 --personality none "$lab" "$here/guest/rxe.sh"
    ;;
  unprivileged)
    in_vm "$lab" "$here/guest/unprivileged.sh"
    python3 "$here/judge_unprivileged.py" "$results"
    ;;
  hang)
    in_vm "$lab" "$here/guest/hang.sh"
    ;;
  *)
    echo "no lab test of that name: $name" >&2
    exit 1
    ;;
esac
