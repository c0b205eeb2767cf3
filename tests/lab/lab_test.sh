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

# Two sockets, three host bridges, a switch below a switch; GPUs are e1000e functions with NVIDIA's
# subsystem (testnic/gpu.c). NICs: 0 below a switch with GPU 0 beside it and GPU 1 a switch further
# down, 1 on another root port of that host bridge; 2 beside GPU 2 on the other socket, and 3 there
# on a host bridge of its own. The firmware finds the last host bridge first. A virtio function, which has ATS and no AER, hangs on the first bus.
pcie_machine() {
  local nic="e1000e,romfile=" gpu="e1000e,romfile=,subsys_ven=0x10de"
  qemu=(
    -object "memory-backend-ram,size=512M,id=memory0" -numa "node,nodeid=0,memdev=memory0"
    -object "memory-backend-ram,size=512M,id=memory1" -numa "node,nodeid=1,memdev=memory1"
    -device "intel-iommu,device-iotlb=on"
    -device "pxb-pcie,bus=pcie.0,id=bridge2,bus_nr=0xa0,numa_node=1"
    -device "pxb-pcie,bus=pcie.0,id=bridge1,bus_nr=0x60,numa_node=1"
    -device "pxb-pcie,bus=pcie.0,id=bridge0,bus_nr=0x20,numa_node=0"
    -device "pcie-root-port,id=root0,bus=bridge0,chassis=1,slot=1"
    -device "x3130-upstream,id=up0,bus=root0"
    -device "xio3130-downstream,id=down0,bus=up0,chassis=2,slot=0" -device "$nic,bus=down0"
    -device "xio3130-downstream,id=down1,bus=up0,chassis=2,slot=1" -device "$gpu,bus=down1"
    -device "xio3130-downstream,id=down2,bus=up0,chassis=2,slot=2"
    -device "x3130-upstream,id=up1,bus=down2"
    -device "xio3130-downstream,id=down3,bus=up1,chassis=3,slot=0" -device "$gpu,bus=down3"
    -device "pcie-root-port,id=root1,bus=bridge0,chassis=4,slot=1" -device "$nic,bus=root1"
    -device "pcie-root-port,id=root2,bus=bridge1,chassis=5,slot=1" -device "$nic,bus=root2"
    -device "pcie-root-port,id=root3,bus=bridge1,chassis=6,slot=1" -device "$gpu,bus=root3"
    -device "pcie-root-port,id=root4,bus=bridge2,chassis=7,slot=1" -device "$nic,bus=root4"
    -device "pcie-root-port,id=root5,bus=pcie.0,chassis=8,slot=1"
    -netdev "hubport,id=hub,hubid=0" -device "virtio-net-pci,netdev=hub,bus=root5,ats=on,romfile="
  )
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
  pcie)
    pcie_machine
    in_vm --nics 0 --kernel-arguments "intel_iommu=on iommu=pt" --env TABLE="$here/pcie.tsv" \
      --env LAB_POLICY="$here/pcie.yaml" "$lab" "$here/guest/pcie.sh"
    python3 "$here/compare_pcie.py" "$results"
    python3 "$here/judge_breakages.py" "$here/pcie.tsv" "$results"
    ;;
  readonly)
    in_vm "$lab" "$here/guest/readonly.sh"
    python3 "$here/judge_readonly.py" "$here/readonly_allow.txt" "$results"
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
