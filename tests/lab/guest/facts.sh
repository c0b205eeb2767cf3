#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Takes a snapshot and reads the same facts with standard tools, for compare_facts.py.
set -u
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/lib.sh"

# A host with something to tell: a VLAN, a bond, several addresses, values that differ by port.
varied_host() {
  healthy_host || return 1
  modprobe -q 8021q
  modprobe -q bonding
  ip link add link eth1 name eth1.100 type vlan id 100 egress-qos-map 0:3 5:6
  ip addr add 10.1.1.1/24 dev eth1.100
  ip link set eth1.100 up
  ip addr add 2001:db8::1/64 dev eth0 nodad
  ip link add bond0 type bond mode active-backup
  ip link set eth4 down && ip link set eth4 master bond0
  ip link set eth6 down && ip link set eth6 master bond0
  ip link set bond0 up && ip addr add 10.4.0.1/24 dev bond0
  dcb app add dev eth2 ethtype-prio 0x8906:3
  dcb app add dev eth2 dgram-port-prio 4791:3
  dcb maxrate set dev eth2 tc-maxrate 3:100Gbit
  dcb buffer set dev eth2 buffer-size 0:65536 1:131072
  dcb ets set dev eth3 tc-tsa 0:strict 3:ets 6:ets tc-bw all:0 3:60 6:40
  dcb pfc set dev eth5 delay 40
  ethtool -A eth5 rx on tx off
  ethtool --set-fec eth3 encoding rs
  knob mlx5_3 speed_mbps 100000
  knob mlx5_7 carrier 0
  ip link set eth5 mtu 1500
  varied_counters
  varied_modules
  varied_congestion_control
  varied_routing
  varied_system
  sleep 4  # duplicate address detection takes up to two
}

# Two rails in one subnet, with their own tables; duplicate routes of equal cost; neighbors in every state.
varied_routing() {
  local gateway=10.0.0.254
  sysctl -qw net.ipv4.conf.all.rp_filter=2 net.ipv4.conf.eth0.rp_filter=1 \
    net.ipv4.conf.eth2.arp_ignore=1 net.ipv4.conf.eth2.arp_announce=2 \
    net.ipv4.conf.eth3.arp_filter=1 net.ipv4.conf.eth3.accept_local=1 \
    net.ipv4.neigh.default.gc_thresh3=4096
  ip addr add 10.0.0.2/24 dev eth2
  ip route add 10.0.0.0/24 dev eth2 src 10.0.0.2 table 102
  ip route add default via "$gateway" dev eth0 src 10.0.0.1 metric 50
  ip route add 10.9.0.0/16 nexthop via "$gateway" dev eth0 nexthop via 10.0.3.254 dev eth3
  ip -6 route add 2001:db8:9::/48 via 2001:db8::ff dev eth0
  ip -6 route add 2001:db8:a::/48 from 2001:db8::/64 via 2001:db8::ff dev eth0
  ip route add 10.8.0.0/16 tos 0x10 via "$gateway" dev eth0
  ip route add blackhole 10.9.128.0/17
  ip route add throw 10.7.0.0/16 table 102
  ip -6 route add unreachable 2001:db8:9:1::/64
  ip -6 route add prohibit 2001:db9::/32 # on no way of RDMA
  ip rule add from 10.0.0.2 table 102 priority 100
  ip rule add to 10.9.0.0/16 oif eth0 table 102 priority 101
  ip rule add fwmark 1 table 102 priority 102
  ip rule add from 10.99.0.0/16 unreachable priority 103
  ip rule add from 10.99.0.0/16 nop priority 104
  ip rule add not from 10.99.0.0/16 fwmark 1 table 103 priority 105
  ip rule add table 103 suppress_prefixlength 0 priority 106
  ip -6 rule add from 2001:db8::1 table 102 priority 100
  ip neigh add 10.0.0.77 lladdr 02:00:00:00:00:77 dev eth0 nud permanent
  ip neigh add 10.0.0.78 lladdr 02:00:00:00:00:78 dev eth0 nud stale
  ip neigh add 2001:db8::78 lladdr 02:00:00:00:00:78 dev eth0 nud stale
  ip neigh add 10.0.3.79 dev eth3 nud failed
  ip link add vrf10 type vrf table 10
  ip link add dummy0 type dummy
  ip link add bond1 type bond mode 802.3ad xmit_hash_policy layer3+4 miimon 100
  ip link set dummy0 master bond1
  ip link set bond1 up
}

