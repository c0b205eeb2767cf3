#!/usr/bin/env bash
# What fixes train-7f9c, as read at 2027-03-02T03:12:44Z and judged by
# acme-train@3f9a1c77de.
# Written by rocelint, which runs none of it. Read each step; those in capitals
# interrupt traffic.
set -eu

# Nothing that was asked about failed, but the host is undetermined: "rocelint
# check" says why.

# UNKNOWN mlx5_0-7: pfc-off, qos-dscp-not-mapped
#   a virtual function: the driver answers on the physical function only
#   to read it: run it on the host that owns the physical function, or give it a
#   snapshot taken there (--node-facts FILE); root in this guest does not help

# UNKNOWN mlx5_7: gid-no-routable
#   timed out: a driver, its firmware or a kernel lock hangs
#   to read it: look for the device in dmesg and in "devlink health", then run
#   it again

# UNKNOWN mlx5_0-7: fec-off
#   permission denied (uid 1000)
#   to read it: run it as root
