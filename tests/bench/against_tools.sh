#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# How long `rocelint check` takes on eight NICs, against a script that reads the same facts with the
# ordinary tools, in the same virtual machine in one run. Prints both times and their ratio.
# Usage: against_tools.sh ROCELINT LAB_DIR
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
rocelint=$(realpath "$1") lab=$2
results=$lab/results/against_tools
rm -rf "$results"
"$here/../lab/vm/build_image.sh" "$lab"
"$here/../lab/vm/run_vm.sh" --env ROCELINT="$rocelint" "$lab" "$here/guest_against_tools.sh" "$results"
cat "$results/times"
