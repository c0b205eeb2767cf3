#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# scripts/slurm against a real Slurm: slurmctld and four nodes on this machine, whose state comes from
# saved hosts. usage: drain_test.sh ROCELINT [WHAT...], the functions below that are not all to run
set -uo pipefail
umask 022 # a configuration that others can write is refused
here=$(cd "$(dirname "$0")" && pwd)
scripts=$here/../../scripts/slurm
rocelint=$(realpath "$1")
expected=("${@:2}")
prolog_flags=${ROCELINT_PROLOG_FLAGS:-Alloc}

for tool in slurmctld slurmd munged scontrol ss; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done
[[ $(id -u) == 0 ]] || { echo "skipped: slurmd needs root"; exit 77; }

cluster=$(mktemp -d /tmp/rocelint-slurm.XXXXXX)
# shellcheck source=tests/slurm/cluster.sh
. "$here/cluster.sh"
trap 'stop_cluster; [[ -n ${KEEP:-} ]] || rm -rf "$cluster"' EXIT

failures=0
checks=0
is() {
  checks=$((checks + 1))
  if [[ $2 != "$3" ]]; then
    failures=$((failures + 1))
    echo "FAILED  $1: is \"$2\", not \"$3\""
  fi
}
holds() {
  local what=$1
  shift
  is "$what" "$("$@" >/dev/null 2>&1 && echo yes || echo no)" yes
}
holds_not() {
  local what=$1
  shift
  is "$what" "$("$@" >/dev/null 2>&1 && echo yes || echo no)" no
}

# ---- What a site would have: the two programs, and a configuration for each node.

install_site() {
  local program
  for program in prolog health_check; do
    cat >"$cluster/$program" <<END
#!/bin/bash
export SLURM_CONF=$SLURM_CONF ROCELINT_SLURM_CONFIG=$cluster/\$SLURMD_NODENAME.conf
[[ $program == prolog || -n \${by_hand:-} || -e $cluster/health_checks_on ]] || exit 0
$scripts/$program
status=\$?
echo "\$SLURMD_NODENAME $program ended with \$status" >>$cluster/ended
exit \$status
END
    chmod +x "$cluster/$program"
  done
}

# site NODE LINE...: its configuration.
site() {
  local node=$1
  shift
  {
    echo "log() { echo \"\$node: \$1\" >>$cluster/$node.log; }"
    echo "rocelint=$rocelint"
    echo "drain_limit=4"
    printf '%s\n' "$@"
  } >"$cluster/$node.conf"
}
host() { site "$1" "check_options=(--snapshot $cluster/$2.json --policy lossless-dscp26)" "${@:3}"; }

all_in_service() {
  local node
  for node in "${nodes[@]}"; do
    host "$node" healthy
    rm -f "$cluster/$node.log"
    ! is_out_of_service "$node" || scontrol update NodeName="$node" State=RESUME
  done
  rm -f "$cluster/ended"
  wait_until "all nodes are in service" four_are_idle
}

health_check() { by_hand=yes SLURMD_NODENAME=$1 "$cluster/health_check"; }
log_of() { cat "$cluster/$1.log" 2>/dev/null; }
log_has() { log_of "$1" | grep -qF -- "$2"; }
left_in_service() {
  holds_not "$1: $2 is left in service" is_drained "$2"
  is "$1: reason of $2" "$(reason_of "$2")" ""
}

# submit OPTION...: sets job. Its output says where it ran.
submit() {
  job=$(sbatch --parsable --output="$cluster/job.%j" --wrap "echo ran on \$SLURMD_NODENAME" "$@")
}
has_ended() { [[ $(squeue --noheader --job="$1" 2>/dev/null) == "" ]]; }
ran_on() {
  wait_until "job $1 has ended" has_ended "$1"
  grep -oP '^ran on \K.*' "$cluster/job.$1"
}

# ---- What is shown

a_healthy_node_runs_the_job() {
  submit --nodelist=n1
  is "a healthy node runs the job" "$(ran_on "$job")" n1
  left_in_service "a healthy node" n1
  is "nothing is said of it" "$(log_of n1)" ""
}

a_broken_node_is_drained_and_the_job_runs_elsewhere() {
  host n1 faulty # which Slurm takes first, by its weight
  submit --nodes=1
  is "the job of a broken node runs on another" "$(ran_on "$job" | tr -d 0-9)" n
  holds_not "not on the broken one" grep -q "ran on n1" "$cluster/job.$job"
  holds "a broken node is drained" is_drained n1
  is "by our reason, not by Prolog error" "$(reason_of n1)" "$faulty_reason"
  holds "the job was queued again" grep -q "Requeuing JobId=$job" "$cluster/slurmctld.log"
}

