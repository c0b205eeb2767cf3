#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Boots a VM from what build_image.sh made and runs a script in it.
set -euo pipefail

usage() {
  cat >&2 <<'TEXT'
Usage: run_vm.sh [options] OUTDIR GUEST_SCRIPT RESULT_DIR [qemu arguments...]
  --nics N              test NICs, each below a root port of its own (default 8)
  --personality P       mlx5, bnxt, or none: no test NIC is loaded (default mlx5)
  --testnic-parameters  module parameters, for instance "trust=dscp"
  --env NAME=VALUE      a variable for the guest script; may be repeated
  --kernel-arguments A  more of the kernel's command line, for instance "iommu=pt"
  --timeout SECONDS     then QEMU is killed and the run has failed (default 300)
GUEST_SCRIPT and all it needs are seen at their own paths; it writes to /results, which is
RESULT_DIR. Left there: exit_code, console.log, dmesg.log, boot_seconds.
Exit: 0 the script returned 0; 77 it returned 77, or QEMU or the image is missing; else 1.
TEXT
  exit 1
}

nics=8 personality=mlx5 testnic_parameters='' kernel_arguments='' timeout=300 environment=()
while [[ ${1:-} == --* ]]; do
  [[ $# -ge 2 ]] || usage
  case $1 in
    --nics) nics=$2 ;;
    --personality) personality=$2 ;;
    --testnic-parameters) testnic_parameters=$2 ;;
    --env) environment+=("$2") ;;
    --kernel-arguments) kernel_arguments=$2 ;;
    --timeout) timeout=$2 ;;
    *) usage ;;
  esac
  shift 2
done
[[ $# -ge 3 ]] || usage
outdir=$(realpath "$1") script=$(realpath "$2")
mkdir -p "$3"
results=$(realpath "$3")
shift 3
here=$(cd "$(dirname "$0")" && pwd)

skip() {
  echo "lab: $1" >&2
  exit 77
}

fail() {
  echo "lab: $1" >&2
  tail -20 "$results/console.log" >&2
  exit 1
}

write_environment() {
  local variable
  for variable in LAB_GUEST_INIT="$here/guest_init.sh" LAB_OUTDIR="$outdir" \
    LAB_SCRIPT="$script" LAB_PERSONALITY="$personality" \
    LAB_TESTNIC_PARAMETERS="$testnic_parameters" "${environment[@]}"; do
    local value=${variable#*=}
    echo "${variable%%=*}=${value@Q}"
  done >"$results/vm.env"
}

# A root port for each NIC, so that each has a PCI Express link of its own: x16, as fast as QEMU has it.
nic_arguments() {
  local i
  for ((i = 1; i <= nics; i++)); do
    echo -device "pcie-root-port,id=port$i,chassis=$i,slot=$i,x-speed=16,x-width=16"
    echo -device "e1000e,bus=port$i,romfile="
  done
}

# no_timer_check: on a busy machine so few ticks come while the kernel counts them that it takes the
# timer for broken, and panics. The second line is for speed: QEMU keeps what it has translated of a
# program only where the program comes to lie at the same addresses again.
kernel_command_line="console=ttyS0 quiet loglevel=4 panic=-1 oops=panic no_timer_check \
mitigations=off cryptomgr.notests norandmaps nokaslr init_on_alloc=0 apparmor=0 audit=0"

# TCG: with KVM these guests hang on some build machines. Vector instructions and five levels of page
# tables, which the newest CPU has, take longer to emulate than doing without; rdrand seeds the
# random numbers at once.
run_qemu() {
  exec timeout --kill-after=5 "$timeout" qemu-system-x86_64 \
    -M q35 -accel tcg -cpu qemu64,+rdrand -m 1024 -smp 1 \
    -nodefaults -display none -no-reboot -serial "file:$results/console.log" \
    -kernel "$outdir/vmlinux" -initrd "$outdir/initramfs.gz" \
    -append "$kernel_command_line $kernel_arguments" \
    -fsdev local,id=root,path=/,readonly=on,security_model=none,multidevs=remap \
    -device virtio-9p-pci,fsdev=root,mount_tag=root \
    -fsdev "local,id=results,path=$results,security_model=none,multidevs=remap" \
    -device virtio-9p-pci,fsdev=results,mount_tag=results \
    "$@" </dev/null 2>"$results/qemu.log"
}

command -v qemu-system-x86_64 >/dev/null || skip "qemu-system-x86_64 is not installed."
[[ -e $outdir/vmlinux && -e $outdir/initramfs.gz ]] ||
  skip "there is no image in $outdir; build_image.sh makes one."

rm -f "$results"/{exit_code,boot_seconds,console.log,dmesg.log,qemu.log}
touch "$results/console.log"
write_environment
mapfile -t nic_arguments < <(nic_arguments | tr ' ' '\n')
run_qemu "${nic_arguments[@]}" "$@" &
vm=$!
trap 'kill "$vm" 2>/dev/null' EXIT # whoever stops this script stops the VM
status=0
wait "$vm" || status=$?
trap - EXIT
((status == 124 || status == 137)) && fail "the VM did not end within $timeout seconds."
((status == 0)) || fail "QEMU failed: $(<"$results/qemu.log")"
diagnostics=$(cat "$results"/{console,dmesg}.log 2>/dev/null |
  grep -aE '\bBUG: |Oops|\[#[0-9]+\] |WARNING: CPU|Kernel panic' || true)
[[ -z $diagnostics ]] || fail "the guest's kernel complained: $diagnostics"
[[ -e $results/exit_code ]] || fail "the guest stopped before its script did."
code=$(<"$results/exit_code")
((code == 0 || code == 77)) || fail "the guest script returned $code."
exit "$code"
