#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Second process of the VM, in the machine's own root: finishes the mounts, loads the modules,
# runs the guest script and powers off.
set -a
# shellcheck disable=SC1091 # run_vm.sh writes it
. /results/vm.env
PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
HOME=/root
set +a

mkdir -p /dev/pts /dev/shm
mount -t devpts none /dev/pts
mount -t tmpfs -o size=2g none /dev/shm
mount -t tmpfs none /run
mount -t debugfs none /sys/kernel/debug
mount -t securityfs none /sys/kernel/security
mount -t cgroup2 none /sys/fs/cgroup
ulimit -l unlimited -n 524288
mkdir -p "/lib/modules/$(uname -r)"
mount --bind "$LAB_OUTDIR/kernel/lib/modules/$(uname -r)" "/lib/modules/$(uname -r)"
rm -f /.dockerenv /run/.containerenv # whatever the machine is, this is none
# iproute2's dcb numbers its requests by the second (lib/mnl_utils.c). When one passes between two of
# them, it takes an answer that is still to be read for a stranger's: EPROTO, and has to be asked again.
dcb=$(command -v dcb)
# A shell that starts at once, since a host is set up by dozens of these.
cat >/usr/local/sbin/dcb <<END
#!$(command -v busybox) sh
case " \$* " in *" show "*) exec $dcb "\$@" ;; esac # one request, and a test may want to kill it
for _ in 1 2 3; do
  { diagnostic=\$($dcb "\$@" 2>&1 1>&3); status=\$?; } 3>&1
  case \$diagnostic in *"Protocol error"*) ;; *) break ;; esac
done
[ -z "\$diagnostic" ] || echo "\$diagnostic" >&2
exit "\$status"
END
chmod +x /usr/local/sbin/dcb
hostname rocelint-lab
ip link set lo up

# crc32_generic first: rdma_rxe looks its algorithm up by name and does not load it.
for module in crc32_generic configfs ib_uverbs rdma_ucm rdma_rxe virtio_net; do
  modprobe "$module"
done
mount -t configfs none /sys/kernel/config
if [[ $LAB_PERSONALITY != none ]]; then
  # shellcheck disable=SC2086 # several parameters
  modprobe testnic personality="$LAB_PERSONALITY" $LAB_TESTNIC_PARAMETERS
fi

read -r uptime _ </proc/uptime
echo "$uptime" >/results/boot_seconds
cd /root || exit
bash "$LAB_SCRIPT"
echo $? >/results/exit_code
dmesg >/results/dmesg.log
sync
busybox poweroff -f
