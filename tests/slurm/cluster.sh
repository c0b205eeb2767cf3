# shellcheck shell=bash
# shellcheck disable=SC2154  # set by who sources it
# SPDX-License-Identifier: Apache-2.0
# A whole Slurm cluster on this machine: munged, slurmctld and four slurmd, each with its files in
# one directory and its own port. Nothing of the machine's own Slurm or munge is used or changed.
# Sourced by drain_test.sh, which says where: cluster=DIRECTORY.

nodes=(n1 n2 n3 n4)
daemons=()

# Ports that nobody listens on, below those that the kernel gives to outgoing connections.
free_ports() {
  local first
  for ((first = 20000 + $$ % 1000 * 10; ; first = 20000 + (first - 19990) % 10000)); do
    ss --no-header --listening --tcp --numeric | awk '{print $4}' |
      grep -qE ":($first|$((first + 1))|$((first + 2))|$((first + 3))|$((first + 4)))\$" || break
  done
  echo "$first"
}

# Debian builds Slurm with PMIx and does not install it; nothing here needs it.
write_slurm_conf() {
  local first_port host
  first_port=$(free_ports)
  host=$(hostname -s)
  cat >"$SLURM_CONF" <<END
ClusterName=rocelint
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$first_port
SlurmctldPidFile=$cluster/slurmctld.pid
SlurmctldLogFile=$cluster/slurmctld.log
SlurmdPidFile=$cluster/slurmd.%n.pid
SlurmdLogFile=$cluster/slurmd.%n.log
SlurmdSpoolDir=$cluster/spool.%n
StateSaveLocation=$cluster/state
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
CredType=cred/munge
# A job that is queued again waits for its credential to run out, two minutes by default.
AuthInfo=socket=$cluster/munge.socket,cred_expire=5
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SchedulerParameters=nohold_on_prolog_fail,bf_interval=1,sched_interval=1
PrologFlags=$prolog_flags
Prolog=$cluster/prolog
PrologEpilogTimeout=120
HealthCheckProgram=$cluster/health_check
HealthCheckInterval=2
HealthCheckNodeState=ANY
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((first_port + 1)) Weight=1
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((first_port + 2)) Weight=2
NodeName=n3 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((first_port + 3)) Weight=2
NodeName=n4 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((first_port + 4)) Weight=2
PartitionName=all Nodes=n[1-4] Default=YES MaxTime=5 State=UP
END
}

start_cluster() {
  local node
  export SLURM_CONF=$cluster/slurm.conf
  mkdir "$cluster/state" "$cluster"/spool.n{1,2,3,4}
  write_slurm_conf
  head -c 1024 /dev/urandom >"$cluster/munge.key"
  chmod 400 "$cluster/munge.key"
  # In the foreground: so each is a child of this shell, which ends what it started and no other.
  run_daemon munged --foreground --force --socket="$cluster/munge.socket" \
    --key-file="$cluster/munge.key" --pid-file="$cluster/munge.pid" --seed-file="$cluster/munge.seed"
  wait_until "munged answers" munge --no-input --socket="$cluster/munge.socket"
  run_daemon slurmctld -D -f "$SLURM_CONF"
  for node in "${nodes[@]}"; do
    run_daemon slurmd -D -N "$node" -f "$SLURM_CONF"
  done
  wait_until "four nodes are idle" four_are_idle
}

run_daemon() {
  "$@" </dev/null >>"$cluster/daemons.log" 2>&1 &
  daemons+=($!)
}

four_are_idle() {
  local node
  for node in "${nodes[@]}"; do
    [[ $(state_of "$node") == IDLE ]] || return
  done
}

# The steps of a job are no children of ours: slurmctld ends them.
stop_cluster() {
  local tries
  timeout 10 scancel --user="$(id -un)" 2>/dev/null
  for ((tries = 0; tries < 50; ++tries)); do
    kill -TERM "${daemons[@]}" 2>/dev/null || break
    sleep 0.2
  done
  kill -KILL "${daemons[@]}" 2>/dev/null
  wait
}

# Up to a minute, since all this is slow on a machine that is busy with other tests; and all together
# not so long that CTest kills this shell, which would leave the daemons behind.
wait_until() {
  local what=$1 tries
  shift
  for ((tries = 0; tries < 300 && SECONDS < 240; ++tries)); do
    ! "$@" >/dev/null 2>&1 || return 0
    sleep 0.2
  done
  echo "gave up waiting until $what" >&2
  return 1
}

state_of() { scontrol --oneliner show node "$1" | grep -oP ' State=\K[^ ]+'; }
# Without who gave it and when.
reason_of() { scontrol --oneliner show node "$1" | grep -oP ' Reason=\K.*(?= \[)'; }
is_drained() { [[ $(state_of "$1") == *DRAIN* ]]; }
is_out_of_service() { [[ $(state_of "$1") =~ DRAIN|DOWN ]]; }
