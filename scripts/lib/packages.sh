# shellcheck shell=bash disable=SC2034  # sourced: others use the arrays
# SPDX-License-Identifier: Apache-2.0
# Which Debian and Ubuntu packages rocelint needs, and how they are installed. Sourced by
# scripts/quickstart and scripts/test.

build_packages=(
  g++ cmake ninja-build pkg-config ccache
  libfmt-dev libcli11-dev nlohmann-json3-dev libsimdjson-dev libyaml-cpp-dev libexpected-dev
  libnl-3-dev libnl-genl-3-dev libibverbs-dev librdmacm-dev
  libibverbs1 librdmacm1 ibverbs-providers
)

test_packages=(
  libgtest-dev libgmock-dev libbenchmark-dev git libxml2-utils python3 python3-jsonschema python3-yaml
  clang-19 clang-tidy-19 clang-format-19 libclang-rt-19-dev shellcheck codespell cppcheck
  slurm-wlm munge iproute2 procps
)

# The lab: virtual machines with a test NIC. The kernel itself is fetched, never installed.
lab_packages=(
  qemu-system-x86 cpio kmod make gcc xz-utils
  iproute2 ethtool rdma-core ibverbs-utils perftest jq util-linux pciutils strace
  nftables numactl procps
)

as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    # sudo drops the environment, and with it the proxy by which apt reaches its archive.
    sudo env ${http_proxy:+"http_proxy=$http_proxy"} ${https_proxy:+"https_proxy=$https_proxy"} "$@"
  else
    echo "There is no sudo here. As root: apt-get update" \
      "&& apt-get install --no-remove --no-install-recommends ${missing[*]}" >&2
    return 1
  fi
}

# The Debian kernel headers that the test NIC is built against; Ubuntu names them otherwise.
kernel_headers_package() {
  local name
  for name in "linux-headers-$(dpkg --print-architecture)" linux-headers-generic; do
    if apt-cache show "$name" >/dev/null 2>&1; then
      echo "$name"
      return
    fi
  done
}

is_installed() {
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# Either does for the lab, and they exclude each other: the one that a host has stays.
is_installed busybox || lab_packages+=(busybox-static)

# Installs what is missing of the named packages; asks apt for nothing if nothing is. A host may
# have a vendor's packages in place of the distribution's (MLNX_OFED for rdma-core, Slurm's own):
# none is ever removed for ours.
install_packages() {
  local package
  missing=()
  for package in "$@"; do
    is_installed "$package" || missing+=("$package")
  done
  if [ "${#missing[@]}" -eq 0 ]; then
    return 0
  fi
  if ! command -v apt-get >/dev/null; then
    echo "This script installs Debian and Ubuntu packages; install these by your own means:" >&2
    echo "  ${missing[*]}" >&2
    return 1
  fi
  echo "Installing ${#missing[@]} packages ..."
  as_root apt-get -qq update
  # A fresh machine is often still busy with its own updates, so dpkg's lock is waited for; and
  # needrestart must not restart services of a host that may be running jobs.
  as_root env DEBIAN_FRONTEND=noninteractive NEEDRESTART_SUSPEND=1 \
    apt-get -qq install -y --no-remove --no-install-recommends -o DPkg::Lock::Timeout=300 \
    "${missing[@]}" >/dev/null || {
    echo "apt-get did not install ${missing[*]}; nothing was removed. What it would do:" \
      "apt-get --simulate install --no-install-recommends ${missing[*]}" >&2
    return 1
  }
}
