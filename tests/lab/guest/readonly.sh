#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs probes under strace, and some programs that do change something, to see that they are caught.
# Judged outside, by judge_readonly.py.
set -u
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/lib.sh"

tracing=/sys/kernel/tracing

# strace does not look into these two ioctls: the kernel tells which commands they carry.
watch_ioctls() {
  mountpoint -q "$tracing" || mount -t tracefs none "$tracing"
  local attributes='' i
  for i in 0 1 2 3; do # struct ib_uverbs_attr, behind the 24 bytes of ib_uverbs_ioctl_hdr
    attributes+=" attr$i=+u$((24 + 16 * i))(%dx):u16 data$i=+u$((32 + 16 * i))(%dx):u64"
  done
  {
    echo 'p:ethtool dev_ethtool command=+u0(%dx):u32'
    echo "p:uverbs ib_uverbs_ioctl object=+u2(%dx):u16 method=+u4(%dx):u16$attributes"
  } >"$tracing/kprobe_events" || return 1
  echo 1 >"$tracing/events/kprobes/enable"
}

# traced NAME COMMAND...: its system calls go to /results/NAME.PID, what the ioctls carried to
# NAME.ioctls.
traced() {
  local name=$1
  shift
  echo >"$tracing/trace"
  strace -ff -yy -s 32 -e write=all -o "/tmp/$name" "$@" >"/results/$name.out" 2>"/results/$name.err"
  echo "$name: exit $?"
  grep -v '^#' "$tracing/trace" >"/results/$name.ioctls"
  cp "/tmp/$name".* /results/
}

# changes WHAT COMMAND...: a program that does WHAT must be seen to do it.
changes() {
  local name
  name=caught.$(echo "$1" | tr -c 'A-Za-z0-9\n' _)
  echo "$1" >"/results/$name.expected"
  shift
  traced "$name" "$@"
}

# shellcheck disable=SC2317 # called through say
modules() {
  cut -d' ' -f1 /proc/modules | sort
}

# What a probe asks only where the kernel has it loaded.
something_to_read() {
  nft add table inet lab
  nft add chain inet lab in '{ type filter hook input priority 0; policy accept; }'
  ip xfrm policy add src 10.99.0.1 dst 10.99.0.2 dir out tmpl proto esp mode transport
}

healthy_host || exit 1
something_to_read
watch_ioctls || exit 1
modprobe -a netlink_diag tcp_diag udp_diag unix_diag # strace asks them what a socket is
say modules.before modules
traced probe "$ROCELINT" probe --timeout 300s
traced deep "$ROCELINT" probe --deep --timeout 300s
say modules.after modules
changes "open O_WRONLY /proc/sys/net/ipv4/ip_forward" bash -c 'echo 1 >/proc/sys/net/ipv4/ip_forward'
changes "netlink ROUTE 16" ip link set eth7 mtu 8000 # RTM_NEWLINK
changes "netlink GENERIC ethtool 22" ethtool -A eth7 rx on # ETHTOOL_MSG_PAUSE_SET
changes "netlink RDMA 7" rdma system set netns exclusive # RDMA_NLDEV_CMD_SYS_SET
changes "ethtool 0x3e" ethtool --set-dump eth7 1 # ETHTOOL_SET_DUMP
changes "ioctl SIOCSIFFLAGS" busybox ifconfig eth7 down
changes "rdma_cm 7" timeout 5 ib_write_bw -R -d mlx5_6 # RDMA_USER_CM_CMD_LISTEN
changes "syscall mkdir" mkdir /tmp/made
exit 0