an_interactive_job_is_told() {
  host n1 faulty
  holds_not "srun fails on a broken node" timeout 60 srun --nodelist=n1 true
  is "srun: drained" "$(reason_of n1)" "$faulty_reason"
}

# Each on a node of its own, all at once.
failures_of_the_tool_drain_nothing() {
  local node
  site n1 "check_options=(--snapshot $cluster/faulty.json --policy $cluster/typo.yaml)"
  site n2 "rocelint=$cluster/no/such/program"
  site n3 "rocelint=$cluster/kills_itself"
  site n4 "rocelint=$cluster/kills_a_worker" "check_options=(--root $cluster/tree.n4 --timeout 30s)"
  all_jobs_run "a failure of the tool"
  holds "a policy typo is told" log_has n1 "not judged: rocelint exited with 2 rocelint: "
  holds "a missing program is told" log_has n2 "not judged: rocelint exited with 127"
  holds "a killed rocelint is told" log_has n3 "not judged: rocelint exited with 137"
  holds "a killed worker is told" log_has n4 "not judged: the probe did not finish"
  holds "it was killed" grep -q "crashed" "$cluster/killed_a_worker"

  all_in_service
  site n1 "check_options=(--root $cluster/tree.n1 --timeout 1s)"
  site n2 "rocelint=$cluster/hangs" check_seconds=1
  host n3 faulty 'drain_limit="4' # no end of the string
  host n4 faulty
  chmod 666 "$cluster/n4.conf"
  all_jobs_run "another failure of the tool"
  holds "a timeout of the probe is told" log_has n1 "not judged: the probe did not finish"
  holds "a timeout of all is told" log_has n2 "not judged: rocelint exited with 1"
}

