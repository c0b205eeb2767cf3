#!/usr/bin/env bash
# What fixes gpu0418, as read at 2027-03-02T03:12:44Z and judged by
# acme-train@3f9a1c77de.
# Written by rocelint, which runs none of it. Read each step; those in capitals
# interrupt traffic.
set -eu

# 1. BLOCKER pfc-off mlx5_3, ens4np0, 0000:48:00.0
#   PFC is on for none, the policy wants 3
#   also fixes what follows from it: path-not-lossless
#   TAKES THE LINK DOWN: drain the node first.
#   Lasts until reboot.
dcb pfc set dev ens4np0 prio-pfc all:off 3:on
#   verify: dcb pfc show dev ens4np0

# 2. BLOCKER pfc-off mlx5_5, ens6np0, 0000:68:00.0
#   PFC is on for none, the policy wants 3
#   also fixes what follows from it: path-not-lossless
#   TAKES THE LINK DOWN: drain the node first.
#   Lasts until reboot.
dcb pfc set dev ens6np0 prio-pfc all:off 3:on
#   verify: dcb pfc show dev ens6np0

# 3. BLOCKER port-down mlx5_6, ens7np0, 0000:78:00.0
#   the port is down: no carrier
#   runbook: https://wiki.example/roce-link
#   by hand: check cable, optic and switch port: no command of this host fixes
#   it

# 4. WARNING mtu-active-small mlx5_2, ens3np0, 0000:38:00.0
#   RoCE MTU is 1024, the policy wants 4096
#   TAKES THE LINK DOWN: drain the node first.
#   Lasts until reboot.
ip link set dev ens3np0 mtu 9000

# UNKNOWN mlx5_7: fec-off
#   permission denied (uid 1000)
#   to read it: run it as root
