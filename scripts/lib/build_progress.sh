# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# Builds with ninja and shows how far it is and how long it may still take: one line that is written over
# on a terminal, a line for every tenth elsewhere. Sourced.

# build_with_progress PRESET [CMAKE_ARGUMENTS...]
build_with_progress() {
  local status=0
  # done, all, percent, seconds since the start
  NINJA_STATUS='@ %f %t %p %e @' cmake --build --preset "$@" 2>&1 | show_progress || status=$?
  [ ! -t 1 ] || printf '\r\033[K'
  return "$status"
}

# Whatever ninja says that is no step, a compiler's errors for instance, is passed on.
show_progress() {
  local line finished all percent seconds shown=-1
  while IFS= read -r line; do
    if [[ $line != "@ "* ]]; then
      [ ! -t 1 ] || printf '\r\033[K'
      printf '%s\n' "$line"
      continue
    fi
    read -r _ finished all percent seconds _ <<<"$line"
    percent=${percent%\%} seconds=${seconds%.*}
    if [ -t 1 ]; then
      printf '\r\033[K%s' "$(progress_line)"
    elif ((percent / 10 > shown)); then
      shown=$((percent / 10))
      progress_line
    fi
  done
}

# Remaining steps take as long as those that are done; of the first few that says nothing yet.
progress_line() {
  if ((percent < 3 || finished == all)); then
    echo "Building: $percent %"
    return
  fi
  local left=$((seconds * (all - finished) / finished))
  if ((left < 60)); then
    echo "Building: $percent %, less than a minute left"
  else
    echo "Building: $percent %, about $(((left + 30) / 60)) min left"
  fi
}
