#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds every fuzz target and runs each for a moment. usage: run.sh SECONDS [TARGET...]
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=$1
shift
cmake --preset fuzz >/dev/null
cmake --build --preset fuzz -- --quiet
findings=$(mktemp -d)
trap 'rm -rf "$findings"' EXIT
for target in build/fuzz/tests/fuzz/*_fuzz; do
  name=$(basename "$target")
  if [ "$#" -gt 0 ] && [[ " $* " != *" $name "* ]]; then
    continue
  fi
  corpus=tests/fuzz/corpus/$name
  seeds=()
  [ -d "$corpus" ] && seeds=("$corpus")
  work=$(mktemp -d -p "$findings")
  echo "== $name, $seconds s"
  "$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix="$findings/" "$work" "${seeds[@]}" 2>&1 |
    grep -E 'ERROR|SUMMARY|number_of_executed_units|average_exec_per_sec' || true
  if compgen -G "$findings/*-*" >/dev/null; then
    echo "$name found:"
    for artifact in "$findings"/*-*; do
      echo "$artifact"
      base64 "$artifact" | head -c 4000
    done
    exit 1
  fi
done
