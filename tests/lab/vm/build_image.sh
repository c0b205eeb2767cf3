#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Makes what the VM boots: a Debian kernel with its modules, the test NIC and an initramfs.
# Usage: build_image.sh OUTDIR
# Exit: 0 made or already there, 77 something is not installed (CTest's skip code), 1 failed.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
outdir=${1:?usage: build_image.sh OUTDIR}
testnic=$here/../testnic

skip() {
  echo "lab: $1" >&2
  exit 77
}

newest_headers_version() {
  find /usr/src -maxdepth 1 -name 'linux-headers-*-amd64' -printf '%f\n' 2>/dev/null |
    sed 's/^linux-headers-//' | sort -V | tail -1
}

# The package is unpacked, never installed: nothing of this machine's own boot changes.
unpack_kernel() {
  local version=$1
  [[ -e $outdir/kernel/.unpacked-$version ]] && return
  rm -rf "$outdir/kernel"
  compgen -G "$outdir/linux-image-${version}_*.deb" >/dev/null ||
    (cd "$outdir" && apt-get -q download "linux-image-$version" >/dev/null 2>&1) ||
    skip "the package linux-image-$version cannot be downloaded."
  dpkg -x "$outdir/linux-image-${version}"_*.deb "$outdir/kernel"
  touch "$outdir/kernel/.unpacked-$version"
}

build_testnic() {
  local version=$1
  rm -rf "$outdir/testnic"
  cp -r "$testnic" "$outdir/testnic"
  make -s -C "/usr/src/linux-headers-$version" M="$outdir/testnic" \
    CONFIG_DEBUG_INFO_BTF_MODULES= modules
  install -D -t "$outdir/kernel/lib/modules/$version/extra" "$outdir/testnic"/{testnic,nvidia_peermem}.ko
  depmod -b "$outdir/kernel" "$version"
}

# Only what it takes to mount the machine's root; all else comes from there.
build_initramfs() {
  local version=$1 root=$outdir/initramfs busybox module
  rm -rf "$root"
  mkdir -p "$root"/{bin,dev,lower,modules,newroot,overlay,proc,sys}
  busybox=$(command -v busybox)
  cp "$busybox" "$root/bin/busybox"
  # One that is not static brings its libraries.
  { ldd "$busybox" 2>/dev/null || true; } | { grep -o '/[^ ]*' || true; } |
    xargs -r cp --parents -t "$root"
  cp "$here/initramfs_init.sh" "$root/init"
  for module in virtio_pci 9pnet_virtio 9p overlay; do
    modprobe -d "$outdir/kernel" -S "$version" --show-depends "$module"
  done | awk '$1 == "insmod" && !seen[$2]++ {print $2}' | while read -r module; do
    cp "$module" "$root/modules/"
    echo "/modules/${module##*/}" >>"$root/modules/order"
  done
  (cd "$root" && find . | cpio --quiet -o -H newc | gzip -1) >"$outdir/initramfs.gz"
}

# The kernel as it is in memory: QEMU starts one with a PVH note at once, while emulating the
# decompression of Debian's takes three seconds of each boot.
extract_kernel() {
  local packed=$outdir/kernel/boot/vmlinuz-$1 offset
  offset=$(LC_ALL=C grep -abo -m1 $'\xfd7zXZ' "$packed" | head -1 | cut -d: -f1)
  # xz closes the pipe where the stream ends: tail's SIGPIPE is no failure.
  xz -dc --single-stream < <(tail -c "+$((offset + 1))" "$packed") >"$outdir/vmlinux"
}

fingerprint() {
  echo "kernel $1"
  (cd "$here" && sha256sum build_image.sh initramfs_init.sh ../testnic/*)
}

for command in qemu-system-x86_64 busybox cpio depmod dpkg make gcc xz; do
  command -v "$command" >/dev/null || skip "$command is not installed."
done
version=$(newest_headers_version)
[[ -n $version ]] || skip "no package linux-headers-*-amd64 is installed."

mkdir -p "$outdir"
outdir=$(cd "$outdir" && pwd)
exec 9>"$outdir/lock"
flock 9 # tests may start several VMs at once; one of them builds
[[ -e $outdir/fingerprint && $(fingerprint "$version") == "$(<"$outdir/fingerprint")" ]] && exit 0
rm -f "$outdir/fingerprint"
unpack_kernel "$version"
build_testnic "$version"
build_initramfs "$version"
echo "$version" >"$outdir/version"
extract_kernel "$version"
fingerprint "$version" >"$outdir/fingerprint"