# A launcher with little memory to lock, a daemon, packet filters, a control group with a limit.
varied_system() {
  local group=/sys/fs/cgroup/lab
  cp "$(command -v sleep)" /tmp/slurmd
  cp "$(command -v sleep)" /tmp/chronyd
  prlimit --memlock=8388608:16777216 --nofile=1000:2000 /tmp/slurmd 1000 &
  until [[ $(<"/proc/$!/comm") == slurmd ]]; do sleep 0.1; done
  say_limits slurmd "$!"
  /tmp/chronyd 1000 &
  mkdir -p /etc/systemd/system.conf.d
  printf '[Manager]\nDefaultLimitMEMLOCK=infinity\nDefaultLimitNOFILE=2048:4096\n' \
    >/etc/systemd/system.conf.d/lab.conf
  echo +rdma >/sys/fs/cgroup/cgroup.subtree_control
  mkdir "$group"
  echo mlx5_0 hca_handle=100 >"$group/rdma.max"
  echo "$$" >"$group/cgroup.procs"
  chmod 0600 /dev/infiniband/uverbs5
  nft add table inet lab
  nft add chain inet lab in '{ type filter hook input priority 0; policy accept; }'
  nft add rule inet lab in udp dport 4791 accept
  nft add rule inet lab in tcp dport 22 accept
  nft add table ip6 lab
  nft add chain ip6 lab in '{ type filter hook input priority 0; policy drop; }'
  ip xfrm policy add src 10.99.0.1 dst 10.99.0.2 dir out tmpl proto esp mode transport
}

say_limits() {
  say "prlimit.$1" prlimit --raw --noheadings -o RESOURCE,SOFT,HARD --pid "$2"
}

# Every counter has a number of its own, longer than 32 bits.
varied_counters() {
  local device
  for device in $(testnics); do age "$device"; done
  knob mlx5_1 fec_stats/by_lane 1
  knob mlx5_0 counters/symbol_error 70000 # more than it can show
}

varied_modules() {
  knob mlx5_1 module sff8636
  knob mlx5_2 module cmis-copper
  poke mlx5_0 14 '\x48\x00'             # 72 degrees: a warning
  poke mlx5_1 34 '\x00\x64'             # lane 1 receives 10 microwatts: an alarm
  poke mlx5_3 $((128 * 18 + 28)) '\x03\x20' # page 11h byte 156: lane 2 sends 80
  knob mlx5_4 errno/module_eeprom 5
}

# poke DEVICE OFFSET BYTES: into the memory of its module.
poke() {
  printf '%b' "$3" | dd of="$(knobs_of "$1")/module_eeprom" bs=1 seek="$2" conv=notrunc status=none
}

varied_congestion_control() {
  local cc cm=/sys/kernel/config/rdma_cm
  cc=/sys/kernel/debug/mlx5/$(pci_of mlx5_0)/cc_params
  echo 46 >"$cc/np_cnp_dscp"
  echo 1 >"$cc/np_cnp_prio_mode"
  knob mlx5_1 ofed 1
  knob mlx5_2 ofed 1
  echo 0 >/sys/class/net/eth1/ecn/roce_np/enable/3
  echo 0 >/sys/class/net/eth1/ecn/roce_rp/enable/0
  printf 'Global tclass=106\n' >/sys/class/infiniband/mlx5_1/tc/1/traffic_class
  mkdir "$cm"/mlx5_{0,1}
  echo 106 >"$cm/mlx5_0/ports/1/default_roce_tos"
  echo "IB/RoCE v1" >"$cm/mlx5_1/ports/1/default_roce_mode"
}

# "6:eth1.100" for each slot in use.
# shellcheck disable=SC2317 # called through say
gid_netdevs() {
  (cd "/sys/class/infiniband/$1/ports/1/gid_attrs/ndevs" && grep -s . -- *)
}

# shellcheck disable=SC2317 # called through say
device_nodes() {
  stat -c '%n %a %u:%g' /dev/infiniband/*
}

# shellcheck disable=SC2317 # called through say
module_files() {
  (cd /sys/module && grep -s . -- */{version,srcversion,taint})
}

# shellcheck disable=SC2317 # called through say
os_name() {
  # shellcheck source=/dev/null
  (. /etc/os-release && echo "$PRETTY_NAME")
}

