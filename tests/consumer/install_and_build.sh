#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs BUILD_DIR to a temporary prefix, builds a program against it with find_package and runs
# both that and the installed command. usage: install_and_build.sh BUILD_DIR
set -euo pipefail
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/prefix" >/dev/null
cmake -S "$(dirname "$0")" -B "$work/build" -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix" >/dev/null
cmake --build "$work/build" -- --quiet
"$work/build/consumer" >"$work/report"
grep -q . "$work/report"
"$work/prefix/bin/rocelint" version | grep -q '^rocelint [0-9]'
echo "installed, found by find_package, built and ran"
