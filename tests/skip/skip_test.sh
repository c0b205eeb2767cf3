#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SkippedTests.cmake: a test that lacks something is skipped, and fails where nothing may be missing.
# usage: skip_test.sh UNIT_TESTS, of which one needs ROCELINT_PUBLIC_DATA
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
unit_tests=$(realpath "$1")
unset ROCELINT_PUBLIC_DATA
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# ctest_with ON|OFF: what ctest says of both kinds of test.
ctest_with() {
  cmake -S "$here" -B "$work" -DROCELINT_NO_SKIP="$1" -DUNIT_TESTS="$unit_tests" >/dev/null
  ctest --test-dir "$work" --output-on-failure 2>&1 || true
}

# expect NO_SKIP LINE: a pattern as in grep -E.
expect() {
  grep -qE "$2" "$work/$1" && return
  echo "ROCELINT_NO_SKIP=$1: ctest does not say '$2':" >&2
  cat "$work/$1" >&2
  exit 1
}

for no_skip in OFF ON; do
  ctest_with "$no_skip" >"$work/$no_skip"
done
expect OFF 'script \.+\*+Skipped'
expect OFF 'unit \.+ +Passed'
expect ON 'script \.+\*+Failed'
expect ON 'skipped: nothing is here'
expect ON 'unit \.+\*+Failed'
expect ON 'ROCELINT_PUBLIC_DATA is not set'
echo "what would be skipped fails where nothing may be missing"