ask_about_host() {
  local family module
  say sysctl sysctl -a
  for family in 4 6; do
    say "ip.route.ipv$family" ip "-$family" -j -d route show table all
    say "ip.rule.ipv$family" ip "-$family" -j rule show
    say "ip.neigh.ipv$family" ip "-$family" -j neigh show nud all
  done
  say devlink.dev devlink -j dev show
  say devlink.info devlink -j dev info
  say devlink.param devlink -j dev param show
  say devlink.health devlink -j health show
  say lsmod lsmod
  say modules module_files
  while read -r module _; do say "modinfo.$module" modinfo "$module"; done </proc/modules
  say_limits own "$$"
  say os_name os_name
  say cmdline cat /proc/cmdline
  say meminfo cat /proc/meminfo
  say lockdown cat /sys/kernel/security/lockdown
  say container systemd-detect-virt --container
  say peer_memory bash -c 'cat /sys/kernel/mm/memory_peers/nv_mem*/version'
  say ps ps -eo comm=
  say shm df -B1 --output=size /dev/shm
  say numactl numactl --hardware
  say nodes device_nodes
  say governors bash -c 'cat /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor'
  say nft nft -j list ruleset
  say xfrm ip xfrm policy
}

# "NAME:VALUE" for each file in a directory, and in the directories below it.
# shellcheck disable=SC2317 # called through say
files_of() {
  (cd "$1" && find . -type f -printf '%P\n' | sort | xargs grep -sH .)
}

ask_about_netdev() {
  local netdev=$1 what
  say "dcb.pfc.$netdev" dcb -s -j pfc show dev "$netdev"
  for what in ets buffer maxrate dcbx; do
    say "dcb.$what.$netdev" dcb -j "$what" show dev "$netdev"
  done
  say "dcb.app.$netdev" dcb -N -j app show dev "$netdev"
  say "ethtool.$netdev" ethtool "$netdev"
  say "ethtool.pause.$netdev" ethtool -I -a "$netdev"
  say "ethtool.fec.$netdev" ethtool -I --json --show-fec "$netdev"
  say "ethtool.tunable.$netdev" ethtool --get-tunable "$netdev" pfc-prevention-tout
  say "ethtool.statistics.$netdev" ethtool -S "$netdev"
  say "ethtool.standard.$netdev" ethtool -S "$netdev" --all-groups
  say "ethtool.module.$netdev" ethtool -m "$netdev"
  say "ofed.$netdev" files_of "/sys/class/net/$netdev/ecn"
  say "ethtool.driver.$netdev" ethtool -i "$netdev"
  say "carrier_down_count.$netdev" cat "/sys/class/net/$netdev/carrier_down_count"
}

varied_host || exit 1
say uptime.before cat /proc/uptime
"$ROCELINT" probe --deep --timeout 60s >/results/snapshot.json || exit 1
say uptime.after cat /proc/uptime
"$ROCELINT" probe --deep --timeout 60s >/results/snapshot_again.json || exit 1

ask_about_host
say rdma.dev rdma -j -d dev show
say rdma.link rdma -j -d link show
say rdma.system rdma system show
say ip.link ip -j -d link show
say ip.addr ip -j addr show
say uname uname -nrm
say boot_id cat /proc/sys/kernel/random/boot_id
for device in $(testnics); do
  say "ibv.$device" ibv_devinfo -v -d "$device"
  say "gid_netdevs.$device" gid_netdevs "$device"
  say "hca_type.$device" cat "/sys/class/infiniband/$device/hca_type"
  say "rdma.statistic.$device" rdma -j statistic show link "$device/1"
  say "counters.$device" files_of "/sys/class/infiniband/$device/ports/1/counters"
  say "cm.$device" files_of "/sys/kernel/config/rdma_cm/$device/ports/1"
  say "tc.$device" files_of "/sys/class/infiniband/$device/tc/1"
  say "module_firmware.$(netdev_of "$device")" \
    od -An -tu1 -j39 -N2 "$(knobs_of "$device")/module_eeprom" # CMIS, table 8-4
  say "cc_params.$device" files_of "/sys/kernel/debug/mlx5/$(pci_of "$device")/cc_params"
done
for path in /sys/class/net/*/; do
  path=${path%/}
  netdev=${path##*/}
  ask_about_netdev "$netdev"
done
rdma system set netns exclusive
"$ROCELINT" probe --timeout 60s >/results/exclusive.json
