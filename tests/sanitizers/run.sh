#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the unit tests with ASan and UBSan and runs them in one process.
set -euo pipefail
cd "$(dirname "$0")/../.."
cmake --preset asan >/dev/null
cmake --build --preset asan --target rocelint_tests -- --quiet
build/asan/tests/rocelint_tests --gtest_brief=1
