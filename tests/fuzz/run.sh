#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds every fuzz target and runs each for a while; a crash, a hang or a leak ends it.
# usage: run.sh SECONDS|same [TARGET...]     ROCELINT_FUZZ_BUILT=1: they are built already
# same: the same inputs each time, so that a run says something of the change and not of chance.
set -euo pipefail
cd "$(dirname "$0")/../.."
case $1 in
  same) effort=(-seed=1 -runs=20000 -max_total_time=60) ;;
  *) effort=(-max_total_time="$1") ;;
esac
shift
if [ -z "${ROCELINT_FUZZ_BUILT:-}" ]; then
  cmake --preset fuzz >/dev/null
  cmake --build --preset fuzz --target fuzzers -- --quiet
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fuzz() {
  local target=$1 name
  name=$(basename "$target")
  mkdir "$work/$name"
  local corpora=("$work/$name")
  [ -d "tests/fuzz/corpus/$name" ] && corpora+=("tests/fuzz/corpus/$name")
  if ! "$target" "${effort[@]}" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix="$work/found-" "${corpora[@]}" >"$work/log" 2>&1; then
    echo "$name found something:"
    tail -n 60 "$work/log"
    for input in "$work"/found-*; do
      echo "the input, in base64:"
      base64 "$input" | head -c 4000
    done
    return 1
  fi
  echo "$name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$work/log") inputs"
}

ran=0
for target in build/asan/tests/fuzz/*_fuzz; do
  if [ "$#" -gt 0 ] && [[ " $* " != *" $(basename "$target") "* ]]; then
    continue
  fi
  fuzz "$target"
  ran=$((ran + 1))
done
[ "$ran" -gt 0 ] || { echo "no such fuzz target" >&2; exit 1; }
