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

# A VM for each side, a cable between them: a Unix socket, the far end first to listen on it. Its
# path must be short.
pair_of_vms() {
  local side far near status=0
  cable=$(mktemp -d /tmp/rocelint-lab.XXXXXX)/cable
  for side in far near; do
    mkdir -p "$results/$side"
    one_of_pair "$side" "$1" &
    declare "$side=$!"
    [[ $side == near ]] || wait_for_cable "$far"
  done
  wait "$far" || status=$?
  wait "$near" || status=$?
  rm -r "${cable%/*}"
  return "$status"
}

one_of_pair() {
  local server=off mac=52:54:00:00:00:01
  [[ $1 == near ]] || { server=on mac=52:54:00:00:00:02; }
  "$here/vm/run_vm.sh" --timeout 600 --env ROCELINT="$rocelint" --env SIDE="$1" \
    --nics 0 --personality none "$lab" "$2" "$results/$1" \
    -netdev "stream,id=cable,server=$server,addr.type=unix,addr.path=$cable" \
    -device "virtio-net-pci,netdev=cable,mac=$mac,romfile="
}

# Ends, too, when the VM that makes it has.
wait_for_cable() {
  until [[ -S $cable ]] || ! kill -0 "$1" 2>/dev/null; do sleep 0.1; done
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
  windows)
    in_vm --env TABLE="$here/windows.tsv" "$lab" "$here/guest/windows.sh"
    python3 "$here/judge_windows.py" "$here/windows.tsv" "$results" "$rocelint"
    ;;
  rxe_pair)
    pair_of_vms "$here/guest/rxe_pair.sh"
    python3 "$here/judge_rxe_pair.py" "$results" "$here/rxe_pair.yaml" "$rocelint"
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
