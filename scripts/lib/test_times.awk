# SPDX-License-Identifier: Apache-2.0
# Passes on what ctest prints; before its closing lines comes a table of where the time went.
# -v parts="SECONDS NAME\n...": what was done before the tests

{ sub(/\r$/, "") }

closing {
  held = held $0 "\n"
  if (/^Total Test time/) parts = parts int($(NF - 1)) " tests, the slowest of which:"
  next
}

$2 == "Test" && $NF == "sec" {
  split($1, count, "/")
  seconds[$4] = $(NF - 1)
  if (count[1] == count[2]) last = 1
}

last && /^[0-9]+% tests passed/ { closing = 1; held = $0 "\n"; next }

{ print; fflush() }

END {
  print "Where the time went:"
  n = split(parts, lines, "\n")
  for (i = 1; i <= n; i++) {
    at = index(lines[i], " ")
    if (at) printf "%7d s  %s\n", substr(lines[i], 1, at - 1), substr(lines[i], at + 1)
  }
  while (shown++ < 12) {
    slowest = ""
    for (name in seconds) {
      if (slowest == "" || seconds[name] > seconds[slowest]) slowest = name
    }
    if (slowest == "") break
    printf "%7d s  %s\n", seconds[slowest], "  " slowest
    delete seconds[slowest]
  }
  printf "\n%s", held
}
