# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# Shared by prolog and health_check. They must never fail by accident, because slurmctld drains the
# node of a failed prolog: they always exit with exit_status, and leave the node unchanged when in doubt.
exit_status=0
trap 'exit "$exit_status"' EXIT

# Slurm starts both without a PATH.
PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
export PATH

# The site's file can override these: see slurm.conf.example.
rocelint=rocelint
check_options=(--confirm)
check_seconds=20
drain_limit=10%
drain_undetermined=yes
resume=no
config=${ROCELINT_SLURM_CONFIG:-/etc/rocelint/slurm.conf}
node=${SLURMD_NODENAME:-$(hostname -s)}

# Slurm discards the output of a prolog. The site's file can override this, too.
log() {
  logger -t rocelint -p daemon.warning -- "$node: $1"
}

read_config() {
  local writers
  [[ -e $config ]] || return 0
  writers=$(find -L "$config" -maxdepth 0 -perm /022) || return 1
  if [[ -n $writers || ! -O $config ]]; then
    log "$config must belong to root and must not be writable by others: nothing is done"
    return 1
  fi
  if ! bash -n "$config" 2>/dev/null; then
    log "$config is not valid bash: nothing is done"
    return 1
  fi
  # shellcheck source=/dev/null
  . "$config"
  return 0
}

# Sets gate, reason, and ended. Only output of rocelint with the matching exit code counts as a gate: a
# program that is missing, was killed, or timed out is an error.
judge() {
  local output status
  gate='' reason='' ended=''
  output=$(timeout --kill-after=2 "$check_seconds" \
    "$rocelint" check --format gate "${check_options[@]}" 2>/dev/null </dev/null)
  status=$?
  { read -r gate && read -r reason && read -r ended; } <<<"$output"
  case $status:$gate:$ended:$reason in
    0:pass:complete: | 0:pass:incomplete:) ;;
    [13]:stop:complete:rocelint:* | 1:stop:incomplete:rocelint:*) ;;
    3:stop:incomplete:rocelint:*)
      log "not judged: the probe did not finish or the policy is undecided ($reason)"
      gate=error
      ;;
    *)
      log "not judged: rocelint exited with $status ${reason:-and no output}"
      gate=error
      ;;
  esac
  undetermined=$((status == 3))
}

should_drain() {
  [[ $gate == stop ]] || return 1
  if ((undetermined)) && [[ $drain_undetermined != yes ]]; then
    log "left in service: $reason"
    return 1
  fi
}

should_resume() {
  [[ $resume == yes && $gate == pass && $ended == complete ]]
}

# Sets node_state and node_reason to the current values in slurmctld.
read_node() {
  local line
  line=$(timeout 10 scontrol --oneliner show node "$node" 2>/dev/null)
  if ! [[ $line =~ \ State=([^ ]+) ]]; then
    log "slurmctld does not report the state of this node"
    return 1
  fi
  node_state=${BASH_REMATCH[1]}
  node_reason=''
  if [[ $line =~ \ Reason=(.*) ]]; then
    node_reason=${BASH_REMATCH[1]}
  fi
}

is_drained() { [[ $node_state == *DRAIN* ]]; }
is_ours() { [[ $node_reason == rocelint:* ]]; }

update_node() {
  timeout 10 scontrol update NodeName="$node" "$@" 2>/dev/null
}

# Whether rocelint may drain this node: nobody else drained it or set a reason.
is_free() {
  read_node || return 1
  if is_ours; then
    ! is_drained
  elif is_drained || [[ -n $node_reason ]]; then
    log "unchanged ($node_state, ${node_reason:-no reason}): $reason"
    return 1
  fi
}

# Whether rocelint may have $1 more nodes drained.
has_room_for() {
  local nodes drained all limit=$drain_limit
  if ! all=$(timeout 10 scontrol --oneliner show nodes 2>/dev/null); then
    log "slurmctld does not list its nodes"
    return 1
  fi
  nodes=$(grep -c '^NodeName=' <<<"$all")
  drained=$(grep -c ' State=[^ ]*DRAIN.* Reason=rocelint:' <<<"$all")
  [[ $limit =~ ^[0-9]{1,9}%?$ ]] || limit=0
  if [[ $limit == *% ]]; then
    limit=$((10#${limit%\%} * nodes))
    limit=$(((limit + 99) / 100))
  fi
  ((drained + $1 <= 10#$limit))
}

# Drains this node for $reason, unless somebody else did or too many nodes are drained already. Other
# nodes may drain themselves at the same moment, so each node counts again afterwards and undoes its drain
# if there are too many. The last node to drain has counted all others, so the limit holds.
drain() {
  is_free || return
  if ! has_room_for 1; then
    log "left in service, rocelint has already drained $drain_limit of the nodes: $reason"
    return
  fi
  is_free || return
  if ! update_node State=DRAIN Reason="$reason"; then
    log "cannot be drained: $reason"
    return
  fi
  log "drained: $reason"
  has_room_for 0 || resume "rocelint has drained too many nodes"
}

# Undoes rocelint's own drain, nobody else's.
resume() {
  if read_node && is_drained && is_ours; then
    update_node State=RESUME && log "resumed, $1"
  fi
}

read_config
