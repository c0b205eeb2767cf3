# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# What prolog and health_check share. They must never fail by accident, since a prolog that fails
# drains its node: so they end with exit_status whatever happens on the way, and what is not plain
# leaves the node as it is.
exit_status=0
trap 'exit "$exit_status"' EXIT

# Slurm starts both without a PATH.
PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
export PATH

# The site's file may set these anew: see slurm.conf.example.
rocelint=rocelint
check_options=(--confirm)
check_seconds=20
drain_limit=10%
drain_undetermined=yes
resume=no
config=${ROCELINT_SLURM_CONFIG:-/etc/rocelint/slurm.conf}
node=${SLURMD_NODENAME:-$(hostname -s)}

# Slurm throws away what a prolog prints. The site's file may define this anew too.
log() {
  logger -t rocelint -p daemon.warning -- "$node: $1"
}

read_config() {
  local writers
  [[ -e $config ]] || return 0
  writers=$(find -L "$config" -maxdepth 0 -perm /022) || return 1
  if [[ -n $writers || ! -O $config ]]; then
    log "$config must belong to root and not be writable by others: nothing is done"
    return 1
  fi
  if ! bash -n "$config" 2>/dev/null; then
    log "$config is no bash: nothing is done"
    return 1
  fi
  # shellcheck source=/dev/null
  . "$config"
  return 0
}

# Sets gate, reason and ended. Only rocelint's own words, with the exit code that goes with them, are
# a gate: what was killed, is missing or ran out of time is an error.
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
      log "not judged: the probe did not run to its end or the policy is undecided ($reason)"
      gate=error
      ;;
    *)
      log "not judged: rocelint ended with $status ${reason:-and said nothing}"
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

# Sets node_state and node_reason as slurmctld has them now.
read_node() {
  local line
  line=$(timeout 10 scontrol --oneliner show node "$node" 2>/dev/null)
  if ! [[ $line =~ \ State=([^ ]+) ]]; then
    log "slurmctld does not tell the state of this node"
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

# Whether this node may be drained by us: nobody has drained it or given it a reason.
is_free() {
  read_node || return 1
  if is_ours; then
    ! is_drained
  elif is_drained || [[ -n $node_reason ]]; then
    log "left as it is ($node_state, ${node_reason:-no reason}): $reason"
    return 1
  fi
}

# Whether the cluster has room for so many more nodes drained by rocelint.
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

# Drains this node for $reason unless it is another's or too many are drained already. Others may
# drain theirs at the same moment: so the count is taken again after it, and who finds it too high
# then steps back. Whoever was last to drain has counted all others, so no more than the limit stay.
drain() {
  is_free || return
  if ! has_room_for 1; then
    log "left in service, $drain_limit of the nodes are drained by rocelint already: $reason"
    return
  fi
  is_free || return
  if ! update_node State=DRAIN Reason="$reason"; then
    log "can't be drained: $reason"
    return
  fi
  log "drained: $reason"
  has_room_for 0 || resume "too many nodes are drained by rocelint"
}

# Undoes our own drain, nobody else's.
resume() {
  if read_node && is_drained && is_ours; then
    update_node State=RESUME && log "resumed, $1"
  fi
}

read_config
