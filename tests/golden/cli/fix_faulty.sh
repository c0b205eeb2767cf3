#!/usr/bin/env bash
# What fixes gpu0418, as read at 2027-03-02T03:12:44Z and judged by
# lossless-dscp26@dfd48fe896302752.
# Written by rocelint, which runs none of it. Read each step; those in capitals
# interrupt traffic.
set -eu

# 1. BLOCKER pfc-off mlx5_5, ens6np0, 0000:ab:00.0
#   PFC is off for priority 3 on ens6np0
#   also fixes what follows from it: path-not-lossless
#   TAKES THE LINK DOWN: drain the node first.
#   Lasts until reboot.
dcb pfc set dev ens6np0 prio-pfc all:off 3:on
#   verify: dcb pfc show dev ens6np0

# 2. BLOCKER port-down mlx5_3, ens4np0, 0000:5d:00.0
#   port state is down; lower netdevs without carrier: ens4np0
#   by hand: ens4np0 is administratively up but has no carrier: check the cable
#   or transceiver, then the switch port
#   verify: rdma link show mlx5_3/1

# 3. ERROR mtu-active-below-policy mlx5_1, ens2np0, 0000:2a:00.0
#   the RDMA MTU is 1024, the policy requires at least 4096; the MTU of ens2np0
#   is 1500
#   also fixes what follows from it: mtu-active-1024, mtu-netdev-unlike-siblings
#   TAKES THE LINK DOWN: drain the node first.
#   Lasts until reboot.
ip link set dev ens2np0 mtu 9000
#   verify: ibv_devinfo -d mlx5_1 -i 1

# 4. ERROR pause-with-pfc mlx5_2, ens3np0, 0000:3a:00.0
#   global pause and PFC are both on for ens3np0
#   also fixes what follows from it: pause-where-pfc-expected
#   TAKES THE LINK DOWN: drain the node first.
#   Lasts until reboot.
ethtool -A ens3np0 rx off tx off
#   verify: ethtool -a ens3np0

# UNKNOWN mlx5_7: mtu-active-below-policy, mtu-active-1024
#   permission denied (uid 1000)
#   to read it: run it as root
