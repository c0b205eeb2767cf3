#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# CTest's way into the lab: makes the image, boots it and runs guest/smoke.sh.
# Usage: smoke_test.sh OUTDIR RESULT_DIR
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
outdir=${1:?usage: smoke_test.sh OUTDIR RESULT_DIR}
results=${2:?usage: smoke_test.sh OUTDIR RESULT_DIR}

"$here/vm/build_image.sh" "$outdir"
"$here/vm/run_vm.sh" --timeout 240 "$outdir" "$here/guest/smoke.sh" "$results"
