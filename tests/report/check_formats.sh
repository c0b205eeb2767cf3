#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The report as JUnit XML against a schema, and as Prometheus text by promtool. promtool comes out of
# Debian's package, which is fetched and never installed: it would start a server.
# usage: check_formats.sh ROCELINT DIRECTORY
set -euo pipefail
rocelint=$1
directory=$2/formats
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$directory"

command -v xmllint >/dev/null || { echo "skipped: xmllint is not installed"; exit 77; }
promtool=$directory/usr/bin/promtool
if [ ! -x "$promtool" ]; then
  (cd "$directory" && apt-get -qq download prometheus && dpkg-deb -x prometheus_*.deb .) ||
    { echo "skipped: promtool can't be fetched"; exit 77; }
fi

for sample in healthy faulty; do
  "$rocelint" demo "$sample" --format junit >"$directory/$sample.xml" || [ $? -eq 1 ]
  xmllint --noout --schema "$here/junit.xsd" "$directory/$sample.xml"
  "$rocelint" demo "$sample" --format prometheus >"$directory/$sample.prom" || [ $? -eq 1 ]
  "$promtool" check metrics <"$directory/$sample.prom"
  echo "$sample.prom is right: $(grep -vc '^#' "$directory/$sample.prom") samples"
done

# Both can fail.
if sed 's/<testcase/<test/' "$directory/healthy.xml" | xmllint --noout --schema "$here/junit.xsd" - 2>/dev/null; then
  echo "the schema takes anything" >&2
  exit 1
fi
if sed 's/{/{{/' "$directory/healthy.prom" | "$promtool" check metrics 2>/dev/null; then
  echo "promtool takes anything" >&2
  exit 1
fi