all_jobs_run() {
  local node jobs=()
  for node in "${nodes[@]}"; do
    submit --nodelist="$node"
    jobs+=("$job")
  done
  for node in "${nodes[@]}"; do
    is "$1: $node runs the job" "$(ran_on "${jobs[${node#n} - 1]}")" "$node"
    left_in_service "$1" "$node"
  done
}

# The same tree, when the probe can run to its end: no port can be judged, which is a stop.
what_is_undetermined_stops_unless_the_site_says_otherwise() {
  mkdir -p "$cluster/empty"
  site n1 "check_options=(--root $cluster/empty)"
  site n2 "check_options=(--root $cluster/empty)" drain_undetermined=no
  host n3 pod
  for node in n1 n2 n3; do
    health_check "$node"
  done
  is "no port is a stop" "$(reason_of n1)" "rocelint:no-port unknown"
  left_in_service "the site lets unknowns be" n2
  holds "and is told of it" log_has n2 "left in service: rocelint:no-port unknown"
  is "an unknown blocker is a stop" "$(reason_of n3)" "rocelint:path-not-lossless mlx5_0 unknown +1"
}

another_reason_is_never_overwritten() {
  host n1 faulty
  host n2 faulty
  # shellcheck disable=SC2016 # $1 is that of the function
  host n3 faulty 'has_room_for() {
    (($1 == 0)) || scontrol update NodeName=n3 State=DRAIN Reason="came first"
  }'
  host n4 healthy resume=yes
  scontrol update NodeName=n1 State=DRAIN Reason="dimm 3, joe"
  scontrol update NodeName=n2 State=DOWN Reason="no power"
  scontrol update NodeName=n4 State=DRAIN Reason="new kernel"
  for node in "${nodes[@]}"; do
    health_check "$node"
  done
  is "of a drained node" "$(reason_of n1)" "dimm 3, joe"
  is "of a node that is down" "$(reason_of n2)" "no power"
  holds_not "which is not drained" is_drained n2
  is "of a node that someone drains at that moment" "$(reason_of n3)" "came first"
  is "of a healthy one, though we may resume" "$(reason_of n4)" "new kernel"
  holds "which stays drained" is_drained n4
}

only_our_own_is_resumed_and_only_on_request() {
  host n1 faulty
  health_check n1
  is "drained by the health check" "$(reason_of n1)" "$faulty_reason"
  host n1 faulty resume=yes
  health_check n1
  is "not resumed while broken" "$(reason_of n1)" "$faulty_reason"
  host n1 healthy
  health_check n1
  is "not resumed without request" "$(reason_of n1)" "$faulty_reason"
  host n1 healthy resume=yes
  health_check n1
  left_in_service "resumed" n1
}

the_limit_holds() {
  local node
  host n1 faulty
  health_check n1
  host n2 faulty drain_limit=1
  submit --nodelist=n2
  is "above the limit the job runs" "$(ran_on "$job")" n2
  left_in_service "above the limit" n2
  holds "and the site is told" log_has n2 "left in service, rocelint has already drained 1 of the nodes"
  host n2 faulty drain_limit=26%
  health_check n2
  is "a share is rounded up" "$(reason_of n2)" "$faulty_reason"
  host n3 faulty drain_limit=50%
  health_check n3
  left_in_service "above a share" n3

  all_in_service
  host n1 faulty drain_limit=0
  host n2 faulty drain_limit=many
  health_check n1
  health_check n2
  left_in_service "a limit of 0" n1
  left_in_service "a limit that is none" n2
}

# All at the same moment: none has counted the others before it drains.
the_limit_holds_at_the_same_moment() {
  local node drained=0
  for node in "${nodes[@]}"; do
    host "$node" faulty drain_limit=1
  done
  for node in "${nodes[@]}"; do
    health_check "$node" &
    checks_running+=($!)
  done
  wait "${checks_running[@]}"
  for node in "${nodes[@]}"; do
    ! is_drained "$node" || drained=$((drained + 1))
  done
  holds "$drained of 4 were drained at once" test "$drained" -le 1
}

slurmd_runs_the_health_check() {
  host n3 faulty
  touch "$cluster/health_checks_on"
  wait_until "n3 is drained" is_drained n3
  is "drained by slurmd's health check" "$(reason_of n3)" "$faulty_reason"
  host n3 healthy resume=yes
  holds "and resumed" wait_until "n3 is resumed" eval '! is_drained n3'
  rm "$cluster/health_checks_on"
}

# ---- Programs and hosts

make_programs() {
  local name
  cat >"$cluster/kills_itself" <<'END'
#!/bin/bash
kill -KILL $$
END
  cat >"$cluster/hangs" <<'END'
#!/bin/bash
trap '' TERM
sleep 30
END
  # The worker waits for a pipe that nobody fills. What is left when it is dead finds no pipe.
  cat >"$cluster/kills_a_worker" <<END
#!/bin/bash
$rocelint "\$@" --output json=$cluster/killed_a_worker &
until worker=\$(pgrep -P \$!); do sleep 0.05; done
sleep 0.3
rm $cluster/tree.n4/proc/sys/kernel/osrelease
kill -KILL \$worker
wait \$!
END
  for name in kills_itself hangs kills_a_worker; do
    chmod +x "$cluster/$name"
  done
}

make_hosts() {
  local node
  "$rocelint" demo healthy --snapshot >"$cluster/healthy.json"
  "$rocelint" demo faulty --snapshot >"$cluster/faulty.json"
  printf 'profile: lossless-dscp26\nexpcet: {ports: 8}\n' >"$cluster/typo.yaml"
  python3 - "$cluster" <<'END'
import json, sys
host = json.load(open(sys.argv[1] + "/healthy.json"))
why = {"unknown": "unsupported", "detail": "no PFC through a virtual function"}
of_mlx5_0 = host["host"]["devices"][0]["ports"][0]["netdev"]
for netdev in host["host"]["netdevs"]:
    if netdev["name"] == of_mlx5_0:
        netdev["dcb"]["pfc"] = why
json.dump(host, open(sys.argv[1] + "/pod.json", "w"))
END
  for node in n1 n4; do
    mkdir -p "$cluster/tree.$node/proc/sys/kernel"
    mkfifo "$cluster/tree.$node/proc/sys/kernel/osrelease"
  done
  faulty_reason=$("$rocelint" demo faulty --format gate | sed -n 2p)
}

SECONDS=0
export SLURM_CONF=$cluster/slurm.conf
make_programs
make_hosts
install_site
for node in "${nodes[@]}"; do
  host "$node" healthy
done
start_cluster || { tail -n 5 "$cluster"/*.log; exit 1; }
echo "$(slurmctld -V), a cluster of four nodes after $SECONDS s"
is "the faulty sample's reason" "$faulty_reason" "rocelint:pfc-off mlx5_5 +3"
((${#expected[@]})) || expected=(a_healthy_node_runs_the_job
  a_broken_node_is_drained_and_the_job_runs_elsewhere an_interactive_job_is_told
  failures_of_the_tool_drain_nothing what_is_undetermined_stops_unless_the_site_says_otherwise
  another_reason_is_never_overwritten only_our_own_is_resumed_and_only_on_request the_limit_holds
  the_limit_holds_at_the_same_moment slurmd_runs_the_health_check)
for shown in "${expected[@]}"; do
  all_in_service || failures=$((failures + 1))
  begin=$SECONDS
  $shown
  echo "$shown: $((SECONDS - begin)) s"
done
((failures == 0)) || { tail -n 20 "$cluster/slurmctld.log"; echo "$failures of $checks failed"; exit 1; }
echo "$checks checks, $SECONDS s"
